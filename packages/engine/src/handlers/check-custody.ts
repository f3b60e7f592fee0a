/** What deposits and withdrawals must agree on with the ledger. */
import { type AmountMinor, assert } from '@fairlead/units';
import { isInTransit, receiptOf } from '../custody/withdrawals.ts';
import { ledgerAccountId } from '../ledger/account-id.ts';
import { HOUSE, type LedgerAccountId } from '../terms.ts';
import type { EngineState } from './state.ts';

export interface CustodyHold {
  readonly accountId: LedgerAccountId;
  readonly amount: AmountMinor;
}

/** What is frozen for withdrawals under review in coin accounts, and for suspended deposits in suspense. */
export function custodyHolds(state: EngineState): CustodyHold[] {
  const holds: CustodyHold[] = [];
  for (const { status, owner, currencyId, amount, hold } of state.withdrawals.rows()) {
    const isUnderReview = status === 'under_review';
    assert(hold === (isUnderReview ? amount : 0n), 'a withdrawal under review holds its amount');
    const accountId = ledgerAccountId(owner, 'coin', currencyId);
    if (isUnderReview) holds.push({ accountId, amount });
  }
  for (const { isSuspended, currencyId, amount } of state.deposits.rows()) {
    const accountId = ledgerAccountId(HOUSE, 'suspense', currencyId);
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
