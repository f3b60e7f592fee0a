/** Who has accounts, and who may use them. */
import type { HoldWithdrawals } from '../custody/commands.ts';
import { isSubAccount, mainOf } from '../family.ts';
import type { OpenAccount, SetOwnerState } from '../ledger/commands.ts';
import { OWNER_MAX } from '../limits.ts';
import { bindInviter, checkInviter } from '../referral/bind.ts';
import type { Result } from '../result.ts';
import { HOUSE } from '../terms.ts';
import { isText } from './names.ts';
import { DONE, reject } from './results.ts';
import type { EngineState } from './state.ts';

/**
 * Opens the four accounts of a user; each of their ledger accounts begins with its first posting. Who invited them is taken
 * at the first opening only (R1).
 */
export function openAccount(state: EngineState, command: OpenAccount): Result {
  const { owner, inviter } = command;
  if (state.owners.has(owner)) return DONE;
  const code = checkInviter(state, command);
  if (code !== undefined) return reject(code);
  const isOwner = Number.isInteger(owner) && owner > HOUSE && owner <= OWNER_MAX;
  if (!isOwner) return reject('terms_invalid');
  if (isSubAccount(owner)) {
    if (inviter !== undefined) return reject('terms_invalid');
    if (!state.owners.has(mainOf(owner))) return reject('account_not_found');
  }

  // From here on the command must succeed.
  state.addOwner(owner);
  state.log.rows.owners.push(owner);
  if (inviter !== undefined) bindInviter(state, { owner, inviter });
  return DONE;
}

/** Freezes or unfreezes an owner. Repeating it changes nothing and succeeds. */
export function setOwnerState(state: EngineState, { owner: id, isFrozen }: SetOwnerState): Result {
  const owner = state.owners.get(id);
  if (owner === undefined) return reject('account_not_found');
  if (owner.isFrozenItself === isFrozen) return DONE;

  // From here on the command must succeed.
  owner.isFrozenItself = isFrozen;
  state.log.addOwnerState({ owner: id, isFrozen });
  return DONE;
}

/** Holds an owner's withdrawals for a reason, or lets them go. Repeating it changes nothing and succeeds. */
export function holdWithdrawals(
  state: EngineState,
  { owner: id, reason }: HoldWithdrawals,
): Result {
  const owner = state.owners.get(id);
  if (owner === undefined) return reject('account_not_found');
  if (reason !== undefined && !isText(reason)) return reject('terms_invalid');
  if (owner.withdrawalHold === reason) return DONE;

  // From here on the command must succeed.
  owner.withdrawalHold = reason;
  state.log.addWithdrawalHold({ owner: id, ...(reason !== undefined && { reason }) });
  return DONE;
}
