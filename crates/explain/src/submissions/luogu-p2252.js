// Luogu P2252: Wythoff's game, one pair, piles up to 10^9.
// Prints 0 if whoever is to move loses, else 1.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
// Whether x > d * phi.
function exceeds(x, d) {
  return x > d && !exceeds(d, x - d);
}

function cold(a, b) {
  if (a > b) return cold(b, a);
  return !exceeds(a, b - a) && exceeds(a + 1, b - a);
}

const [a, b] = require("fs").readFileSync(0, "utf8").match(/\d+/g).map(Number);
console.log(cold(a, b) ? "0" : "1");
