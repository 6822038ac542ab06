// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Simulates a flat netlist of gates and flip-flops, and counts the changes of every net.
// src/roundel/energy/switching.py calls it.
//
// Every gate has a delay of one unit, so a net may change several times in a cycle (glitches). `settled` counts
// what is left of that: a net whose value at the end of a cycle differs from that at its beginning.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

constexpr uint32_t kNone = UINT32_MAX;
constexpr uint32_t kMaxSteps = 100000;  // of one cycle: more are an oscillation

}  // namespace

extern "C" {

// A gate or flip-flop has the inputs `in_net[in_start[i]]` to `in_net[in_start[i + 1] - 1]`. Bit k of the index
// into its truth table is the value of input k. The state of a flip-flop is the last input of its table, and no net.
struct Gates {
  uint32_t nets;
  uint32_t gates;
  const uint64_t* table;
  const uint32_t* in_start;
  const uint32_t* in_net;
  const uint32_t* out_net;
  uint32_t flops;
  const uint64_t* next_table;
  const uint32_t* flop_start;
  const uint32_t* flop_net;
  const uint32_t* q_net;   // UINT32_MAX: not connected
  const uint32_t* qn_net;  // the inverted output
};

struct Stimulus {
  uint32_t cycles;
  uint32_t inputs;
  uint32_t outputs;
  const uint32_t* input_net;
  const uint32_t* output_net;
  const uint8_t* input;  // a row of values for each cycle
  uint8_t* output;       // the same of outputs, before the clock edge
};

__attribute__((visibility("default"))) int roundel_switch(const Gates* g, const Stimulus* s, const uint8_t* constant,
                                                          uint64_t* changes, uint64_t* settled);

}  // extern "C"

namespace {

class Simulation {
 public:
  Simulation(const Gates& gates, const uint8_t* constant, uint64_t* changes, uint64_t* settled)
      : g_(gates),
        value_(constant, constant + gates.nets),
        start_(gates.nets),
        touched_in_(gates.nets, 0),
        queued_in_(gates.gates, 0),
        state_(gates.flops, 0),
        reader_start_(gates.nets + 1, 0),
        changes_(changes),
        settled_(settled) {
    for (uint32_t i = 0; i < g_.in_start[g_.gates]; ++i) ++reader_start_[g_.in_net[i] + 1];
    for (uint32_t n = 0; n < g_.nets; ++n) reader_start_[n + 1] += reader_start_[n];
    readers_.resize(g_.in_start[g_.gates]);
    std::vector<uint32_t> at(reader_start_.begin(), reader_start_.end() - 1);
    for (uint32_t gate = 0; gate < g_.gates; ++gate) {
      for (uint32_t i = g_.in_start[gate]; i < g_.in_start[gate + 1]; ++i) readers_[at[g_.in_net[i]]++] = gate;
    }
  }

  // Return whether every net has settled in every cycle.
  bool run(const Stimulus& s) {
    for (uint32_t flop = 0; flop < g_.flops; ++flop) {
      if (g_.qn_net[flop] != kNone) value_[g_.qn_net[flop]] = 1;
    }
    for (uint32_t gate = 0; gate < g_.gates; ++gate) pending_.push_back(gate);
    if (!settle(false)) return false;  // from no values at all: nothing of it counts
    for (uint32_t cycle = 0; cycle < s.cycles; ++cycle) {
      ++stamp_;
      const uint8_t* in = s.input + static_cast<uint64_t>(cycle) * s.inputs;
      for (uint32_t i = 0; i < s.inputs; ++i) set(s.input_net[i], in[i], true);
      for (uint32_t flop = 0; flop < g_.flops; ++flop) {
        if (g_.q_net[flop] != kNone) set(g_.q_net[flop], state_[flop], true);
        if (g_.qn_net[flop] != kNone) set(g_.qn_net[flop], !state_[flop], true);
      }
      if (!settle(true)) return false;
      for (uint32_t net : touched_) settled_[net] += value_[net] != start_[net];
      touched_.clear();
      uint8_t* out = s.output + static_cast<uint64_t>(cycle) * s.outputs;
      for (uint32_t i = 0; i < s.outputs; ++i) out[i] = value_[s.output_net[i]];
      for (uint32_t flop = 0; flop < g_.flops; ++flop) {
        uint32_t index = 0;
        const uint32_t first = g_.flop_start[flop], end = g_.flop_start[flop + 1];
        for (uint32_t i = first; i < end; ++i) index |= static_cast<uint32_t>(value_[g_.flop_net[i]]) << (i - first);
        index |= static_cast<uint32_t>(state_[flop]) << (end - first);
        state_[flop] = g_.next_table[flop] >> index & 1;
      }
    }
    return true;
  }

 private:
  void set(uint32_t net, uint8_t value, bool counted) {
    if (value_[net] == value) return;
    if (counted) {
      ++changes_[net];
      if (touched_in_[net] != stamp_) {
        touched_in_[net] = stamp_;
        start_[net] = value_[net];
        touched_.push_back(net);
      }
    }
    value_[net] = value;
    for (uint32_t i = reader_start_[net]; i < reader_start_[net + 1]; ++i) {
      const uint32_t gate = readers_[i];
      if (queued_in_[gate] == step_) continue;
      queued_in_[gate] = step_;
      pending_.push_back(gate);
    }
  }

  bool settle(bool counted) {
    for (uint32_t steps = 0; !pending_.empty(); ++steps) {
      if (steps == kMaxSteps) return false;
      now_.swap(pending_);
      pending_.clear();
      ++step_;
      next_.clear();
      for (uint32_t gate : now_) {
        uint32_t index = 0;
        const uint32_t first = g_.in_start[gate], end = g_.in_start[gate + 1];
        for (uint32_t i = first; i < end; ++i) index |= static_cast<uint32_t>(value_[g_.in_net[i]]) << (i - first);
        next_.push_back(g_.table[gate] >> index & 1);
      }
      for (std::size_t i = 0; i < now_.size(); ++i) set(g_.out_net[now_[i]], next_[i], counted);
    }
    ++step_;
    return true;
  }

  const Gates& g_;
  std::vector<uint8_t> value_;
  std::vector<uint8_t> start_;        // the values of touched nets at the beginning of the cycle
  std::vector<uint64_t> touched_in_;  // the cycle in which a net was touched last
  std::vector<uint64_t> queued_in_;   // the step for which a gate was queued last
  std::vector<uint8_t> state_;
  std::vector<uint32_t> reader_start_;
  std::vector<uint32_t> readers_;
  std::vector<uint32_t> pending_, now_, touched_;
  std::vector<uint8_t> next_;
  uint64_t stamp_ = 0;
  uint64_t step_ = 1;
  uint64_t* changes_;
  uint64_t* settled_;
};

}  // namespace

int roundel_switch(const Gates* g, const Stimulus* s, const uint8_t* constant, uint64_t* changes, uint64_t* settled) {
  return Simulation(*g, constant, changes, settled).run(*s) ? 0 : 1;
}
