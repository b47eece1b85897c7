// HAUT 1297, Return of the Nim: T, and for each of T cases n, a prime, and n piles. A move takes from
// one pile, or the same number from all. Prints Watson if whoever is to move loses, else Sherlock.
//
// With an odd n whoever is to move loses exactly if the xor of the piles is 0, as in Nim (Bouton):
// taking k from all flips the lowest 1 bit of k in each pile, so in the xor, too. Two piles are
// Wythoff's game, lost exactly if the smaller one is floor(d * phi), d the difference of the piles,
// phi the golden ratio. As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly if x > d and
// not d > (x - d) * phi. That takes subtractions only.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
program Both;

var
  cases, n, i: LongInt;
  pile, nimSum: Int64;
  lost: Boolean;

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
    nimSum := 0;
    read(n);
    for i := 1 to n do
    begin
      read(pile);
      nimSum := nimSum xor pile;
    end;
    // Of two piles, the last one and the xor give the first.
    if n = 2 then
      lost := Cold(nimSum xor pile, pile)
    else
      lost := nimSum = 0;
    if lost then
      writeln('Watson')
    else
      writeln('Sherlock');
  end;
end.
