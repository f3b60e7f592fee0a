/**
 * Drawn trades, positions and options of invited users, and an oracle that makes rebates of the fees it sees; put back from
 * the tables with rebates pending and days half paid.
 */
import type { Changes, RebateRow, Result, Stamp } from '@fairlead/engine';
import { type NaiveRebate, NaiveReferral, RandomReferral } from '@fairlead/testkit';
import { expect } from 'vitest';
import { type Plant, Story } from '../../../test/kit/story.ts';

const CURRENCIES = [1, 2, 3] as const;

export class ReferralStory extends Story<NaiveReferral> {
  readonly #paid: string[] = [];

  constructor(seed: number, plant?: Plant) {
    super({ naive: new NaiveReferral(), commands: new RandomReferral(seed), seed, plant });
  }

  /** What the house kept of all fees, and what it owes inviters. */
  override compare(): void {
    for (const currencyId of CURRENCIES) {
      const total = (account: 'fees' | 'referral_rebates') =>
        this.engine.houseBalance(account, currencyId).total;
      expect({
        currencyId,
        pending: total('referral_rebates'),
        fees: total('fees'),
      }).toEqual({
        currencyId,
        pending: this.naive.pending(currencyId),
        fees: this.naive.kept(currencyId),
      });
    }
  }

  /** Rebates and pay-outs. */
  override compareRows(): void {
    const { referral } = this.tables;
    expect(referral.rebates().map(plain)).toEqual(this.naive.rebates);
    expect(this.#paid).toEqual(this.naive.paid);
    const paid = referral.days().filter(({ paidAtMs }) => paidAtMs !== undefined);
    expect(
      paid.map((row) => `${row.inviter}:${row.currencyId}:${row.day} ${row.amount}`).sort(),
    ).toEqual([...this.naive.paid].sort());
  }

  /** The oracle is told of the fees of each command, so each is a batch of its own. */
  protected override get batches(): boolean {
    return false;
  }

  protected override compareAnswer(result: Result, stamp: Stamp): void {
    const changes = this.engine.takeChanges();
    this.naive.note(changes, stamp);
    this.note(changes);
    this.tables.commit(changes);
    this.compareSchedules(result, this.naive);
  }

  protected override note({ entries, postings, rebates }: Changes): void {
    for (const { entryId, reason, reference } of entries) {
      this.count(reason);
      if (reason !== 'rebate_payout') continue;
      const into = postings.find((row) => row.entryId === entryId && row.amount > 0n);
      this.#paid.push(`${reference} ${into?.amount}`);
      expect([into?.account, into?.owner]).toEqual(['coin', Number(reference.split(':')[0])]);
    }
    for (const rebate of rebates) this.#countRebate(rebate);
  }

  protected override restarted(): void {
    expect(this.engine.nextScheduleMs()).toBe(this.naive.nextDueAtMs());
  }

  #countRebate({ fee, amount, ratioPpm }: RebateRow): void {
    const isCapped = amount < (fee * ratioPpm) / 1_000_000n;
    this.count(isCapped ? 'rebate capped' : amount === 0n ? 'rebate of nothing' : 'rebate');
  }
}

function plain({ entryId: _e, timeMs: _t, ratioPpm: ratio, ...rest }: RebateRow): NaiveRebate {
  return { ...rest, ratio };
}
