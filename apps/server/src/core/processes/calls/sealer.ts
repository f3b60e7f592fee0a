/**
 * What processes say to one another: v8's own writing, under a code that only those who have the deployment's secret
 * can make. Nothing is read before its code is checked, so whoever reaches Redis can neither say anything nor
 * reach the reader. Behind the value stands what the writer speaks; a version that knows of no such number looks no further.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DefaultDeserializer, DefaultSerializer } from 'node:v8';
import { isUnderstood, PROTOCOL, UNSAID_PROTOCOL } from '../protocol.ts';

/** Bytes of the code: nobody guesses 128 bits over a network. */
const CODE_BYTES = 16;

interface Sealed<Value> {
  readonly value: Value;
  readonly protocol: number;
}

export class Sealer {
  readonly #key: Uint8Array;
  readonly #onForeign: (protocol: number) => void;

  /** `onForeign`: something was sealed rightly by a version that is not understood. */
  constructor(key: Uint8Array, onForeign: (protocol: number) => void = () => undefined) {
    this.#key = key;
    this.#onForeign = onForeign;
  }

  /** Writes a value for one place, in which alone it opens. */
  seal(place: string, value: unknown): Buffer {
    const writer = new DefaultSerializer();
    writer.writeHeader();
    writer.writeValue(value);
    writer.writeUint32(PROTOCOL);
    const bytes = writer.releaseBuffer();
    return Buffer.concat([this.#code(place, bytes), bytes]);
  }

  /**
   * Reads what seal wrote for this place; undefined for anything else, and where a version that is not understood wrote it. The
   * type is the sealer's word.
   */
  open<Value>(place: string, sealed: Buffer): Value | undefined {
    const read = this.read<Value>(place, sealed);
    if (read === undefined) return undefined;
    if (isUnderstood(read.protocol)) return read.value;
    this.#onForeign(read.protocol);
    return undefined;
  }

  /** The same, whatever its writer speaks. */
  read<Value>(place: string, sealed: Buffer): Sealed<Value> | undefined {
    const code = sealed.subarray(0, CODE_BYTES);
    const bytes = sealed.subarray(CODE_BYTES);
    const right = this.#code(place, bytes);
    if (code.length !== right.length || !timingSafeEqual(code, right)) return undefined;
    const reader = new DefaultDeserializer(bytes);
    try {
      reader.readHeader();
      const value = reader.readValue() as Value;
      return { value, protocol: spokenBehind(reader) };
    } catch {
      // Sealed rightly and not readable here: nested too deeply, or of a version with other ways. It must not be read for ever.
      return undefined;
    }
  }

  #code(place: string, bytes: Buffer): Buffer {
    const hmac = createHmac('sha256', this.#key);
    hmac.update(`${place.length} ${place}`).update(bytes);
    return hmac.digest().subarray(0, CODE_BYTES);
  }
}

function spokenBehind(reader: DefaultDeserializer): number {
  try {
    return reader.readUint32();
  } catch {
    return UNSAID_PROTOCOL;
  }
}
