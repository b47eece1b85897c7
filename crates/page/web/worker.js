// What takes long: the answers to a file, and the differences of a formula. A worker has one task; to cancel it, the page ends it.

/** Bytes of a file that are asked for at a time if they come while the module computes. */
const PIECE_BYTES = 1 << 20;
/** The same if they do not: with fewer, browsers take longer to read than the module to answer. */
const PART_BYTES = 1 << 24;
/** Bytes of a file, or of answers, between two messages. Each message of progress makes the browser draw: with fewer bytes, Firefox takes a fifth longer. */
const MESSAGE_BYTES = 1 << 24;
/** Numbers of differences that are tried between two messages. */
const STEPS = 200;

/** @param {MessageEvent} event */ self.onmessage = async ({ data }) => {
  try {
    if (data.file) await solve(data.module, data.file, data.problem);
    else count(data.module, data.formula, data.end, data.max);
  } catch (error) {
    self.postMessage({ fault: error instanceof Error ? error.message : String(error) });
  }
};

/** @param {WebAssembly.Module} module @param {Blob} file @param {string} problem */ async function solve(module, file, problem) {
  // If the module can wait for a promise, the browser reads the next piece of the file while the module computes.
  const waiting = /** @type {any} */ (WebAssembly);
  const canWait = "Suspending" in waiting && "ReadableStreamBYOBReader" in self;
  const next = canWait ? piecesOf(file) : partsOf(file);
  let part = new Uint8Array(0), at = 0, bytes = 0, told = 0;
  /** @param {number} buffer @param {number} room */ const read = (buffer, room) => {
    const take = (/** @type {Uint8Array<ArrayBuffer>} */ from) => {
      if (from !== part) [part, at, bytes] = [from, 0, bytes + from.length];
      const count = Math.min(room, part.length - at);
      engine.bytes(buffer, count).set(part.subarray(at, at + count));
      at += count;
      if (bytes - told >= MESSAGE_BYTES) self.postMessage({ progress: (told = bytes) / file.size });
      return count;
    };
    const from = at < part.length ? part : next();
    return from instanceof Promise ? from.then(take) : take(from);
  };
  /** @type {Uint8Array<ArrayBuffer>[]} */ let answers = [];
  let length = 0;
  const flush = () => {
    self.postMessage({ answers: new Blob(answers) });
    answers = [];
    length = 0;
  };
  /** @param {number} buffer @param {number} count */ const write = (buffer, count) => {
    answers.push(engine.bytes(buffer, count).slice());
    length += count;
    if (length >= MESSAGE_BYTES) flush();
  };
  const engine = new Engine(module, { read: canWait ? new waiting.Suspending(read) : read, write });
  engine.request(problem);
  const solved = canWait ? waiting.promising(engine.exports.solve) : engine.exports.solve;
  const returned = await solved();
  flush();
  self.postMessage({ done: engine.answer(returned).split(" ").map(Number) });
}

/** Reads a file piece by piece, each before it is needed. An empty piece is the end. @param {Blob} file */
function piecesOf(file) {
  const reader = file.stream().getReader({ mode: "byob" });
  const ask = (/** @type {ArrayBuffer} */ buffer) => reader.read(new Uint8Array(buffer, 0, PIECE_BYTES));
  let coming = ask(new ArrayBuffer(PIECE_BYTES)), spare = new ArrayBuffer(PIECE_BYTES);
  return async () => {
    const { value, done } = await coming;
    if (done) return new Uint8Array(0);
    coming = ask(spare);
    spare = value.buffer;
    return value;
  };
}

/** Reads a file part by part, each when it is needed. An empty part is the end. @param {Blob} file */
function partsOf(file) {
  const reader = new FileReaderSync();
  let end = 0;
  return () => new Uint8Array(reader.readAsArrayBuffer(file.slice(end, (end += PART_BYTES))));
}

/** @param {WebAssembly.Module} module @param {string[]} formula @param {number} end @param {number} max */
function count(module, formula, end, max) {
  const engine = new Engine(module);
  /** @type {string[]} */ let first = [];
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
