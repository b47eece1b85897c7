// HAUT 1297, Return of the Nim: T, and for each of T cases n, a prime, and n piles. A move takes from
// one pile, or the same number from all. Prints Watson if whoever is to move loses, else Sherlock.
//
// With an odd n whoever is to move loses exactly if the xor of the piles is 0, as in Nim (Bouton):
// taking k from all flips the lowest 1 bit of k in each pile, so in the xor, too. Two piles are
// Wythoff's game, lost exactly if the smaller one is floor(d * phi), d the difference of the piles,
// phi the golden ratio. As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly if x > d and
// not d > (x - d) * phi. That takes subtractions only.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
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
for (let cases = numbers[0], i = 1; cases > 0; cases--) {
  const piles = numbers.slice(i + 1, i + 1 + numbers[i]);
  const lost = piles.length === 2 ? cold(...piles) : piles.reduce((sum, pile) => sum ^ pile, 0) === 0;
  out.push(lost ? "Watson\n" : "Sherlock\n");
  i += 1 + piles.length;
}
process.stdout.write(out.join(""));
