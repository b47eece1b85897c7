// 51Nod 1072: Wythoff's game, piles up to 2 * 10^6, a number T and then T pairs.
// Prints B if whoever is to move loses, else A.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
program Wythoff;

var
  cases, a, b: LongInt;

// Whether x > d * phi.
function Exceeds(x, d: LongInt): Boolean;
begin
  Exceeds := (x > d) and not Exceeds(d, x - d);
end;

function Cold(a, b: LongInt): Boolean;
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
