// HDU 1849: Nim; a case is n and n piles, until n is 0.
// Prints "Grass Win!" if whoever is to move loses, else "Rabbit Win!".
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
program Nim;

var
  n, i, pile, nimSum: LongInt;

begin
  read(n);
  while n > 0 do
  begin
    nimSum := 0;
    for i := 1 to n do
    begin
      read(pile);
      nimSum := nimSum xor pile;
    end;
    if nimSum = 0 then
      writeln('Grass Win!')
    else
      writeln('Rabbit Win!');
    read(n);
  end;
end.
