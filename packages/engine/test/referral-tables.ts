/** What a store would keep of referral, with the constraints that its tables have. */
import type {
  Changes,
  PartnerRow,
  RebateDayRow,
  RebateRow,
  ReferralTerms,
  Snapshot,
} from '@fairlead/engine';
import { expect } from 'vitest';

type ReferralSnapshot = Pick<Snapshot, 'referralTerms' | 'partners' | 'referrals' | 'rebateDays'>;

const DAY_MS = 86_400_000;

export class ReferralTables {
  #terms: readonly ReferralTerms[] = [];
  readonly #partners = new Map<number, PartnerRow>();
  /** Inviters by invitee. */
  readonly #inviters = new Map<number, number>();
  readonly #rebates: RebateRow[] = [];
  readonly #days = new Map<string, RebateDayRow>();

  commit(changes: Changes): void {
    expect(changes.referralTerms.length).toBeLessThanOrEqual(1);
    if (changes.referralTerms.length > 0) this.#terms = changes.referralTerms;
    expectUnique(changes.partners.map(({ owner }) => `${owner}`));
    for (const row of changes.partners) this.#partners.set(row.owner, row);
    for (const { owner, inviter } of changes.referrals) {
      expect(this.#inviters.has(owner)).toBe(false);
      expect(inviter).not.toBe(owner);
      this.#inviters.set(owner, inviter);
    }
    for (const row of changes.rebates) this.#addRebate(row);
    expectUnique(changes.rebateDays.map(nameOf));
    for (const row of changes.rebateDays) this.#setDay(row);
    this.#checkPostings(changes);
  }

  snapshot(): ReferralSnapshot {
    return {
      referralTerms: this.#terms,
      partners: [...this.#partners.values()].filter(({ ratioPpm }) => ratioPpm !== undefined),
      referrals: [...this.#inviters].map(([owner, inviter]) => ({ owner, inviter })),
      rebateDays: this.days().filter(({ paidAtMs }) => paidAtMs === undefined),
    };
  }

  rebates(): readonly RebateRow[] {
    return this.#rebates;
  }

  /** As they last were, in the order in which they began. */
  days(): RebateDayRow[] {
    return [...this.#days.values()];
  }

  #addRebate(row: RebateRow): void {
    const { invitee, inviter, fee, amount, ratioPpm, day, timeMs } = row;
    expect(this.#inviters.get(invitee)).toBe(inviter);
    expect(fee > 0n && amount >= 0n && amount * 1_000_000n <= fee * ratioPpm).toBe(true);
    expect(day).toBe(Math.floor(timeMs / DAY_MS));
    this.#rebates.push(row);
  }

  /** A day is paid once, when it is over, and all of it; until then it only grows. */
  #setDay(row: RebateDayRow): void {
    const known = this.#days.get(nameOf(row));
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
    this.#days.set(nameOf(row), row);
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

const nameOf = ({ inviter, currencyId, day }: Omit<RebateDayRow, 'amount'>): string =>
  `${inviter}:${currencyId}:${day}`;

function expectUnique(keys: readonly string[]): void {
  expect(new Set(keys).size).toBe(keys.length);
}
