/**
 * Writes the extended-query messages of one batch into one buffer. New rows go by COPY, changed rows by
 * one statement whose parameters are whole columns, both in PostgreSQL's binary formats: encoding them
 * here, without a text or an object in between, keeps the writer's core free, and COPY costs the database
 * a third of INSERT … SELECT FROM unnest (docs/internals/storage.md has the figures).
 */
import { assert } from '@fairlead/units';

/** A statement the batch uses; prepared once on each connection under its name. */
export interface Statement {
  readonly name: string;
  readonly sql: string;
  /** How many parameters it has, or how many columns it copies. */
  readonly columns: number;
}

/** One batch on its way: all of it is one transaction, or none. */
export interface EncodedBatch {
  readonly statements: readonly Statement[];
  /** What follows the statements' Parse messages, without the Sync that commits. */
  readonly messages: Uint8Array;
}

type Integer = number | bigint | undefined;

const BIND = 0x42;
const EXECUTE = 0x45;
const COPY_DATA = 0x64;
const COPY_DONE = 0x63;
const INT8_OID = 20;
const TEXT_OID = 25;
const NUMERIC_OID = 1700;
const NULL_LENGTH = -1;
const NUMERIC_NEGATIVE = 0x4000;
const TWO_TO_32 = 0x1_0000_0000;
const INT8_MAX = 2n ** 63n - 1n;
const INT8_MIN = -(2n ** 63n);
const INITIAL_BYTES = 64 * 1024;
/** Digits of any NUMERIC we keep, in base 10,000, with its 8 bytes of head. */
const NUMERIC_BYTES_MAX = 8 + 16 * 2;
/** Bytes that a fixed-size field or a message's head can take. */
const HEAD_BYTES = 64;
/** Signature, flags and extension length of COPY's binary format. */
const COPY_HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');

export class BatchEncoder {
  #buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #view = new DataView(this.#buffer.buffer);
  #at = 0;
  #statements: Statement[] = [];
  #fieldsLeft = 0;
  readonly #digits = new Uint16Array(16);

  /** Copies rows into a table; `write` writes exactly the statement's columns, in order. */
  copy<Row>(
    statement: Statement,
    rows: readonly Row[],
    write: (row: Row, index: number) => void,
  ): void {
    this.#bind(statement, 0);
    this.#execute();
    const start = this.#beginMessage(COPY_DATA);
    this.#at += COPY_HEADER.copy(this.#buffer, this.#at);
    for (let index = 0; index < rows.length; index += 1) {
      this.#reserve(HEAD_BYTES);
      this.#int16(statement.columns);
      this.#fieldsLeft = statement.columns;
      write(rows[index] as Row, index);
      assert(this.#fieldsLeft === 0, 'a row has all of its columns');
    }
    this.#reserve(HEAD_BYTES);
    this.#int16(-1);
    this.#endMessage(start);
    this.#endMessage(this.#beginMessage(COPY_DONE));
  }

  /** Executes a statement; `write` writes exactly its parameters, in order. */
  execute(statement: Statement, write: () => void): void {
    const start = this.#bind(statement, statement.columns);
    this.#fieldsLeft = statement.columns;
    write();
    assert(this.#fieldsLeft === 0, 'a statement has all of its parameters');
    this.#endBind(start);
    this.#execute();
  }

  /** An int2 field, NULL without a value. */
  int2(value: number | undefined): void {
    this.#beginField(value === undefined ? NULL_LENGTH : 2);
    if (value !== undefined) this.#int16(value);
  }

  /** An int4 field, NULL without a value. */
  int4(value: number | undefined): void {
    this.#beginField(value === undefined ? NULL_LENGTH : 4);
    if (value !== undefined) this.#int32(value);
  }

  /** A boolean field, NULL without a value. */
  boolean(value: boolean | undefined): void {
    this.#beginField(value === undefined ? NULL_LENGTH : 1);
    if (value !== undefined) this.#buffer[this.#at++] = value ? 1 : 0;
  }

  /** An int8 field, NULL without a value; numbers must be safe integers. */
  int8(value: Integer): void {
    this.#beginField(value === undefined ? NULL_LENGTH : 8);
    if (value !== undefined) this.#int64(value);
  }

  /** A text or json field, NULL without a value. */
  text(value: string | undefined): void {
    this.#beginField(NULL_LENGTH);
    if (value !== undefined) this.#textElement(value, this.#at - 4);
  }

  /** A bytea field. */
  bytes(value: Uint8Array): void {
    this.#beginField(value.length);
    this.#reserve(value.length);
    this.#buffer.set(value, this.#at);
    this.#at += value.length;
  }

  /** A numeric field, NULL without a value. */
  numeric(value: bigint | undefined): void {
    this.#beginField(NULL_LENGTH);
    if (value !== undefined) this.#numericElement(value, this.#at - 4);
  }

  /** An int8[] of one value for each row. */
  int8Column<Row>(rows: readonly Row[], pick: (row: Row) => Integer): void {
    const start = this.#beginArray(INT8_OID, rows.length);
    this.#reserve(12 * rows.length);
    for (const row of rows) {
      const value = pick(row);
      if (value === undefined) this.#int32(NULL_LENGTH);
      else {
        this.#int32(8);
        this.#int64(value);
      }
    }
    this.#endArray(start);
  }

  /** A text[] of one value for each row. */
  textColumn<Row>(rows: readonly Row[], pick: (row: Row) => string | undefined): void {
    const start = this.#beginArray(TEXT_OID, rows.length);
    for (const row of rows) {
      const value = pick(row);
      this.#reserve(HEAD_BYTES);
      this.#int32(NULL_LENGTH);
      if (value !== undefined) this.#textElement(value, this.#at - 4);
    }
    this.#endArray(start);
  }

  /** A numeric[] of one value for each row. */
  numericColumn<Row>(rows: readonly Row[], pick: (row: Row) => bigint | undefined): void {
    const start = this.#beginArray(NUMERIC_OID, rows.length);
    for (const row of rows) {
      this.#reserve(HEAD_BYTES);
      const value = pick(row);
      this.#int32(NULL_LENGTH);
      if (value !== undefined) this.#numericElement(value, this.#at - 4);
    }
    this.#endArray(start);
  }

  /** Hands out what was written and starts anew on a fresh buffer of the size last needed. */
  take(): EncodedBatch {
    const batch = {
      statements: this.#statements,
      messages: this.#buffer.subarray(0, this.#at),
    };
    // The socket or the worker may still hold the bytes, so they are never written again.
    this.#replace(Math.max(INITIAL_BYTES, Math.ceil(this.#at * 1.25)));
    this.reset();
    return batch;
  }

  /** Forgets what was written, after an encoding that failed. */
  reset(): void {
    this.#statements = [];
    this.#at = 0;
    this.#fieldsLeft = 0;
  }

  /** Begins a Bind of the unnamed portal; without parameters it ends it too. */
  #bind(statement: Statement, parameters: number): number {
    this.#statements.push(statement);
    const start = this.#beginMessage(BIND, statement.name.length);
    this.#buffer[this.#at++] = 0;
    this.#at += this.#buffer.write(statement.name, this.#at, 'latin1');
    this.#buffer[this.#at++] = 0;
    this.#int16(1); // One format for all parameters: binary.
    this.#int16(1);
    this.#int16(parameters);
    if (parameters === 0) this.#endBind(start);
    return start;
  }

  #endBind(start: number): void {
    this.#reserve(HEAD_BYTES);
    this.#int16(0); // Results, if any, as text.
    this.#endMessage(start);
  }

  #execute(): void {
    const start = this.#beginMessage(EXECUTE);
    this.#buffer[this.#at++] = 0;
    this.#int32(0); // All rows.
    this.#endMessage(start);
  }

  #beginMessage(type: number, bytes = 0): number {
    this.#reserve(HEAD_BYTES + bytes);
    this.#buffer[this.#at] = type;
    this.#at += 5;
    return this.#at - 4;
  }

  /** A message's length counts itself. */
  #endMessage(start: number): void {
    this.#view.setInt32(start, this.#at - start);
  }

  #beginField(length: number): void {
    assert(this.#fieldsLeft > 0, 'no more fields than there are columns');
    this.#fieldsLeft -= 1;
    this.#reserve(HEAD_BYTES);
    this.#int32(length);
  }

  #beginArray(elementOid: number, count: number): number {
    this.#beginField(0);
    const start = this.#at;
    this.#int32(count === 0 ? 0 : 1); // One dimension,
    this.#int32(1); // in which NULLs may occur.
    this.#int32(elementOid);
    if (count === 0) return start;
    this.#int32(count);
    this.#int32(1); // Counted from 1.
    return start;
  }

  #endArray(start: number): void {
    this.#view.setInt32(start - 4, this.#at - start);
  }

  /** Writes the text and sets its length, which lies at `lengthAt`. */
  #textElement(value: string, lengthAt: number): void {
    this.#reserve(value.length * 3);
    const bytes = this.#buffer.write(value, this.#at, 'utf8');
    this.#view.setInt32(lengthAt, bytes);
    this.#at += bytes;
  }

  /** NUMERIC: count, weight, sign and scale, then digits of base 10,000, the highest first. */
  #numericElement(value: bigint, lengthAt: number): void {
    let count = 0;
    for (let rest = value < 0n ? -value : value; rest > 0n; rest /= 10_000n) {
      this.#digits[count++] = Number(rest % 10_000n);
    }
    assert(count < this.#digits.length, 'a number has fewer than 61 digits');
    this.#reserve(NUMERIC_BYTES_MAX);
    this.#view.setInt32(lengthAt, 8 + 2 * count);
    this.#int16(count);
    this.#int16(count === 0 ? 0 : count - 1);
    this.#int16(value < 0n ? NUMERIC_NEGATIVE : 0);
    this.#int16(0);
    for (let index = count - 1; index >= 0; index -= 1) this.#int16(this.#digits[index] as number);
  }

  #int64(value: number | bigint): void {
    if (typeof value === 'number') {
      this.#view.setInt32(this.#at, Math.floor(value / TWO_TO_32));
      this.#view.setUint32(this.#at + 4, value >>> 0);
    } else {
      assert(value <= INT8_MAX && value >= INT8_MIN, 'an amount has at most 64 bits');
      this.#view.setBigInt64(this.#at, value);
    }
    this.#at += 8;
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
