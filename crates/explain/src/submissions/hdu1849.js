// HDU 1849: Nim; a case is n and n piles, until n is 0.
// Prints "Grass Win!" if whoever is to move loses, else "Rabbit Win!".
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
const numbers = (require("fs").readFileSync(0, "utf8").match(/\d+/g) || []).map(Number);
const out = [];
for (let i = 0; numbers[i] > 0; ) {
  const end = i + 1 + numbers[i];
  let nimSum = 0;
  while (++i < end) nimSum ^= numbers[i];
  out.push(nimSum === 0 ? "Grass Win!\n" : "Rabbit Win!\n");
}
process.stdout.write(out.join(""));
