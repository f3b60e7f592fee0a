/**
 * What a sender's database lost and the other engine still has: a transfer that it credited. The money is in the other account, so it
 * leaves the one that it came from once more, as far as it is there; the rest stands against the world outside, which the house
 * owes until it is made good (docs/internals/growth.md).
 */
import { amountMinor, minimum } from '@fairlead/units';
import type { Stamp } from '../command.ts';
import { AMOUNT_MAX } from '../limits.ts';
import type { Result } from '../result.ts';
import { reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { HOUSE, type LedgerAccountId } from '../terms.ts';
import { ledgerAccountId } from './account-id.ts';
import type { RestoreTransfer } from './commands.ts';
import { beginEntry, postTo } from './journal.ts';
import type { EntryReference } from './recent-references.ts';
import { isNamed, reasonOf } from './transfer.ts';

/** The entry by which a transfer that was lost leaves again: once for ever. */
export const restoredEntry = ({ source, reference }: RestoreTransfer): EntryReference => ({
  reason: reasonOf(source),
  reference: `${reference}:restored`,
});

/** Records it as over. Only numbers that were given out before a loss can be meant. */
export function restoreTransfer(
  state: EngineState,
  command: RestoreTransfer,
  stamp: Stamp,
): Result {
  const { transferId, owner, source, target, currencyId, amount, reference } = command;
  const isHere = source === 'referral_rebates' || state.keeps(source);
  const isGivenOut = transferId <= state.counters.entryId;
  if (!isNamed(command) || !isHere || state.keeps(target) || !isGivenOut || amount <= 0n)
    return reject('terms_invalid');
  if (!state.currencies.has(currencyId)) return reject('currency_not_found');
  const name = restoredEntry(command);
  const elsewhere = state.ledger.balance(state.ledger.find(elsewhereOf(command))).total;
  const outsideId = ledgerAccountId(HOUSE, 'external', currencyId);
  const outside = state.ledger.balance(state.ledger.find(outsideId)).total;
  if (elsewhere + amount > AMOUNT_MAX || amount - outside > AMOUNT_MAX)
    return reject('quantity_out_of_range');
  const isKnown = state.sentTransfers.find(transferId) !== undefined;
  if (isKnown || state.references.has(name)) return reject('duplicate_reference');

  // From here on the command must succeed.
  state.references.add(name);
  const entryId = beginEntry(state, name, stamp);
  const { ledger } = state;
  const sourceId = sourceOf(command);
  const { available } = ledger.balance(ledger.find(sourceId));
  const taken = minimum(available, amount);
  if (taken > 0n) postTo(state, ledger.open(sourceId), amountMinor(-taken));
  postTo(state, ledger.open(outsideId), amountMinor(taken - amount));
  postTo(state, ledger.open(elsewhereOf(command)), amount);
  ledger.assertBalanced(currencyId);
  const { timeMs } = stamp;
  const facts = { transferId, owner, source, target, currencyId, amount, reference };
  state.sentTransfers.end({ ...facts, timeMs, status: 'done', endedAtMs: timeMs });
  return { ok: true, value: { kind: 'entry', entryId } };
}

const elsewhereOf = ({ currencyId }: RestoreTransfer): LedgerAccountId =>
  ledgerAccountId(HOUSE, 'other_engines', currencyId);

/** A rebate that was paid is pending here once more, and will be paid again: the first is the house's loss. */
const sourceOf = ({ owner, source, currencyId }: RestoreTransfer): LedgerAccountId =>
  source === 'referral_rebates'
    ? ledgerAccountId(HOUSE, 'fees', currencyId)
    : ledgerAccountId(owner, source, currencyId);
