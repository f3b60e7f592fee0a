/** What one operator may pass alone, in sums, and for how long money that came in on one word is held by that word. */
import type { Given } from './settings.ts';
import { ConfigError } from './values.ts';

export interface ApprovalsConfig {
  /** From so many USDT on, passed by one operator alone within 24 hours, it takes a second. */
  readonly dayFromUsdt: number;
  /** Likewise of one user within 7 days. */
  readonly weekFromUsdt: number;
  /** For so long whoever passed a claim alone lets nobody's money out alone whom it may have reached; 0 in demo only. */
  readonly claimHoldingHours: number;
}

/** A day is what it takes to look at a bank statement; a week what it takes for a payer to complain. */
const HOLDING_HOURS_MIN = 24;
const HOLDING_HOURS = 168;

export function readApprovals(given: Given, isDemo: boolean): ApprovalsConfig {
  const claimHoldingHours = given.CLAIM_HOLDING_HOURS ?? (isDemo ? 0 : HOLDING_HOURS);
  if (claimHoldingHours < HOLDING_HOURS_MIN && !isDemo)
    throw new ConfigError(
      'CLAIM_HOLDING_HOURS',
      `may be below ${HOLDING_HOURS_MIN} in demo mode only`,
    );
  return {
    dayFromUsdt: given.TWO_APPROVALS_DAY_USDT,
    weekFromUsdt: given.TWO_APPROVALS_WEEK_USDT,
    claimHoldingHours,
  };
}
