// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Runs the demo SoC for an FPGA until its firmware ends, and prints what it sends by its UART.
//
//   program +firmware=IMAGE

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "Vcore.h"
#include "verilated.h"

void vl_stop(const char*, int, const char*) { std::exit(1); }
void vl_fatal(const char*, int, const char*, const char*) { std::exit(1); }

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Vcore soc{&context};
  constexpr std::uint32_t limit = 5'000'000, bit = 434;
  std::uint32_t begin = 0, value = 0;  // of the byte that is received; 0: none
  for (std::uint32_t cycle = 1; cycle < limit; ++cycle) {
    soc.rst_ni = cycle > 4;
    soc.clk_i = 0;
    soc.eval();
    if (soc.rst_ni) {
      if (begin == 0 && !soc.tx_o) begin = cycle;
      // Each bit is read in its middle: the start bit, eight data bits, the stop bit.
      if (begin != 0 && (cycle - begin) % bit == bit / 2) {
        const std::uint32_t number = (cycle - begin) / bit;
        if (number == 0) value = 0;
        if (number > 0 && number < 9) value |= std::uint32_t{soc.tx_o} << (number - 1);
        if (number == 9) {
          if (!soc.tx_o) return 3;
          std::putchar(static_cast<int>(value));
          begin = 0;
        }
      }
      if (soc.stopped_o && begin == 0) return 0;
    }
    soc.clk_i = 1;
    soc.eval();
  }
  return 2;
}
