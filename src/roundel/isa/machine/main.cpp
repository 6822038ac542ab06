// The clock of simd_machine: four cycles of reset, then until the model finishes or the limit is reached.
#include <cstdint>
#include <cstdio>

#include "Vsimd_machine.h"
#include "verilated.h"

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Vsimd_machine machine{&context};
  constexpr std::uint64_t limit = 1'000'000'000;
  for (std::uint64_t cycle = 0; cycle < limit && !context.gotFinish(); ++cycle) {
    machine.rst_ni = cycle >= 4;
    machine.clk_i = 0;
    machine.eval();
    machine.clk_i = 1;
    machine.eval();
  }
  machine.final();
  if (!context.gotFinish()) {
    std::fprintf(stderr, "not done after %llu cycles\n", static_cast<unsigned long long>(limit));
    return 1;
  }
  return 0;
}
