// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Runs a LiteX SoC until its firmware prints a byte 4, and prints what it sends to the serial port before.

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "Vcore.h"
#include "verilated.h"

void vl_stop(const char*, int, const char*) { std::exit(1); }
void vl_fatal(const char*, int, const char*, const char*) { std::exit(1); }

int main() {
  VerilatedContext context;
  Vcore soc{&context};
  constexpr std::uint32_t limit = 1'000'000;
  soc.serial_source_ready = 1;
  for (std::uint32_t cycle = 0; cycle < limit; ++cycle) {
    soc.sys_rst = cycle < 4;
    soc.sys_clk = 0;
    soc.eval();
    if (!soc.sys_rst && soc.serial_source_valid) {
      if (soc.serial_source_data == 4) return 0;
      std::putchar(soc.serial_source_data);
    }
    soc.sys_clk = 1;
    soc.eval();
  }
  return 2;
}
