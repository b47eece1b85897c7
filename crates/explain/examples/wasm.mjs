// Calls the functions of wasm.rs:
//   node wasm.mjs FILE.wasm solve < PAIRS
//   node wasm.mjs FILE.wasm explain|plot A B en|zh
import { readFileSync } from "node:fs";

const [file, command, a, b, lang] = process.argv.slice(2);
// Nothing is imported: the module needs no system.
const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
const { push, byte, solve, explained, drawn } = instance.exports;

let length;
if (command === "solve") {
  for (const one of readFileSync(0)) push(one);
  length = solve();
} else {
  const show = command === "explain" ? explained : drawn;
  length = show(BigInt(a), BigInt(b), lang === "zh");
}
if (length < 0) throw new Error("an invalid line");
process.stdout.write(Uint8Array.from({ length }, (_, index) => byte(index)));
