// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What every harness has: a Verilated model (class Vcore) with its clock, its reset, its trace and its
// errors, and the calls of the C ABI that serve them (src/roundel/simulate/model.py). A harness includes this, derives from Model, and defines make() and its
// own roundel_run. Compiled with
//   VM_TRACE               1 (Verilator's own name) to be able to write a VCD, else 0
//   ROUNDEL_CLOCK          the clock port, clk_i if not defined
//   ROUNDEL_RESET          the reset port, rst_ni if not defined
//   ROUNDEL_RESET_LEVEL    the level at which reset is active, 0 if not defined
//   ROUNDEL_NO_RESET       the core has no reset port
//   ROUNDEL_FRESH_BITS     bits of fresh_i of a masked core, not defined for a core that is not masked
//
// The inputs and outputs of a masked core have two shares. The harness makes share 1 and the fresh bits, and returns
// the sum of the shares of an output. The source of fresh bits stalls as often as that of inputs.
//
// A cycle is: drive the inputs with the clock low and evaluate, so that every output is settled even
// where it depends combinationally on an input (ready on the other side's ready); note which
// handshakes will happen; raise the clock and evaluate. Cycle c is the c-th rising edge since the
// model was made (from 0).

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#ifndef ROUNDEL_CLOCK
#define ROUNDEL_CLOCK clk_i
#endif
#ifndef ROUNDEL_RESET
#define ROUNDEL_RESET rst_ni
#endif
#ifndef ROUNDEL_RESET_LEVEL
#define ROUNDEL_RESET_LEVEL 0
#endif

#include "Vcore.h"
#include "Vcore___024root.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "bytes are copied as little-endian words");

extern "C" {

// What ends a run short of its work. The first five are limits; the last two count up from the caller's zero.
struct RoundelLimits {
  uint64_t slice_cycles;  // return RoundelSlice after this many, to go on at the next call
  uint64_t max_idle;      // return RoundelSilent after this many cycles without any handshake
  uint64_t stall_seed;
  uint32_t source_stall;  // probability x 2^32 that the input's valid is withheld, 0 for never
  uint32_t sink_stall;    // probability x 2^32 that the output's ready is withheld
  uint64_t cycles;
  uint64_t idle;
};

enum RoundelReason : int {
  RoundelDone = 0,    // all input taken, all that was wanted has come
  RoundelSlice = 1,   // call again
  RoundelFull = 2,    // no room for more output: call again with room
  RoundelSilent = 3,  // max_idle cycles without a handshake
  RoundelFailed = 4,  // an assertion or $fatal in the model: roundel_error says which
  RoundelUnasked = 5  // an engine gave a block that it had not been sent
};

}  // extern "C"

// The model's own stops end the run, not the process (compiled with VL_USER_STOP and _FATAL).
void vl_stop(const char* filename, int line, const char*) {
  throw std::runtime_error(std::string(filename) + ":" + std::to_string(line));
}
void vl_fatal(const char* filename, int line, const char*, const char* message) {
  throw std::runtime_error(std::string(filename) + ":" + std::to_string(line) + ": " + message);
}

void Vcore___024root___eval(Vcore___024root* root);

namespace {

// How many bytes Verilator's C++ has for a port of that many.
constexpr size_t held(size_t bytes) {
  return bytes <= 2 ? bytes : bytes <= 4 ? 4 : bytes <= 8 ? 8 : (bytes + 3) / 4 * 4;
}

class Model {
 public:
  Model(const char* trace_path, bool trace_end) : trace_end_(trace_end), context_(new VerilatedContext) {
#if VM_TRACE
    // Registers start random: a missing reset shows. They get their values when the model is made.
    context_->randReset(2);
    context_->randSeed(1);
    context_->traceEverOn(true);
#endif
    top_.reset(new Vcore(context_.get(), ""));
#if VM_TRACE
    if (trace_path && *trace_path) {
      trace_.reset(new VerilatedVcdC);
      trace_->set_time_unit("1ns");
      trace_->set_time_resolution("1ns");
      top_->trace(trace_.get(), 99);
      trace_->open(trace_path);
    }
#else
    (void)trace_path;
#endif
    (void)trace_end_;
  }

  virtual ~Model() {
    try {
      top_->final();
    } catch (const std::exception&) {  // a final block's complaint has nobody left to hear it
    }
#if VM_TRACE
    if (trace_ && trace_end_) trace_->dump(10 * cycle_);
    if (trace_) trace_->close();
#endif
  }

  // Hold reset for `cycles` cycles, nothing offered and nothing taken; whatever was in flight is gone.
  void reset(uint64_t cycles) {
    withdraw();
#ifndef ROUNDEL_NO_RESET
    top_->ROUNDEL_RESET = ROUNDEL_RESET_LEVEL;
#endif
    for (uint64_t i = 0; i < cycles; ++i) {
      low();
      high();
    }
#ifndef ROUNDEL_NO_RESET
    top_->ROUNDEL_RESET = !ROUNDEL_RESET_LEVEL;
#endif
    seeded_ = false;
  }

  // Return what `call` returns, or keep what it threw for roundel_error.
  template <class Call>
  RoundelReason guarded(Call call) {
    try {
      return call();
    } catch (const std::exception& e) {
      error_ = e.what();
      return RoundelFailed;
    }
  }

#ifdef ROUNDEL_FRESH_BITS
  // The bits of share 1 and the fresh bits, from now on.
  void seed_shares(uint64_t value) { fresh_ = value; }
#endif

  uint64_t cycle() const { return cycle_; }
  const char* error() const { return error_.c_str(); }

 protected:
  // Take down the input's valid and the output's ready.
  virtual void withdraw() = 0;

  void low() {
    top_->ROUNDEL_CLOCK = 0;
    evaluate();
#if VM_TRACE
    if (trace_ && !trace_end_) trace_->dump(10 * cycle_);
#endif
  }

  void high() {
    top_->ROUNDEL_CLOCK = 1;
    evaluate();
#if VM_TRACE
    if (trace_ && !trace_end_) trace_->dump(10 * cycle_ + 5);
#endif
    ++cycle_;
  }

  // Evaluate the model. Once it has settled, only the evaluation itself is called, and not what Verilated adds to
  // it: locks of tasks that this model does not have.
  void evaluate() {
#if VM_TRACE
    top_->eval();
#else
    if (settled_) {
      Vcore___024root___eval(top_->rootp);
    } else {
      top_->eval();
      settled_ = true;
    }
#endif
  }

  // The stall sequence continues from call to call and restarts with another seed or a reset.
  void seed(uint64_t value) {
    if (seeded_ && value == stall_seed_) return;
    seeded_ = true;
    stall_seed_ = value;
    random_ = value;
  }

  // True with probability threshold / 2^32; draws only when there is something to decide. SplitMix64
  // (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
  bool chance(uint32_t threshold) {
    if (threshold == 0) return false;
    return static_cast<uint32_t>(next(random_) >> 32) < threshold;
  }

  static uint64_t next(uint64_t& state) {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

#ifdef ROUNDEL_FRESH_BITS
  // Split `bytes` bytes in `share0` into two shares.
  void split(uint8_t* share0, uint8_t* share1, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) share0[i] ^= share1[i] = next(fresh_) & 0xff;
  }

  void offer_fresh(uint32_t stall) {
    if (top_->fresh_valid_i || chance(stall)) return;
    static_assert(ROUNDEL_FRESH_BITS > 64, "the fresh bits are words of Verilator");
    static_assert(sizeof(top_->fresh_i) == held((ROUNDEL_FRESH_BITS + 7) / 8), "fresh bits are not as wide as stated");
    uint32_t words[(ROUNDEL_FRESH_BITS + 31) / 32];
    for (uint32_t& word : words) word = static_cast<uint32_t>(next(fresh_));
    if (ROUNDEL_FRESH_BITS % 32) words[ROUNDEL_FRESH_BITS / 32] &= (1u << ROUNDEL_FRESH_BITS % 32) - 1;
    std::memcpy(&top_->fresh_i, words, sizeof words);
    top_->fresh_valid_i = 1;
  }

  bool fresh_used() const { return top_->fresh_valid_i && top_->fresh_ready_o; }
  void withdraw_fresh() { top_->fresh_valid_i = 0; }
#else
  void offer_fresh(uint32_t) {}
  bool fresh_used() const { return false; }
  void withdraw_fresh() {}
#endif

 private:
  const bool trace_end_;  // the trace gets the values of the end alone
  std::unique_ptr<VerilatedContext> context_;
  std::string error_;
  uint64_t cycle_ = 0;
  bool settled_ = false;
  bool seeded_ = false;
  uint64_t stall_seed_ = 0;
  uint64_t random_ = 0;
#ifdef ROUNDEL_FRESH_BITS
  uint64_t fresh_ = 1;  // of the shares and the fresh bits, from the beginning of the simulation
#endif

 protected:
  std::unique_ptr<Vcore> top_;

 private:
#if VM_TRACE
  std::unique_ptr<VerilatedVcdC> trace_;
#endif
};

Model* make(const char* trace_path, bool trace_end);

}  // namespace

#define ROUNDEL_API __attribute__((visibility("default")))

extern "C" {

ROUNDEL_API Model* roundel_open(const char* trace_path, int trace_end) {
  try {
    std::unique_ptr<Model> model(make(trace_path, trace_end != 0));
    model->reset(1);
    return model.release();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return nullptr;
  }
}

ROUNDEL_API void roundel_close(Model* model) { delete model; }

ROUNDEL_API int roundel_reset(Model* model, uint64_t cycles) {
  return model->guarded([&] {
    model->reset(cycles);
    return RoundelDone;
  });
}

#ifdef ROUNDEL_FRESH_BITS
ROUNDEL_API void roundel_seed_shares(Model* model, uint64_t value) { model->seed_shares(value); }
#endif
ROUNDEL_API uint64_t roundel_cycle(const Model* model) { return model->cycle(); }
ROUNDEL_API const char* roundel_error(const Model* model) { return model->error(); }

}  // extern "C"
