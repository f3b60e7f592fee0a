/** The ledger accounts of a subscription, and what is frozen for it in each of its states. */
import { amountMinor } from '@fairlead/units';
import type { Stamp } from '../command.ts';
import { ledgerAccountId } from '../ledger/account-id.ts';
import { beginEntry, postTo } from '../ledger/journal.ts';
import type { Hold } from '../ledger/ledger.ts';
import { coinSlot, houseSlot } from '../ledger/slots.ts';
import type { EngineState } from '../state/state.ts';
import { HOUSE } from '../terms.ts';
import type { SubscriptionRow } from './rows.ts';

interface SubscriptionSlots {
  /** The owner's coin account of the payment currency. */
  readonly payer: number;
  /** The owner's coin account of the currency sold. */
  readonly buyer: number;
  readonly supply: number;
  readonly proceeds: number;
}

type Parties = Pick<SubscriptionRow, 'owner' | 'currencyId' | 'paymentCurrencyId'>;

export function subscriptionSlots(
  state: EngineState,
  { owner, currencyId, paymentCurrencyId }: Parties,
): SubscriptionSlots {
  return {
    payer: coinSlot(state, owner, paymentCurrencyId),
    buyer: coinSlot(state, owner, currencyId),
    supply: houseSlot(state, 'subscription_supply', currencyId),
    proceeds: houseSlot(state, 'subscription_proceeds', paymentCurrencyId),
  };
}

/** Under review: the payment, and what the house would give for it. Passed: the amount, until it is released. */
export function holdsOf(row: SubscriptionRow): Hold[] {
  const { owner, currencyId, paymentCurrencyId, amount, paid } = row;
  if (row.status === 'passed') {
    return [{ accountId: ledgerAccountId(owner, 'coin', currencyId), amount }];
  }
  return [
    { accountId: ledgerAccountId(owner, 'coin', paymentCurrencyId), amount: paid },
    { accountId: ledgerAccountId(HOUSE, 'subscription_supply', currencyId), amount },
  ];
}

export function freezeSubscription({ ledger }: EngineState, row: SubscriptionRow): void {
  for (const { accountId, amount } of holdsOf(row)) ledger.freeze(ledger.open(accountId), amount);
}

export function releaseSubscription({ ledger }: EngineState, row: SubscriptionRow): void {
  for (const { accountId, amount } of holdsOf(row)) ledger.release(ledger.open(accountId), amount);
}

/** Payment to the house, amount to the owner, in one entry. Nothing of either is frozen meanwhile. */
export function postSubscription(state: EngineState, row: SubscriptionRow, stamp: Stamp): void {
  const { payer, buyer, supply, proceeds } = subscriptionSlots(state, row);
  const { subscriptionId, paid, amount } = row;
  beginEntry(state, { reason: 'subscription', reference: String(subscriptionId) }, stamp);
  postTo(state, payer, amountMinor(-paid));
  postTo(state, proceeds, paid);
  state.ledger.assertBalanced(row.paymentCurrencyId);
  postTo(state, supply, amountMinor(-amount));
  postTo(state, buyer, amount);
  state.ledger.assertBalanced(row.currencyId);
}
