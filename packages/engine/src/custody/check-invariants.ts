/** What deposits and withdrawals must agree on with the ledger. */
import { assert } from '@fairlead/units';
import { ledgerAccountId } from '../ledger/account-id.ts';
import type { Hold } from '../ledger/ledger.ts';
import type { EngineState } from '../state/state.ts';
import { HOUSE } from '../terms.ts';
import { type CustodySnapshot, isHeldDeposit } from './rows.ts';
import { isInTransit, receiptOf } from './withdrawals.ts';

/** Recounts deposits and withdrawals; what is frozen for them. O(kept). */
export function checkCustody(state: EngineState): Hold[] {
  checkInTransit(state);
  state.withdrawals.checkUsage();
  state.deposits.checkCounts();
  return custodyHolds(state);
}

/** Puts stored rows back, and freezes what they hold. */
export function restoreCustody(state: EngineState, snapshot: CustodySnapshot): void {
  state.deposits.restore(snapshot.deposits, snapshot.chainOutputs);
  state.withdrawals.restore(snapshot.withdrawals);
  state.loneWords.restore(snapshot.loneWords);
  state.vouches.restore(snapshot.vouches);
  for (const { accountId, amount } of custodyHolds(state)) {
    state.ledger.freeze(state.ledger.open(accountId), amount);
  }
}

/** What is frozen for withdrawals under review and held deposits in coin accounts, and for suspended ones in suspense. */
function custodyHolds(state: EngineState): Hold[] {
  const holds: Hold[] = [];
  for (const { status, owner, currencyId, amount, hold } of state.withdrawals.rows()) {
    const isUnderReview = status === 'under_review';
    assert(hold === (isUnderReview ? amount : 0n), 'a withdrawal under review holds its amount');
    const accountId = ledgerAccountId(owner, 'coin', currencyId);
    if (isUnderReview) holds.push({ accountId, amount });
  }
  for (const row of state.deposits.rows()) {
    const { isSuspended, owner, currencyId, amount } = row;
    const accountId = isHeldDeposit(row)
      ? ledgerAccountId(owner, 'coin', currencyId)
      : ledgerAccountId(HOUSE, 'suspense', currencyId);
    if (isSuspended) holds.push({ accountId, amount });
  }
  return holds;
}

/** What is in transit is the sum of the receipts of withdrawals that are passed, not sent and not refunded. */
export function checkInTransit(state: EngineState): void {
  const receipts = new Map<number, bigint>();
  for (const row of state.withdrawals.rows()) {
    if (!isInTransit(row)) continue;
    receipts.set(row.currencyId, (receipts.get(row.currencyId) ?? 0n) + receiptOf(row));
  }
  const { ledger } = state;
  for (const currencyId of state.currencies.keys()) {
    const slot = ledger.find(ledgerAccountId(HOUSE, 'withdrawals_in_transit', currencyId));
    const total = ledger.balance(slot).total;
    assert(total === (receipts.get(currencyId) ?? 0n), 'what is in transit is what is to be sent');
  }
}
