/**
 * Writes the extended-query messages (Bind, Execute) of one batch into one buffer, arrays in PostgreSQL's
 * binary format. One statement per table takes its columns as arrays, so a batch of a thousand orders is
 * a dozen statements; encoding them here, without a text or an object in between, is what keeps the
 * writer's core free (docs/internals/storage.md has the figures).
 */
import { assert } from '@fairlead/units';

/** A statement the batch uses; prepared once on each connection under its name. */
export interface Statement {
  readonly name: string;
  readonly sql: string;
  /** How many parameters it has. */
  readonly columns: number;
}

/** One batch on its way: all of it is one transaction, or none. */
export interface EncodedBatch {
  readonly statements: readonly Statement[];
  /** Bind and Execute of each statement, in order, without Parse and Sync. */
  readonly messages: Uint8Array;
}

const INT8_OID = 20;
const TEXT_OID = 25;
const NUMERIC_OID = 1700;
const BINARY_FORMAT = 1;
const BIND = 0x42;
const EXECUTE = 0x45;
const TWO_TO_32 = 0x1_0000_0000;
const INT8_MAX = 2n ** 63n - 1n;
const INT8_MIN = -(2n ** 63n);
const NUMERIC_NEGATIVE = 0x4000;
const INITIAL_BYTES = 64 * 1024;
/** Digits a NUMERIC of 38 decimal digits can need, in base 10,000, with its 8 bytes of head. */
const NUMERIC_BYTES_MAX = 8 + 10 * 2;

type Int8Value = number | bigint | undefined;

export class BatchEncoder {
  #buffer: Buffer;
  #view: DataView;
  #at = 0;
  #statements: Statement[] = [];
  #messageStart = 0;
  #columnsLeft = 0;
  readonly #digits = new Uint16Array(16);

  constructor() {
    this.#buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
    this.#view = new DataView(this.#buffer.buffer);
  }

  /** Begins a statement; exactly `statement.columns` columns must follow. */
  begin(statement: Statement): void {
    assert(this.#columnsLeft === 0, 'the statement before lacks columns');
    this.#statements.push(statement);
    this.#reserve(64 + statement.name.length);
    this.#buffer[this.#at] = BIND;
    this.#messageStart = this.#at + 1;
    this.#at += 5;
    this.#buffer[this.#at++] = 0; // The unnamed portal.
    this.#at += this.#buffer.write(statement.name, this.#at, 'latin1');
    this.#buffer[this.#at++] = 0;
    this.#int16(1); // One format for all parameters.
    this.#int16(BINARY_FORMAT);
    this.#int16(statement.columns);
    this.#columnsLeft = statement.columns;
  }

  /** Adds an int8[] of `rows`; a missing value is NULL. Numbers must be safe integers. */
  int8<Row>(rows: readonly Row[], pick: (row: Row, index: number) => Int8Value): void {
    const start = this.#beginArray(INT8_OID, rows.length, 12 * rows.length);
    for (let index = 0; index < rows.length; index += 1) {
      const value = pick(rows[index] as Row, index);
      if (value === undefined) this.#int32(-1);
      else {
        this.#int32(8);
        this.#int8Bytes(value);
      }
    }
    this.#endArray(start);
  }

  /** Adds a numeric[] of `rows`; a missing value is NULL. */
  numeric<Row>(rows: readonly Row[], pick: (row: Row) => bigint | undefined): void {
    const start = this.#beginArray(NUMERIC_OID, rows.length, (4 + NUMERIC_BYTES_MAX) * rows.length);
    for (const row of rows) {
      const value = pick(row);
      if (value === undefined) this.#int32(-1);
      else this.#numericElement(value);
    }
    this.#endArray(start);
  }

  /** Adds a text[] of `rows`; a missing value is NULL. */
  text<Row>(rows: readonly Row[], pick: (row: Row) => string | undefined): void {
    const start = this.#beginArray(TEXT_OID, rows.length, 4 * rows.length);
    for (const row of rows) {
      const value = pick(row);
      if (value === undefined) {
        this.#reserve(4);
        this.#int32(-1);
        continue;
      }
      this.#reserve(4 + value.length * 3);
      const lengthAt = this.#at;
      this.#at += 4;
      const bytes = this.#buffer.write(value, this.#at, 'utf8');
      this.#view.setInt32(lengthAt, bytes);
      this.#at += bytes;
    }
    this.#endArray(start);
  }

  /** Adds one int8 parameter. */
  oneInt8(value: number | bigint): void {
    this.#beginColumn(12);
    this.#int32(8);
    this.#int8Bytes(value);
    this.#endColumn();
  }

  /** Hands out what was written and starts anew on a fresh buffer of the size last needed. */
  take(): EncodedBatch {
    assert(this.#columnsLeft === 0, 'the last statement lacks columns');
    const batch = {
      statements: this.#statements,
      messages: this.#buffer.subarray(0, this.#at),
    };
    // The socket or the worker may still hold the bytes, so they are never written again.
    this.#replace(Math.max(INITIAL_BYTES, Math.ceil(this.#at * 1.25)));
    this.#statements = [];
    this.#at = 0;
    return batch;
  }

  /** Forgets what was written, after an encoding that failed. */
  reset(): void {
    this.#statements = [];
    this.#at = 0;
    this.#columnsLeft = 0;
  }

  #beginArray(elementOid: number, count: number, bytes: number): number {
    this.#beginColumn(32 + bytes);
    const start = this.#at;
    this.#at += 4;
    if (count === 0) {
      this.#int32(0);
      this.#int32(0);
      this.#int32(elementOid);
      return start;
    }
    this.#int32(1); // One dimension,
    this.#int32(1); // in which NULLs may occur,
    this.#int32(elementOid);
    this.#int32(count);
    this.#int32(1); // counted from 1.
    return start;
  }

  #endArray(start: number): void {
    this.#view.setInt32(start, this.#at - start - 4);
    this.#endColumn();
  }

  #beginColumn(bytes: number): void {
    assert(this.#columnsLeft > 0, 'more columns than the statement has');
    this.#reserve(bytes + 32);
  }

  #endColumn(): void {
    this.#columnsLeft -= 1;
    if (this.#columnsLeft > 0) return;
    this.#reserve(32);
    this.#int16(0); // Results, if any, as text.
    this.#view.setInt32(this.#messageStart, this.#at - this.#messageStart);
    this.#buffer[this.#at++] = EXECUTE;
    this.#int32(9);
    this.#buffer[this.#at++] = 0;
    this.#int32(0); // All rows.
  }

  #int8Bytes(value: number | bigint): void {
    if (typeof value === 'number') {
      this.#view.setInt32(this.#at, Math.floor(value / TWO_TO_32));
      this.#view.setUint32(this.#at + 4, value >>> 0);
    } else {
      assert(value <= INT8_MAX && value >= INT8_MIN, 'an amount has at most 64 bits');
      this.#view.setBigInt64(this.#at, value);
    }
    this.#at += 8;
  }

  /** NUMERIC's binary form: count, weight, sign and scale, then digits of base 10,000, first digit first. */
  #numericElement(value: bigint): void {
    const isNegative = value < 0n;
    let count = 0;
    let rest = isNegative ? -value : value;
    while (rest > BigInt(Number.MAX_SAFE_INTEGER)) {
      this.#digits[count++] = Number(rest % 10_000n);
      rest /= 10_000n;
    }
    let small = Number(rest);
    while (small > 0) {
      const next = Math.floor(small / 10_000);
      this.#digits[count++] = small - next * 10_000;
      small = next;
    }
    this.#int32(8 + 2 * count);
    this.#int16(count);
    this.#int16(count === 0 ? 0 : count - 1);
    this.#int16(isNegative ? NUMERIC_NEGATIVE : 0);
    this.#int16(0);
    for (let index = count - 1; index >= 0; index -= 1) this.#int16(this.#digits[index] as number);
  }

  #int16(value: number): void {
    this.#view.setInt16(this.#at, value);
    this.#at += 2;
  }

  #int32(value: number): void {
    this.#view.setInt32(this.#at, value);
    this.#at += 4;
  }

  #reserve(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#buffer.length) return;
    const old = this.#buffer;
    this.#replace(Math.max(needed, old.length * 2));
    old.copy(this.#buffer, 0, 0, this.#at);
  }

  #replace(bytes: number): void {
    this.#buffer = Buffer.allocUnsafeSlow(bytes);
    this.#view = new DataView(this.#buffer.buffer);
  }
}
