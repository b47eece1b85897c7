// Runs a program of wasm32-wasip1: node wasi.mjs PROGRAM [ARGUMENT...]
import { WASI } from "node:wasi";
import { readFileSync } from "node:fs";

const args = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args });
const { instance } = await WebAssembly.instantiate(readFileSync(args[0]), wasi.getImportObject());
process.exitCode = wasi.start(instance);
