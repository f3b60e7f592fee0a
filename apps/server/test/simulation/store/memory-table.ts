/**
 * One table in memory, with the rules that its columns, unique indexes, CHECKs and triggers make for a real one. What a
 * transaction did can be undone. Rows are never changed in place, so a row that was read stays as it was.
 */
import type { ColumnSchema, ColumnType, TableSchema } from './schema.ts';
import {
  compileExpression,
  type Expression,
  isNotFalse,
  isTrue,
  type Row,
  type SqlCell,
} from './sql-expression.ts';

/** The database would have refused this. */
export class ConstraintError extends Error {
  override readonly name = 'ConstraintError';
}

/** Takes back what was done since; the last first. */
export type Undo = (() => void)[];

interface Unique {
  readonly columns: readonly string[];
  readonly where: Expression | undefined;
  readonly rows: Map<string, Row>;
}

interface Rule {
  readonly sql: string;
  readonly holds: Expression;
}

const INTEGERS: Partial<Record<ColumnType, bigint>> = {
  int2: 2n ** 15n,
  int4: 2n ** 31n,
  int8: 2n ** 63n,
};

export class MemoryTable {
  readonly schema: TableSchema;
  readonly columns: ReadonlyMap<string, ColumnSchema>;
  readonly #rows = new Map<string, Row>();
  readonly #key: readonly string[];
  readonly #uniques: readonly Unique[];
  readonly #checks: readonly Rule[];
  readonly #refusedUpdates: readonly Rule[];
  readonly #defaults: readonly (readonly [name: string, value: SqlCell | 'identity'])[];
  #identity = 0n;

  constructor(schema: TableSchema) {
    this.schema = schema;
    this.columns = new Map(schema.columns.map((column) => [column.name, column]));
    const [primary, ...uniques] = schema.uniques;
    if (primary === undefined) throw new TypeError(`${schema.name} has no key`);
    this.#key = primary.columns;
    this.#uniques = uniques.map(({ columns, where }) => ({
      columns,
      where: where === undefined ? undefined : compileExpression(where),
      rows: new Map(),
    }));
    this.#checks = schema.checks.map(ruleOf);
    this.#refusedUpdates = schema.refusedUpdates.map(ruleOf);
    this.#defaults = schema.columns.map(({ name, default: sql }) => [name, defaultOf(sql)]);
  }

  /** In no order that means anything. */
  rows(): IterableIterator<Row> {
    return this.#rows.values();
  }

  get size(): number {
    return this.#rows.size;
  }

  /** By its primary key's cells, in the key's order. */
  find(...key: readonly SqlCell[]): Row | undefined {
    return this.#rows.get(key.join(' '));
  }

  /** By the cells of another unique index, whose columns are named. */
  findBy(columns: readonly string[], cells: readonly SqlCell[]): Row | undefined {
    const unique = this.#uniques.find(
      (each) =>
        each.columns.length === columns.length &&
        columns.every((name) => each.columns.includes(name)),
    );
    if (unique === undefined) throw new TypeError(`no unique index on ${columns.join(', ')}`);
    const cell = new Map(columns.map((name, at) => [name, cells[at] ?? null]));
    return unique.rows.get(unique.columns.map((name) => cell.get(name)).join(' '));
  }

  keyOf(row: Row): string {
    return nameOf(row, this.#key);
  }

  insert(given: Row, undo: Undo): void {
    const row: Record<string, SqlCell> = {};
    for (const [name, byDefault] of this.#defaults) {
      row[name] = given[name] ?? (byDefault === 'identity' ? ++this.#identity : byDefault);
    }
    const key = this.keyOf(row);
    if (this.#rows.has(key)) throw this.#refused(`a second ${this.#key.join(', ')} ${key}`);
    this.#check(row);
    this.#put(key, undefined, row, undo);
  }

  /** Replaces the row that has this one's key by one with these cells; false where there is none. */
  update(key: string, changed: Row, undo: Undo): boolean {
    const old = this.#rows.get(key);
    if (old === undefined) return false;
    const row = { ...old, ...changed };
    for (const { sql, holds } of this.#refusedUpdates) {
      if (isTrue(holds({ row, old }))) throw this.#refused(`changed: ${sql.slice(0, 200)}`);
    }
    this.#check(row);
    this.#put(key, old, row, undo);
    return true;
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  #put(key: string, old: Row | undefined, row: Row, undo: Undo): void {
    const taken: (() => void)[] = [];
    for (const unique of this.#uniques) {
      const before = old === undefined ? undefined : uniqueName(unique, old);
      const after = uniqueName(unique, row);
      if (after !== undefined && after !== before && unique.rows.has(after)) {
        for (const giveBack of taken.reverse()) giveBack();
        throw this.#refused(`a second ${unique.columns.join(', ')} ${after}`);
      }
      if (before !== undefined) unique.rows.delete(before);
      if (after !== undefined) unique.rows.set(after, row);
      taken.push(() => {
        if (after !== undefined) unique.rows.delete(after);
        if (before !== undefined && old !== undefined) unique.rows.set(before, old);
      });
    }
    this.#rows.set(key, row);
    undo.push(() => {
      if (old === undefined) this.#rows.delete(key);
      else this.#rows.set(key, old);
      for (const giveBack of taken.reverse()) giveBack();
    });
  }

  #check(row: Row): void {
    for (const { name, type, isNullable } of this.schema.columns) {
      const cell = row[name] ?? null;
      if (cell === null && !isNullable) throw this.#refused(`${name} is missing`);
      const bound = INTEGERS[type];
      if (bound !== undefined && typeof cell === 'bigint' && (cell >= bound || cell < -bound)) {
        throw this.#refused(`${name} is out of range: ${cell}`);
      }
      if (typeof cell === 'string' && cell.includes('\0')) throw this.#refused(`NUL in ${name}`);
    }
    for (const { sql, holds } of this.#checks) {
      if (!isNotFalse(holds({ row }))) throw this.#refused(`${sql} of ${this.keyOf(row)}`);
    }
  }

  #refused(why: string): ConstraintError {
    return new ConstraintError(`${this.schema.name}: ${why}`);
  }
}

const ruleOf = (sql: string): Rule => ({ sql, holds: compileExpression(sql) });

const nameOf = (row: Row, columns: readonly string[]): string =>
  columns.length === 1
    ? String(row[columns[0] as string])
    : columns.map((name) => row[name]).join(' ');

function uniqueName({ columns, where }: Unique, row: Row): string | undefined {
  if (where !== undefined && !isTrue(where({ row }))) return undefined;
  if (columns.some((name) => row[name] === null)) return undefined;
  return nameOf(row, columns);
}

function defaultOf(sql: string | undefined): SqlCell | 'identity' {
  if (sql === undefined) return null;
  if (sql === 'identity') return sql;
  return compileExpression(sql)({ row: {} }) as SqlCell;
}
