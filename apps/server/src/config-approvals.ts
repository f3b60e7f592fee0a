/** What one operator may pass alone, in sums, and for how long money that came in on one word is held by that word. */
import { ConfigError, type Environment, integer } from './config-values.ts';

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
const USDT_MAX = 1_000_000;

export function readApprovals(environment: Environment, isDemo: boolean): ApprovalsConfig {
  const usdt = (name: string, fallback: number): number =>
    integer(environment, { name, fallback, min: 1, max: USDT_MAX });
  const name = 'CLAIM_HOLDING_HOURS';
  const fallback = isDemo ? 0 : HOLDING_HOURS;
  const claimHoldingHours = integer(environment, { name, fallback, min: 0, max: 8_760 });
  if (claimHoldingHours < HOLDING_HOURS_MIN && !isDemo)
    throw new ConfigError(name, `may be below ${HOLDING_HOURS_MIN} in demo mode only`);
  return {
    dayFromUsdt: usdt('TWO_APPROVALS_DAY_USDT', 20_000),
    weekFromUsdt: usdt('TWO_APPROVALS_WEEK_USDT', 10_000),
    claimHoldingHours,
  };
}
