// Luogu P2197: Nim. The input is T, and for each of T cases n and n piles.
// Prints No if whoever is to move loses, else Yes.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
const numbers = (require("fs").readFileSync(0, "utf8").match(/\d+/g) || []).map(Number);
const out = [];
for (let cases = numbers[0], i = 1; cases > 0; cases--) {
  const end = i + 1 + numbers[i];
  let nimSum = 0;
  while (++i < end) nimSum ^= numbers[i];
  out.push(nimSum === 0 ? "No\n" : "Yes\n");
}
process.stdout.write(out.join(""));
