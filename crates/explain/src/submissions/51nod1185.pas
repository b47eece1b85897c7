// 51Nod 1185: Wythoff's game, piles up to 10^18, a number T and then T pairs.
// Prints B if whoever is to move loses, else A.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
// Double fails from 165580140 267914295 on, the x87 long double from 7778742048 12586269024 on,
// and 27 decimals of phi from 72723460248141 117669030460994 on; all are cold.
program Wythoff;

var
  cases: LongInt;
  a, b: Int64;

// Whether x > d * phi.
function Exceeds(x, d: Int64): Boolean;
begin
  Exceeds := (x > d) and not Exceeds(d, x - d);
end;

function Cold(a, b: Int64): Boolean;
begin
  if a > b then
    Cold := Cold(b, a)
  else
    Cold := not Exceeds(a, b - a) and Exceeds(a + 1, b - a);
end;

begin
  read(cases);
  for cases := cases downto 1 do
  begin
    read(a, b);
    if Cold(a, b) then
      writeln('B')
    else
      writeln('A');
  end;
end.
