// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The harness of a core of any ports (model.h), which src/roundel/simulate/ports.py calls. Compiled with ports.h,
// made from Verilator's header: ROUNDEL_PORTS(PORT) calls PORT(member, name, bits, output) for every port.
//
// Python writes inputs in place. A cycle copies every output as it stands right before the rising edge, which is
// what a register outside of the core takes.

#include "model.h"

#include <vector>

#include "ports.h"

namespace {

struct Port {
  const char* name;
  uint32_t bits;
  bool output;
  size_t bytes;
  void* live;
  std::vector<uint8_t> before_edge;  // of an output
};

class PortsHarness final : public Model {
 public:
  PortsHarness(const char* trace_path, bool trace_end) : Model(trace_path, trace_end) {
#define ROUNDEL_PORT(member, name, bits, output)                                                       \
  ports_.push_back({name, bits, output, sizeof(top_->member), const_cast<void*>(static_cast<const void*>(&top_->member)), \
                    std::vector<uint8_t>(sizeof(top_->member))});
    ROUNDEL_PORTS(ROUNDEL_PORT)
#undef ROUNDEL_PORT
  }

  RoundelReason run(uint64_t cycles) {
    for (uint64_t i = 0; i < cycles; ++i) {
      low();
      for (Port& port : ports_)
        if (port.output) std::memcpy(port.before_edge.data(), port.live, port.bytes);
      high();
    }
    return RoundelDone;
  }

  size_t count() const { return ports_.size(); }
  Port& port(size_t index) { return ports_[index]; }

 private:
  void withdraw() override {
    for (Port& port : ports_)
      if (!port.output) std::memset(port.live, 0, port.bytes);
  }

  std::vector<Port> ports_;
};

Model* make(const char* trace_path, bool trace_end) { return new PortsHarness(trace_path, trace_end); }

PortsHarness* ports_of(Model* model) { return static_cast<PortsHarness*>(model); }

}  // namespace

extern "C" {

ROUNDEL_API int roundel_run(Model* model, uint64_t cycles) {
  return model->guarded([&] { return ports_of(model)->run(cycles); });
}

ROUNDEL_API uint64_t roundel_port_count(Model* model) { return ports_of(model)->count(); }
ROUNDEL_API const char* roundel_port_name(Model* model, uint64_t i) { return ports_of(model)->port(i).name; }
ROUNDEL_API uint32_t roundel_port_bits(Model* model, uint64_t i) { return ports_of(model)->port(i).bits; }
ROUNDEL_API int roundel_port_output(Model* model, uint64_t i) { return ports_of(model)->port(i).output; }
ROUNDEL_API uint64_t roundel_port_bytes(Model* model, uint64_t i) { return ports_of(model)->port(i).bytes; }
ROUNDEL_API void* roundel_port_data(Model* model, uint64_t i) {
  Port& port = ports_of(model)->port(i);
  return port.output ? port.before_edge.data() : port.live;
}

}  // extern "C"
