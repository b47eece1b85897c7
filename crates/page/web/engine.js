// The WebAssembly module, for the page and for its worker. A request and its answer are lines of text: see src/lib.rs.

/** @typedef {{ read: any, write: (buffer: number, length: number) => void }} Streams */ 
class Engine {
  /** @param {WebAssembly.Module} module @param {Streams} streams */
  constructor(module, streams = { read: () => 0, write: () => {} }) {
    /** @type {any} */ this.exports = new WebAssembly.Instance(module, { page: streams }).exports;
  }

  /** @param {number} at @param {number} length */ bytes(at, length) {
    return new Uint8Array(this.exports.memory.buffer, at, length);
  }

  /** Writes a request, which an exported function answers. @param {string} text */
  request(text) {
    const bytes = new TextEncoder().encode(text);
    this.bytes(this.exports.input(bytes.length), bytes.length).set(bytes);
  }

  /** The answer, by what the function returned. Throws an `Error` if the request was wrong. @param {number} length */
  answer(length) {
    const text = new TextDecoder().decode(this.bytes(this.exports.output(), length < 0 ? -1 - length : length));
    if (length < 0) throw new Error(text);
    return text;
  }

  /** @param {...(string | number | bigint)} request */ ask(...request) {
    this.request(request.join("\n"));
    return this.answer(this.exports.ask());
  }
}
