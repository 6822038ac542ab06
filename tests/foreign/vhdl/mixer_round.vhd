library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity mixer_round is
  port (
    state_in  : in  unsigned(63 downto 0);
    key       : in  unsigned(63 downto 0);
    state_out : out unsigned(63 downto 0)
  );
end entity;

architecture rtl of mixer_round is
begin
  state_out <= rotate_left(state_in, 11) + (key xor x"0123456789abcdef");
end architecture;
