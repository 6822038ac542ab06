// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Flips one bit of a register between two cycles: the model of a transient fault. Compiled after the harness,
// into models that were translated with --vpi and --public-flat-rw; src/roundel/faults calls it.

#include <vector>

#include "verilated_vpi.h"

namespace {

// Flip a bit of a vector. Return whether it has that bit.
bool flip_vector(vpiHandle reg, uint32_t bit) {
  const uint32_t size = static_cast<uint32_t>(vpi_get(vpiSize, reg));
  if (bit >= size) return false;
  s_vpi_value value{};
  value.format = vpiVectorVal;
  vpi_get_value(reg, &value);
  std::vector<s_vpi_vecval> words(value.value.vector, value.value.vector + (size + 31) / 32);
  words[bit / 32].aval ^= static_cast<PLI_INT32>(1u << bit % 32);
  value.value.vector = words.data();
  vpi_put_value(reg, &value, nullptr, vpiNoDelay);
  return true;
}

// Flip a bit of an array of vectors, whose words follow each other.
bool flip_array(vpiHandle array, uint32_t bit) {
  for (PLI_INT32 word = 0; word < vpi_get(vpiSize, array); ++word) {
    const vpiHandle reg = vpi_handle_by_index(array, word);
    if (!reg) return false;
    const uint32_t size = static_cast<uint32_t>(vpi_get(vpiSize, reg));
    const bool here = bit < size;
    if (here) flip_vector(reg, bit);
    vpi_release_handle(reg);
    if (here) return true;
    bit -= size;
  }
  return false;
}

}  // namespace

extern "C" {

// Flip bit `bit` of the register `name` ("top.instance.register"). Return whether there is such a bit.
ROUNDEL_API int roundel_flip(Model*, const char* name, uint32_t bit) {
  const vpiHandle reg = vpi_handle_by_name(const_cast<PLI_BYTE8*>(name), nullptr);
  if (!reg) return 0;
  const PLI_INT32 type = vpi_get(vpiType, reg);
  const bool is_array = type == vpiMemory || type == vpiRegArray;
  const bool done = is_array ? flip_array(reg, bit) : flip_vector(reg, bit);
  vpi_release_handle(reg);
  return done;
}

}  // extern "C"
