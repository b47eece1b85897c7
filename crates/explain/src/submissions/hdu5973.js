// HDU 5973: Wythoff's game, piles up to 10^100, pairs to the end of the input.
// Prints 0 if whoever is to move loses, else 1.
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
  return !exceeds(a, b - a) && exceeds(a + 1n, b - a);
}

const numbers = (require("fs").readFileSync(0, "utf8").match(/\d+/g) || []).map(BigInt);
const out = [];
for (let i = 0; i + 1 < numbers.length; i += 2) out.push(cold(numbers[i], numbers[i + 1]) ? "0\n" : "1\n");
process.stdout.write(out.join(""));
