/** Sells new currencies: first come, first served, the payment frozen until an operator has decided. */
import { quoteScale, subscriptionCost } from '@fairlead/formula';
import { type AmountMinor, assert } from '@fairlead/units';
import type { Reject, Stamp } from '../command.ts';
import type { Result } from '../result.ts';
import { reject, subscriptionResult } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { freezeSubscription, subscriptionSlots } from './accounts.ts';
import { isWorseOffering, unlockTimeMs } from './check-terms.ts';
import type { Subscribe } from './commands.ts';
import type { OfferingRow, SubscriptionRow } from './rows.ts';
import type { Offering } from './terms.ts';

/** Freezes the payment in the buyer's coin account and the amount in what the house has to sell. */
export function subscribe(state: EngineState, command: Subscribe, stamp: Stamp): Result {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return reject('account_not_found');
  const offering = state.offerings.offering(command.offeringId);
  if (offering === undefined) return reject('offering_not_found');
  if (owner.isFrozen) return reject('account_frozen');
  if (!isSubscribing(offering, stamp.timeMs)) return reject('not_subscribing');
  const code = checkAmount(state, command, offering);
  if (code !== undefined) return reject(code);
  const row = subscriptionOf(state, { command, offering, stamp });
  const { payer, supply } = subscriptionSlots(state, row);
  if (!state.ledger.canPay(payer, row.paid)) return reject('insufficient_balance');
  if (!state.ledger.canPay(supply, row.amount)) return reject('house_limit');

  // From here on the command must succeed.
  freezeSubscription(state, row);
  state.offerings.subscribe(row);
  return subscriptionResult(row);
}

function isSubscribing({ isOpen, startsAtMs, closesAtMs }: Offering, timeMs: number): boolean {
  return isOpen && timeMs >= startsAtMs && timeMs < closesAtMs;
}

/** Checked here, where one comes after another: a hundred at once buy the last ten units no more than once (N1). */
function checkAmount(
  { offerings }: EngineState,
  { owner, amount, offeringId, shownTerms }: Subscribe,
  offering: OfferingRow,
): Reject | undefined {
  const { minMinor, maxMinor, totalMinor, soldMinor } = offering;
  if (amount <= 0n) return 'amount_not_positive';
  if (amount < minMinor) return 'below_minimum';
  if (isWorseOffering(offering, shownTerms)) return 'terms_changed';
  if (offerings.heldBy(owner, offeringId) + amount > maxMinor) return 'per_user_limit';
  return soldMinor + amount > totalMinor ? 'sold_out' : undefined;
}

interface Asked {
  readonly command: Subscribe;
  readonly offering: Offering;
  readonly stamp: Stamp;
}

function subscriptionOf(state: EngineState, { command, offering, stamp }: Asked): SubscriptionRow {
  const { currencyId, paymentCurrencyId, issuePrice } = offering;
  return {
    subscriptionId: stamp.sequence,
    owner: command.owner,
    offeringId: command.offeringId,
    currencyId,
    paymentCurrencyId,
    amount: command.amount,
    paid: costOf(state, { ...offering, amount: command.amount }),
    issuePrice,
    unlocksAtMs: unlockTimeMs(offering),
    status: 'under_review',
    isReleased: false,
    createdAtMs: stamp.timeMs,
  };
}

type Bought = Pick<SubscriptionRow, 'currencyId' | 'paymentCurrencyId' | 'issuePrice' | 'amount'>;

/** What an amount costs: the issue price, rounded up. */
export function costOf({ currencies }: EngineState, bought: Bought): AmountMinor {
  const sold = currencies.get(bought.currencyId);
  const payment = currencies.get(bought.paymentCurrencyId);
  assert(sold !== undefined && payment !== undefined, 'an offering is in known currencies');
  const scale = quoteScale({ base: sold.scale, quote: payment.scale });
  return subscriptionCost(bought.amount, bought.issuePrice, scale);
}
