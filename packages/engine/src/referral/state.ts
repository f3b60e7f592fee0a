/** Who invited how many, by which ratio they are paid, and what is pending for them. */
import { referralLevel } from '@fairlead/formula';
import { assert, type RatePpm, ratePpm } from '@fairlead/units';
import { ChangedRows } from '../table/changed-rows.ts';
import type { OwnerId } from '../terms.ts';
import { RebateDays } from './rebate-days.ts';
import type { RebateRow, ReferralChanges, ReferralRow } from './rows.ts';
import type { PartnerRow, ReferralTerms } from './terms.ts';

/** Who has invitees, or is a partner. An invited owner points here, so that a fee finds its ratio at once. */
export class Inviter {
  readonly owner: OwnerId;
  invitees = 0;
  /** Their own as a partner. */
  partnerRatio: RatePpm | undefined = undefined;
  /** What holds now: their own, else their level's. */
  ratio = ratePpm(0n);

  constructor(owner: OwnerId) {
    this.owner = owner;
  }
}

export class Referrals {
  readonly days = new RebateDays();
  readonly #inviters = new Map<OwnerId, Inviter>();
  readonly #changedPartners = new ChangedRows<PartnerRow>();
  /** Absent until levels are configured; until then nobody but partners is paid. */
  #terms: ReferralTerms | undefined;
  #newTerms: ReferralTerms | undefined;
  #newReferrals: ReferralRow[] = [];
  #newRebates: RebateRow[] = [];

  get terms(): ReferralTerms | undefined {
    return this.#terms;
  }

  setTerms(terms: ReferralTerms): void {
    this.#terms = terms;
    this.#newTerms = terms;
    for (const inviter of this.#inviters.values()) this.#setRatio(inviter);
  }

  /** The ratio of a partner; undefined for everybody else. */
  partnerRatio(owner: OwnerId): RatePpm | undefined {
    return this.#inviters.get(owner)?.partnerRatio;
  }

  /** Makes an owner a partner, or one no longer. */
  setPartner(row: PartnerRow): void {
    const inviter = this.#inviter(row.owner);
    inviter.partnerRatio = row.ratioPpm;
    this.#setRatio(inviter);
    this.#changedPartners.set(row.owner, row);
  }

  /** Counts an invitee to an inviter, to whom they then belong. */
  bind({ owner, inviter: id }: ReferralRow): Inviter {
    const inviter = this.#inviter(id);
    inviter.invitees += 1;
    this.#setRatio(inviter);
    this.#newReferrals.push({ owner, inviter: id });
    return inviter;
  }

  /** Takes note of a fee that an invitee paid, and of what of it the inviter is owed. */
  addRebate(row: RebateRow): void {
    this.#newRebates.push(row);
    if (row.amount > 0n) this.days.add(row);
  }

  /** Those with a ratio, by owner. */
  partners(): PartnerRow[] {
    const rows: PartnerRow[] = [];
    for (const { owner, partnerRatio } of this.#inviters.values()) {
      if (partnerRatio !== undefined) rows.push({ owner, ratioPpm: partnerRatio });
    }
    return rows.sort((left, right) => left.owner - right.owner);
  }

  takeChanges(): ReferralChanges {
    const terms = this.#newTerms;
    const referrals = this.#newReferrals;
    const rebates = this.#newRebates;
    this.#newTerms = undefined;
    this.#newReferrals = [];
    this.#newRebates = [];
    return {
      referralTerms: terms === undefined ? [] : [terms],
      partners: this.#changedPartners.take(),
      referrals,
      rebates,
      rebateDays: this.days.takeChanged(),
    };
  }

  /** Recounts invitees and ratios. `invitees` says how many each inviter has. */
  check(invitees: ReadonlyMap<OwnerId, number>): void {
    for (const inviter of this.#inviters.values()) {
      const count = invitees.get(inviter.owner) ?? 0;
      assert(inviter.invitees === count, 'invitees are counted by inviter');
      assert(inviter.ratio === this.#ratioOf(inviter), 'a ratio is what terms and count say');
    }
    for (const owner of invitees.keys()) {
      assert(this.#inviters.has(owner), 'who has invitees is an inviter');
    }
  }

  #inviter(owner: OwnerId): Inviter {
    const known = this.#inviters.get(owner);
    if (known !== undefined) return known;
    const added = new Inviter(owner);
    this.#inviters.set(owner, added);
    return added;
  }

  #setRatio(inviter: Inviter): void {
    inviter.ratio = this.#ratioOf(inviter);
  }

  #ratioOf({ partnerRatio, invitees }: Inviter): RatePpm {
    if (partnerRatio !== undefined) return partnerRatio;
    const { levels } = this.#terms ?? { levels: [] };
    return levels[referralLevel(levels, invitees)]?.ratioPpm ?? ratePpm(0n);
  }
}
