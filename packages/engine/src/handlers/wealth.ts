/** The seam between the engine and its locked funds, subscriptions and referral. */
import { assertNever } from '@fairlead/units';
import type { Changes, Snapshot } from '../changes.ts';
import type { Stamp } from '../command.ts';
import type { Result } from '../result.ts';
import type { LedgerAccountId } from '../terms.ts';
import type { WealthCommand } from '../wealth-commands.ts';
import { buyHosting } from './hosting-buy.ts';
import { checkHosting, hostingHolds, restoreHosting } from './hosting-check.ts';
import { redeemHosting } from './hosting-redeem.ts';
import { configureHosting } from './hosting-terms.ts';
import { checkOfferings, offeringHolds, restoreOfferings } from './offering-check.ts';
import { decideSubscription } from './offering-decide.ts';
import { subscribe } from './offering-subscribe.ts';
import { configureOffering } from './offering-terms.ts';
import { checkReferrals, referralSnapshot, restoreReferrals } from './referral-check.ts';
import { setPartner } from './referral-partner.ts';
import { configureReferral } from './referral-terms.ts';
import { runSchedules } from './schedules.ts';
import type { EngineState } from './state.ts';

export function runWealth(state: EngineState, command: WealthCommand, stamp: Stamp): Result {
  switch (command.kind) {
    case 'configure_hosting':
      return configureHosting(state, command);
    case 'buy_hosting':
      return buyHosting(state, command, stamp);
    case 'redeem_hosting':
      return redeemHosting(state, command, stamp);
    case 'configure_offering':
      return configureOffering(state, command, stamp);
    case 'subscribe':
      return subscribe(state, command, stamp);
    case 'decide_subscription':
      return decideSubscription(state, command, stamp);
    case 'configure_referral':
      return configureReferral(state, command);
    case 'set_partner':
      return setPartner(state, command);
    case 'run_schedules':
      return runSchedules(state, command, stamp);
    default:
      return assertNever(command);
  }
}

type WealthChanges = Pick<
  Changes,
  | 'hostingProducts'
  | 'hostings'
  | 'offerings'
  | 'subscriptions'
  | 'referralTerms'
  | 'partners'
  | 'referrals'
  | 'rebates'
  | 'rebateDays'
>;

/** What a batch changed, and an empty log from here on. */
export function takeWealthChanges(state: EngineState): WealthChanges {
  return {
    ...state.hostings.takeChanges(),
    ...state.offerings.takeChanges(),
    ...state.referrals.takeChanges(),
  };
}

type WealthSnapshot = Pick<
  Snapshot,
  | 'hostingProducts'
  | 'hostings'
  | 'offerings'
  | 'subscriptions'
  | 'referralTerms'
  | 'partners'
  | 'referrals'
  | 'rebateDays'
>;

export function wealthSnapshot(state: EngineState): WealthSnapshot {
  return {
    ...state.hostings.snapshot(),
    ...state.offerings.snapshot(),
    ...referralSnapshot(state),
  };
}

/** Puts stored rows back, after owners and balances. */
export function restoreWealth(state: EngineState, snapshot: Snapshot): void {
  restoreHosting(state, snapshot);
  restoreOfferings(state, snapshot);
  restoreReferrals(state, snapshot);
}

export interface WealthHold {
  readonly accountId: LedgerAccountId;
  readonly amount: bigint;
}

/** What is frozen for what is open: principal, payments, locked amounts, and what the house has promised. */
export function wealthHolds(state: EngineState): WealthHold[] {
  return [...hostingHolds(state), ...offeringHolds(state)];
}

export function checkWealth(state: EngineState): void {
  checkHosting(state);
  checkOfferings(state);
  checkReferrals(state);
}
