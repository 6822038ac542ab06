// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Runs the demo SoC: four cycles of reset, then until the firmware ends. What it prints goes to stdout. The
// last line on stderr is "end REASON VALUE CYCLES": exit CODE, trap ADDRESS, fault ADDRESS, or limit 0.
//
//   program +firmware=IMAGE +cycles=LIMIT

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Vcore.h"
#include "verilated.h"

[[noreturn]] static void stopped(const char* filename, int line, const char* message) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s:%d: %s\n", filename, line, message);
  std::exit(1);
}

void vl_stop(const char* filename, int line, const char*) { stopped(filename, line, "the design stopped"); }
void vl_fatal(const char* filename, int line, const char*, const char* message) {
  stopped(filename, line, message);
}

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Vcore soc{&context};
  soc.console_ready_i = 1;
  const char* given = context.commandArgsPlusMatch("cycles=");
  const std::uint64_t limit = std::strtoull(given + std::strlen("+cycles="), nullptr, 10);
  const char* reason = "limit";
  std::uint32_t value = 0;
  std::uint64_t cycle = 0;
  for (constexpr int reset = 4; cycle < limit + reset; ++cycle) {
    soc.rst_ni = cycle >= reset;
    soc.clk_i = 0;
    soc.eval();
    if (soc.rst_ni) {
      if (soc.console_valid_o) {
        std::putchar(soc.console_o);
        if (soc.console_o == '\n') std::fflush(stdout);
      }
      if (soc.exit_valid_o || soc.trap_o || soc.fault_valid_o) {
        reason = soc.exit_valid_o ? "exit" : soc.trap_o ? "trap" : "fault";
        value = soc.exit_valid_o ? soc.exit_o : soc.address_o;
        break;
      }
    }
    soc.clk_i = 1;
    soc.eval();
  }
  soc.final();
  std::fflush(stdout);
  std::fprintf(stderr, "end %s %" PRIu32 " %" PRIu64 "\n", reason, value, cycle);
  return 0;
}
