// HDU 2177: Wythoff's game, a pair a <= b (up to 10^6) a record, until 0 0.
// Prints 0 if whoever is to move loses; else 1, and then the piles of each position that a winning
// move leaves, the smaller first: by the diagonal move, by taking from the larger pile, from the
// smaller. A position that two moves reach is printed once.
//
// Those positions are the cold ones, whose piles are a Wythoff pair. Each number is in one pair
// (partner), and each difference k has one pair (lower), whose smaller number is the least that no
// pair before it has. So two tables answer everything, and no golden ratio is rounded.
program Moves;

const
  Limit = 1000000;

var
  // The larger pile of the last pair is below 2.7 * Limit.
  partner: array[0..Limit div 10 * 27] of LongInt;
  lower: array[0..Limit] of LongInt;
  k, least, a, b, p, low: LongInt;

begin
  least := 1;
  for k := 1 to Limit do
  begin
    while partner[least] > 0 do
      inc(least);
    lower[k] := least;
    partner[least] := least + k;
    partner[least + k] := least;
  end;
  read(a, b);
  while b > 0 do
  begin
    p := partner[a];
    low := lower[b - a];
    if p = b then
      writeln('0')
    else
      writeln('1');
    if low < a then
      writeln(low, ' ', low + b - a);
    if (p < b) and not ((p = low) and (a = low + b - a)) then
      if a < p then
        writeln(a, ' ', p)
      else
        writeln(p, ' ', a);
    if (partner[b] < a) and (a < b) then
      writeln(partner[b], ' ', b);
    read(a, b);
  end;
end.
