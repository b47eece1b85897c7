// 51Nod 1072: Wythoff's game, piles up to 2 * 10^6, a number T and then T pairs.
// Prints B if whoever is to move loses, else A.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
// Whether x > d * phi.
function exceeds(x, d) {
  return x > d && !exceeds(d, x - d);
}

function cold(a, b) {
  if (a > b) return cold(b, a);
  return !exceeds(a, b - a) && exceeds(a + 1, b - a);
}

const numbers = (require("fs").readFileSync(0, "utf8").match(/\d+/g) || []).map(Number);
const out = [];
for (let i = 1; i < 2 * numbers[0]; i += 2) out.push(cold(numbers[i], numbers[i + 1]) ? "B\n" : "A\n");
process.stdout.write(out.join(""));
