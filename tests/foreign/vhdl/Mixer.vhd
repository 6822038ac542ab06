-- A keyed mixer of 64-bit blocks with valid and ready on both sides.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity Mixer is
  generic (ROUNDS : positive := 6);
  port (
    clk       : in  std_logic;
    rst       : in  std_logic;
    in_valid  : in  std_logic;
    in_ready  : out std_logic;
    in_data   : in  std_logic_vector(63 downto 0);
    key       : in  std_logic_vector(63 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(63 downto 0)
  );
end entity;

architecture rtl of Mixer is
  signal state, key_reg, mixed : unsigned(63 downto 0);
  signal count : natural range 0 to ROUNDS;
  signal busy, full : std_logic;
begin
  in_ready  <= not busy and not full;
  out_valid <= full;
  out_data  <= std_logic_vector(state);

  round : entity work.mixer_round port map (state_in => state, key => key_reg, state_out => mixed);

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        busy  <= '0';
        full  <= '0';
        count <= 0;
      elsif busy = '1' then
        state <= mixed;
        if count = ROUNDS - 1 then
          busy  <= '0';
          full  <= '1';
          count <= 0;
        else
          count <= count + 1;
        end if;
      elsif full = '1' then
        if out_ready = '1' then
          full <= '0';
        end if;
      elsif in_valid = '1' then
        state   <= unsigned(in_data);
        key_reg <= unsigned(key);
        busy    <= '1';
      end if;
    end if;
  end process;
end architecture;
