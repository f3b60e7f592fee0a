/** What subscriptions must agree on with the ledger and with their offerings, and how they are put back from rows. */
import { assert } from '@fairlead/units';
import type { Hold } from '../ledger/ledger.ts';
import type { EngineState } from '../state/state.ts';
import { freezeSubscription, holdsOf } from './accounts.ts';
import { isOfferingValid } from './check-terms.ts';
import type { OfferingRow, OfferingSnapshot, SubscriptionRow } from './rows.ts';
import { costOf } from './subscribe.ts';

/** Recounts subscriptions, and looks that nothing is traded before its launch; what is frozen for them. O(kept). */
export function checkOfferings(state: EngineState): Hold[] {
  const { timeMs } = state.counters;
  state.offerings.check(timeMs);
  const rows = state.offerings.rows();
  for (const row of rows) checkSubscription(state, row);
  for (const { terms } of state.markets.values()) {
    const isEarly =
      terms.state === 'open' &&
      (state.offerings.isPending(terms.baseCurrencyId, timeMs) ||
        state.offerings.isPending(terms.quoteCurrencyId, timeMs));
    assert(!isEarly, 'a new currency is not traded before its launch');
  }
  return rows.flatMap(holdsOf);
}

/** Puts offerings and subscriptions back, and freezes what they hold. */
export function restoreOfferings(state: EngineState, snapshot: OfferingSnapshot): void {
  for (const row of snapshot.offerings) checkOffering(state, row);
  state.offerings.restore(snapshot);
  for (const row of snapshot.subscriptions) {
    checkSubscription(state, row);
    freezeSubscription(state, row);
  }
  state.offerings.check(state.counters.timeMs);
}

function checkOffering({ currencies }: EngineState, row: OfferingRow): void {
  const sold = currencies.get(row.currencyId);
  const payment = currencies.get(row.paymentCurrencyId);
  assert(sold !== undefined && payment !== undefined, 'an offering is in known currencies');
  assert(isOfferingValid(row, sold, payment), 'an offering is sound');
}

function checkSubscription(state: EngineState, row: SubscriptionRow): void {
  const offering = state.offerings.offering(row.offeringId);
  assert(offering !== undefined && state.owners.has(row.owner), 'it has an offering and an owner');
  assert(row.subscriptionId <= state.counters.sequence, 'its id was given out before');
  const isSame =
    row.currencyId === offering.currencyId &&
    row.paymentCurrencyId === offering.paymentCurrencyId &&
    row.issuePrice === offering.issuePrice;
  assert(isSame, 'what was sold was sold at the price of the offering');
  const isLive = row.status === 'under_review' || (row.status === 'passed' && !row.isReleased);
  assert(isLive, 'only what is under review or locked is kept');
  assert(row.unlocksAtMs >= offering.launchesAtMs, 'nothing is released before the launch');
  assert(row.amount > 0n && row.paid === costOf(state, row), 'a payment is what the price says');
}
