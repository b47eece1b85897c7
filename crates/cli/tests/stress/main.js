// poj1067 in whole numbers. With an argument it also fills that many MiB.
const filled = Buffer.alloc((process.argv[2] || 0) * 1048576, 1);
const numbers = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean).map(BigInt);
const out = [];
for (let i = 0; i < numbers.length; i += 2) {
    const [x, y] = [numbers[i], numbers[i + 1]];
    const [a, d] = x < y ? [x, y - x] : [y, x - y];
    const cold = a * (a - d) <= d * d && (a + 1n) * (a + 1n - d) > d * d;
    out.push(cold ? "0\n" : "1\n");
}
process.stdout.write(out.join(""));
if (filled.length === 1) console.error(filled);
