/**
 * All tables in memory: takes encoded batches, each whole or not at all, and answers what the sequencer and its reload
 * ask. It stands for the disk of a database server, so it outlives every process of a simulation. It knows the statements
 * by how they are built and the few others by name; one that it does not know fails loudly.
 */
import { assert } from '@fairlead/units';
import type { EncodedBatch } from '../../../src/core/store/batch/encoder.ts';
import { BatchAbortedError } from '../../../src/core/store/database.ts';
import { arrayOf, type Call, cellOfField, decodeBatch } from './batch-decoder.ts';
import { ConstraintError, MemoryTable, type Undo } from './memory-table.ts';
import { runNamed } from './named-statements.ts';
import schema from './schema.json' with { type: 'json' };
import type { TableSchema } from './schema.ts';
import type { Row, SqlCell } from './sql-expression.ts';

const COPY = /^COPY (\w+) \(([^)]*)\) FROM STDIN/;
const UPSERT =
  /^INSERT INTO (\w+) \(([^)]*)\) SELECT \* FROM unnest\(.*\) ON CONFLICT \(([^)]*)\) DO UPDATE SET (.*)$/;
const UPDATE =
  /^UPDATE (\w+) SET .* FROM unnest\(.*\) AS changed \(([^)]*)\) WHERE \w+\.(\w+) = changed\.\w+$/;
const REPLACED = /(\w+) = excluded\.\w+/g;

/** More than a replica may be behind here. */
const TRANSACTIONS_KEPT = 20;

export type Statement =
  | { readonly kind: 'copy'; readonly table: MemoryTable; readonly columns: readonly string[] }
  | {
      readonly kind: 'upsert';
      readonly table: MemoryTable;
      readonly columns: readonly string[];
      readonly replaced: readonly string[];
    }
  | { readonly kind: 'update'; readonly table: MemoryTable; readonly columns: readonly string[] }
  | { readonly kind: 'named' };

export class MemoryTables {
  readonly #tables: ReadonlyMap<string, MemoryTable>;
  readonly #statements = new Map<string, Statement>();
  /** How to take back the latest transactions, oldest first, and of which epoch they are. */
  readonly #latest: { readonly epoch: number; readonly undo: Undo }[] = [];
  /** The database's own clock. */
  nowMs: () => number = () => 0;

  /** Those of the engine that people and their money in and out are with. */
  readonly home: MemoryTables = this;

  constructor() {
    this.#tables = new Map(
      (schema as TableSchema[]).map((each) => [each.name, new MemoryTable(each)]),
    );
    const zeros = ['epoch', 'last_sequence', 'last_time_ms', 'last_order_id', 'last_trade_id'];
    const leader = Object.fromEntries([...zeros, 'last_entry_id'].map((name) => [name, 0n]));
    this.table('leader').insert(leader, []);
  }

  table(name: string): MemoryTable {
    const table = this.#tables.get(name);
    assert(table !== undefined, `the memory store has a table ${name}`);
    return table;
  }

  get leader(): Row {
    const row = this.table('leader').find(1n);
    assert(row !== undefined, 'the leader row exists');
    return row;
  }

  /** A cell of the leader row. */
  leaderNumber(column: string): number {
    return Number(this.leader[column]);
  }

  /** Behind which number an engine of several counts. */
  get beginsAfter(): number {
    return Number(this.table('number_beginnings').find(1n)?.['after_id'] ?? 0);
  }

  /** Changes the leader row as its trigger allows. */
  moveLeader(changed: Row, undo: Undo): void {
    const { leader } = this;
    for (const [name, cell] of Object.entries(changed)) {
      if (name === 'nonce' || name === 'steps_nonce') continue;
      const before = leader[name];
      assert(typeof cell === 'bigint' && typeof before === 'bigint', 'the leader row is numbers');
      if (cell < before) throw new ConstraintError(`leader: ${name} would go back`);
    }
    this.table('leader').update('1', changed, undo);
  }

  /**
   * One transaction. Throws FencedError or BatchAbortedError, and then nothing was changed. With `failAt` it fails
   * before the statement of that place, as a disk that is full does.
   */
  apply(batch: EncodedBatch, failAt = Number.POSITIVE_INFINITY): void {
    const undo: Undo = [];
    try {
      // A transaction that commits is kept, to be lost perhaps.
      decodeBatch(batch).forEach((call, at) => {
        if (at >= failAt) throw new BatchAbortedError('the statement failed');
        this.#run(call, undo);
      });
      if (failAt !== Number.POSITIVE_INFINITY) throw new BatchAbortedError('the commit failed');
      this.keep(undo);
    } catch (error) {
      for (const takeBack of undo.reverse()) takeBack();
      if (error instanceof ConstraintError) {
        throw new BatchAbortedError(error.message, { cause: error });
      }
      throw error;
    }
  }

  /** What `run` changes is kept when it ends, and taken back when it fails. */
  async transaction<Answer>(run: (undo: Undo) => Answer | Promise<Answer>): Promise<Answer> {
    const undo: Undo = [];
    try {
      const answer = await run(undo);
      if (undo.length > 0) this.keep(undo);
      return answer;
    } catch (error) {
      for (const takeBack of undo.reverse()) takeBack();
      throw error;
    }
  }

  /** Remembers how to take back a transaction that is committed. */
  keep(undo: Undo): void {
    this.#latest.push({ epoch: this.leaderNumber('epoch'), undo });
    if (this.#latest.length > TRANSACTIONS_KEPT) this.#latest.shift();
  }

  /** How many of the latest transactions are of the present epoch, its beginning included. */
  get transactionsOfEpoch(): number {
    const epoch = this.leaderNumber('epoch');
    return this.#latest.length - 1 - this.#latest.findLastIndex((each) => each.epoch !== epoch);
  }

  /** As on a replica that missed the last so many transactions, fewer where fewer are known. */
  loseLast(transactions: number): void {
    for (let count = 0; count < transactions; count += 1) {
      for (const takeBack of (this.#latest.pop()?.undo ?? []).toReversed()) takeBack();
    }
  }

  #run(call: Call, undo: Undo): void {
    const statement = this.#statementOf(call.statement.name, call.statement.sql);
    switch (statement.kind) {
      case 'copy':
        copyRows(statement, call, undo);
        if (statement.table.schema.name === 'receipts')
          refuseUnlinked(
            statement.table,
            { returns: this.table('clock_returns'), beginsAfter: BigInt(this.beginsAfter) },
            call.rows?.length ?? 0,
          );
        return;
      case 'upsert':
        upsertRows(statement, call, undo);
        return;
      case 'update':
        updateRows(statement, call, undo);
        return;
      default:
        runNamed(this, call, undo);
    }
  }

  #statementOf(name: string, sql: string): Statement {
    const known = this.#statements.get(name);
    if (known !== undefined) return known;
    const statement = this.#parse(sql.replaceAll(/\s+/g, ' ').trim());
    this.#statements.set(name, statement);
    return statement;
  }

  #parse(sql: string): Statement {
    const [, copied, copyColumns] = COPY.exec(sql) ?? [];
    if (copied !== undefined) return { kind: 'copy', ...this.#named(copied, copyColumns) };
    const [, upserted, upsertColumns, , set = ''] = UPSERT.exec(sql) ?? [];
    const isPlain = !/stored|CASE/.test(set);
    if (upserted !== undefined && isPlain) {
      const replaced = [...set.matchAll(REPLACED)].map(([, name]) => name ?? '');
      return { kind: 'upsert', ...this.#named(upserted, upsertColumns), replaced };
    }
    const [, updated, updateColumns] = UPDATE.exec(sql) ?? [];
    if (updated !== undefined) return { kind: 'update', ...this.#named(updated, updateColumns) };
    return { kind: 'named' };
  }

  #named(table: string, columns = ''): Pick<Statement & { kind: 'copy' }, 'table' | 'columns'> {
    return { table: this.table(table), columns: columns.split(',').map((name) => name.trim()) };
  }
}

type Of<Kind extends Statement['kind']> = Extract<Statement, { kind: Kind }>;

function copyRows({ table, columns }: Of<'copy'>, { rows = [] }: Call, undo: Undo): void {
  const added = rows.map((fields) => {
    const row: Record<string, SqlCell> = {};
    columns.forEach((name, at) => {
      row[name] = cellOfField(fields[at] ?? { bytes: null }, typeIn(table, name));
    });
    return row;
  });
  for (const row of added) table.insert(row, undo);
  if (table.schema.name === 'posting_rows') refuseUnbalanced(added);
}

function upsertRows({ table, columns, replaced }: Of<'upsert'>, call: Call, undo: Undo): void {
  const seen = new Set<string>();
  for (const row of rowsOf(table, columns, call)) {
    const key = table.keyOf(row);
    if (seen.has(key)) throw new ConstraintError(`${table.schema.name}: ${key} twice in a batch`);
    seen.add(key);
    if (!table.has(key)) table.insert(row, undo);
    else {
      const changed = Object.fromEntries(replaced.map((name) => [name, row[name] ?? null]));
      table.update(key, changed, undo);
    }
  }
}

function updateRows({ table, columns }: Of<'update'>, call: Call, undo: Undo): void {
  const seen = new Set<string>();
  for (const row of rowsOf(table, columns, call)) {
    const key = table.keyOf(row);
    if (seen.has(key)) throw new ConstraintError(`${table.schema.name}: ${key} twice in a batch`);
    seen.add(key);
    table.update(key, row, undo);
  }
}

/** Rows given as whole columns. */
function rowsOf(table: MemoryTable, columns: readonly string[], { parameters }: Call): Row[] {
  const cells = parameters.map(arrayOf);
  return (cells[0] ?? []).map((_, at) => {
    const row: Record<string, SqlCell> = {};
    columns.forEach((name, place) => {
      const cell = cells[place]?.[at] ?? null;
      row[name] = typeIn(table, name) === 'bool' && cell !== null ? cell === 'true' : cell;
    });
    return row;
  });
}

function typeIn(table: MemoryTable, name: string) {
  const column = table.columns.get(name);
  assert(column !== undefined, `${table.schema.name} has a column ${name}`);
  return column.type;
}

/** The trigger `balanced`. */
function refuseUnbalanced(rows: readonly Row[]): void {
  const sums = new Map<string, bigint>();
  for (const { entry_id, currency_id, amount_minor } of rows) {
    const name = `${entry_id} ${currency_id}`;
    sums.set(name, (sums.get(name) ?? 0n) + BigInt(String(amount_minor)));
  }
  for (const [name, sum] of sums) {
    if (sum !== 0n)
      throw new ConstraintError(`postings: entry and currency ${name} are unbalanced`);
  }
}

/** The trigger `linked`. The rows that were added are the last, and all that follow the last of before. */
function refuseUnlinked(
  table: MemoryTable,
  { returns, beginsAfter }: { readonly returns: MemoryTable; readonly beginsAfter: bigint },
  added: number,
): void {
  const isReturn = (fromMs: number, toMs: number): boolean =>
    [...returns.rows()].some(
      ({ from_ms, to_ms }) => Number(from_ms) >= fromMs && Number(to_ms) <= toMs,
    );
  for (const { receipt_id, previous_hash, time_ms, kind, terms } of [...table.rows()].slice(
    -added,
  )) {
    const id = BigInt(String(receipt_id));
    const { receipt_from = 0, receipt_to = 0 } = kind === 'loss' ? JSON.parse(String(terms)) : {};
    if (kind === 'loss' && BigInt(receipt_to) !== id - 1n)
      throw new ConstraintError(`receipts: ${id} leaves out what it does not name`);
    const beforeId = kind === 'loss' ? BigInt(receipt_from) - 1n : id - 1n;
    const before = table.find(beforeId);
    const isFirst = beforeId === beginsAfter && previous_hash === '0'.repeat(64);
    const [beforeMs, timeMs] = [Number(before?.['time_ms']), Number(time_ms)];
    const isLinked =
      before?.['hash'] === previous_hash && (beforeMs <= timeMs || isReturn(beforeMs, timeMs));
    if (!isFirst && !isLinked) throw new ConstraintError(`receipts: ${id} is not linked`);
  }
}
