// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What Verilator's output and all harnesses include of the libraries. Compiled once, it goes before every
// model.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "verilated.h"
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif
