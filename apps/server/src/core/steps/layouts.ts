/**
 * How rows lie in a step: fields by their place in a list, so that one that is added at its end is read as absent of what was
 * written before it was there. Which of them a row has, in words of 28 bits; then their values, in few bytes each: times by how
 * long before the batch they were.
 */
import { assertNever } from '@fairlead/units';
import type { Unpacker } from '../processes/calls/packing.ts';
import type { Table, TableField } from '../store/table.ts';
import { NUMERAL, type RowBytes, TEXT } from './row-bytes.ts';
import { wordOf } from './words.ts';

const BITS = 28;
const TIME = /AtMs$|^timeMs$/;

/** `timeMs` is the batch's. */
export type Pack<Row> = (bytes: RowBytes, row: Row, timeMs: number) => void;

export interface RowLayout<Row> {
  readonly pack: Pack<Row>;
  /** As `pack` is where it is not written out. */
  readonly packByFields: Pack<Row>;
  readonly unpack: (unpacker: Unpacker, step: StepOf) => Row;
}

/** Whose a step is, and when its batch was. */
export interface StepOf {
  readonly owner: number;
  readonly timeMs: number;
}

type Unlisted<Row, Names extends readonly PropertyKey[]> = Exclude<
  keyof Row,
  Names[number] | 'owner'
>;

/** Fields are added at the end of `names` only, and none is taken out; whose a row is says the step. */
export function layoutOf<
  Row extends { readonly owner: number },
  Stored,
  const Names extends readonly (keyof Row & string)[],
>(
  table: Table<Row, Stored>,
  names: Names &
    ([Unlisted<Row, Names>] extends [never]
      ? unknown
      : { readonly unlisted: Unlisted<Row, Names> }),
  /** The same, written out for rows of which there are many. */
  pack?: Pack<Row>,
): RowLayout<Row> {
  const all = new Map(
    [...table.keys, ...table.fixed, ...table.changing].map((each) => [each.field, each]),
  );
  const fields = names.map((name) => all.get(name) as TableField);
  const ownerColumn = all.get('owner')?.column.name ?? '';
  const isTime = fields.map(({ field }) => TIME.test(field));
  const words = Math.ceil(fields.length / BITS);
  const packByFields: Pack<Row> = (bytes, row, timeMs) => {
    bytes.integer(words);
    for (let first = 0; first < fields.length; first += BITS)
      bytes.integer(presence(row, fields, first));
    for (let at = 0; at < fields.length; at += 1) {
      const { field, column } = fields[at] as TableField;
      const value = (row as Plain)[field];
      if (value === undefined) continue;
      if (isTime[at]) bytes.number(timeMs - (value as number));
      else packValue(bytes, column, value);
    }
  };
  return {
    pack: pack ?? packByFields,
    packByFields,
    unpack(unpacker, { owner, timeMs }) {
      const present = Array.from({ length: unpacker.integer() }, () => unpacker.integer());
      refuseUnknown(present, fields.length);
      const record: Record<string, unknown> = { [ownerColumn]: BigInt(owner) };
      for (const [at, { column }] of fields.entries()) {
        const isThere = ((present[Math.floor(at / BITS)] ?? 0) & (1 << (at % BITS))) !== 0;
        if (!isThere) record[column.name] = null;
        else if (isTime[at]) record[column.name] = BigInt(timeMs) - unpackNumber(unpacker);
        else record[column.name] = unpackValue(unpacker, column);
      }
      return table.toRow(record as Stored);
    },
  };
}

type Plain = Readonly<Record<string, unknown>>;
type ValueColumn = Pick<TableField['column'], 'form' | 'toText'>;

function presence(row: object, fields: readonly TableField[], first: number): number {
  let bits = 0;
  const count = Math.min(BITS, fields.length - first);
  for (let bit = 0; bit < count; bit += 1)
    if ((row as Plain)[(fields[first + bit] as TableField).field] !== undefined) bits |= 1 << bit;
  return bits;
}

/** What a later version wrote has values that this one would read as others. */
function refuseUnknown(present: readonly number[], count: number): void {
  for (const [at, bits] of present.entries()) {
    const known = Math.min(Math.max(count - at * BITS, 0), BITS);
    if (bits >= 2 ** known) throw new RangeError('a step has a field that is not known');
  }
}

function packValue(bytes: RowBytes, column: ValueColumn, value: unknown): void {
  switch (column.form) {
    case 'int2':
    case 'int4':
    case 'int8':
    case 'numeric':
      bytes.number(value as number | bigint);
      break;
    case 'text':
      bytes.word(value as string);
      break;
    case 'boolean':
      bytes.integer(value === true ? 1 : 0);
      break;
    case 'json':
      bytes.text(column.toText?.(value) ?? '');
      break;
    default:
      assertNever(column.form);
  }
}

/** As a query would give it. */
function unpackValue(unpacker: Unpacker, { form }: ValueColumn): unknown {
  switch (form) {
    case 'int2':
    case 'int4':
      return Number(unpackNumber(unpacker));
    case 'int8':
      return unpackNumber(unpacker);
    case 'numeric':
      return String(unpackNumber(unpacker));
    case 'text':
      return unpackWord(unpacker);
    case 'boolean':
      return unpacker.integer() === 1;
    case 'json':
      return JSON.parse(unpacker.text());
    default:
      return assertNever(form);
  }
}

function unpackNumber(unpacker: Unpacker): bigint {
  const packed = unpacker.integer();
  if (packed % 2 === 1) return BigInt(unpacker.text());
  const number = Math.floor(packed / 4);
  return BigInt(packed % 4 === 2 ? -number : number);
}

function unpackWord(unpacker: Unpacker): string {
  const mark = unpacker.integer();
  if (mark === TEXT) return unpacker.text();
  if (mark === NUMERAL) return String(unpacker.integer());
  const code = mark - NUMERAL;
  const word = wordOf(code);
  if (word === undefined) throw new RangeError(`no word has the code ${code}`);
  return word;
}
