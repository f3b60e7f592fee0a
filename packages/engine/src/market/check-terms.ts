/** Whether terms may be taken: wrong ones are refused as a whole, nothing is corrected silently. */
import { AMOUNT_MAX, CURRENCY_ID_MAX, MARKET_ID_MAX, SAFE_MAX, SCALE_MAX } from '../limits.ts';
import type { Currency, Market, MarketState } from '../terms.ts';
import { isCurrencyBounded, isMarketBounded } from '../terms-bounds.ts';

const STATES: readonly MarketState[] = ['open', 'halted', 'closed'];
const E8 = 100_000_000n;

export function isCurrencyValid(currency: Currency): boolean {
  return (
    isIntegerWithin(currency.currencyId, 1, CURRENCY_ID_MAX) &&
    isIntegerWithin(currency.scale, 0, SCALE_MAX) &&
    currency.name !== '' &&
    isCurrencyBounded(currency)
  );
}

/** The market's two currencies are given apart, since their scales belong to the check. */
export function isMarketValid(market: Market, base: Currency, quote: Currency): boolean {
  return (
    isIntegerWithin(market.marketId, 1, MARKET_ID_MAX) &&
    isIntegerWithin(market.openOrdersMax, 1, SAFE_MAX) &&
    isIntegerWithin(market.icebergPartsMax, 1, SAFE_MAX) &&
    market.symbol !== '' &&
    base.currencyId !== quote.currencyId &&
    isMarketState(market.state) &&
    isWithin(market.minNotionalMinor, 0n, AMOUNT_MAX) &&
    areRatesValid(market) &&
    isMarketBounded(market, base, quote) &&
    isGridExact(market, base, quote)
  );
}

/** Whether a state is one of the three. */
export function isMarketState(state: MarketState): boolean {
  return STATES.includes(state);
}

/** Fees are never negative: a rebate could make it pay to trade with oneself (B13). */
function areRatesValid(market: Market): boolean {
  return (
    market.makerFeePpm >= 0n &&
    market.takerFeePpm >= 0n &&
    market.marketBandPpm >= 1n &&
    market.limitBandPpm >= 1n
  );
}

/** One lot at one tick must be exactly the stated whole number of quote minor units. */
function isGridExact(market: Market, base: Currency, quote: Currency): boolean {
  const { tickSizeE8, lotBaseMinor, tickLotQuoteMinor } = market;
  const areInRange =
    isWithin(tickSizeE8, 1n, AMOUNT_MAX) &&
    isWithin(lotBaseMinor, 1n, AMOUNT_MAX) &&
    isWithin(tickLotQuoteMinor, 1n, AMOUNT_MAX);
  if (!areInRange) return false;
  const worth = tickSizeE8 * lotBaseMinor * 10n ** BigInt(quote.scale);
  return worth === tickLotQuoteMinor * E8 * 10n ** BigInt(base.scale);
}

function isIntegerWithin(value: number, lowest: number, highest: number): boolean {
  return Number.isInteger(value) && value >= lowest && value <= highest;
}

function isWithin(value: bigint, lowest: bigint, highest: bigint): boolean {
  return value >= lowest && value <= highest;
}
