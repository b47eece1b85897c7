// poj1067 by the published formula.
const lines = require("fs").readFileSync(0, "utf8").trim().split("\n");
for (const line of lines) {
    const [a, b] = line.split(" ").map(Number).sort((a, b) => a - b);
    console.log(a === Math.floor((b - a) * (Math.sqrt(5) + 1) / 2) ? 0 : 1);
}
