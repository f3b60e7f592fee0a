/**
 * Money between a person's main account and their sub-accounts, or between two of these: one entry, in the account of the same
 * kind, so that one engine keeps both sides and there is no moment in between.
 */
import type { Stamp } from '../command.ts';
import { isOneFamily } from '../family.ts';
import type { Result } from '../result.ts';
import { reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { ledgerAccountId } from './account-id.ts';
import type { MoveInFamily } from './commands.ts';
import { beginEntry } from './journal.ts';
import { checkMove, postMove } from './move.ts';

export function moveInFamily(state: EngineState, command: MoveInFamily, stamp: Stamp): Result {
  const { owner, targetOwner, account, currencyId, amount } = command;
  const source = state.owners.get(owner);
  const target = state.owners.get(targetOwner);
  // Another's account is as one that is not there.
  if (source === undefined || target === undefined || !isOneFamily(owner, targetOwner))
    return reject('account_not_found');
  if (!state.keeps(account)) return reject('account_not_found');
  if (!state.currencies.has(currencyId)) return reject('currency_not_found');
  if (source.isFrozen || target.isFrozen) return reject('account_frozen');
  const move = {
    sourceId: ledgerAccountId(owner, account, currencyId),
    targetId: ledgerAccountId(targetOwner, account, currencyId),
    amount,
  };
  const code = checkMove(state, move);
  if (code !== undefined) return reject(code);

  // From here on the command must succeed. The entry's own id is its reference.
  const reference = String(state.counters.entryId + 1);
  const entryId = beginEntry(state, { reason: 'family_transfer', reference }, stamp);
  postMove(state, move);
  state.ledger.assertBalanced(currencyId);
  state.vouches.pass(owner, targetOwner, stamp.timeMs);
  return { ok: true, value: { kind: 'entry', entryId } };
}
