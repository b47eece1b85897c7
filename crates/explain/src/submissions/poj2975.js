// POJ 2975 and HDU 1850: Nim; a case is n (up to 1000) and n piles, until n is 0.
// Prints the number of winning first moves.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton). So a winning move in a pile
// must leave the xor of the others there, pile ^ nim_sum, and that must be less than the pile.
const numbers = (require("fs").readFileSync(0, "utf8").match(/\d+/g) || []).map(Number);
const out = [];
for (let i = 0; numbers[i] > 0; ) {
  const piles = numbers.slice(i + 1, i + 1 + numbers[i]);
  const nimSum = piles.reduce((sum, pile) => sum ^ pile, 0);
  i += 1 + piles.length;
  out.push(`${piles.filter((pile) => (pile ^ nimSum) < pile).length}\n`);
}
process.stdout.write(out.join(""));
