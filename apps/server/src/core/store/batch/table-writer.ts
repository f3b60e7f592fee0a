/** Writes rows of a declared table: copied where they are new, by one statement of whole columns where they change. */
import { assertNever } from '@fairlead/units';
import type { Column, ColumnForm, Table, TableField } from '../table.ts';
import type { BatchEncoder } from './encoder.ts';
import { copy, update, upsert } from './statement-builders.ts';

/** Writes rows; none is no statement. */
export type Write<Row> = (encoder: BatchEncoder, rows: readonly Row[]) => void;

/** The same with a column beside the row's own, which holds what is made of each row as it is written. */
type WriteBeside<Row, Value> = (
  encoder: BatchEncoder,
  rows: readonly Row[],
  beside: (row: Row) => Value | undefined,
) => void;

// biome-ignore lint/suspicious/noExplicitAny: whatever it is stored as.
type Beside<Value> = Pick<Column<string, any, Value>, 'name' | 'form'>;
type Plain = Readonly<Record<string, unknown>>;

/** Copies new rows. */
export function copies<Row>(table: Table<Row, never>): Write<Row>;
export function copies<Row, Value>(
  table: Table<Row, never>,
  column: Beside<Value>,
): WriteBeside<Row, Value>;
export function copies<Row, Value>(
  { name, keys, fixed, changing }: Table<Row, never>,
  column?: Beside<Value>,
): WriteBeside<Row, Value> {
  const fields = [...keys, ...fixed, ...changing];
  const names = fields.map(({ field }) => field);
  const columns = fields.map((each) => each.column);
  const statement = copy(name, [...namesOf(fields), ...(column ? [column.name] : [])]);
  return (encoder, rows, beside) => {
    if (rows.length === 0) return;
    encoder.copy(statement, rows, (row) => {
      for (let at = 0; at < names.length; at += 1)
        writeField(encoder, columns[at] as AnyColumn, (row as Plain)[names[at] as string]);
      if (column !== undefined) writeField(encoder, column, beside(row));
    });
  };
}

/** Replaces what changes of rows that are there. */
export function updates<Row>(table: Table<Row, never>): Write<Row>;
export function updates<Row, Value>(
  table: Table<Row, never>,
  column: Beside<Value>,
  statementName?: string,
): WriteBeside<Row, Value>;
export function updates<Row, Value>(
  { name, keys, changing }: Table<Row, never>,
  column?: Beside<Value>,
  statementName = name,
): WriteBeside<Row, Value> {
  const fields = [...keys, ...changing];
  const columns = [...typedOf(fields), ...(column ? [typed(column)] : [])];
  const statement = update(name, columns, statementName);
  return (encoder, rows, beside) => {
    if (rows.length === 0) return;
    encoder.execute(statement, () => {
      writeColumns(encoder, fields, rows);
      if (column !== undefined) writeColumn(encoder, column, rows, beside);
    });
  };
}

/** Inserts rows, and replaces what changes of those that are there. */
export function upserts<Row>({ name, keys, fixed, changing }: Table<Row, never>): Write<Row> {
  const fields = [...keys, ...fixed, ...changing];
  const statement = upsert(name, typedOf(fields), { keys: keys.length, fixed: namesOf(fixed) });
  return (encoder, rows) => {
    if (rows.length === 0) return;
    encoder.execute(statement, () => writeColumns(encoder, fields, rows));
  };
}

type AnyColumn = Pick<TableField['column'], 'name' | 'form' | 'toText'>;

/** A field of a copied row. What its form is the declaration has checked. */
function writeField(encoder: BatchEncoder, column: AnyColumn, value: unknown): void {
  switch (column.form) {
    case 'int8':
      encoder.int8(value as number | bigint | undefined);
      break;
    case 'text':
      encoder.text(value as string | undefined);
      break;
    case 'int4':
      encoder.int4(value as number | undefined);
      break;
    case 'int2':
      encoder.int2(value as number | undefined);
      break;
    case 'numeric':
      encoder.numeric(value as bigint | undefined);
      break;
    case 'boolean':
      encoder.boolean(value as boolean | undefined);
      break;
    case 'json':
      encoder.text(textOf(value, column.toText));
      break;
    default:
      assertNever(column.form);
  }
}

function writeColumns<Row>(
  encoder: BatchEncoder,
  fields: readonly TableField[],
  rows: readonly Row[],
): void {
  for (const { field, column } of fields)
    writeColumn(encoder, column, rows, (row) => (row as Plain)[field]);
}

/** A whole column as a parameter: integers of any size as bigint, booleans and json as text. */
function writeColumn<Row>(
  encoder: BatchEncoder,
  column: AnyColumn,
  rows: readonly Row[],
  pick: (row: Row) => unknown,
): void {
  switch (column.form) {
    case 'int8':
    case 'int4':
    case 'int2':
      encoder.int8Column(rows, pick as (row: Row) => number | bigint | undefined);
      break;
    case 'numeric':
      encoder.numericColumn(rows, pick as (row: Row) => bigint | undefined);
      break;
    case 'text':
      encoder.textColumn(rows, pick as (row: Row) => string | undefined);
      break;
    case 'boolean':
      encoder.textColumn(rows, (row) => textOf(pick(row), String));
      break;
    case 'json':
      encoder.textColumn(rows, (row) => textOf(pick(row), column.toText));
      break;
    default:
      assertNever(column.form);
  }
}

const textOf = (value: unknown, toText?: (value: unknown) => string): string | undefined =>
  value === undefined ? undefined : toText?.(value);

const isWhole = (form: ColumnForm) => form === 'int8' || form === 'int4' || form === 'int2';
const typed = ({ name, form }: AnyColumn) => [name, isWhole(form) ? 'bigint' : form] as const;
const typedOf = (fields: readonly TableField[]) => fields.map(({ column }) => typed(column));
const namesOf = (fields: readonly TableField[]): string[] =>
  fields.map(({ column }) => column.name);
