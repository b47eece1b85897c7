// 51nod1072, naming the loser.
const numbers = require("fs").readFileSync(0, "utf8").trim().split(/\s+/).map(Number);
const out = [];
for (let i = 1; i + 1 < numbers.length; i += 2) {
    const low = Math.min(numbers[i], numbers[i + 1]), gap = Math.abs(numbers[i] - numbers[i + 1]);
    out.push(Math.floor(gap * (1 + Math.sqrt(5)) / 2) === low ? "A" : "B");
}
console.log(out.join("\n"));
