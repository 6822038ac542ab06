// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Defines where the lanes of the state are and what each step of a round does with the lane that it reads.
//
// A round makes the planes of the next state in the order Y = 2, 3, 4, 0, 1, each from X = 0 to 4. Lane
// (X, Y) after rho and pi is lane (x, y) = (3Y + X, X) before them, so a plane uses one lane of each row and
// of each column. Its five results are written where those five lanes were, each to the place of its own
// column. The place is x + 5 row, and
//
//   row_0(x, y) = y,   row_{r+1}(X, Y) = row_r(X, X + 2Y),   so row_r = 2^r y + (2^r - 1) x mod 5,
//
// which has period 4; 4 divides 12 and 24, the numbers of rounds. Plane 2 comes first because it reads the
// columns 1, 2, 3, 4, 0, in the order in which the parities of theta are complete.
//
// Reference:  FIPS 202 section 3.2.3

package roundel_keccak_la_pkg;

  import roundel_keccak_pkg::rho_offset;

  localparam int unsigned NumLanes = 25;
  localparam int unsigned LastLane = NumLanes - 1;
  // A round takes 30 cycles, from its first step to the first step of the next round: 25 steps, and 5 cycles
  // more because the parities are complete 5 cycles late.
  localparam int unsigned LastStep = 29;
  localparam int unsigned FirstGap = 20;  // the steps from here to LastStep elapse before the first round
  localparam int unsigned Period = 4;
  localparam int unsigned FirstPlane = 2;

  typedef logic [4:0] lane_number_t;
  typedef logic [63:0] lane_t;

  // What the datapath does with one lane between reading it from the memory and writing it back.
  typedef struct packed {
    logic         valid;      // the step reads and writes a lane
    lane_number_t source;     // place that is read
    lane_number_t target;     // place that is written
    logic [3:0]   operand;    // place of the operand
    logic [5:0]   amount;     // rotation of rho
    logic [7:0]   replace;    // bytes of the old lane that the operand replaces
    logic         check;      // the sum is expected to be zero
    logic         send;       // the sum is output, if the step is valid
    logic [7:0]   bytes;      // bytes of the sum that are output
    logic         last;       // the sum is the last of its segment
    logic         chi;        // chi is applied: the step is one of a round
    logic         wrap;       // chi, X = 3 or 4: lane X+2 is at the beginning of the plane
    logic         wrap_next;  // chi, X = 4: lane X+1 is at the beginning of the plane, too
    logic         first;      // first lane of its column: a new parity starts
    logic         origin;     // X = Y = 0: iota is applied
  } step_t;

  function automatic int unsigned plane_of(int unsigned step);
    return (step / 5 + FirstPlane) % 5;
  endfunction

  function automatic int unsigned column_of(int unsigned step);
    return (3 * plane_of(step) + step) % 5;
  endfunction

  function automatic lane_number_t place_of(int unsigned round, int unsigned x, int unsigned y);
    int unsigned scale;
    scale = 1 << (round % Period);
    return lane_number_t'(x + 5 * ((scale * y + (scale - 1) * x) % 5));
  endfunction

  typedef lane_number_t places_t[Period*32];  // index: 32 * (round mod 4) + step
  function automatic places_t sources();
    for (int unsigned i = 0; i < Period * 32; i++) begin
      sources[i] = i % 32 < NumLanes ? place_of(i / 32, column_of(i % 32), i % 32 % 5) : '0;
    end
  endfunction
  localparam places_t Sources = sources();

  function automatic places_t targets();
    for (int unsigned i = 0; i < Period * 32; i++) begin
      targets[i] = i % 32 < NumLanes ? place_of(i / 32 + 1, i % 32 % 5, plane_of(i % 32)) : '0;
    end
  endfunction
  localparam places_t Targets = targets();

  typedef logic [5:0] amounts_t[32];
  function automatic amounts_t amounts();
    for (int unsigned step = 0; step < 32; step++) begin
      amounts[step] = step < NumLanes ? 6'(rho_offset(column_of(step), step % 5, 64)) : '0;
    end
  endfunction
  localparam amounts_t Amounts = amounts();

  typedef logic [2:0] columns_t[32];
  function automatic columns_t columns();
    for (int unsigned step = 0; step < 32; step++) columns[step] = 3'(column_of(step));
  endfunction
  localparam columns_t Columns = columns();

endpackage
