// What takes long: the answers to a file, and the differences of a formula. A worker has one task; to cancel it, the page ends it.

/** Bytes that are read at a time: with fewer, browsers take longer to read than the module to answer. */
const READ_BYTES = 1 << 24;
/** Bytes of answers that are handed over at a time. */
const ANSWER_BYTES = 1 << 22;
/** Numbers of differences that are tried between two messages. */
const STEPS = 200;

/** @param {MessageEvent} event */
self.onmessage = ({ data }) => {
  try {
    if (data.file) solve(data.module, data.file, data.problem);
    else count(data.module, data.formula, data.end, data.max);
  } catch (error) {
    self.postMessage({ fault: error instanceof Error ? error.message : String(error) });
  }
};

/** @param {WebAssembly.Module} module @param {Blob} file @param {string} problem */
function solve(module, file, problem) {
  const reader = new FileReaderSync();
  let part = new Uint8Array(0), at = 0, next = 0;
  /** @type {Uint8Array<ArrayBuffer>[]} */
  let answers = [];
  let length = 0;
  const flush = () => {
    self.postMessage({ answers: new Blob(answers) });
    answers = [];
    length = 0;
  };
  const engine = new Engine(module, (engine) => ({
    read(buffer, room) {
      if (at === part.length && next < file.size) {
        part = new Uint8Array(reader.readAsArrayBuffer(file.slice(next, next + READ_BYTES)));
        next += part.length;
        at = 0;
        self.postMessage({ progress: next / file.size });
      }
      const count = Math.min(room, part.length - at);
      engine.bytes(buffer, count).set(part.subarray(at, at + count));
      at += count;
      return count;
    },
    write(buffer, count) {
      answers.push(engine.bytes(buffer, count).slice());
      length += count;
      if (length >= ANSWER_BYTES) flush();
    },
  }));
  try {
    const counts = engine.call("solve", problem).split(" ");
    flush();
    self.postMessage({ done: counts.map(Number) });
  } catch (error) {
    flush();
    throw error;
  }
}

/** @param {WebAssembly.Module} module @param {string[]} formula @param {number} end @param {number} max */
function count(module, formula, end, max) {
  const engine = new Engine(module);
  /** @type {string[]} */
  let first = [];
  let wrong = 0;
  for (let step = 0; step < STEPS; step++) {
    const [from, to] = [step, step + 1].map((n) => Math.floor((end * n) / STEPS));
    const found = Number(engine.ask("scan", ...formula, from, to, max));
    if (found > 0 && first.length < 20) {
      first = first.concat(engine.ask("first", ...formula, from, to, max).trim().split("\n")).slice(0, 20);
    }
    wrong += found;
    self.postMessage({ step, from, to, found, first, progress: (step + 1) / STEPS });
  }
  self.postMessage({ done: [wrong] });
}
