// 51nod1185 with numbers that are doubles: not even the piles are exact.
const [, ...n] = require("fs").readFileSync(0, "utf8").trim().split(/\s+/).map(Number);
for (let i = 0; i < n.length; i += 2) {
    const a = Math.min(n[i], n[i + 1]), d = Math.abs(n[i] - n[i + 1]);
    console.log(a === Math.floor(d * (Math.sqrt(5) + 1) / 2) ? "B" : "A");
}
