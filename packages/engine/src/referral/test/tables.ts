/** What a store would keep of referral, with the constraints that its tables have. */
import type {
  Changes,
  PartnerRow,
  RebateDayRow,
  RebateRow,
  ReferralSnapshot,
  ReferralTerms,
} from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';
import { expect } from 'vitest';
import { KeptRows } from '../../../test/kit/kept-rows.ts';

export class ReferralTables {
  #terms: readonly ReferralTerms[] = [];
  readonly #partners = new KeptRows<PartnerRow>(({ owner }) => owner);
  /** Inviters by invitee. */
  readonly #inviters = new Map<number, number>();
  readonly #rebates: RebateRow[] = [];
  /** A day is paid once, when it is over, and all of it; until then it only grows. */
  readonly #days = new KeptRows<RebateDayRow, string>(nameOf, (row, known) => {
    expect(known?.paidAtMs).toBeUndefined();
    expect(row.amount >= (known?.amount ?? 1n)).toBe(true);
    if (row.paidAtMs !== undefined) {
      expect(row.paidAtMs).toBeGreaterThanOrEqual((row.day + 1) * DAY_MS);
    }
    let sum = 0n;
    for (const rebate of this.#rebates) {
      if (nameOf(rebate) === nameOf(row)) sum += rebate.amount;
    }
    expect(row.amount).toBe(sum);
  });

  commit(changes: Changes): void {
    expect(changes.referralTerms.length).toBeLessThanOrEqual(1);
    if (changes.referralTerms.length > 0) this.#terms = changes.referralTerms;
    this.#partners.commit(changes.partners);
    for (const { owner, inviter } of changes.referrals) {
      expect(this.#inviters.has(owner)).toBe(false);
      expect(inviter).not.toBe(owner);
      this.#inviters.set(owner, inviter);
    }
    for (const row of changes.rebates) this.#addRebate(row);
    this.#days.commit(changes.rebateDays);
    this.#checkPostings(changes);
  }

  snapshot(): ReferralSnapshot {
    return {
      referralTerms: this.#terms,
      partners: this.#partners.list().filter(({ ratioPpm }) => ratioPpm !== undefined),
      referrals: [...this.#inviters].map(([owner, inviter]) => ({ owner, inviter })),
      rebateDays: this.days().filter(({ paidAtMs }) => paidAtMs === undefined),
    };
  }

  rebates(): readonly RebateRow[] {
    return this.#rebates;
  }

  /** As they last were, in the order in which they began. */
  days(): RebateDayRow[] {
    return this.#days.list();
  }

  #addRebate(row: RebateRow): void {
    const { invitee, inviter, fee, amount, ratioPpm, day, timeMs } = row;
    expect(this.#inviters.get(invitee)).toBe(inviter);
    expect(fee > 0n && amount >= 0n && amount * 1_000_000n <= fee * ratioPpm).toBe(true);
    expect(day).toBe(Math.floor(timeMs / DAY_MS));
    this.#rebates.push(row);
  }

  /** In each entry of a fee the house's part, the inviter's and the insurance fund's come to all of it. */
  #checkPostings({ entries, postings, rebates }: Changes): void {
    const sums = new Map<string, bigint>();
    for (const { entryId, account, currencyId, amount } of postings) {
      const key = `${entryId} ${account} ${currencyId}`;
      sums.set(key, (sums.get(key) ?? 0n) + amount);
    }
    const reasons = new Map(entries.map(({ entryId, reason }) => [entryId, reason]));
    let shared = 0n;
    for (const { entryId, currencyId, fee, amount } of rebates) {
      const posted = (account: string): bigint =>
        sums.get(`${entryId} ${account} ${currencyId}`) ?? 0n;
      expect(posted('referral_rebates')).toBe(amount);
      const rest = fee - amount - posted('fees');
      const reason = reasons.get(entryId);
      // What remains is the insurance fund's share; a close may take more from the fund in the same posting.
      if (reason === 'futures_open') expect(rest).toBe(posted('insurance_fund'));
      else if (reason !== 'futures_close') expect(rest).toBe(0n);
      expect(rest >= 0n).toBe(true);
      shared += amount;
    }
    for (const { account, amount } of postings) {
      if (account === 'referral_rebates' && amount > 0n) shared -= amount;
    }
    expect(shared).toBe(0n);
  }
}

function nameOf({ inviter, currencyId, day }: Omit<RebateDayRow, 'amount'>): string {
  return `${inviter}:${currencyId}:${day}`;
}
