// POJ 2975 and HDU 1850: Nim; a case is n (up to 1000) and n piles, until n is 0.
// Prints the number of winning first moves.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton). So a winning move in a pile
// must leave the xor of the others there, pile ^ nim_sum, and that must be less than the pile.
program Nim;

var
  piles: array[1..1000] of LongInt;
  n, i, nimSum, count: LongInt;

begin
  read(n);
  while n > 0 do
  begin
    nimSum := 0;
    for i := 1 to n do
    begin
      read(piles[i]);
      nimSum := nimSum xor piles[i];
    end;
    count := 0;
    for i := 1 to n do
      if (piles[i] xor nimSum) < piles[i] then
        inc(count);
    writeln(count);
    read(n);
  end;
end.
