// POJ 1067 and HDU 1527: Wythoff's game, piles up to 10^9, pairs to the end of the input.
// Prints 0 if whoever is to move loses, else 1.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
program Wythoff;

var
  a, b: LongInt;

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
  while not SeekEof do
  begin
    read(a, b);
    if Cold(a, b) then
      writeln('0')
    else
      writeln('1');
  end;
end.
