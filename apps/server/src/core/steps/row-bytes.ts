/**
 * Writes rows of steps, each number by seven bits a byte, the lowest first, as an Unpacker reads it. All that a batch did is
 * written with every commit, so it is written into bytes that are there already.
 */
import { codeOf } from './words.ts';

const FIRST_BYTES = 64 * 1024;
/** Of a row's numbers, each up to eight bytes, and of the heads of its texts. */
const ROW_BYTES = 64 * 8;
const UTF8_BYTES_MAX = 3;
const LOW_BITS = 0x7f;
const MORE = 0x80;
const SMALL = 2 ** 31;
/** What is as much as this is written as text: it would be no exact integer any more with its two marks. */
const INTEGER_BOUND = 2 ** 50;
/** Before a text, and before a text that is a number; words come behind. */
export const TEXT = 0;
export const NUMERAL = 1;

export class RowBytes {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #at = 0;

  get length(): number {
    return this.#at;
  }

  /** What was written, until something is written anew. */
  take(): Uint8Array {
    const written = this.#bytes.subarray(0, this.#at);
    this.#at = 0;
    return written;
  }

  /** Makes room for the numbers of a row. */
  begin(): void {
    this.#need(ROW_BYTES);
  }

  /** Not negative. */
  integer(value: number): void {
    let rest = value;
    if (rest >= SMALL) {
      while (rest > LOW_BITS) {
        this.#bytes[this.#at++] = (rest % MORE) | MORE;
        rest = Math.floor(rest / MORE);
      }
    } else {
      while (rest > LOW_BITS) {
        this.#bytes[this.#at++] = (rest & LOW_BITS) | MORE;
        rest >>>= 7;
      }
    }
    this.#bytes[this.#at++] = rest;
  }

  /** The lowest bit says that it follows as text, the next one its sign. */
  number(value: number | bigint): void {
    const number = Number(value);
    if (number >= 0 && number < INTEGER_BOUND) this.integer(4 * number);
    else if (number < 0 && number > -INTEGER_BOUND) this.integer(-4 * number + 2);
    else {
      this.integer(1);
      this.text(String(value));
    }
  }

  /** A text that is often one of a few, or a number. */
  word(value: string): void {
    const code = codeOf(value);
    if (code > 0) {
      this.integer(NUMERAL + code);
      return;
    }
    const number = Number(value);
    if (Number.isSafeInteger(number) && number > 0 && String(number) === value) {
      this.integer(NUMERAL);
      this.integer(number);
      return;
    }
    this.integer(TEXT);
    this.text(value);
  }

  text(value: string): void {
    this.#need(value.length * UTF8_BYTES_MAX + ROW_BYTES);
    const size = Buffer.byteLength(value);
    this.integer(size);
    this.#at += this.#bytes.write(value, this.#at, size);
  }

  #need(size: number): void {
    if (this.#at + size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#at + size));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }
}
