// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The one stream harness of every service core: a Verilated model (class Vcore, every generated file
// in this translation unit) behind a C ABI that src/roundel/simulate/device.py calls. Compiled with
//   ROUNDEL_BYTES   bytes of a beat (8 x ROUNDEL_BYTES = W)
//   ROUNDEL_STREAMS more than 1 for a core whose ports have tid: it is then the upper half of `user`
//   VM_TRACE        1 (Verilator's own name) to be able to write a VCD, else 0
//
// A cycle is: drive the inputs with the clock low and evaluate, so that every output is settled even
// where it depends combinationally on an input (tready on the other side's tready); note which
// handshakes will happen; raise the clock and evaluate. Cycle c is the c-th rising edge since the
// model was made (from 0); a beat is stamped with the cycle of its handshake.
//
// The source obeys AXI4-Stream: tvalid, once up, stays up with the same beat until tready. A stall
// only decides in which cycle it goes up. The sink decides tready anew in every cycle.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "Vcore.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "beats are copied as little-endian words");
static_assert(ROUNDEL_BYTES >= 1 && ROUNDEL_BYTES <= 32, "tkeep is passed in 32 bits");

extern "C" {

// A row of beats as parallel arrays. `data` has ROUNDEL_BYTES bytes a beat; bit i of `keep` is byte i.
struct RoundelBeats {
  uint64_t count;  // in: beats there are; out: room for beats
  uint64_t done;   // beats accepted or written so far; the caller sets it to 0
  uint8_t* data;
  uint32_t* keep;
  uint8_t* user;
  uint8_t* last;
  int64_t* cycle;
};

// What ends a run. The first four are limits; the last three count up from the caller's zero.
struct RoundelRun {
  uint64_t segments;      // wanted: this many output beats with tlast
  uint64_t min_cycles;    // wanted: at least this many cycles
  uint64_t slice_cycles;  // return RoundelSlice after this many, to go on at the next call
  uint64_t max_idle;      // return RoundelSilent after this many cycles without any handshake
  uint64_t stall_seed;
  uint32_t source_stall;  // probability x 2^32 that tvalid is withheld, 0 for never
  uint32_t sink_stall;    // probability x 2^32 that tready is withheld
  uint64_t segments_seen;
  uint64_t cycles;
  uint64_t idle;
};

enum RoundelReason : int {
  RoundelDone = 0,    // all input taken, all that was wanted has come
  RoundelSlice = 1,   // call again
  RoundelFull = 2,    // no room for another output beat: call again with room
  RoundelSilent = 3,  // max_idle cycles without a handshake
  RoundelFailed = 4,  // an assertion or $fatal in the model: roundel_error says which
};

}  // extern "C"

// The model's own stops end the run, not the process (compiled with VL_USER_STOP and _FATAL).
void vl_stop(const char* filename, int line, const char*) {
  throw std::runtime_error(std::string(filename) + ":" + std::to_string(line));
}
void vl_fatal(const char* filename, int line, const char*, const char* message) {
  throw std::runtime_error(std::string(filename) + ":" + std::to_string(line) + ": " + message);
}

namespace {

class Harness {
 public:
  Harness(const char* trace_path, bool trace_end)
      : trace_end_(trace_end), context_(new VerilatedContext), top_(new Vcore(context_.get(), "")) {
#if VM_TRACE
    if (trace_path && *trace_path) {
      trace_.reset(new VerilatedVcdC);
      trace_->set_time_unit("1ns");
      trace_->set_time_resolution("1ns");
      context_->traceEverOn(true);
      context_->randReset(2);  // registers start random: a missing reset shows
      context_->randSeed(1);
      top_->trace(trace_.get(), 99);
      trace_->open(trace_path);
    }
#else
    (void)trace_path;
#endif
    (void)trace_end_;
    reset(2);
  }

  ~Harness() {
    try {
      top_->final();
    } catch (const std::exception&) {  // a final block's complaint has nobody left to hear it
    }
#if VM_TRACE
    if (trace_ && trace_end_) trace_->dump(10 * cycle_);
    if (trace_) trace_->close();
#endif
  }

  // Hold reset for `cycles` cycles, no beat offered; whatever was in flight is gone.
  void reset(uint64_t cycles) {
    valid_ = false;
    top_->s_axis_tvalid = 0;
    top_->m_axis_tready = 0;
    top_->rst_ni = 0;
    for (uint64_t i = 0; i < cycles; ++i) {
      low();
      high();
    }
    top_->rst_ni = 1;
    stall_seed_ = ~uint64_t{0};
  }

  RoundelReason run(RoundelRun& r, RoundelBeats& in, RoundelBeats& out) {
    seed(r.stall_seed);
    const uint64_t stop = r.cycles + r.slice_cycles;
    for (;;) {
      const bool satisfied = r.segments_seen >= r.segments && in.done == in.count;
      if (satisfied && r.cycles >= r.min_cycles) return RoundelDone;
      if (r.idle >= r.max_idle) return RoundelSilent;
      if (r.cycles >= stop) return RoundelSlice;
      if (out.done == out.count) return RoundelFull;

      if (!valid_ && in.done < in.count && !chance(r.source_stall)) {
        offer(in);
        valid_ = true;
        top_->s_axis_tvalid = 1;
      }
      const bool ready = !chance(r.sink_stall);
      top_->m_axis_tready = ready;
      low();
      const bool taken = valid_ && top_->s_axis_tready;
      const bool given = ready && top_->m_axis_tvalid;
      if (given) {
        r.segments_seen += top_->m_axis_tlast;
        record(out);
      }
      if (taken) in.cycle[in.done++] = static_cast<int64_t>(cycle_);
      high();
      if (taken) {
        valid_ = false;
        top_->s_axis_tvalid = 0;
      }
      r.idle = taken || given ? 0 : r.idle + 1;
      ++r.cycles;
    }
  }

  uint64_t cycle() const { return cycle_; }
  std::string error;

 private:
  void low() {
    top_->clk_i = 0;
    top_->eval();
#if VM_TRACE
    if (trace_ && !trace_end_) trace_->dump(10 * cycle_);
#endif
  }

  void high() {
    top_->clk_i = 1;
    top_->eval();
#if VM_TRACE
    if (trace_ && !trace_end_) trace_->dump(10 * cycle_ + 5);
#endif
    ++cycle_;
  }

  void offer(const RoundelBeats& in) {
    std::memcpy(&top_->s_axis_tdata, in.data + in.done * ROUNDEL_BYTES, ROUNDEL_BYTES);
    top_->s_axis_tkeep = in.keep[in.done];
    top_->s_axis_tuser = in.user[in.done] & 15;
#if ROUNDEL_STREAMS > 1
    top_->s_axis_tid = in.user[in.done] >> 4;
#endif
    top_->s_axis_tlast = in.last[in.done];
  }

  void record(RoundelBeats& out) {
    std::memcpy(out.data + out.done * ROUNDEL_BYTES, &top_->m_axis_tdata, ROUNDEL_BYTES);
    out.keep[out.done] = top_->m_axis_tkeep;
    out.user[out.done] = top_->m_axis_tuser;
#if ROUNDEL_STREAMS > 1
    out.user[out.done] |= top_->m_axis_tid << 4;
#endif
    out.last[out.done] = top_->m_axis_tlast;
    out.cycle[out.done] = static_cast<int64_t>(cycle_);
    ++out.done;
  }

  // The stall sequence goes on from call to call and starts anew with another seed or a reset.
  void seed(uint64_t value) {
    if (value == stall_seed_) return;
    stall_seed_ = value;
    random_ = value;
  }

  // True with probability threshold / 2^32; draws only when there is something to decide. SplitMix64
  // (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
  bool chance(uint32_t threshold) {
    if (threshold == 0) return false;
    uint64_t z = (random_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<uint32_t>((z ^ (z >> 31)) >> 32) < threshold;
  }

  const bool trace_end_;  // the trace gets the values of the end alone
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vcore> top_;
#if VM_TRACE
  std::unique_ptr<VerilatedVcdC> trace_;
#endif
  bool valid_ = false;  // the beat at in.done is on the port, waiting for tready
  uint64_t cycle_ = 0;
  uint64_t stall_seed_ = ~uint64_t{0};
  uint64_t random_ = 0;
};

}  // namespace

#define ROUNDEL_API __attribute__((visibility("default")))

extern "C" {

ROUNDEL_API Harness* roundel_open(const char* trace_path, int trace_end) {
  try {
    return new Harness(trace_path, trace_end != 0);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return nullptr;
  }
}

ROUNDEL_API void roundel_close(Harness* h) { delete h; }

ROUNDEL_API int roundel_reset(Harness* h, uint64_t cycles) {
  try {
    h->reset(cycles);
    return RoundelDone;
  } catch (const std::exception& e) {
    h->error = e.what();
    return RoundelFailed;
  }
}

ROUNDEL_API int roundel_run(Harness* h, RoundelRun* run, RoundelBeats* in, RoundelBeats* out) {
  try {
    return h->run(*run, *in, *out);
  } catch (const std::exception& e) {
    h->error = e.what();
    return RoundelFailed;
  }
}

ROUNDEL_API uint64_t roundel_cycle(const Harness* h) { return h->cycle(); }
ROUNDEL_API const char* roundel_error(const Harness* h) { return h->error.c_str(); }

}  // extern "C"
