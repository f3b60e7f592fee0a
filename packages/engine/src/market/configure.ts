import { indexTimeMs, type Stamp } from '../command.ts';
import { AMOUNT_MAX } from '../limits.ts';
import { PRODUCTS } from '../products.ts';
import type { Result } from '../result.ts';
import { withdrawAll } from '../spot/cancel-order.ts';
import { DONE, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import type { Currency, Market } from '../terms.ts';
import { isLotBounded, isTickBounded } from '../terms-bounds.ts';
import { isCurrencyValid, isMarketState, isMarketValid } from './check-terms.ts';
import type { ConfigureCurrency, ConfigureMarket, IndexTick, SetMarketState } from './commands.ts';
import type { GridRow } from './rows.ts';
import type { TradedMarket } from './traded-market.ts';

/** Adds or changes a currency. Its name and scale stay once a market or a posting depends on it. */
export function configureCurrency(state: EngineState, { currency }: ConfigureCurrency): Result {
  if (!isCurrencyValid(currency)) return reject('terms_invalid');
  const { currencyId } = currency;
  for (const other of state.currencies.values()) {
    const isSame = other.currencyId === currencyId;
    if (!isSame && other.name === currency.name) return reject('terms_invalid');
    const isOther = other.name !== currency.name || other.scale !== currency.scale;
    if (isSame && isOther && isCurrencyInUse(state, currencyId)) return reject('terms_invalid');
  }

  // From here on the command must succeed.
  const taken: Currency = { ...currency };
  state.currencies.set(currencyId, taken);
  state.log.addCurrency(taken);
  return DONE;
}

/** Adds or changes a market, whose symbol and currencies stay. Orders of another grid than the new one cannot stay, and are cancelled. */
export function configureMarket(
  state: EngineState,
  { market: terms }: ConfigureMarket,
  stamp: Stamp,
): Result {
  const base = state.currencies.get(terms.baseCurrencyId);
  const quote = state.currencies.get(terms.quoteCurrencyId);
  if (base === undefined || quote === undefined) return reject('currency_not_found');
  if (!isMarketValid(terms, base, quote)) return reject('terms_invalid');
  const known = state.markets.get(terms.marketId);
  if (known !== undefined && !canBecome(known, terms, base)) return reject('terms_invalid');
  for (const other of state.markets.values()) {
    const isTaken = other !== known && other.terms.symbol === terms.symbol;
    if (isTaken) return reject('terms_invalid');
  }
  const isClosing = known !== undefined && terms.state === 'closed';
  if (isClosing && isInUse(state, known)) return reject('market_in_use');
  if (mustWait(state, terms, stamp)) return reject('not_launched');

  // From here on the command must succeed.
  const taken: Market = { ...terms };
  const hasNewGrid = known === undefined || !hasSameGrid(known.terms, taken);
  if (known === undefined) {
    state.addMarket(taken);
  } else {
    if (hasNewGrid) withdrawAll(state, known, { stamp, reason: 'market_terms' });
    applyTerms(state, known, { terms: taken, stamp });
  }
  state.log.addMarket(taken);
  if (hasNewGrid) state.log.addGrid(gridOf(state, taken));
  return DONE;
}

/** Opens, halts or closes a market. Closing cancels its waiting orders: nobody would see them any more. */
export function setMarketState(state: EngineState, command: SetMarketState, stamp: Stamp): Result {
  const market = state.markets.get(command.marketId);
  if (market === undefined) return reject('market_not_found');
  if (!isMarketState(command.state)) return reject('terms_invalid');
  if (command.state === 'closed' && isInUse(state, market)) return reject('market_in_use');
  const terms: Market = { ...market.terms, state: command.state };
  if (mustWait(state, terms, stamp)) return reject('not_launched');

  // From here on the command must succeed.
  applyTerms(state, market, { terms, stamp });
  state.log.addMarket(terms);
  return DONE;
}

/** Takes one index sample. Samples of a market come in the order of their time, each second once. */
export function indexTick(state: EngineState, command: IndexTick, stamp: Stamp): Result {
  const { marketId, sampleTimeMs, price, quotedAtMs, isMarketStale = false } = command;
  const market = state.markets.get(marketId);
  if (market === undefined) return reject('market_not_found');
  const isInOrder =
    Number.isSafeInteger(sampleTimeMs) &&
    sampleTimeMs > market.index.sampleTimeMs &&
    sampleTimeMs <= indexTimeMs(stamp) &&
    !market.index.isTaken(sampleTimeMs);
  if (!isInOrder) return reject('terms_invalid');
  if (price !== undefined && (price <= 0n || price > AMOUNT_MAX)) return reject('terms_invalid');
  const isTimed = quotedAtMs === undefined || Number.isSafeInteger(quotedAtMs);
  if (!isTimed || (isMarketStale && price !== undefined)) return reject('terms_invalid');

  // From here on the command must succeed.
  market.index.take(command, market.terms);
  const row = { marketId, sampleTimeMs, ...(isMarketStale && { isMarketStale }) };
  state.log.rows.index.push(price === undefined ? row : { ...row, price });
  for (const product of PRODUCTS) product.tick?.(state, market, stamp);
  return DONE;
}

function applyTerms(
  state: EngineState,
  market: TradedMarket,
  { terms, stamp }: { terms: Market; stamp: Stamp },
): void {
  market.terms = terms;
  market.index.applyTerms(terms);
  if (terms.state !== 'closed') return;
  for (const product of PRODUCTS) product.closeMarket?.(state, market, stamp);
}

/** Whether a market would open before what it trades is launched and given out (N2). */
function mustWait(state: EngineState, terms: Market, stamp: Stamp): boolean {
  const isEarly = () => PRODUCTS.some((product) => product.isMarketEarly?.(state, terms, stamp));
  return terms.state === 'open' && isEarly();
}

/** Whether something is open in a market, which closing it would leave behind. */
function isInUse(state: EngineState, market: TradedMarket): boolean {
  return PRODUCTS.some((product) => product.isMarketInUse?.(state, market));
}

function isCurrencyInUse(state: EngineState, currencyId: number): boolean {
  if (state.ledger.isUsed(currencyId)) return true;
  if (PRODUCTS.some((product) => product.isCurrencyInUse?.(state, currencyId))) return true;
  for (const { terms } of state.markets.values()) {
    if (terms.baseCurrencyId === currencyId || terms.quoteCurrencyId === currencyId) return true;
  }
  return false;
}

/** What names a market stays, and a new tick or lot must not be too coarse for the price. */
function canBecome(
  { terms: known, index }: TradedMarket,
  terms: Market,
  { scale: baseScale }: Currency,
): boolean {
  const isSame =
    known.symbol === terms.symbol &&
    known.baseCurrencyId === terms.baseCurrencyId &&
    known.quoteCurrencyId === terms.quoteCurrencyId;
  const indexE8 = index.price;
  if (!isSame || indexE8 === undefined) return isSame;
  const { tickSizeE8, lotBaseMinor } = terms;
  return (
    (known.tickSizeE8 === tickSizeE8 || isTickBounded(terms, indexE8)) &&
    (known.lotBaseMinor === lotBaseMinor ||
      isLotBounded('market', lotBaseMinor, { indexE8, baseScale }))
  );
}

/** A market's grid, for the ids that come. */
function gridOf({ counters }: EngineState, market: Market): GridRow {
  const { marketId, tickSizeE8, lotBaseMinor, tickLotQuoteMinor } = market;
  return {
    marketId,
    afterOrderId: counters.orderId,
    afterTradeId: counters.tradeId,
    tickSizeE8,
    lotBaseMinor,
    tickLotQuoteMinor,
  };
}

function hasSameGrid(left: Market, right: Market): boolean {
  return (
    left.tickSizeE8 === right.tickSizeE8 &&
    left.lotBaseMinor === right.lotBaseMinor &&
    left.tickLotQuoteMinor === right.tickLotQuoteMinor
  );
}
