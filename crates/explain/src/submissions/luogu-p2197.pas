// Luogu P2197: Nim. The input is T, and for each of T cases n and n piles.
// Prints No if whoever is to move loses, else Yes.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
program Nim;

var
  cases, n, i, pile, nimSum: LongInt;

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
    if nimSum = 0 then
      writeln('No')
    else
      writeln('Yes');
  end;
end.
