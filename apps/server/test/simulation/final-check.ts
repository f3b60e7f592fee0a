/** When all is healed and settled: each effect is there exactly once, nothing that is due waits, the receipts add up. */
import { type Command, DELIVERY_GRACE_MS } from '@fairlead/engine';
import { verifyChain } from '@fairlead/receipt';
import { SECOND_MS } from '@fairlead/units';
import { engineOf } from '../../src/engines/shares.ts';
import {
  type ReceiptRecord,
  type SampleRecord,
  toReceipt,
  toSample,
} from '../../src/receipts/record.ts';
import { receiptViews } from '../../src/receipts/views.ts';
import type { Auditor } from './auditor.ts';
import type { Site } from './engines/site.ts';
import type { Stage } from './stage.ts';
import { answerQuery } from './store/memory-queries.ts';
import type { MemoryTables } from './store/memory-tables.ts';
import type { SqlCell } from './store/sql-expression.ts';
import { checkTaxLots } from './tax-lots.ts';
import { must } from './violation.ts';
import type { WallClock } from './wall-clock.ts';

const INDEX_FRESH_MS = 10_000;
/** A sample further ahead than this is of a time to come. */
const CLOCKS_AGREE_MS = 2_000;

/** No client asks for more: what is larger an exchange begins with. */
const DRAWN_MAX = 10n ** 15n;

/** The table in which each command of these kinds leaves exactly one row. */
const EFFECTS: readonly (readonly [kinds: readonly Command['kind'][], table: string])[] = [
  [['place_order'], 'orders'],
  [['place_trigger', 'place_trailing'], 'trigger_orders'],
  [['place_list'], 'order_lists'],
  [['convert'], 'conversions'],
  [['transfer'], 'transfers'],
  [['open_position'], 'positions'],
  [['buy_option'], 'option_orders'],
  [['buy_hosting'], 'hosting_orders'],
  [['subscribe'], 'subscriptions'],
  [['request_withdrawal'], 'withdrawals'],
  [['open_deposit'], 'deposits'],
];

export async function checkOutcome(stage: Stage): Promise<void> {
  checkEffects(stage);
  checkNothingWaits(stage);
  checkTaxLots(stage.sites.map(({ tables }) => tables));
  for (const { tables } of stage.sites) await checkReceipts(tables);
  await checkRestart(stage);
}

function checkEffects({ clients, sites }: Stage): void {
  const done = new Map<string, number>();
  const names = new Set<string>();
  for (const { named, drawn, answer, isConflict } of clients.requests) {
    const at = sites.length === 1 ? '' : engineOf(drawn.command);
    if (!isConflict) names.add(`${named.owner} ${named.key} ${at}`);
    if (answer?.status !== 200) continue;
    const { command } = drawn;
    const count = (kind: string, more = 1) => done.set(kind, (done.get(kind) ?? 0) + more);
    count(command.kind);
    // Each leg of a conversion is an order.
    if (command.kind === 'convert')
      for (const leg of [command.sale, command.purchase]) if (leg) count('place_order');
  }
  const sum = (count: (tables: MemoryTables) => number): number =>
    sites.reduce((total, { tables }) => total + count(tables), 0);
  const mustBe = (what: string, rows: number, answers: number): void =>
    must(
      rows === answers,
      'each effect is there exactly once',
      () => `${rows} ${what}, ${answers} answers`,
    );
  for (const [kinds, table] of EFFECTS) {
    const rows = sum((tables) => tables.table(table).size - comeOf(tables, table));
    const answers = kinds.reduce((total, kind) => total + (done.get(kind) ?? 0), 0);
    mustBe(`rows of ${table}`, rows + (table === 'transfers' ? sum(sentByOwners) : 0), answers);
  }
  mustBe('reversals', sum(reversalsOf), done.get('reverse_position') ?? 0);
  const keys = sum(askedKeys);
  must(keys === names.size, 'each request has one answer', () => `${keys} of ${names.size}`);
  mustBe('manual entries', sum(manualEntries), done.get('post_entry') ?? 0);
  mustBe('moves in a family', sum(familyMoves), done.get('move_in_family') ?? 0);
}

/** Transfers to other engines that somebody asked for here: not those that came of a loss again, nor rebates. */
function sentByOwners(tables: MemoryTables): number {
  const isBegunWith = (amount: SqlCell = null): boolean => BigInt(String(amount)) > DRAWN_MAX;
  const isRestored = (id: SqlCell): boolean =>
    tables
      .table('journal_entries')
      .findBy(['reason', 'reference'], ['transfer', `${id}:restored`]) !== undefined;
  return [...tables.table('sent_transfers').rows()].filter(
    ({ transfer_id = null, source, amount_minor }) =>
      source !== 'referral_rebates' && !isBegunWith(amount_minor) && !isRestored(transfer_id),
  ).length;
}

/** Those between two engines have a half in each, under names of their own. */
function manualEntries(tables: MemoryTables): number {
  let entries = 0;
  for (const { reason, reference } of tables.table('journal_entries').rows()) {
    const isAsked = reason === 'faucet' || reason === 'correction';
    if (isAsked && /^entry \d+$/.test(String(reference))) entries += 1;
  }
  return entries;
}

const familyMoves = (tables: MemoryTables): number =>
  [...tables.table('journal_entries').rows()].filter(({ reason }) => reason === 'family_transfer')
    .length;

/** But for those of recurring buys, which nobody sends. */
const askedKeys = (tables: MemoryTables): number =>
  [...tables.table('first_answers').rows()].filter(
    ({ key }) => !String(key).startsWith('recurring:'),
  ).length;

const ofPlans = (tables: MemoryTables): number =>
  [...tables.table('conversions').rows()].filter(({ plan_id }) => plan_id !== null).length;

/** What nobody asked for by itself: what plans buy, orders of lists, of one that waited for a price or in place of another, parts, and what reversals opened. */
function comeOf(tables: MemoryTables, table: string): number {
  // By their receipts, not by their rows: a part that was never written is missed.
  if (table === 'positions') return receiptsWith(tables, 'closes') + reversalsOf(tables);
  const rows = [...tables.table('trigger_orders').rows()];
  if (table === 'trigger_orders') return rows.filter(({ list_id }) => list_id !== null).length;
  if (table === 'conversions') return ofPlans(tables);
  if (table !== 'orders') return 0;
  const placed = [...tables.table('orders').rows()].filter((row) =>
    String(row['client_order_id']).startsWith('r'),
  );
  const listed = [...tables.table('order_lists').rows()].filter(
    ({ working_id, first_id }) => working_id !== null || isOrder(tables, first_id),
  );
  const triggered = rows.filter(({ status }) => status === 'triggered');
  return triggered.length + placed.length + listed.length + ofPlans(tables);
}

const isOrder = (tables: MemoryTables, id: SqlCell = null): boolean =>
  id !== null && tables.table('orders').find(id) !== undefined;

/** Openings that say what they reverse. */
const reversalsOf = (tables: MemoryTables): number => receiptsWith(tables, 'reverses_receipt');

/** Receipts that have a term of that name. */
function receiptsWith(tables: MemoryTables, name: string): number {
  const receipts = [...tables.table('receipts').rows()];
  return receipts.filter(({ terms }) => String(terms).includes(`"${name}"`)).length;
}

function checkNothingWaits(stage: Stage): void {
  for (const site of stage.sites) checkNothingWaitsAt(site);
  checkPricesCome(stage);
}

function checkNothingWaitsAt({ auditor, tables }: Site): void {
  const nowMs = auditor.twin.counters().timeMs;
  const dueAtMs = auditor.twin.nextScheduleMs();
  // What the last tick left is gone on with when the clock is asked next.
  const isDone = dueAtMs === undefined || dueAtMs > nowMs - SECOND_MS;
  must(isDone, 'what is due is done', () => `since ${dueAtMs}, at ${nowMs}`);
  auditor.checkNothingLate(nowMs - SECOND_MS);
  for (const row of tables.table('option_orders').rows()) {
    const isOverdue =
      row['status'] === 'open' && Number(row['delivers_at_ms']) < nowMs - DELIVERY_GRACE_MS;
    must(!isOverdue, 'each option is settled', () => String(row['option_id']));
  }
}

/** Whatever clocks and venues did before, each market that is listed has a price now. */
export function checkPricesCome({ sites, clock }: Stage): void {
  for (const { auditor } of sites) checkPricesAt(auditor, clock);
}

function checkPricesAt(auditor: Auditor, clock: WallClock): void {
  for (const { marketId, state } of auditor.twin.markets()) {
    if (state === 'closed') continue;
    const { sampleTimeMs = 0, price } = auditor.twin.indexOf(marketId) ?? {};
    const ageMs = clock.trueNow() - sampleTimeMs;
    const isFresh = price !== undefined && ageMs <= INDEX_FRESH_MS && ageMs >= -CLOCKS_AGREE_MS;
    must(isFresh, 'prices come once all is healed', () => `market ${marketId}: ${ageMs} ms ago`);
  }
}

/** As anybody may: the chain, each result, and for their owners the amounts. */
async function checkReceipts(tables: MemoryTables): Promise<void> {
  const columns = [...tables.table('receipts').columns.keys()].join(', ');
  const receipts = answerQuery(
    tables,
    `SELECT ${columns} FROM receipts ORDER BY receipt_id`,
    [],
  ).map((row) => {
    const times = (row['sample_times_ms'] as readonly bigint[]).map(Number);
    return toReceipt({ ...row, sample_times: times } as unknown as ReceiptRecord);
  });
  const samples = answerQuery(
    tables,
    'SELECT market_id, sample_time_ms, price_e8, sources::text FROM index_samples',
    [],
  ).map((row) => toSample(row as unknown as SampleRecord));
  const owners = new Set(receipts.map(({ owner }) => owner));
  const [first] = owners;
  const { receipts: verified } = await verifyChain(receiptViews({ receipts, samples }, first));
  for (const { id, checks } of verified) {
    for (const { name, status, detail } of checks) {
      must(status !== 'failed', 'receipts can be re-computed', () => `${id} ${name}: ${detail}`);
    }
  }
}

/** A last death: the auditor compares what comes up with what was committed. */
async function checkRestart(stage: Stage): Promise<void> {
  const { sites, time } = stage;
  for (const { processes } of sites) for (const process of processes) process.die();
  await time.pass(100);
  await time.passUntil(() => stage.isServing, 60_000);
  stage.throwFailure();
  must(stage.isServing, 'a server starts', () => 'not ready after a minute');
}
