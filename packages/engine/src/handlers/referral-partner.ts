import { isRatioValid } from '../referral/check-referral-terms.ts';
import type { Result } from '../result.ts';
import type { SetPartner } from '../wealth-commands.ts';
import { DONE, reject } from './results.ts';
import type { EngineState } from './state.ts';

/** Gives an owner a ratio of their own, or takes it away. Repeating it changes nothing and succeeds. */
export function setPartner(state: EngineState, { owner, ratioPpm }: SetPartner): Result {
  if (!state.owners.has(owner)) return reject('account_not_found');
  if (ratioPpm !== undefined && !isRatioValid(ratioPpm)) return reject('terms_invalid');
  if (state.referrals.partnerRatio(owner) === ratioPpm) return DONE;

  // From here on the command must succeed.
  state.referrals.setPartner(ratioPpm === undefined ? { owner } : { owner, ratioPpm });
  return DONE;
}
