// HDU 2176: Nim; a case is n and n piles (n up to 200000), until n is 0.
// Prints No if whoever is to move loses; else Yes, and for each pile with a winning move a line:
// the pile, and what to leave of it.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton). So a winning move in a pile
// must leave the xor of the others there, pile ^ nim_sum, and that must be less than the pile.
program Nim;

var
  piles: array[1..200000] of LongInt;
  n, i, nimSum: LongInt;

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
    if nimSum = 0 then
      writeln('No')
    else
      writeln('Yes');
    for i := 1 to n do
      if (piles[i] xor nimSum) < piles[i] then
        writeln(piles[i], ' ', piles[i] xor nimSum);
    read(n);
  end;
end.
