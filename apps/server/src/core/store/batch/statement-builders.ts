/** Builds the statements of a batch from the columns of their tables. */
import type { Statement } from './encoder.ts';

export type ColumnType = 'bigint' | 'text' | 'numeric' | 'boolean' | 'json';
/** A column of a multi-row statement and its type. Booleans and JSON travel as text. */
type Column = readonly [name: string, type: ColumnType];

/** Copies new rows. */
export function copy(table: string, columns: readonly string[]): Statement {
  return {
    name: `copy_${table}`,
    sql: `COPY ${table} (${columns.join(', ')}) FROM STDIN (FORMAT binary)`,
    columns: columns.length,
  };
}

const unnested = (columns: readonly Column[]): string => {
  const parameters = columns.map(([, type], at) =>
    type === 'boolean' || type === 'json'
      ? `$${at + 1}::text[]::${type}[]`
      : `$${at + 1}::${type}[]`,
  );
  return `unnest(${parameters.join(', ')})`;
};

const namesOf = (columns: readonly Column[]): string => columns.map(([name]) => name).join(', ');

/** Inserts rows, and replaces the other columns of those whose first `keys` columns are there. */
export function upsert(
  table: string,
  columns: readonly Column[],
  { keys = 1, fixed = [] }: { readonly keys?: number; readonly fixed?: readonly string[] } = {},
): Statement {
  const key = namesOf(columns.slice(0, keys));
  const changing = columns.slice(keys).filter(([name]) => !fixed.includes(name));
  const replaced = changing.map(([name]) => `${name} = excluded.${name}`).join(', ');
  return {
    name: `upsert_${table}`,
    sql: `INSERT INTO ${table} (${namesOf(columns)}) SELECT * FROM ${unnested(columns)}
      ON CONFLICT (${key}) DO UPDATE SET ${replaced}`,
    columns: columns.length,
  };
}

/** Replaces all columns but the first, which is the key. Two statements of one table have names of their own. */
export function update(table: string, columns: readonly Column[], name = table): Statement {
  const [key] = columns[0] ?? [''];
  const replaced = columns.slice(1).map(([name]) => `${name} = changed.${name}`);
  return {
    name: `update_${name}`,
    sql: `UPDATE ${table} SET ${replaced.join(', ')}
      FROM ${unnested(columns)} AS changed (${namesOf(columns)})
      WHERE ${table}.${key} = changed.${key}`,
    columns: columns.length,
  };
}
