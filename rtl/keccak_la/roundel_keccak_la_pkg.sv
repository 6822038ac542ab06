// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Defines where the lanes of the state are and what each step of a round does with the lane that it reads.
//
// A round makes the planes of the next state in the order Y = 2, 3, 4, 0, 1, each from X = 0 to 4. Lane
// (X, Y) after rho and pi is lane (x, y) = (3Y + X, X) before them. The result is written where that lane
// was, so pi is addressing. Plane 2 comes first because it reads the columns 1, 2, 3, 4, 0, in the
// order in which the parities of theta are complete.
//
// Where the lanes are: after r rounds lane (X, Y) is in place M^r (X, Y), where M (X, Y) = (X + 3Y, X), all
// mod 5. M^12 = -1 and M^24 = 1. With u_n = u_{n-1} + 3 u_{n-2} and u_-2 = 0, u_-1 = 1, the vector
// a_n = (u_n, u_{n-1}) is M^n (1, 1). Round n reads first place a_{n-1}, then place p + a_n after p, and
// p + a_{n+1} from one plane to the next. A pass before round n reads lane 0 in place (0, 0), then place
// p + a_{n-1} after p, and p + a_n from one row to the next: it moves like a round.
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
  localparam int unsigned FirstPlane = 2;

  typedef logic [4:0] lane_number_t;
  typedef logic [63:0] lane_t;

  // What the datapath does with one lane between reading it from the memory and writing it back.
  typedef struct packed {
    logic         valid;      // the step reads and writes a lane
    lane_number_t place;      // address in the memory, which is read and then written
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

  // A number mod 5, and a place with such coordinates.
  typedef logic [2:0] mod5_t;
  typedef struct packed {
    mod5_t x;
    mod5_t y;
  } place_t;

  // Only the sums of numbers below 5 are used.
  typedef mod5_t sums_t[64];
  function automatic sums_t sums(int unsigned factor);
    for (int unsigned i = 0; i < 64; i++) begin
      sums[i] = mod5_t'(((i / 8 > 4 ? 4 : i / 8) + factor * (i % 8 > 4 ? 4 : i % 8)) % 5);
    end
  endfunction
  localparam sums_t Sums = sums(1);  // index: {a, b}, entry: a + b
  localparam sums_t TripleSums = sums(3);  // index: {a, b}, entry: a + 3b

  function automatic place_t add_places(place_t a, place_t b);
    add_places.x = Sums[{a.x, b.x}];
    add_places.y = Sums[{a.y, b.y}];
  endfunction

  // The address of a place: 16 places with both coordinates below 4 come first.
  function automatic lane_number_t address_of(place_t place);
    address_of[4] = place.x[2] || place.y[2];
    address_of[3] = place.x[2] ? place.y[2] : !place.y[2] && place.x[1];
    address_of[2] = place.y[2] ? !place.x[2] : !place.x[2] && place.x[0];
    address_of[1:0] = place.y[2] && !place.x[2] ? place.x[1:0] : place.y[1:0];
  endfunction

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
