/**
 * One declaration of a table that its column list, its records, what a batch writes and what is read back all follow from: a
 * field is named once, beside its column and how the one becomes the other.
 */
import {
  type AmountMinor,
  amountMinor,
  type PriceE8,
  type PriceTicks,
  priceE8,
  priceTicks,
  type QuantityLots,
  quantityLots,
  type RatePpm,
  ratePpm,
} from '@fairlead/units';

/** What a column is of. Words, not functions: a batch writes thousands of fields, and a switch over words costs the least. */
export type ColumnForm = 'int2' | 'int4' | 'int8' | 'numeric' | 'text' | 'boolean' | 'json';

/** A column: what it is called, what it is of, and what is made of a value that was read. An absent value is NULL. */
export interface Column<Name extends string, Stored, Value> {
  readonly name: Name;
  readonly form: ColumnForm;
  readonly read: (stored: Stored) => Value;
  /** Of json. */
  readonly toText?: (value: Value) => string;
}

type Make<Stored, Value> = <const Name extends string>(name: Name) => Column<Name, Stored, Value>;

const column =
  <Stored, Value>(form: ColumnForm, read: (stored: Stored) => Value): Make<Stored, Value> =>
  (name) => ({ name, form, read });

const asStored = <Value>(stored: Value): Value => stored;

/** BIGINT, a safe integer: ids, times and counts. */
export const int8: Make<bigint, number> = column('int8', Number);
/** BIGINT, as it is. */
export const bigInt8 = column<bigint, bigint>('int8', asStored);
export const amount: Make<bigint, AmountMinor> = column('int8', amountMinor);
export const rate: Make<bigint, RatePpm> = column('int8', ratePpm);
export const price: Make<bigint, PriceE8> = column('int8', priceE8);
export const ticks = column('int8', (stored: bigint): PriceTicks => priceTicks(Number(stored)));
export const lots = column('int8', (stored: bigint): QuantityLots => quantityLots(Number(stored)));

export const int4 = column<number, number>('int4', asStored);
/** SMALLINT, of the numbers that the row's field may be. */
export const int2 = <const Name extends string, Value extends number>(
  name: Name,
): Column<Name, Value, Value> => ({ name, form: 'int2', read: asStored });
export const flag = column<boolean, boolean>('boolean', asStored);

/** NUMERIC, beyond 64 bits. */
export const numeric: Make<string, bigint> = column('numeric', BigInt);
export const numericAmount = column('numeric', (stored: string) => amountMinor(BigInt(stored)));

/** TEXT, of the words that the row's field may be. */
export const text = <const Name extends string, Value extends string>(
  name: Name,
): Column<Name, Value, Value> => ({ name, form: 'text', read: asStored });

/** JSON, the text that is written, and what is made of it as a query has parsed it. */
export const json = <const Name extends string, Stored, Value>(
  name: Name,
  { toText, read }: { toText(value: Value): string; read(stored: Stored): Value },
): Column<Name, Stored, Value> => ({ name, form: 'json', read, toText });

// biome-ignore lint/suspicious/noExplicitAny: any column whose value is the field's, whatever it is stored as.
type ColumnOf<Value> = Column<string, any, Value>;
type Fields<Row> = { readonly [Field in keyof Row]-?: ColumnOf<NonNullable<Row[Field]>> };

/** Fields that are in none of the groups. */
type Missing<Row, Groups> = Exclude<keyof Row, keyof Groups>;

type StoredOf<Each> = Each extends Column<string, infer Stored, infer _Value> ? Stored : never;

/** A row as a query gives it: NULL where the engine's row may lack the field. */
type RecordFor<Row, Groups> = {
  readonly [Field in keyof Row & keyof Groups as Groups[Field] extends {
    name: infer Name extends string;
  }
    ? Name
    : never]: undefined extends Row[Field]
    ? StoredOf<Groups[Field]> | null
    : StoredOf<Groups[Field]>;
};

/** A field of a row and the column it belongs in. */
export interface TableField {
  readonly field: string;
  readonly column: ColumnOf<unknown>;
}

/** A table that batches write. */
export interface Table<Row, Stored> {
  readonly name: string;
  readonly keys: readonly TableField[];
  /** What a row never changes once it is there. */
  readonly fixed: readonly TableField[];
  readonly changing: readonly TableField[];
  /** All of them, for a SELECT. */
  readonly columns: string;
  /** A row as a SELECT of the columns gives it, back as it was written. */
  readonly toRow: (stored: Stored) => Row;
}

/** What a SELECT of a table's columns gives. */
export type RecordOf<Of> = Of extends Table<infer _Row, infer Stored> ? Stored : never;

interface Groups<Keys, Fixed, Changing> {
  readonly name: string;
  readonly keys: Keys;
  readonly fixed?: Fixed;
  readonly changing?: Changing;
}

/** Declares where the fields of a row belong. Each field stands in one of the groups, with a column of its own type. */
export const tableOf =
  <Row>() =>
  <
    const Keys extends Partial<Fields<Row>>,
    // biome-ignore lint/complexity/noBannedTypes: no fields.
    const Fixed extends Partial<Fields<Row>> = {},
    // biome-ignore lint/complexity/noBannedTypes: no fields.
    const Changing extends Partial<Fields<Row>> = {},
  >(
    declared: Groups<Keys, Fixed, Changing> &
      ([Missing<Row, Keys & Fixed & Changing>] extends [never]
        ? unknown
        : { readonly missing: Missing<Row, Keys & Fixed & Changing> }),
  ): Table<Row, RecordFor<Row, Keys & Fixed & Changing>> => {
    const keys = fieldsOf(declared.keys);
    const fixed = fieldsOf(declared.fixed);
    const changing = fieldsOf(declared.changing);
    const all = [...keys, ...fixed, ...changing];
    return {
      name: declared.name,
      keys,
      fixed,
      changing,
      columns: all.map(({ column }) => column.name).join(', '),
      toRow(stored) {
        const row: Record<string, unknown> = {};
        for (const { field, column } of all) {
          const value = (stored as Readonly<Record<string, unknown>>)[column.name];
          if (value !== null) row[field] = column.read(value);
        }
        return row as Row;
      },
    };
  };

const fieldsOf = (columns: object = {}): TableField[] =>
  Object.entries(columns).map(([field, each]) => ({ field, column: each }));
