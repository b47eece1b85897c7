// HDU 2177: Wythoff's game, a pair a <= b (up to 10^6) a record, until 0 0.
// Prints 0 if whoever is to move loses; else 1, and then the piles of each position that a winning
// move leaves, the smaller first: by the diagonal move, by taking from the larger pile, from the
// smaller. A position that two moves reach is printed once.
//
// Those positions are the cold ones, whose piles are a Wythoff pair. Each number is in one pair
// (partner), and each difference k has one pair (lower), whose smaller number is the least that no
// pair before it has. So two tables answer everything, and no golden ratio is rounded.
const limit = 1000000;
// The larger pile of the last pair is below 2.7 * limit.
const partner = new Int32Array(2.7 * limit);
const lower = new Int32Array(limit + 1);
for (let k = 1, least = 1; k <= limit; k++) {
  while (partner[least] > 0) least++;
  lower[k] = least;
  partner[least] = least + k;
  partner[least + k] = least;
}

const numbers = (require("fs").readFileSync(0, "utf8").match(/\d+/g) || []).map(Number);
const out = [];
for (let i = 0; numbers[i + 1] > 0; i += 2) {
  const [a, b] = [numbers[i], numbers[i + 1]];
  const [p, low] = [partner[a], lower[b - a]];
  out.push(p === b ? "0\n" : "1\n");
  if (low < a) out.push(`${low} ${low + b - a}\n`);
  if (p < b && !(p === low && a === low + b - a)) out.push(`${Math.min(a, p)} ${Math.max(a, p)}\n`);
  if (partner[b] < a && a < b) out.push(`${partner[b]} ${b}\n`);
}
process.stdout.write(out.join(""));
