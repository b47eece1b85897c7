// HDU 2176: Nim; a case is n and n piles (n up to 200000), until n is 0.
// Prints No if whoever is to move loses; else Yes, and for each pile with a winning move a line:
// the pile, and what to leave of it.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton). So a winning move in a pile
// must leave the xor of the others there, pile ^ nim_sum, and that must be less than the pile.
const numbers = (require("fs").readFileSync(0, "utf8").match(/\d+/g) || []).map(Number);
const out = [];
for (let i = 0; numbers[i] > 0; ) {
  const piles = numbers.slice(i + 1, i + 1 + numbers[i]);
  const nimSum = piles.reduce((sum, pile) => sum ^ pile, 0);
  i += 1 + piles.length;
  out.push(nimSum === 0 ? "No\n" : "Yes\n");
  for (const pile of piles) if ((pile ^ nimSum) < pile) out.push(`${pile} ${pile ^ nimSum}\n`);
}
process.stdout.write(out.join(""));
