/** Rules of the rows: with each batch those of what it wrote, and the sums of everything on demand. */

import {
  type Changes,
  type EntryRow,
  ledgerAccountId,
  type OptionRow,
  type PostingRow,
  type ReceiptRow,
} from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';
import { heldPostings, whole } from './postings.ts';
import type { MemoryTables } from './store/memory-tables.ts';
import type { Row, SqlCell } from './store/sql-expression.ts';
import { textOf } from './texts.ts';
import { must } from './violation.ts';

const PPM = 1_000_000n;
/** What is not here, and so may be negative. */
const OUTSIDE: ReadonlySet<string> = new Set(['external', 'other_engines']);
/** Openings at the market need a sample of the last two seconds, everything else one of the last ten (G12). */
const PROMPT_MS = 2_000;
const FRESH_MS = 10_000;
/** A partner's share is at most half. */
const RATIO_MAX = 500_000n;

/** By its words: two venues were read in time and made no price. Written out, for it is what is checked. */
function isDisputed(atMs: number, sample: Row): boolean {
  if (sample['price_e8'] !== null) return false;
  const { dropped } = JSON.parse(String(sample['sources'])) as { dropped: readonly Dropped[] };
  const silent = ['stale', 'future', 'superseded'];
  const spoke = dropped.filter(
    ({ time = 0, reason }) => !silent.includes(reason) && Math.abs(atMs - time) <= FRESH_MS,
  );
  return new Set(spoke.map(({ venue }) => venue)).size > 1;
}

interface Dropped {
  readonly venue: string;
  readonly time?: number;
  readonly reason: string;
}

/** A decimal of a receipt as an integer of its last digit. */
const digits = (value: string | number | undefined): bigint =>
  BigInt(String(value ?? 'missing').replace('.', ''));

/** Whatever any step says: no more than the index, half the spread and a tenth of it, and the last digit rounded. */
function checkOpening({ terms, result, ...receipt }: ReceiptRow, index: bigint): void {
  const price = digits(result['open_price']);
  const cost = terms['side'] === 'long' ? price - index : index - price;
  const most = (index * digits(terms['half_spread']) * 11n) / (10n * PPM) + 1n;
  must(cost <= most, 'an opening costs half the spread and a tenth of it at most', () =>
    textOf({ ...receipt, terms, result, index }),
  );
}

export class RowRules {
  readonly #tables: MemoryTables;
  readonly #totals = new Map<number, bigint>();
  #entryId = 0;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  /** The tables went back: sums and numbers are those that they hold now. */
  rolledBack(): void {
    this.#totals.clear();
    for (const { accountId, amount } of heldPostings(this.#tables, ledgerAccountId))
      this.#totals.set(accountId, (this.#totals.get(accountId) ?? 0n) + amount);
    this.#entryId = this.#tables.leaderNumber('last_entry_id');
  }

  /** A loss was declared: numbers go on from here. */
  goOnFrom(entryId: number): void {
    this.#entryId = entryId;
  }

  check(changes: Changes): void {
    this.#checkLedger(changes);
    for (const receipt of changes.receipts) if (receipt.kind !== 'loss') this.#checkPrice(receipt);
    for (const option of changes.options)
      if (option.status === 'settled') this.#checkOption(option);
    for (const { fee, amount, ratioPpm, invitee, inviter } of changes.rebates) {
      const isWithin =
        ratioPpm <= RATIO_MAX && amount <= (fee * ratioPpm) / PPM && inviter !== invitee;
      must(isWithin, 'a rebate is at most its share of the fee', () =>
        textOf({ fee, amount, ratioPpm, invitee, inviter }),
      );
    }
  }

  #checkLedger({ entries, postings, balances }: Changes): void {
    const byEntry = new Map<number, PostingRow[]>();
    for (const posting of postings) {
      const total = (this.#totals.get(posting.accountId) ?? 0n) + posting.amount;
      this.#totals.set(posting.accountId, total);
      must(total === posting.balance, 'a balance is the sum of its postings', () =>
        textOf(posting),
      );
      const list = byEntry.get(posting.entryId);
      if (list === undefined) byEntry.set(posting.entryId, [posting]);
      else list.push(posting);
    }
    for (const entry of entries) {
      must(entry.entryId === this.#entryId + 1, 'entries are gapless', () => textOf(entry));
      this.#entryId = entry.entryId;
      if (entry.reason === 'hosting_interest')
        this.#checkInterest(entry, byEntry.get(entry.entryId));
    }
    for (const balance of balances) {
      const { accountId, account, total, frozen } = balance;
      must(
        total === (this.#totals.get(accountId) ?? 0n),
        'a balance is the sum of its postings',
        () => textOf(balance),
      );
      const isCovered = frozen >= 0n && (OUTSIDE.has(account) || total >= frozen);
      must(isCovered, 'nothing is negative', () => textOf(balance));
    }
  }

  /** One day's share, once and not before the day is over. */
  #checkInterest({ reference, timeMs }: EntryRow, postings: readonly PostingRow[] = []): void {
    const [id, day] = reference.split(':').map(Number);
    const order = this.#tables.table('hosting_orders').find(BigInt(id ?? 0));
    must(order !== undefined && day !== undefined, 'interest is of an order', () => reference);
    const share = (days: number): bigint =>
      (whole(order['interest_minor']) * BigInt(days)) / whole(order['days']);
    const paid = postings.find(({ account }) => account === 'trust')?.amount ?? 0n;
    must(
      paid === share(day) - share(day - 1),
      'a day earns its share of the interest',
      () => `${reference}: ${paid} of ${textOf(order)}`,
    );
    const dueAtMs = Number(order['paid_at_ms']) + day * DAY_MS;
    must(
      timeMs >= dueAtMs,
      'no interest before its day is over',
      () => `${reference} at ${timeMs}`,
    );
  }

  /** What happened at the index happened at a price that was there, and fresh. */
  #checkPrice(receipt: ReceiptRow): void {
    const { kind, marketId, timeMs, sampleTimesMs } = receipt;
    // Margin is added at no price.
    if (kind === 'delivery' || kind === 'margin') return;
    if (kind === 'trigger') this.#checkTrigger(receipt);
    if (sampleTimesMs.length === 0 && kind === 'trigger') return;
    const at = sampleTimesMs.at(-1) ?? 0;
    const sample = this.#sample(marketId, at);
    const isPriced = sample !== undefined && sample['price_e8'] !== null;
    must(isPriced, 'a receipt names a sample with a price', () => textOf(receipt));
    const isAtMarket =
      kind === 'purchase' || (kind === 'open' && receipt.terms['type'] === 'market');
    const ageMax = isAtMarket ? PROMPT_MS : FRESH_MS;
    const isFresh = timeMs - at <= ageMax && timeMs - at >= -PROMPT_MS;
    must(isFresh, 'no price is used that is stale', () => textOf(receipt));
    if (kind === 'open') checkOpening(receipt, whole(sample['price_e8']));
    if (kind !== 'purchase') return;
    must(receipt.strike === sample['price_e8'], 'the strike is the sample’s price', () =>
      textOf(receipt),
    );
  }

  /** The sample or the trade that it names was at the trigger price or beyond. */
  #checkTrigger({ marketId, sampleTimesMs, terms, result, ...receipt }: ReceiptRow): void {
    const sample = this.#sample(marketId, sampleTimesMs.at(-1) ?? 0);
    const price =
      terms['trigger_by'] === 'index' ? whole(sample?.['price_e8']) : digits(result['trade_price']);
    const trigger = digits(terms['trigger_price']);
    const isDown = (terms['side'] === 'sell') === (terms['trigger'] !== 'take_profit');
    const isReached = price > 0n && (isDown ? price <= trigger : price >= trigger);
    must(isReached, 'nothing fires before its price', () =>
      textOf({ ...receipt, terms, result, price }),
    );
  }

  /** The result again, from the stored samples alone (P1). */
  #checkOption(option: OptionRow): void {
    const { marketId, deliversAtMs, windowMs, strike, outcome, direction } = option;
    let theirs = 0;
    let count = 0n;
    let sum = 0n;
    let seconds = 0;
    for (
      let at = Math.ceil((deliversAtMs - windowMs) / 1_000) * 1_000;
      at < deliversAtMs;
      at += 1_000
    ) {
      const sample = this.#sample(marketId, at);
      const price = sample?.['price_e8'];
      seconds += 1;
      if (sample !== undefined && isDisputed(at, sample)) theirs += 1;
      if (price === undefined || price === null) continue;
      count += 1n;
      sum += whole(price);
    }
    const told = () => `${textOf(option)}: ${count} of ${seconds} samples, sum ${sum}`;
    const isEnough = Number(count) * 5 * 1_000 >= windowMs * 4;
    // What is missing although the venues would have given it, the house has to answer for (Q6).
    const isHouse = !isEnough && (windowMs / 1_000 - theirs) * 5 * 1_000 >= windowMs * 4;
    for (let at = Math.ceil(deliversAtMs / 1_000) * 1_000; isHouse && count === 0n; at += 1_000) {
      must(at <= (option.settledAtMs ?? 0), 'an option waits for a price to be settled by', told);
      const price = this.#sample(marketId, at)?.['price_e8'];
      if (price === undefined || price === null) continue;
      count = 1n;
      sum = whole(price);
    }
    const against = sum - strike * count;
    const says = against > 0n ? 'rise' : against < 0n ? 'fall' : 'even';
    const isOwed = isHouse && says === direction;
    const isDecided = isEnough || isOwed;
    must(
      option.shortfall === (isEnough ? undefined : isHouse ? 'house' : 'market'),
      'who left samples out of a window is told',
      told,
    );
    must(
      outcome === (isDecided ? says : undefined),
      'an option’s result follows from its samples',
      told,
    );
    const won = outcome === direction ? option.stake + option.payout : 0n;
    const back = outcome === 'even' ? option.stake : won;
    const paid = isDecided ? back : option.stake + option.fee;
    must(option.paid === paid, 'an option pays what its result says', told);
  }

  #sample(marketId: number, timeMs: number): Row | undefined {
    return this.#tables.table('index_samples').find(BigInt(marketId), BigInt(timeMs));
  }

  /** Sums over all rows. */
  checkAll(): void {
    this.#checkSums();
    this.#checkOfferings();
    this.#checkHosting();
    this.#checkOrders();
  }

  #checkSums(): void {
    const sums = new Map<SqlCell, bigint>();
    for (const row of this.#tables.table('balances').rows()) {
      const currency = row['currency_id'] ?? null;
      sums.set(currency, (sums.get(currency) ?? 0n) + whole(row['total_minor']));
      must(
        whole(row['total_minor']) === (this.#totals.get(Number(row['account_id'])) ?? 0n),
        'a balance is the sum of its postings',
        () => textOf(row),
      );
    }
    for (const [currency, sum] of sums) {
      must(sum === 0n, 'all accounts of a currency sum to zero', () => `${currency}: ${sum}`);
    }
  }

  #checkOfferings(): void {
    const sold = new Map<SqlCell, bigint>();
    for (const row of this.#tables.table('subscriptions').rows()) {
      if (row['status'] === 'rejected') continue;
      const offering = row['offering_id'] ?? null;
      sold.set(offering, (sold.get(offering) ?? 0n) + whole(row['amount_minor']));
    }
    for (const row of this.#tables.table('offerings').rows()) {
      const sum = sold.get(row['offering_id'] ?? null) ?? 0n;
      const isExact = whole(row['sold_minor']) === sum && sum <= whole(row['total_minor']);
      must(isExact, 'no more is sold than there is', () => `${textOf(row)}, asked for ${sum}`);
    }
  }

  /** What is posted is what is said to be earned, day for day. */
  #checkHosting(): void {
    const days = new Map<string, number>();
    for (const { reason, reference } of this.#tables.table('journal_entries').rows()) {
      if (reason !== 'hosting_interest') continue;
      const [id = ''] = String(reference).split(':');
      days.set(id, (days.get(id) ?? 0) + 1);
    }
    for (const row of this.#tables.table('hosting_orders').rows()) {
      const posted = days.get(String(row['hosting_id'])) ?? 0;
      const share = (whole(row['interest_minor']) * whole(row['posted_days'])) / whole(row['days']);
      // Days whose share is nothing have no entry.
      const isExact = posted <= Number(row['posted_days']) && whole(row['earned_minor']) === share;
      must(isExact, 'interest is the sum of its days', () => `${textOf(row)}, ${posted} days`);
    }
  }

  #checkOrders(): void {
    const filled = new Map<SqlCell, bigint>();
    const add = (order: SqlCell, quantity: bigint): void => {
      filled.set(order, (filled.get(order) ?? 0n) + quantity);
    };
    for (const row of this.#tables.table('trades').rows()) {
      add(row['maker_order_id'] ?? null, whole(row['quantity_lots']));
      add(row['taker_order_id'] ?? null, whole(row['quantity_lots']));
    }
    for (const row of this.#tables.table('orders').rows()) {
      const sum = filled.get(row['order_id'] ?? null) ?? 0n;
      must(whole(row['filled_quantity_lots']) === sum, 'an order is filled by its trades', () =>
        textOf(row),
      );
    }
  }
}
