import type { Stamp } from '../command.ts';
import type { Result } from '../result.ts';
import { reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { HOUSE, type HouseAccount, type LedgerAccountId } from '../terms.ts';
import { ledgerAccountId } from './account-id.ts';
import type { PostEntry, PostingAccount } from './commands.ts';
import { beginEntry } from './journal.ts';
import { checkMove, postMove } from './move.ts';
import { isReservedReference } from './recent-references.ts';

/** Moves money between the house and a user, or between two house accounts. */
export function postEntry(state: EngineState, command: PostEntry, stamp: Stamp): Result {
  const { source, target, currencyId, amount } = command;
  if (!isOpen(state, source) || !isOpen(state, target)) return reject('account_not_found');
  if (!state.currencies.has(currencyId)) return reject('currency_not_found');
  if (isReservedReference(command.reference) || isReserved(source) || isReserved(target)) {
    return reject('terms_invalid');
  }
  if (state.references.has(command)) return reject('duplicate_reference');
  const move = {
    sourceId: accountIdOf(source, currencyId),
    targetId: accountIdOf(target, currencyId),
    amount,
  };
  const code = checkMove(state, move);
  if (code !== undefined) return reject(code);

  // From here on the command must succeed.
  state.references.add(command);
  const entryId = beginEntry(state, command, stamp);
  postMove(state, move);
  state.ledger.assertBalanced(currencyId);
  return { ok: true, value: { kind: 'entry', entryId } };
}

function isOpen(state: EngineState, account: PostingAccount): boolean {
  return 'house' in account || state.owners.has(account.owner);
}

/** The sum of what is on its way, of what open options put in, of rebates that are pending: only they move it. */
const RESERVED: readonly HouseAccount[] = [
  'other_engines',
  'withdrawals_in_transit',
  'option_escrow',
  'referral_rebates',
];

function isReserved(account: PostingAccount): boolean {
  return 'house' in account && RESERVED.includes(account.house);
}

function accountIdOf(account: PostingAccount, currencyId: number): LedgerAccountId {
  return 'house' in account
    ? ledgerAccountId(HOUSE, account.house, currencyId)
    : ledgerAccountId(account.owner, account.account, currencyId);
}
