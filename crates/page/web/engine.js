// The WebAssembly module, for the page and for its worker. A request and its answer are lines of text: see src/lib.rs.

/** @typedef {{ read: (buffer: number, length: number) => number, write: (buffer: number, length: number) => void }} Streams */

class Engine {
  /** @param {WebAssembly.Module} module @param {(engine: Engine) => Streams} streams */
  constructor(module, streams = () => ({ read: () => 0, write: () => {} })) {
    /** @type {any} */
    this.exports = new WebAssembly.Instance(module, { page: streams(this) }).exports;
  }

  /** @param {number} at @param {number} length */
  bytes(at, length) {
    return new Uint8Array(this.exports.memory.buffer, at, length);
  }

  /**
   * Calls an exported function with a request. Throws an `Error` with the text of what is wrong with it.
   * @param {"ask" | "solve"} name @param {string} request @returns {string}
   */
  call(name, request) {
    const bytes = new TextEncoder().encode(request);
    this.bytes(this.exports.input(bytes.length), bytes.length).set(bytes);
    const length = this.exports[name]();
    const text = new TextDecoder().decode(this.bytes(this.exports.output(), length < 0 ? -1 - length : length));
    if (length < 0) throw new Error(text);
    return text;
  }

  /** @param {...(string | number | bigint)} request @returns {string} */
  ask(...request) {
    return this.call("ask", request.join("\n"));
  }
}
