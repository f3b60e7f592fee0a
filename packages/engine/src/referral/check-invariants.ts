/** What referral must agree on with owners and ledger, and how it is put back from rows. */
import { assert } from '@fairlead/units';
import { ledgerAccountId } from '../ledger/account-id.ts';
import type { Hold } from '../ledger/ledger.ts';
import type { OrderOwner } from '../state/order-owner.ts';
import type { EngineState } from '../state/state.ts';
import { HOUSE, type OwnerId } from '../terms.ts';
import { bindInviter } from './bind.ts';
import { areReferralTermsValid, isRatioValid } from './configure.ts';
import type { ReferralRow, ReferralSnapshot } from './rows.ts';

export function referralSnapshot({ referrals, owners }: EngineState): ReferralSnapshot {
  const bound: ReferralRow[] = [];
  for (const { owner, inviter } of owners.values()) {
    if (inviter !== undefined) bound.push({ owner, inviter: inviter.owner });
  }
  return {
    referralTerms: referrals.terms === undefined ? [] : [referrals.terms],
    partners: referrals.partners(),
    referrals: bound.sort((left, right) => left.owner - right.owner),
    rebateDays: referrals.days.rows(),
  };
}

/** Rebates that are pending lie in an account of their own; nothing is frozen for them. */
const NO_HOLDS: readonly Hold[] = [];

/** Recounts invitees, and what is pending against the account it is in. O(owners + pending). */
export function checkReferrals(state: EngineState): readonly Hold[] {
  const invitees = new Map<OwnerId, number>();
  for (const { owner, inviter } of state.owners.values()) {
    if (inviter === undefined) continue;
    assert(inviter.owner !== owner, 'nobody invites themselves');
    invitees.set(inviter.owner, (invitees.get(inviter.owner) ?? 0) + 1);
  }
  state.referrals.check(invitees);
  checkRings(state);
  checkPending(state);
  return NO_HOLDS;
}

/** Puts terms, partners, invitees and pending rebates back, after owners and balances. */
export function restoreReferrals(state: EngineState, snapshot: ReferralSnapshot): void {
  const { referralTerms, partners, referrals, rebateDays } = snapshot;
  assert(referralTerms.length <= 1, 'levels are in force once');
  for (const terms of referralTerms) {
    assert(areReferralTermsValid(terms), 'levels are sound');
    state.referrals.setTerms(terms);
  }
  for (const row of partners) {
    const isSound = row.ratioPpm !== undefined && isRatioValid(row.ratioPpm);
    assert(isSound && state.owners.has(row.owner), 'a partner is an owner with a ratio');
    assert(state.referrals.partnerRatio(row.owner) === undefined, 'a partner is restored once');
    state.referrals.setPartner(row);
  }
  for (const row of referrals) {
    assert(state.owners.has(row.inviter), 'an inviter has an account');
    bindInviter(state, row);
  }
  for (const row of rebateDays) assert(state.owners.has(row.inviter), 'an inviter has an account');
  state.referrals.days.restore(rebateDays);
  checkReferrals(state);
}

/** From each owner up to one whom nobody invited; no owner is passed twice. O(owners). */
function checkRings({ owners }: EngineState): void {
  const cleared = new Set<OrderOwner>();
  for (const owner of owners.values()) {
    if (owner.inviter === undefined) continue;
    const path = new Set<OrderOwner>();
    let at: OrderOwner | undefined = owner;
    while (at?.inviter !== undefined && !cleared.has(at)) {
      assert(!path.has(at), 'no owners invite each other in a ring');
      path.add(at);
      at = owners.get(at.inviter.owner);
    }
    for (const each of path) cleared.add(each);
  }
}

/** What is in the account of rebates is what is pending, to the last unit. */
function checkPending({ referrals, ledger, currencies, counters }: EngineState): void {
  const pending = referrals.days.check(counters.timeMs);
  for (const currencyId of currencies.keys()) {
    const slot = ledger.find(ledgerAccountId(HOUSE, 'referral_rebates', currencyId));
    const { total } = ledger.balance(slot);
    assert(total === (pending.get(currencyId) ?? 0n), 'rebates are what is pending');
  }
}
