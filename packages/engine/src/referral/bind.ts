import { assert } from '@fairlead/units';
import type { Reject } from '../command.ts';
import type { OpenAccount } from '../ledger/commands.ts';
import type { EngineState } from '../state/state.ts';
import type { ReferralRow } from './rows.ts';

/** Whether an account that is opened now may have such an inviter: another, who has an account already (R1). */
export function checkInviter(
  { owners }: EngineState,
  { owner, inviter }: OpenAccount,
): Reject | undefined {
  if (inviter === undefined) return undefined;
  if (inviter === owner) return 'terms_invalid';
  return owners.has(inviter) ? undefined : 'account_not_found';
}

/** Binds an owner to their inviter, once and for ever. Who is bound before they can invite makes no rings. */
export function bindInviter(state: EngineState, row: ReferralRow): void {
  const owner = state.owner(row.owner);
  assert(owner.inviter === undefined, 'an owner is bound once');
  owner.inviter = state.referrals.bind(row);
}
