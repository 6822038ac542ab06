// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The harness of every block engine (model.h), which src/roundel/simulate/engine.py calls. Compiled with
//   ROUNDEL_BYTES      bytes of a block
//   ROUNDEL_KEY_BYTES  bytes of the key that comes with a block, 0 for an engine without in_key_i
//   ROUNDEL_FRESH_BITS bits of fresh_i, not defined for an engine that is not masked. Blocks, keys and results have
//                      two shares then
//
// The rules of both sides are those of the stream harness (harness.cpp): in_valid_i, once high, stays high with
// the same block, out_ready_i is decided again in every cycle.

#include "model.h"

extern "C" {

// `blocks` and `keys` go in, `results` come out, as many; `taken` and `given` get the handshakes' cycles.
struct RoundelBlocks {
  RoundelLimits limits;
  uint64_t count;
  uint64_t in_done;
  uint64_t out_done;
  const uint8_t* blocks;
  const uint8_t* keys;
  uint8_t* results;
  int64_t* taken;
  int64_t* given;
};

}  // extern "C"

namespace {

class EngineHarness final : public Model {
 public:
  using Model::Model;

  RoundelReason run(RoundelBlocks& r) {
    static_assert(sizeof(top_->in_block_i) == held(kShares * ROUNDEL_BYTES),
                  "a block is not as wide as the catalog says");
#if ROUNDEL_KEY_BYTES
    static_assert(sizeof(top_->in_key_i) == held(kShares * ROUNDEL_KEY_BYTES),
                  "a key is not as wide as the catalog says");
#endif
    RoundelLimits& l = r.limits;
    seed(l.stall_seed);
    const uint64_t stop = l.cycles + l.slice_cycles;
    for (;;) {
      if (r.out_done == r.count) return RoundelDone;
      if (l.idle >= l.max_idle) return RoundelSilent;
      if (l.cycles >= stop) return RoundelSlice;

      if (!valid_ && r.in_done < r.count && !chance(l.source_stall)) {
        offer<ROUNDEL_BYTES>(&top_->in_block_i, r.blocks + r.in_done * ROUNDEL_BYTES);
#if ROUNDEL_KEY_BYTES
        offer<ROUNDEL_KEY_BYTES>(&top_->in_key_i, r.keys + r.in_done * ROUNDEL_KEY_BYTES);
#endif
        valid_ = true;
        top_->in_valid_i = 1;
      }
      offer_fresh(l.source_stall);
      const bool ready = !chance(l.sink_stall);
      top_->out_ready_i = ready;
      low();
      const bool taken = valid_ && top_->in_ready_o;
      const bool given = ready && top_->out_valid_o;
      if (given) {
        if (r.out_done >= r.in_done) return RoundelUnasked;
        take(r.results + r.out_done * ROUNDEL_BYTES);
        r.given[r.out_done++] = static_cast<int64_t>(cycle());
      }
      if (taken) r.taken[r.in_done++] = static_cast<int64_t>(cycle());
      const bool used = fresh_used();
      high();
      if (used) withdraw_fresh();
      if (taken) {
        valid_ = false;
        top_->in_valid_i = 0;
      }
      l.idle = taken || given ? 0 : l.idle + 1;
      ++l.cycles;
    }
  }

 private:
#ifdef ROUNDEL_FRESH_BITS
  static constexpr size_t kShares = 2;
#else
  static constexpr size_t kShares = 1;
#endif

  template <size_t kBytes>
  void offer(void* port, const uint8_t* value) {
    uint8_t shares[kShares * kBytes];
    std::memcpy(shares, value, kBytes);
#ifdef ROUNDEL_FRESH_BITS
    split(shares, shares + kBytes, kBytes);
#endif
    std::memcpy(port, shares, sizeof shares);
  }

  void take(uint8_t* result) {
    uint8_t shares[kShares * ROUNDEL_BYTES];
    std::memcpy(shares, &top_->out_block_o, sizeof shares);
    for (size_t i = 0; i < ROUNDEL_BYTES; ++i) result[i] = shares[i] ^ (kShares == 2 ? shares[sizeof shares / 2 + i] : 0);
  }

  void withdraw() override {
    valid_ = false;
    top_->in_valid_i = 0;
    withdraw_fresh();
    top_->out_ready_i = 0;
  }

  bool valid_ = false;  // the block at in_done is on the port, waiting for in_ready_o
};

Model* make(const char* trace_path, bool trace_end) { return new EngineHarness(trace_path, trace_end); }

}  // namespace

extern "C" ROUNDEL_API int roundel_run(Model* model, RoundelBlocks* run) {
  return model->guarded([&] { return static_cast<EngineHarness*>(model)->run(*run); });
}
