/** Drawn commands of offerings, put back from the tables with subscriptions under review and locked. */
import type { Changes, Result, SubscriptionRow } from '@fairlead/engine';
import { NaiveOfferings, type NaiveSubscription, RandomOfferings } from '@fairlead/testkit';
import { expect } from 'vitest';
import { type Plant, Story } from '../../../test/kit/story.ts';

export class OfferingStory extends Story<NaiveOfferings> {
  constructor(seed: number, plant?: Plant) {
    const naive = new NaiveOfferings();
    const open = () =>
      naive.subscriptions.filter(({ status }) => status === 'under_review').map(({ id }) => id);
    super({ naive, commands: new RandomOfferings(seed, open), seed, plant });
  }

  /** Balances, and what is sold of each offering. */
  override compare(): void {
    const { naive, engine, tables } = this;
    for (const { offeringId } of tables.offerings.offerings()) {
      const sold = engine.offering(offeringId)?.soldMinor;
      expect([offeringId, sold]).toEqual([offeringId, naive.sold(offeringId)]);
    }
    this.compareBalances({
      currencies: naive.scales.keys(),
      owners: naive.owners,
      house: ['external', 'capital', 'subscription_supply', 'subscription_proceeds'],
      user: ['coin', 'trust'],
      total: (key) => naive.total(key),
      frozen: ({ owner, account, currencyId }) => naive.frozen(`${owner} ${account} ${currencyId}`),
    });
  }

  override compareRows(): void {
    const rows = this.tables.offerings.subscriptions();
    expect(rows.map(plain)).toEqual(this.naive.subscriptions.map(naivePlain));
  }

  protected override compareAnswer(result: Result): void {
    this.compareSchedules(result, this.naive);
  }

  protected override note({ subscriptions }: Changes): void {
    for (const { status, isReleased } of subscriptions) {
      this.count(isReleased ? 'released' : status);
    }
  }

  protected override restarted(): void {
    expect(this.engine.nextScheduleMs()).toBe(this.naive.nextDueAtMs());
  }
}

function plain(row: SubscriptionRow) {
  return {
    id: row.subscriptionId,
    owner: row.owner,
    offeringId: row.offeringId,
    amount: row.amount,
    paid: row.paid,
    unlocksAtMs: row.unlocksAtMs,
    status: row.status,
    operatorId: row.operatorId,
    releasedAtMs: row.releasedAtMs,
  };
}

function naivePlain({ asked, terms: _, ...rest }: NaiveSubscription): ReturnType<typeof plain> {
  const { owner, offeringId, amount } = asked;
  return { ...rest, owner, offeringId, amount } as ReturnType<typeof plain>;
}
