/** Answers what recurring buys ask and have written (apps/server/src/spot/recurring), as their SQL has it. */
import { assert } from '@fairlead/units';
import type { SqlValue } from '../../../src/core/store/database.ts';
import { PLAN } from '../../../src/spot/recurring/queries.ts';
import { cellOf, projection } from './cells.ts';
import type { Undo } from './memory-table.ts';
import type { MemoryTables } from './memory-tables.ts';
import {
  compareCells,
  compileExpression,
  isTrue,
  type Row,
  type SqlCell,
} from './sql-expression.ts';

type Answer = Record<string, unknown>;
type Run = (tables: MemoryTables, parameters: readonly SqlValue[], undo: Undo) => Answer[];

export const PLAN_QUERIES: readonly (readonly [mark: RegExp, run: Run])[] = [
  // People are not simulated, accounts are.
  [/ FROM users WHERE user_id = \$1 FOR UPDATE$/, () => []],
  [/ FROM account_locks /, () => []],
  [/^INSERT INTO recurring_plans /, insertPlan],
  [/^INSERT INTO recurring_purchases /, insertPurchase],
  [/AS last_stop FROM recurring_plans/, duePlans],
  [/^SELECT max\(stop_id\) AS stop_id FROM recurring_stops/, lastStop],
  [/bool_or\(due_ms = \$2\)/, purchasedOf],
  [/FROM recurring_purchases WHERE NOT is_told/, untoldPurchases],
];

const UPDATE = /^UPDATE (recurring_\w+) SET (.+?) WHERE (.+?)(?: RETURNING (.+))?$/;
const ASSIGNMENT = /^(\w+) = (.+)$/;

/** A plain UPDATE of their tables; undefined where it is something else. */
export function compileUpdate(sql: string): Run | undefined {
  const [, name, set = '', where = '', returning] = UPDATE.exec(sql) ?? [];
  if (name === undefined) return undefined;
  const holds = compileExpression(where);
  const assigned = partsOf(set).map((part) => {
    const [, column = '', value = ''] = ASSIGNMENT.exec(part) ?? [];
    return [column, compileExpression(value)] as const;
  });
  return (tables, given, undo) => {
    const table = tables.table(name);
    const parameters = given.map(cellOf);
    const old = [...table.rows()].filter((row) => isTrue(holds({ row, parameters })));
    const rows = old.map((row) => {
      const cells = assigned.map(([column, value]) => [column, value({ row, parameters })]);
      const changed = Object.fromEntries(cells) as Row;
      table.update(table.keyOf(row), changed, undo);
      if (name === 'recurring_plans')
        noteStop(tables, { old: row, row: { ...row, ...changed } }, undo);
      return { ...row, ...changed };
    });
    return returning === undefined ? [] : rows.map(projection(table, returning));
  };
}

/** Between commas that are in no brackets. */
function partsOf(list: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (const [at, sign] of [...list].entries()) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign !== ',' || depth > 0) continue;
    parts.push(list.slice(from, at).trim());
    from = at + 1;
  }
  return [...parts, list.slice(from).trim()];
}

/** The trigger `stopped`. */
function noteStop(
  tables: MemoryTables,
  { old, row }: { readonly old: Row; readonly row: Row },
  undo: Undo,
): void {
  if (old['state'] !== 'active' || row['state'] === 'active') return;
  tables.table('recurring_stops').insert({ plan_id: old['plan_id'] ?? null }, undo);
}

function rowOf(columns: readonly string[], parameters: readonly SqlValue[]): Row {
  return Object.fromEntries(columns.map((name, at) => [name, cellOf(parameters[at] ?? null)]));
}

const PLAN_TERMS = [
  ...['user_id', 'client_plan_id', 'market_id', 'amount_minor', 'weekdays', 'month_day', 'minute'],
  ...['total_minor', 'max_price_e8', 'until_ms', 'due_ms', 'created_at_ms'],
];

function insertPlan(tables: MemoryTables, parameters: readonly SqlValue[], undo: Undo): Answer[] {
  const table = tables.table('recurring_plans');
  const terms = rowOf(PLAN_TERMS, parameters);
  const most = Number(parameters[PLAN_TERMS.length]);
  const own = [...table.rows()].filter(
    ({ user_id, state }) => user_id === terms['user_id'] && state !== 'ended',
  );
  if (own.length >= most) return [];
  table.insert({ ...terms, state: 'active' }, undo);
  const row = [...table.rows()].at(-1);
  assert(row !== undefined, 'a plan was inserted');
  return [projection(table, PLAN)(row)];
}

const PURCHASE = [
  ...['plan_id', 'due_ms', 'done_at_ms', 'outcome', 'cause', 'due_count', 'order_id'],
  ...['spent_minor', 'bought_minor', 'stopped_by'],
];

function insertPurchase(
  tables: MemoryTables,
  parameters: readonly SqlValue[],
  undo: Undo,
): Answer[] {
  const table = tables.table('recurring_purchases');
  const row = rowOf(PURCHASE, parameters);
  if (table.has(table.keyOf(row))) return [];
  table.insert(row, undo);
  return [{ plan_id: row['plan_id'] }];
}

const lastStopOf = (tables: MemoryTables, planId: SqlCell): SqlCell =>
  [...tables.table('recurring_stops').rows()]
    .filter(({ plan_id }) => plan_id === planId)
    .map(({ stop_id = null }) => stop_id)
    .sort(compareCells)
    .at(-1) ?? null;

function lastStop(tables: MemoryTables, [planId]: readonly SqlValue[]): Answer[] {
  return [{ stop_id: lastStopOf(tables, cellOf(planId ?? null)) }];
}

/** Whether a row comes behind another by two of its columns. */
const isBehind = (cells: readonly SqlCell[], after: readonly SqlCell[]): boolean => {
  const [first = 0, second = 0] = cells.map((cell, at) => compareCells(cell, after[at] ?? null));
  return first > 0 || (first === 0 && second > 0);
};

function duePlans(
  tables: MemoryTables,
  [nowMs, afterMs, afterId, limit]: readonly SqlValue[],
): Answer[] {
  const table = tables.table('recurring_plans');
  const placeOf = ({ asked_ms, due_ms = null, plan_id = null }: Row): SqlCell[] => [
    asked_ms ?? due_ms,
    plan_id,
  ];
  const after = [cellOf(afterMs ?? null), cellOf(afterId ?? null)];
  return [...table.rows()]
    .filter(
      ({ state, due_ms, asked_ms }) =>
        asked_ms !== null || (state === 'active' && Number(due_ms) <= Number(nowMs)),
    )
    .filter((row) => isBehind(placeOf(row), after))
    .sort((left, right) => (isBehind(placeOf(left), placeOf(right)) ? 1 : -1))
    .slice(0, Number(limit))
    .map((row) => {
      const plan = projection(table, PLAN)(row);
      return { ...plan, last_stop: lastStopOf(tables, row['plan_id'] ?? null) };
    });
}

function purchasedOf(tables: MemoryTables, [planId, dueMs]: readonly SqlValue[]): Answer[] {
  const rows = [...tables.table('conversions').rows()].filter(
    ({ plan_id }) => plan_id === BigInt(Number(planId)),
  );
  const spent = rows.reduce((sum, row) => sum + BigInt(String(row['spent_minor'])), 0n);
  const isDone = rows.some(({ due_ms }) => due_ms === BigInt(Number(dueMs)));
  return [{ spent: String(spent), is_done: isDone }];
}

function untoldPurchases(
  tables: MemoryTables,
  [afterMs, afterId, limit]: readonly SqlValue[],
): Answer[] {
  const table = tables.table('recurring_purchases');
  const placeOf = ({ due_ms = null, plan_id = null }: Row): SqlCell[] => [due_ms, plan_id];
  const after = [cellOf(afterMs ?? null), cellOf(afterId ?? null)];
  return [...table.rows()]
    .filter((row) => row['is_told'] === false && isBehind(placeOf(row), after))
    .sort((left, right) => (isBehind(placeOf(left), placeOf(right)) ? 1 : -1))
    .slice(0, Number(limit))
    .map(projection(table, PURCHASE.join(', ')));
}
