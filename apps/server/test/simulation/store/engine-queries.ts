/** Answers what engines ask of one another's tables (apps/server/src/engines), as their SQL has it. */
import { ledgerAccountId } from '@fairlead/engine';
import type { SqlValue } from '../../../src/core/store/database.ts';
import type { Undo } from './memory-table.ts';
import type { MemoryTables } from './memory-tables.ts';
import type { Row } from './sql-expression.ts';

type Answer = Record<string, unknown>;
type Run = (tables: MemoryTables, parameters: readonly SqlValue[]) => Answer[];

export const ENGINE_QUERIES: readonly (readonly [mark: RegExp, run: Run])[] = [
  [/^WITH moved AS \( UPDATE leader/, countFrom],
  [/^SELECT owners.owner_id, is_frozen, inviter_id FROM owners LEFT JOIN referrals/, ownersAtHome],
  [/UNION ALL SELECT after_id FROM number_beginnings/, receiptsGivenTo],
  [/FROM receipts WHERE kind = 'loss'/, lostRanges],
  [/^INSERT INTO settings VALUES/, writeSetting],
  [/FROM postings WHERE entry_id = \$1 AND owner_id = 0 AND account = 'external'/, outsideOf],
  [/^SELECT max\(owner_id % 268435456\) AS last FROM owners/, lastOwner],
  // People are not simulated, accounts are.
  [/^SELECT count\(nextval\(sequence\)\)/, () => []],
];

function countFrom(tables: MemoryTables, [after]: readonly SqlValue[]): Answer[] {
  const to = BigInt(Number(after));
  if (to > 0n && tables.leaderNumber('last_sequence') === 0) {
    const undo: Undo = [];
    const names = ['last_sequence', 'last_order_id', 'last_trade_id', 'last_entry_id'];
    tables.moveLeader(Object.fromEntries(names.map((name) => [name, to])), undo);
    tables.table('number_beginnings').insert({ after_id: to }, undo);
    tables.keep(undo);
  }
  return [{ is_counted: BigInt(tables.beginsAfter) === to }];
}

function ownersAtHome(tables: MemoryTables, [owners]: readonly SqlValue[]): Answer[] {
  return (owners as readonly number[]).flatMap((owner) => {
    const row = tables.table('owners').find(BigInt(owner));
    if (row === undefined) return [];
    const { owner_id, is_frozen } = row;
    const inviter_id = tables.table('referrals').find(BigInt(owner))?.['inviter_id'] ?? null;
    return [{ owner_id, is_frozen, inviter_id }];
  });
}

/** No number is taken out of it. */
function receiptsGivenTo({ beginsAfter }: MemoryTables): Answer[] {
  return beginsAfter === 0 ? [] : [{ given_to: BigInt(beginsAfter) }];
}

function lostRanges(tables: MemoryTables): Answer[] {
  return [...tables.table('receipts').rows()]
    .filter(({ kind }) => kind === 'loss')
    .map(({ receipt_id, result, terms, time_ms }) => {
      const { entry_from, entry_to } = JSON.parse(String(result));
      const from_ms = BigInt(JSON.parse(String(terms)).time_from);
      return {
        ...{ receipt_id, entry_from: BigInt(entry_from), entry_to: BigInt(entry_to) },
        ...{ from_ms, time_ms },
      };
    })
    .toSorted((left, right) => Number(right.receipt_id) - Number(left.receipt_id));
}

function writeSetting(tables: MemoryTables, [key, value, nowMs]: readonly SqlValue[]): Answer[] {
  const undo: Undo = [];
  const row: Row = {
    key: String(key),
    value: String(value),
    updated_at_ms: BigInt(Number(nowMs)),
  };
  const table = tables.table('settings');
  if (!table.update(String(key), row, undo)) table.insert(row, undo);
  tables.keep(undo);
  return [];
}

function outsideOf(tables: MemoryTables, [entryId]: readonly SqlValue[]): Answer[] {
  let sum = 0n;
  for (const row of tables.table('posting_rows').rows()) {
    if (Number(row['entry_id']) !== Number(entryId)) continue;
    const external = ledgerAccountId(0, 'external', Number(row['currency_id']));
    if (Number(row['account_id']) === external) sum += BigInt(String(row['amount_minor']));
  }
  return [{ amount: String(sum) }];
}

function lastOwner(tables: MemoryTables): Answer[] {
  const ids = [...tables.table('owners').rows()].map(
    ({ owner_id }) => Number(owner_id) % 268_435_456,
  );
  return [{ last: ids.length === 0 ? null : BigInt(Math.max(...ids)) }];
}
