// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A simulated core after its register shell, as the memory that the driver's port reads and writes. Each
// access is a request of a pipelined Wishbone master. With DEVICE_DMA, the masters of its DMA have a memory that
// answers in the next cycle. A part of it can fail, or stop to answer.

#include <cstdint>
#include <memory>

#include "Vtop.h"

extern "C" {
#include "roundel_dma.h"
}

namespace {

constexpr int most_cycles = 1'000'000;

std::unique_ptr<VerilatedContext> context;
std::unique_ptr<Vtop> top;
uint64_t cycles;

#ifdef DEVICE_DMA
constexpr uint32_t memory_base = 0x4000'0000, memory_bytes = 1 << 16, word_bytes = 8;

alignas(16) uint8_t memory[memory_bytes];
uint32_t failing_from, failing_to, stuck_from, stuck_to;
uint64_t bytes_written;

struct Request {
    bool valid, write;
    uint32_t address, strobes;
    uint64_t data;
};

struct Answer {
    bool done, failed;
    uint64_t data;
};

Answer serve(const Request& request) {
    const uint32_t at = request.address - memory_base;
    if (!request.valid || (request.address >= stuck_from && request.address < stuck_to)) return {};
    if (at > memory_bytes - word_bytes || (request.address >= failing_from && request.address < failing_to)) {
        return {true, true, 0};
    }
    uint64_t word = 0;
    for (uint32_t i = 0; i < word_bytes; i++) {
        if (request.write && (request.strobes >> i & 1)) {
            memory[at + i] = static_cast<uint8_t>(request.data >> 8 * i);
            bytes_written++;
        }
        word |= static_cast<uint64_t>(memory[at + i]) << 8 * i;
    }
    return {true, false, word};
}
#endif

void tick() {
    top->clk_i = 0;
    top->eval();
#ifdef DEVICE_DMA
    const Answer in = serve({top->wbm_in_cyc_o && top->wbm_in_stb_o, false, top->wbm_in_adr_o, 0, 0});
    const Answer out = serve({top->wbm_out_cyc_o && top->wbm_out_stb_o, top->wbm_out_we_o != 0, top->wbm_out_adr_o,
                              top->wbm_out_sel_o, top->wbm_out_dat_o});
#endif
    top->clk_i = 1;
    top->eval();
#ifdef DEVICE_DMA
    top->wbm_in_ack_i = in.done && !in.failed;
    top->wbm_in_err_i = in.failed;
    top->wbm_in_dat_i = in.data;
    top->wbm_out_ack_i = out.done && !out.failed;
    top->wbm_out_err_i = out.failed;
    top->wbm_out_dat_i = out.data;
#endif
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

// Sleeps until the interrupt, then calls what a handler calls.
void device_wait(void*) {
    const roundel_port port = {device_read, device_write};
    for (int i = 0; i < most_cycles && !top->interrupt_o; i++) tick();
    roundel_interrupt(&port);
#ifdef DEVICE_DMA
    roundel_dma_interrupt(&port);
#endif
}

uint64_t device_cycles() { return cycles; }

#ifdef DEVICE_DMA
uint8_t* device_memory() { return memory; }

uint64_t device_bytes_written() { return bytes_written; }

// Addresses from `from` up to `to`: accesses have an error response.
void device_fail(uint32_t from, uint32_t to) {
    failing_from = from;
    failing_to = to;
}

// Accesses that never get a response.
void device_stick(uint32_t from, uint32_t to) {
    stuck_from = from;
    stuck_to = to;
}
#endif
}
