// UVa 11249, Game: Wythoff's game, except that the two numbers taken from both piles may differ by
// up to K. The number of cases; each has K, Q and Q pairs. Prints LOSING if whoever is to move
// loses, else WINNING, and an empty line after each case.
//
// With r = K + 1, whoever is to move loses exactly at a = floor(n * t), b = a + r * n, n = 0, 1, ...,
// where t = s - r + 1 and s = (r + sqrt(r * r + 4)) / 2 (Fraenkel). As s = r + 1 / s, a whole x > 0
// has x > n * s exactly if x > n * r and not n > (x - n * r) * s. That takes no number above 2^64.
program Game;

var
  cases, q: LongInt;
  k, a, b: QWord;

// Whether x > n * s.
function Exceeds(r, x, n: QWord): Boolean;
begin
  Exceeds := (n <= x div r) and (x > n * r) and not Exceeds(r, n, x - n * r);
end;

// Whether x > n * t, which is x + (r - 1) * n > n * s.
function Above(r, x, n: QWord): Boolean;
begin
  Above := (x > n) and not Exceeds(r, n, x - n);
end;

function Cold(k, a, b: QWord): Boolean;
var
  r, n: QWord;
begin
  if a > b then
    Cold := Cold(k, b, a)
  else if b - a <= k then // less than r, so n is 0
    Cold := b = 0
  else
  begin
    r := k + 1;
    n := (b - a) div r;
    Cold := (n * r = b - a) and not Above(r, a, n) and Above(r, a + 1, n);
  end;
end;

begin
  read(cases);
  for cases := cases downto 1 do
  begin
    read(k, q);
    for q := q downto 1 do
    begin
      read(a, b);
      if Cold(k, a, b) then
        writeln('LOSING')
      else
        writeln('WINNING');
    end;
    writeln;
  end;
end.
