/** What becomes of a subscription: an operator's word on it, and the release of what passed. */
import type { Stamp } from '../command.ts';
import type { Result } from '../result.ts';
import { isId, isOptionalText } from '../state/names.ts';
import type { Schedule } from '../state/product.ts';
import { reject, subscriptionResult } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { freezeSubscription, postSubscription, releaseSubscription } from './accounts.ts';
import type { DecideSubscription } from './commands.ts';
import type { SubscriptionRow } from './rows.ts';

/** Takes an operator's word: passing pays and locks what was bought, rejecting gives the payment back. */
export function decideSubscription(
  state: EngineState,
  command: DecideSubscription,
  stamp: Stamp,
): Result {
  const row = state.offerings.find(command.subscriptionId);
  if (row === undefined) return reject('subscription_not_found');
  const isPassing = command.decision === 'passed';
  // What a reversal could not take back may be what is held here (D10).
  if (isPassing && state.owners.get(row.owner)?.isFrozen) return reject('account_frozen');
  if (row.status !== 'under_review') return reject('already_decided');
  if (!isDecision(command)) return reject('terms_invalid');

  // From here on the command must succeed.
  const decided = decidedRow(row, command, stamp);
  releaseSubscription(state, row);
  if (isPassing) {
    postSubscription(state, decided, stamp);
    freezeSubscription(state, decided);
  }
  state.offerings.decide(decided);
  return subscriptionResult(decided);
}

function isDecision({ decision, operatorId, reason }: DecideSubscription): boolean {
  const isKnown = decision === 'passed' || decision === 'rejected';
  return isKnown && isId(operatorId) && isOptionalText(reason);
}

function decidedRow(
  row: SubscriptionRow,
  { decision, operatorId, reason }: DecideSubscription,
  { timeMs }: Stamp,
): SubscriptionRow {
  return {
    ...row,
    status: decision,
    operatorId,
    ...(reason === undefined ? {} : { reason }),
    decidedAtMs: timeMs,
  };
}

/** Locked amounts become available at launch and lock-up. No money moves, so there is no entry. */
export const releaseSchedule: Schedule = {
  nextDueAtMs({ offerings }: EngineState): number | undefined {
    return offerings.nextReleaseMs;
  },

  runNext(state: EngineState, { timeMs }: Stamp): void {
    const row = state.offerings.nextLocked();
    releaseSubscription(state, row);
    state.offerings.release({ ...row, isReleased: true, releasedAtMs: timeMs });
  },
};
