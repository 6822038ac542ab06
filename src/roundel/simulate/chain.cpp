// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Runs a chain of transactions: the text of each is the answer to the one before, as in a Monte Carlo test.
// Compiled after harness.cpp, into models that src/roundel/simulate/chain.py asks for.

#include <algorithm>

extern "C" {

// `text_beat` is the first beat of the text in the input. The text has `text_bytes` bytes: the first ones of
// the answer before, then zeros. With `length_range` the next command asks for
// `length_min` + (last two bytes of the answer, big-endian) % `length_range` bytes.
struct RoundelChain {
  uint64_t rounds;  // transactions to run
  uint64_t done;
  uint64_t text_beat;
  uint64_t text_bytes;
  uint64_t length_min;
  uint64_t length_range;
  uint64_t kind;          // of the answer
  uint64_t answer_bytes;  // of the last answer
  uint8_t* answer;        // has room for the longest
};

}  // extern "C"

namespace {

constexpr size_t kLengthAt = 4;  // bytes of a command before its length

void gather(RoundelChain& chain, const RoundelBeats& out) {
  chain.answer_bytes = 0;
  for (uint64_t beat = 0; beat < out.done; ++beat) {
    if (out.user[beat] != chain.kind) {
      throw std::runtime_error("transaction " + std::to_string(chain.done) + " of the chain is answered by kind " +
                               std::to_string(out.user[beat]));
    }
    for (size_t i = 0; i < ROUNDEL_BYTES; ++i) {
      if (out.keep[beat] >> i & 1) chain.answer[chain.answer_bytes++] = out.data[beat * ROUNDEL_BYTES + i];
    }
  }
}

void feed_back(const RoundelChain& chain, RoundelBeats& in) {
  uint8_t* text = in.data + chain.text_beat * ROUNDEL_BYTES;
  const uint64_t kept = std::min(chain.text_bytes, chain.answer_bytes);
  std::memcpy(text, chain.answer, kept);
  std::memset(text + kept, 0, chain.text_bytes - kept);
  if (chain.length_range == 0 || chain.answer_bytes < 2) return;
  const uint8_t* end = chain.answer + chain.answer_bytes;
  const uint32_t right = end[-2] << 8 | end[-1];
  const uint32_t length = static_cast<uint32_t>(chain.length_min + right % chain.length_range);
  std::memcpy(in.data + kLengthAt, &length, sizeof length);
}

}  // namespace

extern "C" ROUNDEL_API int roundel_chain(Model* model, RoundelRun* run, RoundelBeats* in, RoundelBeats* out,
                                         RoundelChain* chain) {
  return model->guarded([&] {
    while (chain->done < chain->rounds) {
      const RoundelReason reason = static_cast<StreamHarness*>(model)->run(*run, *in, *out);
      if (reason != RoundelDone) return reason;
      gather(*chain, *out);
      ++chain->done;
      if (chain->done < chain->rounds) feed_back(*chain, *in);
      in->done = out->done = run->segments_seen = 0;
    }
    return RoundelDone;
  });
}
