import type { SqlValue } from '../../../src/core/store/database.ts';
import { cellOf, projection } from './cells.ts';
import { ENGINE_QUERIES } from './engine-queries.ts';
import type { Undo } from './memory-table.ts';
import type { MemoryTables } from './memory-tables.ts';
import { compileUpdate, PLAN_QUERIES } from './plan-queries.ts';
import { PROOF_QUERIES } from './proof-queries.ts';
import {
  compareCells,
  compileExpression,
  type Expression,
  isTrue,
  type Row,
  type SqlCell,
} from './sql-expression.ts';

type Answer = Record<string, unknown>;
/** What it changes can be taken back with `undo`. */
type Run = (tables: MemoryTables, parameters: readonly SqlValue[], undo: Undo) => Answer[];

const SELECT =
  /^SELECT (.+?) FROM (\w+)(?: AS (\w+))?(?: WHERE (.+?))?(?: ORDER BY (.+?))?(?: LIMIT (.+?))?$/;

/** Of packed-rows.ts: the rows of a plain SELECT in one value, eight bytes a number. */
const PACKED = /^SELECT string_agg\(.+\) AS packed FROM \((SELECT .+)\) AS page$/;

/** Statements that are no plain SELECT, by what only they contain. */
const NAMED: readonly (readonly [mark: RegExp, run: Run])[] = [
  ...ENGINE_QUERIES,
  ...PROOF_QUERIES,
  ...PLAN_QUERIES,
  [/^SET /, () => []],
  [/^UPDATE leader SET epoch = greatest/, beginEpoch],
  // It has no ids of its own.
  [/^SELECT skip_ids/, () => []],
  // No number is taken out of it.
  [/FROM missing_numbers/, () => []],
  [/'answers' AS list/, usedNames],
  [/^SELECT owner_id, key, created_at_ms FROM first_answers/, keysBefore],
  [/FROM withdrawals .* UNION ALL/, keptWithdrawals],
  [/clock_timestamp\(\)/, (tables) => [{ now_ms: BigInt(tables.nowMs()) }]],
  [/later\.after_ms/, samplesAround],
  [/^INSERT INTO void_samples/, voidSamples],
  [/^INSERT INTO clock_returns/, noteReturn],
  [/FROM markets, LATERAL/, lastSamples],
  [/delivers_at_ms - window_ms AS from_ms/, firstWindows],
];

const compiled = new Map<string, Run>();

export function answerQuery(
  tables: MemoryTables,
  sql: string,
  parameters: readonly SqlValue[],
  undo: Undo = [],
): Answer[] {
  let run = compiled.get(sql);
  if (run === undefined) {
    run = compile(sql.replaceAll(/\s+/g, ' ').trim());
    compiled.set(sql, run);
  }
  return run(tables, parameters, undo);
}

function compile(sql: string): Run {
  for (const [mark, run] of NAMED) if (mark.test(sql)) return run;
  const changing = compileUpdate(sql);
  if (changing !== undefined) return changing;
  // Transactions run one after another: nothing is waited for.
  const lock = / FOR (?:NO KEY )?UPDATE$/;
  if (lock.test(sql)) return compile(sql.replace(lock, ''));
  // Whether there is one.
  if (sql.startsWith('SELECT FROM ')) {
    const found = compile(sql.replace('SELECT FROM ', 'SELECT * FROM '));
    return (...given) => found(...given).map(() => ({}));
  }
  const [, page] = PACKED.exec(sql) ?? [];
  if (page !== undefined) return packed(compile(page));
  const [, columns = '', table, , where, orderBy, limit] = SELECT.exec(sql) ?? [];
  if (table === undefined) throw new SyntaxError(`the memory store does not know: ${sql}`);
  const holds: Expression = where === undefined ? () => true : compileExpression(where);
  const order = orderOf(orderBy);
  return (tables, parameters) => {
    const source = tables.table(table);
    const cells = parameters.map(cellOf);
    const rows: Row[] = [];
    for (const row of source.rows()) if (isTrue(holds({ row, parameters: cells }))) rows.push(row);
    if (order !== undefined) rows.sort(order);
    const count = limitOf(limit, parameters);
    return rows.slice(0, count).map(projection(source, columns));
  };
}

const packed =
  (run: Run): Run =>
  (tables, parameters, undo) => {
    const numbers = run(tables, parameters, undo).flatMap((row) => Object.values(row));
    if (numbers.length === 0) return [{ packed: null }];
    const bytes = Buffer.alloc(numbers.length * 8);
    for (const [at, number] of numbers.entries()) bytes.writeBigInt64BE(number as bigint, at * 8);
    return [{ packed: bytes }];
  };

function orderOf(sql: string | undefined): ((left: Row, right: Row) => number) | undefined {
  if (sql === undefined) return undefined;
  const keys = sql.split(',').map((part) => {
    const [name = '', direction] = part.trim().split(' ');
    return { name: name.slice(name.indexOf('.') + 1), sign: direction === 'DESC' ? -1 : 1 };
  });
  return (left, right) => {
    for (const { name, sign } of keys) {
      const difference = compareCells(left[name] ?? null, right[name] ?? null);
      if (difference !== 0) return sign * difference;
    }
    return 0;
  };
}

function limitOf(sql: string | undefined, parameters: readonly SqlValue[]): number | undefined {
  if (sql === undefined) return undefined;
  return Number(sql.startsWith('$') ? parameters[Number(sql.slice(1)) - 1] : sql);
}

function beginEpoch(
  tables: MemoryTables,
  [fromEpoch, above, nonce, fromNonce]: readonly SqlValue[],
): Answer[] {
  const epoch = tables.leaderNumber('epoch');
  const isMine = Number(fromEpoch) === epoch && fromNonce === tables.leader['nonce'];
  if (fromEpoch !== null && !isMine) return [];
  const begun = BigInt(Math.max(epoch, Number(above)) + 1);
  const undo: Undo = [];
  const { leader } = tables;
  const hasSteps = leader['steps_nonce'] === leader['nonce'];
  const stepsFrom = leader[hasSteps ? 'steps_from' : 'last_sequence'] ?? null;
  const named = { nonce: String(nonce), steps_nonce: String(nonce), steps_from: stepsFrom };
  tables.moveLeader({ epoch: begun, ...named }, undo);
  tables.keep(undo);
  return [projection(tables.table('leader'), '*')(tables.leader)];
}

/** What an order by lists of names: the place of each that is there, counted from 1. */
function usedNames(tables: MemoryTables, parameters: readonly SqlValue[]): Answer[] {
  const lists = parameters.map((list) => list as readonly (string | number)[]);
  const [keyOwners = [], keys, orderOwners = [], orderIds, reasons = [], references] = lists;
  const [chains = [], txIds, outputs, deposits = [], positionOwners = [], positionIds] =
    lists.slice(6);
  const [triggerOwners = [], triggerIds, listOwners = [], listIds, received = []] = lists.slice(12);
  const found: Answer[] = [];
  const add = (list: string, at: number): void => {
    const nothing = { owner_id: null, key: null, fingerprint: null, status: null, body: null };
    found.push({ list, place: BigInt(at + 1), ...nothing, created_at_ms: null });
  };
  keyOwners.forEach((owner, at) => {
    const row = tables.table('first_answers').find(BigInt(owner), String(keys?.[at]));
    if (row === undefined) return;
    const { owner_id, key, fingerprint, status, body, created_at_ms } = row;
    const answer = { owner_id, key, fingerprint, status: Number(status), body, created_at_ms };
    found.push({ list: 'answers', place: BigInt(at + 1), ...answer });
  });
  const isTaken = (table: string, columns: readonly string[], cells: readonly SqlCell[]): boolean =>
    tables.table(table).findBy(columns, cells) !== undefined;
  const client = ['owner_id', 'client_order_id'];
  orderOwners.forEach((owner, at) => {
    if (isTaken('orders', client, [BigInt(owner), String(orderIds?.[at])])) {
      add('clientOrderIds', at);
    }
  });
  reasons.forEach((reason, at) => {
    const name = [String(reason), String(references?.[at])];
    if (isTaken('journal_entries', ['reason', 'reference'], name)) add('references', at);
  });
  chains.forEach((chain, at) => {
    const name = [String(chain), String(txIds?.[at]), BigInt(outputs?.[at] ?? 0)];
    if (isTaken('deposits', ['chain', 'tx_id', 'output_index'], name)) add('chainOutputs', at);
  });
  deposits.forEach((id, at) => {
    const row = tables.table('deposits').find(BigInt(id));
    if (row !== undefined && row['status'] !== 'passed') add('unpassedDeposits', at);
  });
  positionOwners.forEach((owner, at) => {
    if (isTaken('positions', client, [BigInt(owner), String(positionIds?.[at])])) {
      add('clientPositionIds', at);
    }
  });
  triggerOwners.forEach((owner, at) => {
    if (isTaken('trigger_orders', client, [BigInt(owner), String(triggerIds?.[at])])) {
      add('clientTriggerIds', at);
    }
  });
  listOwners.forEach((owner, at) => {
    const columns = ['owner_id', 'client_list_id'];
    if (isTaken('order_lists', columns, [BigInt(owner), String(listIds?.[at])])) {
      add('clientListIds', at);
    }
  });
  received.forEach((id, at) => {
    const row = tables.table('received_transfers').find(BigInt(id));
    if (row !== undefined) add('receivedTransfers', at);
  });
  return found;
}

function keysBefore(
  tables: MemoryTables,
  [timeMs, owner, key, limit]: readonly SqlValue[],
): Answer[] {
  const place = ({ created_at_ms, owner_id, key }: Row) => [created_at_ms, owner_id, key];
  const compare = (left: readonly unknown[], right: readonly unknown[]): number => {
    const cells = left.map((cell, at) => compareCells(cell as SqlCell, right[at] as SqlCell));
    return cells.find((difference) => difference !== 0) ?? 0;
  };
  const bound = [BigInt(Number(timeMs)), BigInt(Number(owner)), String(key)];
  return [...tables.table('first_answers').rows()]
    .filter((row) => compare(place(row), bound) < 0)
    .toSorted((left, right) => compare(place(right), place(left)))
    .slice(0, Number(limit))
    .map(({ owner_id, key, created_at_ms }) => ({ owner_id, key, created_at_ms }));
}

const DAY_MS = 86_400_000n;

function keptWithdrawals(tables: MemoryTables): Answer[] {
  const table = tables.table('withdrawals');
  const rows = [...table.rows()];
  let latest = 0n;
  for (const { created_at_ms } of rows) {
    if (typeof created_at_ms === 'bigint' && created_at_ms > latest) latest = created_at_ms;
  }
  const since = (latest / DAY_MS) * DAY_MS;
  const isUnfinished = compileExpression(
    "status = 'under_review' OR (status = 'passed' AND send_state <> 'sent')",
  );
  return rows
    .filter((row) => isTrue(isUnfinished({ row })) || Number(row['created_at_ms']) >= since)
    .sort(byColumn('withdrawal_id'))
    .map(projection(table, '*'));
}

const byColumn =
  (name: string) =>
  (left: Row, right: Row): number =>
    compareCells(left[name] ?? null, right[name] ?? null);

const isVoid = (tables: MemoryTables, { market_id, sample_time_ms }: Row): boolean =>
  tables.table('void_samples').find(market_id ?? null, sample_time_ms ?? null) !== undefined;

function samplesAround(tables: MemoryTables, [at]: readonly SqlValue[]): Answer[] {
  const around = new Map<number, { before_ms: bigint | null; after_ms: bigint | null }>();
  for (const row of tables.table('index_samples').rows()) {
    const market = Number(row['market_id']);
    const timeMs = BigInt(String(row['sample_time_ms']));
    const known = around.get(market) ?? { before_ms: null, after_ms: null };
    around.set(market, known);
    if (timeMs <= BigInt(Number(at))) {
      if (known.before_ms === null || timeMs > known.before_ms) known.before_ms = timeMs;
    } else if (!isVoid(tables, row) && (known.after_ms === null || timeMs < known.after_ms))
      known.after_ms = timeMs;
  }
  return [...around]
    .filter(([, { after_ms }]) => after_ms !== null)
    .sort(([left], [right]) => left - right)
    .map(([market_id, found]) => ({ market_id, ...found }));
}

function voidSamples(tables: MemoryTables, [at]: readonly SqlValue[]): Answer[] {
  const voided_at_ms = BigInt(Number(at));
  const ahead = [...tables.table('index_samples').rows()].filter(
    (row) => BigInt(String(row['sample_time_ms'])) > voided_at_ms && !isVoid(tables, row),
  );
  return ahead.map(({ market_id = null, sample_time_ms = null }) => {
    tables.table('void_samples').insert({ market_id, sample_time_ms, voided_at_ms }, []);
    return { market_id: Number(market_id) };
  });
}

function noteReturn(tables: MemoryTables, [from, to]: readonly SqlValue[]): Answer[] {
  const row = { from_ms: BigInt(Number(from)), to_ms: BigInt(Number(to)) };
  const table = tables.table('clock_returns');
  if (!table.has(table.keyOf(row))) table.insert(row, []);
  return [];
}

function lastSamples(tables: MemoryTables): Answer[] {
  const last = new Map<SqlCell, Row>();
  const samples = tables.table('index_samples');
  for (const row of samples.rows()) {
    if (isVoid(tables, row)) continue;
    const market = row['market_id'] ?? null;
    const known = last.get(market);
    if (known === undefined || byColumn('sample_time_ms')(known, row) < 0) last.set(market, row);
  }
  return [...last.values()]
    .filter((row) => tables.table('markets').find(row['market_id'] ?? null) !== undefined)
    .sort(byColumn('market_id'))
    .map(projection(samples, 'market_id, sample_time_ms, price_e8, sources::text'));
}

/** Since when each market's open options look at samples, and what is left to fire names them. */
function firstWindows(tables: MemoryTables): Answer[] {
  const first = new Map<bigint, bigint>();
  const options = new Map<bigint, bigint>();
  for (const { market_id, sample_time_ms } of tables.table('trigger_backlogs').rows()) {
    if (sample_time_ms === null || sample_time_ms === undefined) continue;
    first.set(BigInt(String(market_id)), BigInt(String(sample_time_ms)));
  }
  for (const { status, market_id, delivers_at_ms, window_ms } of tables
    .table('option_orders')
    .rows()) {
    if (status !== 'open') continue;
    const market = BigInt(String(market_id));
    const from = BigInt(String(delivers_at_ms)) - BigInt(String(window_ms));
    for (const begins of [first, options]) {
      const known = begins.get(market);
      if (known === undefined || from < known) begins.set(market, from);
    }
  }
  return [...first]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([market, from]) => ({
      market_id: Number(market),
      from_ms: from,
      options_from_ms: options.get(market) ?? null,
    }));
}
