/** Drawn commands of locked funds, put back from the tables with days outstanding. */
import { type Changes, type HostingRow, type Result, USER_ACCOUNTS } from '@fairlead/engine';
import { type NaiveHosting, NaiveHostings, RandomHosting } from '@fairlead/testkit';
import { expect } from 'vitest';
import { type Plant, Story } from '../../../test/kit/story.ts';

const PRODUCTS = [1, 2, 3, 4] as const;

export class HostingStory extends Story<NaiveHostings> {
  readonly #entries: string[] = [];

  constructor(seed: number, plant?: Plant) {
    super({ naive: new NaiveHostings(), commands: new RandomHosting(seed), seed, plant });
  }

  /** Balances, and what is in hosting of each product. */
  override compare(): void {
    const { naive, engine } = this;
    for (const productId of PRODUCTS) {
      const { amount } = engine.hosted(productId);
      expect([productId, amount]).toEqual([productId, naive.hosted(productId)]);
    }
    this.compareBalances({
      currencies: naive.currencies,
      owners: naive.owners,
      house: ['external', 'capital', 'yield_treasury'],
      user: USER_ACCOUNTS,
      total: (key) => naive.total(key),
      frozen: ({ owner, account, currencyId }) => {
        if (account === 'yield_treasury') return naive.promised(currencyId);
        return account === 'trust' ? naive.locked(owner, currencyId) : 0n;
      },
    });
  }

  /** Orders and entries. */
  override compareRows(): void {
    expect(this.tables.hosting.hostings().map(plain)).toEqual(this.naive.orders.map(naivePlain));
    expect(this.#entries).toEqual(this.naive.entries);
  }

  protected override compareAnswer(result: Result): void {
    this.compareSchedules(result, this.naive);
  }

  protected override note({ hostings, entries, postings }: Changes): void {
    for (const { status } of hostings) this.count(status);
    for (const { entryId, reason, reference } of entries) {
      if (!reason.startsWith('hosting_')) continue;
      const into = postings.find((row) => row.entryId === entryId && row.amount > 0n);
      this.#entries.push(`${reason} ${reference} ${into?.amount}`);
    }
  }

  protected override restarted(): void {
    expect(this.engine.nextScheduleMs()).toBe(this.naive.nextDueAtMs());
  }
}

function plain(row: HostingRow) {
  return {
    id: row.hostingId,
    owner: row.owner,
    productId: row.productId,
    currencyId: row.currencyId,
    amount: row.amount,
    days: row.days,
    interest: row.interest,
    posted: row.postedDays,
    earned: row.earned,
    damages: row.damages,
    penalty: row.penalty,
    status: row.status,
    paidAtMs: row.paidAtMs,
    endedAtMs: row.endedAtMs,
  };
}

function naivePlain({ bought, product, brings, ...order }: NaiveHosting) {
  const { owner, productId, amount } = bought;
  const sum = (days: readonly bigint[]) => days.reduce((total, day) => total + day, 0n);
  const [interest, earned] = [sum(brings), sum(brings.slice(0, order.posted))];
  const { currencyId, days } = product;
  return { ...order, owner, productId, amount, interest, earned, currencyId, days };
}
