// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The one stream harness of every service core (model.h), which src/roundel/simulate/device.py calls.
// Compiled with
//   ROUNDEL_BYTES   bytes of an input beat (8 x ROUNDEL_BYTES = W)
//   ROUNDEL_OUTPUT_BYTES  bytes of an output beat
//   ROUNDEL_STREAMS more than 1 for a core whose ports have tid: it is then the upper half of `user`
//   ROUNDEL_FRESH_BITS bits of fresh_i, not defined for a core that is not masked. tdata1 is then share 1 of tdata;
//                   that of a command is zero
//
// The source obeys AXI4-Stream: tvalid, once up, stays up with the same beat until tready. A stall
// only decides in which cycle it goes up. The sink decides tready again in every cycle. A beat is stamped
// with the cycle of its handshake.

#include "model.h"

static_assert(ROUNDEL_BYTES >= 1 && ROUNDEL_BYTES <= 64, "tkeep is passed in 64 bits");
static_assert(ROUNDEL_OUTPUT_BYTES >= 1 && ROUNDEL_OUTPUT_BYTES <= 64, "tkeep is passed in 64 bits");

extern "C" {

// A row of beats as parallel arrays. `data` has ROUNDEL_BYTES bytes a beat, or ROUNDEL_OUTPUT_BYTES; bit i of
// `keep` is byte i.
struct RoundelBeats {
  uint64_t count;  // in: beats there are; out: room for beats
  uint64_t done;   // beats accepted or written so far; the caller sets it to 0
  uint8_t* data;
  uint64_t* keep;
  uint8_t* user;
  uint8_t* last;
  int64_t* cycle;
};

struct RoundelRun {
  RoundelLimits limits;
  uint64_t segments;    // wanted: this many output beats with tlast
  uint64_t min_cycles;  // wanted: at least this many cycles
  uint64_t segments_seen;
};

}  // extern "C"

namespace {

#ifdef ROUNDEL_FRESH_BITS
constexpr uint8_t kCommand = 0;  // the kind of a segment that is public
#endif

class StreamHarness final : public Model {
 public:
  using Model::Model;

  RoundelReason run(RoundelRun& r, RoundelBeats& in, RoundelBeats& out) {
    RoundelLimits& l = r.limits;
    seed(l.stall_seed);
    const uint64_t stop = l.cycles + l.slice_cycles;
    for (;;) {
      const bool satisfied = r.segments_seen >= r.segments && in.done == in.count;
      if (satisfied && l.cycles >= r.min_cycles) return RoundelDone;
      if (l.idle >= l.max_idle) return RoundelSilent;
      if (l.cycles >= stop) return RoundelSlice;
      if (out.done == out.count) return RoundelFull;

      if (!valid_ && in.done < in.count && !chance(l.source_stall)) {
        offer(in);
        valid_ = true;
        top_->s_axis_tvalid = 1;
      }
      offer_fresh(l.source_stall);
      const bool ready = !chance(l.sink_stall);
      top_->m_axis_tready = ready;
      low();
      const bool taken = valid_ && top_->s_axis_tready;
      const bool given = ready && top_->m_axis_tvalid;
      if (given) {
        r.segments_seen += top_->m_axis_tlast;
        record(out);
      }
      if (taken) in.cycle[in.done++] = static_cast<int64_t>(cycle());
      const bool used = fresh_used();
      high();
      if (used) withdraw_fresh();
      if (taken) {
        valid_ = false;
        top_->s_axis_tvalid = 0;
      }
      l.idle = taken || given ? 0 : l.idle + 1;
      ++l.cycles;
    }
  }

 private:
  void withdraw() override {
    valid_ = false;
    top_->s_axis_tvalid = 0;
    withdraw_fresh();
    top_->m_axis_tready = 0;
  }

  void offer(const RoundelBeats& in) {
    static_assert(sizeof(top_->s_axis_tdata) == held(ROUNDEL_BYTES), "tdata is not as wide as the catalog says");
    std::memcpy(&top_->s_axis_tdata, in.data + in.done * ROUNDEL_BYTES, ROUNDEL_BYTES);
#ifdef ROUNDEL_FRESH_BITS
    static_assert(sizeof(top_->s_axis_tdata1) == sizeof(top_->s_axis_tdata), "the shares have different widths");
    if ((in.user[in.done] & 15) == kCommand) {
      std::memset(&top_->s_axis_tdata1, 0, ROUNDEL_BYTES);
    } else {
      split(reinterpret_cast<uint8_t*>(&top_->s_axis_tdata), reinterpret_cast<uint8_t*>(&top_->s_axis_tdata1), ROUNDEL_BYTES);
    }
#endif
    top_->s_axis_tkeep = in.keep[in.done];
    top_->s_axis_tuser = in.user[in.done] & 15;
#if ROUNDEL_STREAMS > 1
    top_->s_axis_tid = in.user[in.done] >> 4;
#endif
    top_->s_axis_tlast = in.last[in.done];
  }

  void record(RoundelBeats& out) {
    static_assert(sizeof(top_->m_axis_tdata) == held(ROUNDEL_OUTPUT_BYTES), "tdata is not as wide as the catalog says");
    std::memcpy(out.data + out.done * ROUNDEL_OUTPUT_BYTES, &top_->m_axis_tdata, ROUNDEL_OUTPUT_BYTES);
#ifdef ROUNDEL_FRESH_BITS
    const auto* share1 = reinterpret_cast<const uint8_t*>(&top_->m_axis_tdata1);
    for (size_t i = 0; i < ROUNDEL_OUTPUT_BYTES; ++i) out.data[out.done * ROUNDEL_OUTPUT_BYTES + i] ^= share1[i];
#endif
    out.keep[out.done] = top_->m_axis_tkeep;
    out.user[out.done] = top_->m_axis_tuser;
#if ROUNDEL_STREAMS > 1
    out.user[out.done] |= top_->m_axis_tid << 4;
#endif
    out.last[out.done] = top_->m_axis_tlast;
    out.cycle[out.done] = static_cast<int64_t>(cycle());
    ++out.done;
  }

  bool valid_ = false;  // the beat at in.done is on the port, waiting for tready
};

Model* make(const char* trace_path, bool trace_end) { return new StreamHarness(trace_path, trace_end); }

}  // namespace

extern "C" ROUNDEL_API int roundel_run(Model* model, RoundelRun* run, RoundelBeats* in, RoundelBeats* out) {
  return model->guarded([&] { return static_cast<StreamHarness*>(model)->run(*run, *in, *out); });
}
