// HDU 5973: Wythoff's game, piles up to 10^100, pairs to the end of the input.
// Prints 0 if whoever is to move loses, else 1.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
program Wythoff;

const
  Top = 11;
  Base = 1000000000;

type
  // In base 10^9, the lowest limb first: room for 108 digits.
  Number = array[0..Top] of LongInt;

var
  a, b: Number;

procedure ReadNumber(var x: Number);
var
  digits: string;
  c: Char;
  i, limb: LongInt;
begin
  FillChar(x, SizeOf(x), 0);
  digits := '';
  SeekEof;
  repeat
    read(c);
    if c > ' ' then
      digits := digits + c;
  until (c <= ' ') or eof;
  for i := 1 to Length(digits) do
  begin
    limb := (Length(digits) - i) div 9;
    x[limb] := x[limb] * 10 + Ord(digits[i]) - Ord('0');
  end;
end;

function Greater(const x, y: Number): Boolean;
var
  i: LongInt;
begin
  i := Top;
  while (i > 0) and (x[i] = y[i]) do
    dec(i);
  Greater := x[i] > y[i];
end;

procedure Subtract(var x: Number; const y: Number);
var
  i: LongInt;
begin
  for i := 0 to Top do
  begin
    x[i] := x[i] - y[i];
    if x[i] < 0 then
    begin
      x[i] := x[i] + Base;
      dec(x[i + 1]);
    end;
  end;
end;

// Whether x > d * phi.
function Exceeds(x: Number; const d: Number): Boolean;
begin
  Exceeds := false;
  if Greater(x, d) then
  begin
    Subtract(x, d);
    Exceeds := not Exceeds(d, x);
  end;
end;

function Cold(a, b: Number): Boolean;
var
  i: LongInt;
begin
  if Greater(a, b) then
    Cold := Cold(b, a)
  else
  begin
    Subtract(b, a);
    Cold := false;
    if not Exceeds(a, b) then
    begin
      i := 0;
      while a[i] = Base - 1 do
      begin
        a[i] := 0;
        inc(i);
      end;
      inc(a[i]);
      Cold := Exceeds(a, b);
    end;
  end;
end;

begin
  while not SeekEof do
  begin
    ReadNumber(a);
    ReadNumber(b);
    if Cold(a, b) then
      writeln('0')
    else
      writeln('1');
  end;
end.
