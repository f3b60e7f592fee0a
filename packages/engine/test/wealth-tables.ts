/** What a store would keep of locked funds, subscriptions and referral, with the constraints that its tables have. */
import type { Changes, HostingProduct, HostingRow, Snapshot } from '@fairlead/engine';
import { expect } from 'vitest';
import { OfferingTables } from './offering-tables.ts';
import { ReferralTables } from './referral-tables.ts';

type WealthSnapshot = Pick<
  Snapshot,
  | 'hostingProducts'
  | 'hostings'
  | 'offerings'
  | 'subscriptions'
  | 'referralTerms'
  | 'partners'
  | 'referrals'
  | 'rebateDays'
>;

export class WealthTables {
  readonly offerings = new OfferingTables();
  readonly referral = new ReferralTables();
  readonly #products = new Map<number, HostingProduct>();
  readonly #hostings = new Map<number, HostingRow>();
  /** Of each order, by the entries of its interest. */
  readonly #interest = new Map<number, { days: number; amount: bigint }>();

  commit(changes: Changes): void {
    expectUnique(changes.hostingProducts.map(({ productId }) => productId));
    expectUnique(changes.hostings.map(({ hostingId }) => hostingId));
    for (const product of changes.hostingProducts) this.#products.set(product.productId, product);
    this.#sumInterest(changes);
    for (const row of changes.hostings) this.#setHosting(row);
    this.offerings.commit(changes);
    this.referral.commit(changes);
  }

  snapshot(): WealthSnapshot {
    return {
      hostingProducts: [...this.#products.values()],
      hostings: this.hostings().filter(({ status }) => status === 'hosting'),
      ...this.offerings.snapshot(),
      ...this.referral.snapshot(),
    };
  }

  /** By id, as they last were. */
  hostings(): HostingRow[] {
    return [...this.#hostings.values()].sort((left, right) => left.hostingId - right.hostingId);
  }

  /** A trigger refuses a change of what has ended, and of what was agreed. */
  #setHosting(row: HostingRow): void {
    const known = this.#hostings.get(row.hostingId);
    expect(known?.status ?? 'hosting').toBe('hosting');
    if (known !== undefined) expect(agreed(row)).toEqual(agreed(known));
    expect(row.earned).toBe(this.#interest.get(row.hostingId)?.amount ?? 0n);
    this.#hostings.set(row.hostingId, row);
  }

  /** The days of an order are posted in turn; one that brings nothing has no entry. */
  #sumInterest({ entries, postings }: Changes): void {
    for (const { entryId, reason, reference } of entries) {
      if (reason !== 'hosting_interest') continue;
      const [id = 0, day = 0] = reference.split(':').map(Number);
      const { days, amount } = this.#interest.get(id) ?? { days: 0, amount: 0n };
      expect(day).toBeGreaterThan(days);
      const paid = postings.filter((row) => row.entryId === entryId && row.account === 'trust');
      expect(paid).toHaveLength(1);
      this.#interest.set(id, { days: day, amount: amount + (paid[0]?.amount ?? 0n) });
    }
  }
}

function agreed(row: HostingRow): Partial<HostingRow> {
  const { hostingId, owner, productId, amount, days, dailyYieldPpm, damagesRatePpm } = row;
  const { interest, paidAtMs, completesAtMs } = row;
  return {
    ...{ hostingId, owner, productId, amount, days, dailyYieldPpm, damagesRatePpm },
    ...{ interest, paidAtMs, completesAtMs },
  };
}

function expectUnique(keys: readonly number[]): void {
  expect(new Set(keys).size).toBe(keys.length);
}
