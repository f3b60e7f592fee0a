/** Reads the messages that BatchEncoder wrote back into what each statement is given, as a server reads them. */
import { assert } from '@fairlead/units';
import type { EncodedBatch, Statement } from '../../../src/core/store/batch/encoder.ts';
import type { ColumnType } from './schema.ts';
import type { SqlCell } from './sql-expression.ts';

/** A value as it came, for whoever knows its type. */
export interface Field {
  readonly bytes: Buffer | null;
}

/** One statement of a batch: parameters of an execution, or rows of a COPY. */
export interface Call {
  readonly statement: Statement;
  readonly parameters: readonly Field[];
  readonly rows: readonly (readonly Field[])[] | undefined;
}

const BIND = 0x42;
const EXECUTE = 0x45;
const COPY_DATA = 0x64;
const COPY_DONE = 0x63;
const COPY_HEAD_BYTES = 19;
const INT8_OID = 20;
const TEXT_OID = 25;
const NUMERIC_OID = 1700;
const NUMERIC_NEGATIVE = 0x4000;

export function decodeBatch({ statements, messages }: EncodedBatch): Call[] {
  const reader = new Reader(Buffer.from(messages.buffer, messages.byteOffset, messages.byteLength));
  const calls: Call[] = [];
  for (const statement of statements) {
    const parameters = readBind(reader, statement);
    reader.message(EXECUTE).skipToEnd();
    const isCopy = reader.peek() === COPY_DATA;
    const rows = isCopy ? readCopy(reader.message(COPY_DATA), statement.columns) : undefined;
    if (isCopy) reader.message(COPY_DONE).skipToEnd();
    calls.push({ statement, parameters, rows });
  }
  assert(reader.isAtEnd, 'each message belongs to a statement');
  return calls;
}

function readBind(reader: Reader, statement: Statement): Field[] {
  const bind = reader.message(BIND);
  bind.text();
  assert(bind.text() === statement.name, 'statements are bound in their order');
  assert(bind.int16() === 1 && bind.int16() === 1, 'parameters are binary');
  const parameters = Array.from({ length: bind.int16() }, () => bind.field());
  assert(bind.int16() === 0 && bind.isAtEnd, 'a Bind ends with the formats of its results');
  return parameters;
}

function readCopy(copy: Reader, columns: number): Field[][] {
  copy.skip(COPY_HEAD_BYTES);
  const rows: Field[][] = [];
  for (let count = copy.int16(); count >= 0; count = copy.int16()) {
    assert(count === columns, 'a row has all of its columns');
    rows.push(Array.from({ length: count }, () => copy.field()));
  }
  assert(copy.isAtEnd, 'a COPY ends with its trailer');
  return rows;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  peek(): number | undefined {
    return this.#bytes[this.#at];
  }

  message(type: number): Reader {
    assert(this.peek() === type, 'messages come in their order');
    const end = this.#at + 1 + this.#bytes.readInt32BE(this.#at + 1);
    const message = new Reader(this.#bytes.subarray(this.#at + 5, end));
    this.#at = end;
    return message;
  }

  skip(bytes: number): void {
    this.#at += bytes;
  }

  skipToEnd(): void {
    this.#at = this.#bytes.length;
  }

  int16(): number {
    this.#at += 2;
    return this.#bytes.readInt16BE(this.#at - 2);
  }

  int32(): number {
    this.#at += 4;
    return this.#bytes.readInt32BE(this.#at - 4);
  }

  /** Up to a zero byte. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const text = this.#bytes.toString('latin1', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  field(): Field {
    const length = this.int32();
    if (length < 0) return { bytes: null };
    this.#at += length;
    return { bytes: this.#bytes.subarray(this.#at - length, this.#at) };
  }
}

/** A field as a cell of a column of this type. */
export function cellOfField({ bytes }: Field, type: ColumnType): SqlCell {
  if (bytes === null) return null;
  switch (type) {
    case 'int2':
      return BigInt(bytes.readInt16BE());
    case 'int4':
      return BigInt(bytes.readInt32BE());
    case 'int8':
      return bytes.readBigInt64BE();
    case 'numeric':
      return numericOf(bytes);
    case 'bool':
      return bytes[0] === 1;
    case 'bytea':
      return bytes.toString('hex');
    case '_int8':
      return arrayOf({ bytes }).map((cell) => (typeof cell === 'bigint' ? cell : 0n));
    default:
      return bytes.toString('utf8');
  }
}

/** The cells of an array parameter. */
export function arrayOf({ bytes }: Field): SqlCell[] {
  assert(bytes !== null, 'an array is never NULL');
  const reader = new Reader(bytes);
  const dimensions = reader.int32();
  reader.skip(4);
  const type = typeOf(reader.int32());
  if (dimensions === 0) return [];
  const count = reader.int32();
  reader.skip(4);
  return Array.from({ length: count }, () => cellOfField(reader.field(), type));
}

function typeOf(oid: number): ColumnType {
  if (oid === INT8_OID) return 'int8';
  if (oid === NUMERIC_OID) return 'numeric';
  assert(oid === TEXT_OID, 'arrays are of numbers and texts');
  return 'text';
}

function numericOf(bytes: Buffer): bigint {
  const count = bytes.readInt16BE(0);
  const weight = bytes.readInt16BE(2);
  let value = 0n;
  for (let at = 0; at < count; at += 1)
    value = value * 10_000n + BigInt(bytes.readInt16BE(8 + 2 * at));
  value *= 10_000n ** BigInt(Math.max(0, weight + 1 - count));
  return bytes.readUInt16BE(4) === NUMERIC_NEGATIVE ? -value : value;
}
