/** What a store would keep of offerings and subscriptions, with the constraints that its tables have. */
import type {
  OfferingChanges,
  OfferingRow,
  OfferingSnapshot,
  SubscriptionRow,
} from '@fairlead/engine';
import { expect } from 'vitest';
import { KeptRows } from '../../../test/kit/kept-rows.ts';

export class OfferingTables {
  /** N1: what is sold is what was not rejected, released or not. */
  readonly #offerings = new KeptRows<OfferingRow>(
    ({ offeringId }) => offeringId,
    (row, known = row) => {
      expect([row.currencyId, row.paymentCurrencyId]).toEqual([
        known.currencyId,
        known.paymentCurrencyId,
      ]);
      let sold = 0n;
      for (const { offeringId, status, amount } of this.#subscriptions.list()) {
        if (offeringId === row.offeringId && status !== 'rejected') sold += amount;
      }
      expect(row.soldMinor).toBe(sold);
      expect(row.soldMinor <= row.totalMinor).toBe(true);
    },
  );
  /** A trigger refuses a second decision or release, and a change of what was asked for. */
  readonly #subscriptions = new KeptRows<SubscriptionRow>(
    ({ subscriptionId }) => subscriptionId,
    (row, known) => {
      if (known !== undefined) {
        expect(isKept(known)).toBe(true);
        expect(asked(row)).toEqual(asked(known));
        if (known.status === 'passed') expect(decided(row)).toEqual(decided(known));
      }
      const isDecided = row.status !== 'under_review';
      expect(row.operatorId !== undefined && row.decidedAtMs !== undefined).toBe(isDecided);
      expect(row.isReleased).toBe(row.releasedAtMs !== undefined);
      if (row.isReleased) expect(row.releasedAtMs).toBeGreaterThanOrEqual(row.unlocksAtMs);
    },
  );

  commit({ offerings, subscriptions }: OfferingChanges): void {
    this.#subscriptions.commit(subscriptions);
    this.#offerings.commit(offerings);
  }

  snapshot(): OfferingSnapshot {
    return {
      offerings: this.#offerings.list(),
      subscriptions: this.subscriptions().filter(isKept),
    };
  }

  offerings(): OfferingRow[] {
    return this.#offerings.sorted();
  }

  /** By id, as they last were. */
  subscriptions(): SubscriptionRow[] {
    return this.#subscriptions.sorted();
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
