// Calls the WebAssembly module of the page:
//   node page.mjs FILE.wasm solve < PAIRS
//   node page.mjs FILE.wasm explain A B en|zh
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [file, command, a, b, lang] = process.argv.slice(2);
const Engine = runInThisContext(`${readFileSync("crates/page/web/engine.js", "utf8")}; Engine`);

let pairs;
const answers = [];
const engine = new Engine(new WebAssembly.Module(readFileSync(file)), {
  read(buffer, length) {
    const part = pairs.subarray(0, length);
    engine.bytes(buffer, part.length).set(part);
    pairs = pairs.subarray(part.length);
    return part.length;
  },
  write: (buffer, length) => answers.push(engine.bytes(buffer, length).slice()),
});

if (command === "solve") {
  pairs = readFileSync(0);
  engine.request("");
  engine.answer(engine.exports.solve());
  process.stdout.write(Buffer.concat(answers));
} else {
  // The outcome, the number of winning moves and a line for each move are before the explanation.
  const [, moves, ...lines] = engine.ask("position", a, b, "normal", lang).split("\n");
  process.stdout.write(lines.slice(Number(moves)).join("\n"));
}
