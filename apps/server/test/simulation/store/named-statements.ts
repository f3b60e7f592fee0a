/** The statements of a batch that are not built from columns, each as its SQL has it. */
import { assert } from '@fairlead/units';
import { FencedError } from '../../../src/core/store/database.ts';
import { arrayOf, type Call, cellOfField } from './batch-decoder.ts';
import type { MemoryTable, Undo } from './memory-table.ts';
import type { Row, SqlCell } from './sql-expression.ts';

/** What these statements need of all tables. */
interface Tables {
  readonly leader: Row;
  table(name: string): MemoryTable;
  moveLeader(changed: Row, undo: Undo): void;
}

type Run = (tables: Tables, call: Call, undo: Undo) => void;

const NAMED: Readonly<Record<string, Run>> = {
  advance_leader: advanceLeader,
  update_hosting_orders: updateHostingOrders,
  move_hosting: moveHosting,
  upsert_partners: upsertPartners,
  add_referral_sums: addReferralSums,
};

export function runNamed(tables: Tables, call: Call, undo: Undo): void {
  const run = NAMED[call.statement.name];
  assert(run !== undefined, `the memory store knows the statement ${call.statement.name}`);
  run(tables, call, undo);
}

/** The fence, as the function of the database has it. */
function advanceLeader(tables: Tables, { parameters }: Call, undo: Undo): void {
  const [epoch, from, ...to] = parameters.map((field) => cellOfField(field, 'int8'));
  const { leader } = tables;
  if (leader['epoch'] !== epoch || leader['last_sequence'] !== from) {
    throw new FencedError(`fenced: not the writer of epoch ${epoch} after sequence ${from}`);
  }
  const [last_sequence, last_time_ms, last_order_id, last_trade_id, last_entry_id] = to;
  const changed = { last_sequence, last_time_ms, last_order_id, last_trade_id, last_entry_id };
  tables.moveLeader(changed as Row, undo);
}

/** Column-wise parameters as tuples. */
function tuplesOf({ parameters }: Call, columns: number): SqlCell[][] {
  const cells = parameters.slice(0, columns).map(arrayOf);
  return (cells[0] ?? []).map((_, at) => cells.map((column) => column[at] ?? null));
}

const sum = (left: SqlCell | undefined, right: SqlCell | undefined): bigint =>
  BigInt(String(left ?? 0)) + BigInt(String(right ?? 0));

function updateHostingOrders(tables: Tables, call: Call, undo: Undo): void {
  const table = tables.table('hosting_orders');
  for (const cells of tuplesOf(call, 8)) {
    const [id, postedDays, earned, damages, penalty, status, endedAtMs, day] = cells;
    const stored = table.find(id ?? null);
    if (stored === undefined) continue;
    const isSameDay = day === null || day === stored['earned_day'];
    const gained = sum(earned, -sum(0n, stored['earned_minor']));
    table.update(
      String(id),
      {
        posted_days: postedDays ?? null,
        earned_minor: earned ?? null,
        damages_minor: damages ?? null,
        penalty_minor: penalty ?? null,
        status: status ?? null,
        ended_at_ms: endedAtMs ?? null,
        earned_day: day ?? stored['earned_day'] ?? null,
        earned_day_minor: isSameDay ? sum(gained, stored['earned_day_minor']) : gained,
      },
      undo,
    );
  }
}

function moveHosting(tables: Tables, call: Call, undo: Undo): void {
  const table = tables.table('hosting_products');
  for (const [id, principal, orders] of tuplesOf(call, 3)) {
    const stored = table.find(id ?? null);
    if (stored === undefined) continue;
    const changed = {
      principal_minor: sum(stored['principal_minor'], principal),
      orders: sum(stored['orders'], orders),
    };
    table.update(String(id), changed, undo);
  }
}

function upsertPartners(tables: Tables, call: Call, undo: Undo): void {
  const table = tables.table('partners');
  const sinceMs = cellOfField(call.parameters[2] ?? { bytes: null }, 'int8');
  for (const [owner, ratio = null] of tuplesOf(call, 2)) {
    const stored = table.find(owner ?? null);
    if (stored === undefined) {
      table.insert({ owner_id: owner ?? null, ratio_ppm: ratio, since_ms: sinceMs }, undo);
    } else {
      const since_ms = stored['ratio_ppm'] === null ? sinceMs : (stored['since_ms'] ?? null);
      table.update(String(owner), { ratio_ppm: ratio, since_ms }, undo);
    }
  }
}

function addReferralSums(tables: Tables, call: Call, undo: Undo): void {
  const table = tables.table('referral_sums');
  for (const cells of tuplesOf(call, 5)) {
    const [invitee = null, currency = null, inviter = null, fee = null, rebate = null] = cells;
    const stored = table.find(invitee, currency);
    if (stored === undefined) {
      const row = { invitee_id: invitee, currency_id: currency, inviter_id: inviter };
      table.insert({ ...row, fee_minor: fee, rebate_minor: rebate }, undo);
    } else {
      const changed = {
        fee_minor: sum(stored['fee_minor'], fee),
        rebate_minor: sum(stored['rebate_minor'], rebate),
      };
      table.update(`${invitee} ${currency}`, changed, undo);
    }
  }
}
