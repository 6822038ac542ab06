// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The harness of every block engine: a Verilated model (class Vcore, every generated file in this
// translation unit) behind a C ABI that src/roundel/simulate/engine.py calls. Compiled with
//   ROUNDEL_BYTES      bytes of a block
//   ROUNDEL_KEY_BYTES  bytes of the key that comes with a block, 0 for an engine without in_key_i
//
// A cycle, its number and the rules of both sides are those of the stream harness (harness.cpp): inputs
// change with the clock low, in_valid_i once up stays up with the same block, out_ready_i is decided anew
// in every cycle.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "Vcore.h"
#include "verilated.h"

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "blocks are copied as little-endian words");

extern "C" {

// `blocks` and `keys` go in, `results` come out, as many; `taken` and `given` get the handshakes' cycles.
struct RoundelBlocks {
  uint64_t count;
  uint64_t in_done;
  uint64_t out_done;
  const uint8_t* blocks;
  const uint8_t* keys;
  uint8_t* results;
  int64_t* taken;
  int64_t* given;
  uint64_t max_idle;      // give up after this many cycles without any handshake
  uint64_t stall_seed;
  uint32_t source_stall;  // probability x 2^32 that in_valid_i is withheld
  uint32_t sink_stall;    // probability x 2^32 that out_ready_i is withheld
};

enum RoundelReason : int { RoundelDone = 0, RoundelSilent = 3, RoundelFailed = 4, RoundelUnasked = 5 };

}  // extern "C"

void vl_stop(const char* filename, int line, const char*) {
  throw std::runtime_error(std::string(filename) + ":" + std::to_string(line));
}
void vl_fatal(const char* filename, int line, const char*, const char* message) {
  throw std::runtime_error(std::string(filename) + ":" + std::to_string(line) + ": " + message);
}

namespace {

class Harness {
 public:
  Harness() : context_(new VerilatedContext), top_(new Vcore(context_.get(), "")) { reset(2); }
  ~Harness() {
    try {
      top_->final();
    } catch (const std::exception&) {  // a final block's complaint has nobody left to hear it
    }
  }

  // Hold reset for `cycles` cycles, nothing offered; whatever was in flight is gone.
  void reset(uint64_t cycles) {
    top_->in_valid_i = 0;
    top_->out_ready_i = 0;
    top_->rst_ni = 0;
    for (uint64_t i = 0; i < cycles; ++i) {
      low();
      high();
    }
    top_->rst_ni = 1;
  }

  RoundelReason run(RoundelBlocks& r) {
    random_ = r.stall_seed;
    bool valid = false;
    for (uint64_t idle = 0; r.out_done < r.count; ++idle) {
      if (idle >= r.max_idle) return RoundelSilent;
      if (!valid && r.in_done < r.count && !chance(r.source_stall)) {
        std::memcpy(&top_->in_block_i, r.blocks + r.in_done * ROUNDEL_BYTES, ROUNDEL_BYTES);
#if ROUNDEL_KEY_BYTES
        std::memcpy(&top_->in_key_i, r.keys + r.in_done * ROUNDEL_KEY_BYTES, ROUNDEL_KEY_BYTES);
#endif
        valid = true;
        top_->in_valid_i = 1;
      }
      const bool ready = !chance(r.sink_stall);
      top_->out_ready_i = ready;
      low();
      const bool taken = valid && top_->in_ready_o;
      const bool given = ready && top_->out_valid_o;
      if (given) {
        if (r.out_done >= r.in_done) return RoundelUnasked;
        std::memcpy(r.results + r.out_done * ROUNDEL_BYTES, &top_->out_block_o, ROUNDEL_BYTES);
        r.given[r.out_done++] = static_cast<int64_t>(cycle_);
      }
      if (taken) r.taken[r.in_done++] = static_cast<int64_t>(cycle_);
      high();
      if (taken) {
        valid = false;
        top_->in_valid_i = 0;
      }
      if (taken || given) idle = 0;
    }
    return RoundelDone;
  }

  uint64_t cycle() const { return cycle_; }
  std::string error;

 private:
  void low() {
    top_->clk_i = 0;
    top_->eval();
  }

  void high() {
    top_->clk_i = 1;
    top_->eval();
    ++cycle_;
  }

  // True with probability threshold / 2^32. SplitMix64, as in the stream harness.
  bool chance(uint32_t threshold) {
    if (threshold == 0) return false;
    uint64_t z = (random_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<uint32_t>((z ^ (z >> 31)) >> 32) < threshold;
  }

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vcore> top_;
  uint64_t cycle_ = 0;
  uint64_t random_ = 0;
};

}  // namespace

#define ROUNDEL_API __attribute__((visibility("default")))

extern "C" {

ROUNDEL_API Harness* roundel_open() {
  try {
    return new Harness;
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

ROUNDEL_API int roundel_run(Harness* h, RoundelBlocks* run) {
  try {
    return h->run(*run);
  } catch (const std::exception& e) {
    h->error = e.what();
    return RoundelFailed;
  }
}

ROUNDEL_API uint64_t roundel_cycle(const Harness* h) { return h->cycle(); }
ROUNDEL_API const char* roundel_error(const Harness* h) { return h->error.c_str(); }

}  // extern "C"
