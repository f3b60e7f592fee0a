/** What a store would keep of locked funds, with the constraints that its tables have. */
import type { Changes, HostingProduct, HostingRow, HostingSnapshot } from '@fairlead/engine';
import { expect } from 'vitest';
import { KeptRows } from '../../../test/kit/kept-rows.ts';

export class HostingTables {
  readonly #products = new KeptRows<HostingProduct>(({ productId }) => productId);
  /** A trigger refuses a change of what has ended, and of what was agreed. */
  readonly #hostings = new KeptRows<HostingRow>(
    ({ hostingId }) => hostingId,
    (row, known) => {
      expect(known?.status ?? 'hosting').toBe('hosting');
      if (known !== undefined) expect(agreed(row)).toEqual(agreed(known));
      expect(row.earned).toBe(this.#interest.get(row.hostingId)?.amount ?? 0n);
    },
  );
  /** Of each order, by the entries of its interest. */
  readonly #interest = new Map<number, { days: number; amount: bigint }>();

  commit(changes: Changes): void {
    this.#products.commit(changes.hostingProducts);
    this.#sumInterest(changes);
    this.#hostings.commit(changes.hostings);
  }

  snapshot(): HostingSnapshot {
    return {
      hostingProducts: this.#products.list(),
      hostings: this.hostings().filter(({ status }) => status === 'hosting'),
    };
  }

  /** By id, as they last were. */
  hostings(): HostingRow[] {
    return this.#hostings.sorted();
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
