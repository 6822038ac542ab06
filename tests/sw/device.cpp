// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A simulated core after its register shell, as the memory that the driver's port reads and writes. Each
// access is a request of a pipelined Wishbone master.

#include <cstdint>
#include <memory>

#include "Vtop.h"

namespace {

constexpr uint32_t control_offset = 0x10;
constexpr int most_cycles = 1'000'000;

std::unique_ptr<VerilatedContext> context;
std::unique_ptr<Vtop> top;
uint64_t cycles;

void tick() {
    top->clk_i = 0;
    top->eval();
    top->clk_i = 1;
    top->eval();
    cycles++;
}

uint32_t request(uint32_t offset, bool write, uint32_t word) {
    top->wb_cyc_i = top->wb_stb_i = 1;
    top->wb_we_i = write;
    top->wb_adr_i = offset;
    top->wb_sel_i = 15;
    top->wb_dat_i = word;
    top->eval();
    while (top->wb_stall_o) tick();
    tick();
    top->wb_stb_i = 0;
    while (!top->wb_ack_o && !top->wb_err_o) tick();
    const uint32_t answer = top->wb_dat_o;
    top->wb_cyc_i = 0;
    return answer;
}

}  // namespace

extern "C" {

void device_start() {
    top.reset();
    context = std::make_unique<VerilatedContext>();
    top = std::make_unique<Vtop>(context.get());
    cycles = 0;
    top->wb_cyc_i = top->wb_stb_i = 0;
    top->rst_ni = 0;
    for (int i = 0; i < 4; i++) tick();
    top->rst_ni = 1;
}

uint32_t device_read(void*, uint32_t offset) { return request(offset, false, 0); }

void device_write(void*, uint32_t offset, uint32_t word) { request(offset, true, word); }

// Sleeps until the interrupt, and masks it as a handler does.
void device_wait(void*) {
    for (int i = 0; i < most_cycles && !top->interrupt_o; i++) tick();
    device_write(nullptr, control_offset, 0);
}

uint64_t device_cycles() { return cycles; }
}
