# Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
# Where the processor of the demo SoC starts: a stack at the end of RAM, main, and its result as exit code.
.section .text.start, "ax"
.global _start
_start:
  la sp, stack_top
  call main
  lui t0, 0x10000
  sw a0, 8(t0)
1:
  j 1b
