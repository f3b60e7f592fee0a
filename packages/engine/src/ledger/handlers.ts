import { type AmountMinor, amountMinor } from '@fairlead/units';
import type { Reject, Stamp } from '../command.ts';
import { AMOUNT_MAX } from '../limits.ts';
import type { Result } from '../result.ts';
import { reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { NONE } from '../table/slot-table.ts';
import { HOUSE, type HouseAccount, type LedgerAccountId } from '../terms.ts';
import { ledgerAccount, ledgerAccountId } from './account-id.ts';
import type { PostEntry, PostingAccount, Transfer } from './commands.ts';
import { beginEntry, postTo } from './journal.ts';
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

/** Moves available money between two accounts of one user. */
export function transfer(state: EngineState, command: Transfer, stamp: Stamp): Result {
  const { owner, source, target, currencyId, amount } = command;
  const known = state.owners.get(owner);
  if (known === undefined) return reject('account_not_found');
  if (!state.currencies.has(currencyId)) return reject('currency_not_found');
  if (known.isFrozen) return reject('account_frozen');
  const move = {
    sourceId: ledgerAccountId(owner, source, currencyId),
    targetId: ledgerAccountId(owner, target, currencyId),
    amount,
  };
  const code = checkMove(state, move);
  if (code !== undefined) return reject(code);

  // From here on the command must succeed. The entry's own id is the transfer's, and its reference.
  const transferId = state.counters.entryId + 1;
  beginEntry(state, { reason: 'transfer', reference: String(transferId) }, stamp);
  postMove(state, move);
  state.ledger.assertBalanced(currencyId);
  const row = { transferId, owner, source, target, currencyId, amount, timeMs: stamp.timeMs };
  state.log.rows.transfers.push(row);
  return { ok: true, value: { kind: 'transfer', transfer: row } };
}

interface Move {
  readonly sourceId: LedgerAccountId;
  readonly targetId: LedgerAccountId;
  readonly amount: AmountMinor;
}

/** Only `external` pays what it does not have, up to what may exist of a currency. */
function checkMove(state: EngineState, { sourceId, targetId, amount }: Move): Reject | undefined {
  if (sourceId === targetId) return 'same_account';
  if (amount <= 0n) return 'amount_not_positive';
  if (amount > AMOUNT_MAX) return 'quantity_out_of_range';
  const { ledger } = state;
  const source = ledger.find(sourceId);
  if (ledgerAccount(sourceId).kind !== 'external') {
    return ledger.canPay(source, amount) ? undefined : 'insufficient_balance';
  }
  const issued = source === NONE ? 0n : -ledger.total(source);
  return issued + amount <= AMOUNT_MAX ? undefined : 'quantity_out_of_range';
}

function postMove(state: EngineState, { sourceId, targetId, amount }: Move): void {
  const { ledger } = state;
  postTo(state, ledger.open(sourceId), amountMinor(-amount));
  postTo(state, ledger.open(targetId), amount);
}

function isOpen(state: EngineState, account: PostingAccount): boolean {
  return 'house' in account || state.owners.has(account.owner);
}

/** The sum of withdrawals on their way, of what open options put in, of rebates that are pending: only they move it. */
const RESERVED: readonly HouseAccount[] = [
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
