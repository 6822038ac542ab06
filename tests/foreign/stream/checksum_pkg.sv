package checksum_pkg;
  localparam int unsigned Width = 64;
  typedef logic [Width-1:0] word_t;
  function automatic word_t step(word_t sum, word_t word);
    return {sum[50:0], sum[63:51]} + (word ^ 64'h9e37_79b9_7f4a_7c15);
  endfunction
endpackage
