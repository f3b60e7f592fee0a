/**
 * Values in few bytes, one behind the other, in frames that are read each by itself: one that cannot be read spoils no
 * other. Integers by seven bits a byte, the lowest first; texts as their length and UTF-8.
 */

const FIRST_BYTES = 4_096;
/** Of the length before each frame. */
const LENGTH_BYTES = 4;
/** Seven bits a byte: an exact integer has no more. */
const INTEGER_BYTES_MAX = 8;
/** A text of so many code units takes at most three bytes each. */
const UTF8_BYTES_MAX = 3;
const LOW_BITS = 0x7f;
const MORE = 0x80;

export class Packer {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #at = 0;

  get isEmpty(): boolean {
    return this.#at === 0;
  }

  /** Writes a frame, or nothing at all where `write` throws. */
  frame(write: (packer: this) => void): void {
    const begin = this.#at;
    try {
      this.#need(LENGTH_BYTES);
      this.#at += LENGTH_BYTES;
      write(this);
    } catch (error) {
      this.#at = begin;
      throw error;
    }
    this.#bytes.writeUInt32LE(this.#at - begin - LENGTH_BYTES, begin);
  }

  /** Not negative. Throws RangeError for anything that is no exact integer. */
  integer(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is not packed`);
    this.#need(INTEGER_BYTES_MAX);
    let rest = value;
    while (rest > LOW_BITS) {
      this.#bytes[this.#at++] = (rest % MORE) | MORE;
      rest = Math.floor(rest / MORE);
    }
    this.#bytes[this.#at++] = rest;
  }

  text(value: string): void {
    this.#need(INTEGER_BYTES_MAX + value.length * UTF8_BYTES_MAX);
    const size = Buffer.byteLength(value);
    this.integer(size);
    this.#at += this.#bytes.write(value, this.#at, size);
  }

  bytes(value: Uint8Array): void {
    this.integer(value.length);
    this.#need(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  /** All that was written. */
  packed(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  #need(size: number): void {
    if (this.#at + size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#at + size));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }
}

/** Reads what a Packer wrote; throws RangeError for what one could not have written. */
export class Unpacker {
  readonly #bytes: Buffer;
  #at: number;
  readonly #end: number;

  constructor(bytes: Buffer, begin = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = begin;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#end;
  }

  /** The frames, as long as their lengths can be. */
  *frames(): Generator<Unpacker> {
    while (this.#end - this.#at >= LENGTH_BYTES) {
      const begin = this.#at + LENGTH_BYTES;
      const end = begin + this.#bytes.readUInt32LE(this.#at);
      if (end > this.#end) return;
      this.#at = end;
      yield new Unpacker(this.#bytes, begin, end);
    }
  }

  integer(): number {
    let value = 0;
    for (let count = 0, worth = 1; count < INTEGER_BYTES_MAX; count += 1, worth *= MORE) {
      if (this.#at >= this.#end) throw new RangeError('a frame ends too soon');
      const byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & LOW_BITS) * worth;
      if (byte >= MORE) continue;
      if (!Number.isSafeInteger(value)) break;
      return value;
    }
    throw new RangeError('a packed integer is not exact');
  }

  text(): string {
    const [begin, end] = this.#pass();
    return this.#bytes.toString('utf8', begin, end);
  }

  bytes(): Buffer {
    return this.#bytes.subarray(...this.#pass());
  }

  #pass(): readonly [begin: number, end: number] {
    const size = this.integer();
    const begin = this.#at;
    if (size > this.#end - begin) throw new RangeError('a frame ends too soon');
    this.#at = begin + size;
    return [begin, this.#at];
  }
}
