/** What a store would keep of offerings and subscriptions, with the constraints that its tables have. */
import type { Changes, OfferingRow, Snapshot, SubscriptionRow } from '@fairlead/engine';
import { expect } from 'vitest';

type OfferingSnapshot = Pick<Snapshot, 'offerings' | 'subscriptions'>;

export class OfferingTables {
  readonly #offerings = new Map<number, OfferingRow>();
  readonly #subscriptions = new Map<number, SubscriptionRow>();

  commit({ offerings, subscriptions }: Changes): void {
    expectUnique(offerings.map(({ offeringId }) => offeringId));
    expectUnique(subscriptions.map(({ subscriptionId }) => subscriptionId));
    for (const row of subscriptions) this.#setSubscription(row);
    for (const row of offerings) this.#setOffering(row);
  }

  snapshot(): OfferingSnapshot {
    return {
      offerings: [...this.#offerings.values()],
      subscriptions: this.subscriptions().filter(isKept),
    };
  }

  offerings(): OfferingRow[] {
    return [...this.#offerings.values()].sort((left, right) => left.offeringId - right.offeringId);
  }

  /** By id, as they last were. */
  subscriptions(): SubscriptionRow[] {
    return [...this.#subscriptions.values()].sort(
      (left, right) => left.subscriptionId - right.subscriptionId,
    );
  }

  /** N1: what is sold is what was not rejected, released or not. */
  #setOffering(row: OfferingRow): void {
    const known = this.#offerings.get(row.offeringId) ?? row;
    expect([row.currencyId, row.paymentCurrencyId]).toEqual([
      known.currencyId,
      known.paymentCurrencyId,
    ]);
    let sold = 0n;
    for (const { offeringId, status, amount } of this.#subscriptions.values()) {
      if (offeringId === row.offeringId && status !== 'rejected') sold += amount;
    }
    expect(row.soldMinor).toBe(sold);
    expect(row.soldMinor <= row.totalMinor).toBe(true);
    this.#offerings.set(row.offeringId, row);
  }

  /** A trigger refuses a second decision or release, and a change of what was asked for. */
  #setSubscription(row: SubscriptionRow): void {
    const known = this.#subscriptions.get(row.subscriptionId);
    if (known !== undefined) {
      expect(isKept(known)).toBe(true);
      expect(asked(row)).toEqual(asked(known));
      if (known.status === 'passed') expect(decided(row)).toEqual(decided(known));
    }
    const isDecided = row.status !== 'under_review';
    expect(row.operatorId !== undefined && row.decidedAtMs !== undefined).toBe(isDecided);
    expect(row.isReleased).toBe(row.releasedAtMs !== undefined);
    if (row.isReleased) expect(row.releasedAtMs).toBeGreaterThanOrEqual(row.unlocksAtMs);
    this.#subscriptions.set(row.subscriptionId, row);
  }
}

const isKept = ({ status, isReleased }: SubscriptionRow): boolean =>
  status === 'under_review' || (status === 'passed' && !isReleased);

function asked(row: SubscriptionRow): unknown[] {
  const { owner, offeringId, amount, paid, issuePrice, unlocksAtMs, createdAtMs } = row;
  return [owner, offeringId, amount, paid, issuePrice, unlocksAtMs, createdAtMs];
}

const decided = (row: SubscriptionRow): unknown[] => [
  row.status,
  row.operatorId,
  row.reason,
  row.decidedAtMs,
];

function expectUnique(keys: readonly number[]): void {
  expect(new Set(keys).size).toBe(keys.length);
}
