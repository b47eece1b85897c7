// 51Nod 1185: Wythoff's game, piles up to 10^18, a number T and then T pairs.
// Prints B if whoever is to move loses, else A.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
// Double fails from 165580140 267914295 on, the x87 long double from 7778742048 12586269024 on,
// and 27 decimals of phi from 72723460248141 117669030460994 on; all are cold.
// Whether x > d * phi.
function exceeds(x, d) {
  return x > d && !exceeds(d, x - d);
}

function cold(a, b) {
  if (a > b) return cold(b, a);
  return !exceeds(a, b - a) && exceeds(a + 1n, b - a);
}

const numbers = (require("fs").readFileSync(0, "utf8").match(/\d+/g) || []).map(BigInt);
const out = [];
for (let i = 1; i < 2 * Number(numbers[0]); i += 2) out.push(cold(numbers[i], numbers[i + 1]) ? "B\n" : "A\n");
process.stdout.write(out.join(""));
