/** Buys options at the index: stake and fee go into escrow, and the house sets aside what it may have to pay. */
import { isPriceMoved, optionCost, optionFee, optionPayout } from '@fairlead/formula';
import { amountMinor, assert, type PriceE8 } from '@fairlead/units';
import { indexTimeMs, type Reject, type Stamp } from '../command.ts';
import { ledgerAccountId } from '../ledger/account-id.ts';
import { beginEntry, postTo } from '../ledger/journal.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import type { Result } from '../result.ts';
import { needIn, type ParkingNeed } from '../state/parking-need.ts';
import { optionResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { type OptionSlots, optionSlots } from './accounts.ts';
import { isWorseOption } from './check-terms.ts';
import type { BuyOption } from './commands.ts';
import { addPurchaseReceipt, type BoughtOption } from './receipts.ts';
import { windowMsOf } from './sample-window.ts';
import type { OptionCurrency, OptionTerms, OptionTime } from './terms.ts';

export function buyOption(state: EngineState, command: BuyOption, stamp: Stamp): Result {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return reject('account_not_found');
  if (!state.currencies.has(command.currencyId)) return reject('currency_not_found');
  const market = state.markets.get(command.marketId);
  if (market === undefined) return reject('market_not_found');
  if (owner.isFrozen) return reject('account_frozen');
  const options = state.options.market(command.marketId);
  const isClosed = market.terms.state !== 'open' || options.terms?.isOpen === false;
  if (isClosed) return reject('market_closed');
  const offer = offerOf(state, command, market);
  if (offer === undefined) return reject('not_offered');
  const strike = market.index.promptPrice(indexTimeMs(stamp));
  const code = checkOrder(command, offer.time, strike);
  if (code !== undefined) return reject(code);
  assert(strike !== undefined, 'an order that is sound has a strike');
  if (isWorseOption({ ...offer.time, ...offer.currency }, command.shownTerms)) {
    return reject('terms_changed');
  }
  if (options.countOf(command.owner) >= offer.terms.ordersMax) return reject('too_many_orders');
  const order = orderOf({ command, offer, strike, stamp });
  const slots = optionSlots(state.ledger, order);
  if (!state.ledger.canPay(slots.user, optionCost(order))) return reject('insufficient_balance');
  const isCovered =
    options.exposure + order.payout <= offer.terms.exposureMaxMinor &&
    state.ledger.canPay(slots.house, order.payout);
  if (!isCovered) return reject('house_limit');

  // From here on the command must succeed.
  payIn(state, { order, slots, stamp });
  const purchaseReceiptId = addPurchaseReceipt(state, order, {
    shownPrice: command.shownPrice,
    sampleTimeMs: market.index.sampleTimeMs,
    stamp,
  });
  const row = { ...order, purchaseReceiptId };
  state.options.open(row);
  return optionResult(row);
}

/** What an order is bought under. */
interface Offer {
  readonly terms: OptionTerms;
  readonly time: OptionTime;
  readonly currency: OptionCurrency;
}

/** Options are paid in their market's quote currency, for one of its delivery times. */
function offerOf(
  state: EngineState,
  { marketId, currencyId, seconds }: BuyOption,
  market: TradedMarket,
): Offer | undefined {
  const { terms } = state.options.market(marketId);
  const currency = state.options.currency(currencyId);
  const time = terms?.times.find((each) => each.seconds === seconds);
  if (terms === undefined || currency === undefined || time === undefined) return undefined;
  const isPaidSo = currency.isOpen && currencyId === market.terms.quoteCurrencyId;
  return isPaidSo ? { terms, time, currency } : undefined;
}

function checkOrder(
  { stake, direction, shownPrice }: BuyOption,
  { minMinor, maxMinor }: OptionTime,
  strike: PriceE8 | undefined,
): Reject | undefined {
  if (stake <= 0n) return 'amount_not_positive';
  if (stake > maxMinor) return 'quantity_out_of_range';
  if (shownPrice !== undefined && shownPrice <= 0n) return 'price_out_of_range';
  if (stake < minMinor) return 'below_minimum';
  if (strike === undefined) return 'price_stale';
  if (shownPrice === undefined) return undefined;
  const worse = direction === 'rise' ? 'higher' : 'lower';
  return isPriceMoved(strike, { price: shownPrice, worse }) ? 'price_moved' : undefined;
}

interface Purchase {
  readonly command: BuyOption;
  readonly offer: Offer;
  readonly strike: PriceE8;
  readonly stamp: Stamp;
}

function orderOf({ command, offer, strike, stamp }: Purchase): BoughtOption {
  const { owner, marketId, currencyId, direction, seconds, stake } = command;
  const { payoutRatioPpm } = offer.time;
  const { feePpm } = offer.currency;
  return {
    optionId: stamp.sequence,
    owner,
    marketId,
    currencyId,
    direction,
    seconds,
    stake,
    fee: optionFee(stake, feePpm),
    feePpm,
    payoutRatioPpm,
    payout: optionPayout(stake, payoutRatioPpm),
    strike,
    purchasedAtMs: indexTimeMs(stamp),
    deliversAtMs: indexTimeMs(stamp) + seconds * 1_000,
    windowMs: windowMsOf(seconds),
    status: 'open',
  };
}

interface Payment {
  readonly order: BoughtOption;
  readonly slots: OptionSlots;
  readonly stamp: Stamp;
}

/** The escrow is no house capital: what is in it belongs to the open orders. */
function payIn(state: EngineState, { order, slots, stamp }: Payment): void {
  const cost = optionCost(order);
  beginEntry(state, { reason: 'option_purchase', reference: String(order.optionId) }, stamp);
  postTo(state, slots.user, amountMinor(-cost));
  postTo(state, slots.escrow, cost);
  state.ledger.assertBalanced(order.currencyId);
  state.ledger.freeze(slots.house, order.payout);
}

/** What a purchase takes, whatever the sample says that it waits for. */
export function optionNeed(state: EngineState, command: BuyOption): ParkingNeed | undefined {
  const { owner, currencyId, stake } = command;
  const currency = state.options.currency(currencyId);
  if (currency === undefined || stake <= 0n || !state.owners.has(owner)) return undefined;
  const cost = optionCost({ stake, fee: optionFee(stake, currency.feePpm) });
  return needIn(state, ledgerAccountId(owner, 'option', currencyId), cost);
}
