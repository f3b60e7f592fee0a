/**
 * What must hold of recurring buys, from the rows alone: nothing is bought but what was asked for, once on a day, within the
 * owner's bounds; and what the plan says was bought is what conversions say.
 */
import { DAY_MS, HOUR_MS } from '@fairlead/units';
import { whole } from '../postings.ts';
import type { BatchRecord } from '../records.ts';
import type { MemoryTables } from '../store/memory-tables.ts';
import type { Row } from '../store/sql-expression.ts';
import { textOf } from '../texts.ts';
import { must } from '../violation.ts';

/** After an hour a due is left out; and it takes a round to say so. */
const LATE_MS = HOUR_MS + 30_000;

export class PlanRules {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  /** A purchase is in the tables from now on. */
  committed({ changes }: BatchRecord): void {
    for (const { planId, dueMs, conversionId } of changes.conversions) {
      if (planId === undefined || dueMs === undefined) continue;
      const plan = this.#tables.table('recurring_plans').find(BigInt(planId));
      const bought = this.#tables.table('conversions').find(BigInt(conversionId));
      must(plan !== undefined && bought !== undefined, 'a purchase is of a plan', () =>
        textOf({ planId, dueMs }),
      );
      const told = () => textOf({ plan, bought });
      must(plan['asked_ms'] === BigInt(dueMs), 'nothing is bought that was not asked for', told);
      must(plan['user_id'] === bought['owner_id'], 'a plan buys for its owner', told);
      must(
        whole(bought['spent_minor']) <= whole(plan['amount_minor']),
        'a plan spends no more than its amount',
        told,
      );
      this.#checkPrice(plan, bought);
      this.#checkOnce(plan);
    }
  }

  #checkPrice(plan: Row, bought: Row): void {
    const most = plan['max_price_e8'];
    if (most === null || most === undefined) return;
    const market = this.#tables.table('markets').find(plan['market_id'] ?? null);
    for (const trade of this.#tables.table('trades').rows()) {
      if (trade['taker_order_id'] !== bought['purchase_order_id']) continue;
      const price = whole(trade['price_ticks']) * whole(market?.['tick_size_e8']);
      must(price <= whole(most), 'a plan pays no more than its price', () =>
        textOf({ plan, trade }),
      );
    }
  }

  /** Once on a day, and never above its limit. */
  #checkOnce(plan: Row): void {
    const bought = this.#boughtBy(plan);
    const days = new Set(bought.map(({ due_ms }) => Math.floor(Number(due_ms) / DAY_MS)));
    must(days.size === bought.length, 'a plan buys once on a day', () => textOf({ plan, bought }));
    const spent = bought.reduce((sum, row) => sum + whole(row['spent_minor']), 0n);
    const isWithin = plan['total_minor'] === null || spent <= whole(plan['total_minor']);
    must(isWithin, 'a plan stays within its limit', () => textOf({ plan, spent, bought }));
  }

  #boughtBy(plan: Row): Row[] {
    const rows = this.#tables.table('conversions').rows();
    return [...rows].filter(({ plan_id }) => plan_id === plan['plan_id']);
  }

  checkAll(): void {
    for (const plan of this.#tables.table('recurring_plans').rows()) {
      this.#checkOnce(plan);
      this.#checkBooked(plan);
    }
  }

  /** Each purchase is booked as its conversion has it, or its plan still waits for the answer. */
  #checkBooked(plan: Row): void {
    const purchases = [...this.#tables.table('recurring_purchases').rows()].filter(
      ({ plan_id, outcome }) => plan_id === plan['plan_id'] && outcome === 'bought',
    );
    const conversions = new Map(this.#boughtBy(plan).map((row) => [row['due_ms'], row]));
    const told = () => textOf({ plan, purchases, conversions: [...conversions.values()] });
    const sum = (column: string) =>
      purchases.reduce((total, row) => total + whole(row[column]), 0n);
    const isSum =
      whole(plan['spent_minor']) === sum('spent_minor') &&
      whole(plan['bought_minor']) === sum('bought_minor');
    must(isSum, 'a plan has spent what its purchases have', told);
    for (const purchase of purchases) {
      const conversion = conversions.get(purchase['due_ms']);
      const isSame =
        conversion?.['purchase_order_id'] === purchase['order_id'] &&
        conversion?.['spent_minor'] === purchase['spent_minor'] &&
        conversion?.['received_minor'] === purchase['bought_minor'];
      must(isSame, 'a purchase is booked as it was made', told);
      conversions.delete(purchase['due_ms']);
    }
    const isAwaited = [...conversions.keys()].every((dueMs) => dueMs === plan['asked_ms']);
    must(isAwaited, 'each purchase is booked', told);
  }

  /** Whether nothing is under way. */
  get isAtRest(): boolean {
    const rows = [...this.#tables.table('recurring_plans').rows()];
    return rows.every(({ asked_ms }) => asked_ms === null);
  }

  /** What is due is done, or was left out and said to be. */
  checkEnded(nowMs: number): void {
    for (const plan of this.#tables.table('recurring_plans').rows()) {
      const isDone = plan['state'] !== 'active' || Number(plan['due_ms']) > nowMs - LATE_MS;
      must(isDone && plan['asked_ms'] === null, 'what a plan owes is done', () =>
        textOf({ plan, nowMs }),
      );
    }
  }
}
