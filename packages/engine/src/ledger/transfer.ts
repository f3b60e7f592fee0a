/**
 * Money that an owner moves between accounts. Where both are here it is one entry. Where the other is kept by another engine
 * it leaves by one entry, stays on its way as a row, and ends by an entry of either engine: in the one that it reaches, or back
 * here where that one refused it (docs/internals/growth.md). Nothing is ever committed in two engines at once.
 */
import { type AmountMinor, assert } from '@fairlead/units';
import type { Reject, Stamp } from '../command.ts';
import { AMOUNT_MAX, REFERENCE_LENGTH_MAX } from '../limits.ts';
import type { Result } from '../result.ts';
import { DONE, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { HOUSE, type OwnerId, type UserAccount } from '../terms.ts';
import { ledgerAccountId } from './account-id.ts';
import type { EndTransfer, ReceiveTransfer, Transfer } from './commands.ts';
import { beginEntry, postTo } from './journal.ts';
import { checkMove, type Move, postMove } from './move.ts';
import type { EntryReason, SentTransferRow, TransferRow } from './rows.ts';
import { houseSlot } from './slots.ts';

/** Moves available money between two accounts of one user, or sends it on its way to one that another engine keeps. */
export function transfer(state: EngineState, command: Transfer, stamp: Stamp): Result {
  const { owner, source, target, currencyId, amount } = command;
  const known = state.owners.get(owner);
  if (known === undefined || !state.keeps(source)) return reject('account_not_found');
  if (!state.currencies.has(currencyId)) return reject('currency_not_found');
  if (known.isFrozen) return reject('account_frozen');
  const isHere = state.keeps(target);
  const move: Move = {
    sourceId: ledgerAccountId(owner, source, currencyId),
    targetId: isHere
      ? ledgerAccountId(owner, target, currencyId)
      : ledgerAccountId(HOUSE, 'other_engines', currencyId),
    amount,
  };
  const code = checkMove(state, move);
  if (code !== undefined) return reject(code);

  // From here on the command must succeed. The entry's own id is the transfer's, and its reference.
  const transferId = state.counters.entryId + 1;
  const reference = String(transferId);
  beginEntry(state, { reason: 'transfer', reference }, stamp);
  postMove(state, move);
  state.ledger.assertBalanced(currencyId);
  const { timeMs } = stamp;
  const row: TransferRow = { transferId, owner, source, target, currencyId, amount, timeMs };
  if (isHere) {
    state.log.rows.transfers.push(row);
    return { ok: true, value: { kind: 'transfer', transfer: row } };
  }
  const sent: SentTransferRow = { ...row, reference, status: 'sent' };
  state.sentTransfers.add(sent);
  return { ok: true, value: { kind: 'sent_transfer', transfer: sent } };
}

/**
 * Credits what another engine has sent, or refuses it; either is a row and holds for ever. What came before is refused as a
 * repetition and leaves no row: its row says what became of it. What was sent no earlier than now leaves none either, and is to be asked
 * for again: the clocks of the engines are apart.
 */
export function receiveTransfer(
  state: EngineState,
  command: ReceiveTransfer,
  stamp: Stamp,
): Result {
  const { transferId, owner, source, target, currencyId, amount } = command;
  if (!isNamed(command) || state.keeps(source) || !state.keeps(target))
    return reject('terms_invalid');
  const reference = `${command.reference}:in`;
  const reason = reasonOf(source);
  const name = { reason, reference };
  if (state.references.has(name)) return reject('duplicate_reference');
  if (command.sentAtMs !== undefined && stamp.timeMs <= command.sentAtMs)
    return reject('sent_later');

  // From here on the command must succeed.
  state.references.add(name);
  const refusal = command.refused ?? checkArrival(state, command);
  const facts = { transferId, owner, source, target, currencyId, amount };
  const row = {
    ...facts,
    timeMs: stamp.timeMs,
    ...(refusal === undefined ? { status: 'credited' as const } : { status: 'refused' as const }),
    ...(refusal !== undefined && { reject: refusal }),
  };
  if (refusal === undefined) {
    beginEntry(state, name, stamp);
    const outside = ledgerAccountId(HOUSE, 'other_engines', currencyId);
    postMove(state, {
      sourceId: outside,
      targetId: ledgerAccountId(owner, target, currencyId),
      amount,
    });
    state.ledger.assertBalanced(currencyId);
    // Whose fees these were the other engine knows; whom one reviewer vouches for, this one.
    if (source === 'referral_rebates')
      state.vouches.passFromAny(
        (from) => state.owners.get(from)?.inviter?.owner === owner,
        owner,
        stamp.timeMs,
      );
  }
  state.log.rows.receivedTransfers.push(row);
  return { ok: true, value: { kind: 'received_transfer', transfer: row } };
}

/** What the other engine answered: it is over, or comes back. Of one that is over already nothing happens. */
export function endTransfer(
  state: EngineState,
  { transferId, refusal, word }: EndTransfer,
  stamp: Stamp,
): Result {
  const sent = state.sentTransfers.find(transferId);
  if (sent === undefined) return DONE;

  // From here on the command must succeed.
  const { owner, source, currencyId, amount } = sent;
  const end = { endedAtMs: stamp.timeMs, ...(word !== undefined && { word }) };
  if (refusal === undefined) {
    state.sentTransfers.end({ ...sent, status: 'done', ...end });
    return DONE;
  }
  const reference = `${sent.reference}:back`;
  beginEntry(state, { reason: reasonOf(source), reference }, stamp);
  postMove(state, {
    sourceId: ledgerAccountId(HOUSE, 'other_engines', currencyId),
    // A rebate that nobody takes is pending no more: operators look why.
    targetId:
      source === 'referral_rebates'
        ? ledgerAccountId(HOUSE, 'suspense', currencyId)
        : ledgerAccountId(owner, source, currencyId),
    amount,
  });
  state.ledger.assertBalanced(currencyId);
  state.sentTransfers.end({ ...sent, status: 'back', reject: refusal, ...end });
  return DONE;
}

/** What the house owes an owner in an account that another engine keeps. The entry of it has begun and takes it from the house. */
export function sendRebate(
  state: EngineState,
  {
    owner,
    target,
    currencyId,
    amount,
    reference,
  }: {
    readonly owner: OwnerId;
    readonly target: UserAccount;
    readonly currencyId: number;
    readonly amount: AmountMinor;
    readonly reference: string;
  },
  { timeMs }: Stamp,
): void {
  assert(!state.keeps(target), 'what is kept here is paid here');
  postTo(state, houseSlot(state, 'other_engines', currencyId), amount);
  const source = 'referral_rebates';
  const transferId = state.counters.entryId;
  const facts = { transferId, owner, source, target, currencyId, amount, timeMs } as const;
  state.sentTransfers.add({ ...facts, reference, status: 'sent' });
}

export const reasonOf = (source: SentTransferRow['source']): EntryReason =>
  source === 'referral_rebates' ? 'rebate_payout' : 'transfer';

export const isNamed = ({
  transferId,
  reference,
}: Pick<ReceiveTransfer, 'transferId' | 'reference'>): boolean =>
  Number.isSafeInteger(transferId) &&
  transferId > 0 &&
  reference.length > 0 &&
  reference.length < REFERENCE_LENGTH_MAX &&
  !reference.includes('\0');

/** A frozen owner is credited: what is under review cannot leave, and may come. */
function checkArrival(state: EngineState, command: ReceiveTransfer): Reject | undefined {
  const { owner, target, currencyId, amount } = command;
  if (!state.owners.has(owner)) return 'account_not_found';
  if (!state.currencies.has(currencyId)) return 'currency_not_found';
  if (amount <= 0n) return 'amount_not_positive';
  const { ledger } = state;
  const held = ledger.balance(ledger.find(ledgerAccountId(owner, target, currencyId))).total;
  const outside = ledger.balance(ledger.find(ledgerAccountId(HOUSE, 'other_engines', currencyId)));
  const isTooMuch = held + amount > AMOUNT_MAX || amount - outside.total > AMOUNT_MAX;
  return isTooMuch ? 'quantity_out_of_range' : undefined;
}
