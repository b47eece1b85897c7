// UVa 11249, Game: Wythoff's game, except that the two numbers taken from both piles may differ by
// up to K. The number of cases; each has K, Q and Q pairs. Prints LOSING if whoever is to move
// loses, else WINNING, and an empty line after each case.
//
// With r = K + 1, whoever is to move loses exactly at a = floor(n * t), b = a + r * n, n = 0, 1, ...,
// where t = s - r + 1 and s = (r + sqrt(r * r + 4)) / 2 (Fraenkel). As s = r + 1 / s, a whole x > 0
// has x > n * s exactly if x > n * r and not n > (x - n * r) * s. That takes no number above 2^64.
// Whether x > n * s.
function exceeds(r, x, n) {
  return x > n * r && !exceeds(r, n, x - n * r);
}

// Whether x > n * t, which is x + (r - 1) * n > n * s.
function above(r, x, n) {
  return x > n && !exceeds(r, n, x - n);
}

function cold(k, a, b) {
  if (a > b) return cold(k, b, a);
  const r = k + 1n;
  const n = (b - a) / r;
  return (b - a) % r === 0n && !above(r, a, n) && above(r, a + 1n, n);
}

const numbers = (require("fs").readFileSync(0, "utf8").match(/\d+/g) || []).map(BigInt);
const out = [];
for (let cases = numbers[0], i = 1; cases > 0; cases--) {
  const [k, q] = [numbers[i++], numbers[i++]];
  for (const end = i + 2 * Number(q); i < end; i += 2)
    out.push(cold(k, numbers[i], numbers[i + 1]) ? "LOSING\n" : "WINNING\n");
  out.push("\n");
}
process.stdout.write(out.join(""));
