import { askPrice, bidPrice, isPriceMoved } from '@fairlead/formula';
import { amountMinor, maximum, PPM_ONE, type PriceE8 } from '@fairlead/units';
import { indexTimeMs, type Reject, type Stamp } from '../command.ts';
import { ledgerAccountId } from '../ledger/account-id.ts';
import { NEAR_SHARE_PARTS, OWNER_INTEREST_PARTS } from '../limits.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import type { Result } from '../result.ts';
import { needIn, type ParkingNeed } from '../state/parking-need.ts';
import { positionResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { freezeFor, futuresSlots } from './accounts.ts';
import { type Agreement, isSameAgreement } from './agreement.ts';
import { isWorseFutures } from './check-terms.ts';
import type { OpenPosition } from './commands.ts';
import { areLevelsValid } from './level-prices.ts';
import type { FuturesMarket, Offer } from './market.ts';
import {
  holdOfWaiting,
  needOf,
  type OpeningAmounts,
  openHolding,
  openingAmounts,
} from './opening.ts';
import type { PositionRow, StopLevel } from './rows.ts';
import { areStopsValid, isPrice } from './stops.ts';

/** Opens a position at the last sample, or has it wait for its limit. */
export function openPosition(state: EngineState, command: OpenPosition, stamp: Stamp): Result {
  const opening = soundOpening(state, command, { stamp });
  return typeof opening === 'string' ? reject(opening) : openSound(state, opening);
}

/** What goes before an opening in the same command, and gives it room. */
export interface Relief {
  /** Of the owner's contract account and of the house's: what they then have more. */
  readonly user: bigint;
  readonly house: bigint;
  /** Of the market's open interest, and of what the owner has of it. */
  readonly notional: bigint;
  /** Positions of the owner's in the market. */
  readonly positions: number;
}

const NO_RELIEF: Relief = { user: 0n, house: 0n, notional: 0n, positions: 0 };

/** An opening that must succeed. */
export interface SoundOpening {
  readonly row: PositionRow;
  readonly quote: Quote;
  readonly market: TradedMarket;
  readonly shownPrice: PriceE8 | undefined;
  readonly stamp: Stamp;
}

/** Everything that may have an opening refused, in the order of precedence; changes nothing. */
export function soundOpening(
  state: EngineState,
  command: OpenPosition,
  { relief = NO_RELIEF, isOver = false, agreed, levels = [], stamp }: OpeningMoment,
): SoundOpening | Reject {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return 'account_not_found';
  const market = state.markets.get(command.marketId);
  if (market === undefined) return 'market_not_found';
  if (owner.isFrozen) return 'account_frozen';
  const futures = state.futures.markets.get(command.marketId);
  if (market.terms.state !== 'open' || futures?.terms.isOpen === false) {
    return 'market_closed';
  }
  const offer = futures?.offer(command.multiple);
  if (futures === undefined || offer === undefined) return 'not_offered';
  if (isOver) return 'position_not_open';
  const { positions } = state.futures;
  const { clientOrderId } = command;
  if (clientOrderId !== undefined && positions.hasClientId(command.owner, clientOrderId)) {
    return 'duplicate_client_order_id';
  }
  const quote = quoteOf(command, { market, futures, offer, timeMs: indexTimeMs(stamp) });
  if (typeof quote === 'string') return quote;
  const { type, price, side } = command;
  if (type === 'limit' && !areLevelsValid({ side, levels }, price)) return 'stops_invalid';
  if (isWorseFutures(offer.agreement, command.shownTerms)) return 'terms_changed';
  if (agreed !== undefined && !isSameAgreement(offer.agreement, agreed)) return 'terms_changed';
  const { positionsMax } = futures.terms;
  if (positions.countOf(command.owner, command.marketId) - relief.positions >= positionsMax) {
    return 'too_many_orders';
  }
  if (!isWithinShare(futures, command.owner, quote, relief)) return 'per_user_limit';
  const row = askedRow(command, { offer, quote, stamp });
  const { user, house } = futuresSlots(state, row);
  const need = row.type === 'limit' ? row.hold : needOf(quote.amounts);
  if (!state.ledger.canPay(user, amountMinor(need - relief.user))) return 'insufficient_balance';
  const index = market.index.price;
  if (row.type === 'market' && !isCovered(state, { futures, quote, house, index, relief })) {
    return 'house_limit';
  }

  return { row, quote, market, shownPrice: command.shownPrice, stamp };
}

/** Does what `soundOpening` found in order. */
export function openSound(
  state: EngineState,
  { row, quote, market, shownPrice, stamp }: SoundOpening,
  { reversesReceiptId, closed }: { reversesReceiptId?: number; closed?: PositionRow } = {},
): Result {
  if (row.type === 'limit') {
    freezeFor(state, row);
    state.futures.add(row);
    return positionResult(row);
  }
  const { price: openPrice, amounts } = quote;
  const opening = { openPrice, amounts, market, shownPrice, reversesReceiptId, stamp };
  const opened = openHolding(state, row, opening);
  state.futures.add(opened);
  return positionResult(opened, closed && { closed });
}

/** Whether an owner's positions of a market stay within what one owner may take of it. */
function isWithinShare(
  futures: FuturesMarket,
  owner: number,
  { amounts }: Quote,
  relief: Relief,
): boolean {
  const most = futures.terms.openInterestMaxMinor / OWNER_INTEREST_PARTS;
  return futures.ownedBy(owner) - relief.notional + amounts.notional <= most;
}

interface OpeningMoment {
  readonly relief?: Relief;
  /** What it takes the place of is over already. */
  readonly isOver?: boolean;
  /** Of an amendment: what must still be offered, and the stops of parts that stay. */
  readonly agreed?: Agreement;
  readonly levels?: readonly StopLevel[];
  readonly stamp: Stamp;
}

interface Cover {
  readonly futures: FuturesMarket;
  readonly quote: Quote;
  /** Ledger slot of the contract house. */
  readonly house: number;
  readonly index: PriceE8 | undefined;
  readonly relief: Relief;
}

/**
 * Whether the house has room for an opening at the market: in the market's open interest, and to keep ready what it may
 * win. What waits near the index keeps some of it for itself, but never more than its part of what is left.
 */
function isCovered(state: EngineState, { futures, quote, house, index, relief }: Cover): boolean {
  const { positions } = state.futures;
  const rowOf = (slot: number): PositionRow => positions.row(slot);
  const near = index === undefined ? undefined : futures.nearWaiting(index, rowOf);
  const interest = futures.openInterest - relief.notional;
  const left = futures.terms.openInterestMaxMinor - interest;
  const ready = state.ledger.available(house) + relief.house;
  return (
    quote.amounts.notional <= left - keptOf(left, near?.notional) &&
    quote.amounts.reserved <= ready - keptOf(ready, near?.reserved)
  );
}

function keptOf(left: bigint, near = 0n): bigint {
  const most = left / NEAR_SHARE_PARTS;
  return near < most ? near : maximum(most, 0n);
}

/** The price at which a position would open, and what that comes to. */
interface Quote {
  readonly price: PriceE8;
  readonly amounts: OpeningAmounts;
}

interface Moment {
  readonly market: TradedMarket;
  readonly futures: FuturesMarket;
  readonly offer: Offer;
  readonly timeMs: number;
}

function quoteOf(command: OpenPosition, moment: Moment): Quote | Reject {
  const { lots } = command;
  const { lotsMin, lotsMax } = moment.futures.terms;
  if (!Number.isSafeInteger(lots) || lots < 1 || lots > lotsMax) return 'quantity_out_of_range';
  if (lots < lotsMin) return arePricesValid(command) ? 'below_minimum' : 'price_out_of_range';
  return command.type === 'limit' ? limitQuote(command, moment) : marketQuote(command, moment);
}

/** A limit waits also while the index is stale; then its distance from it cannot be told. */
function limitQuote(command: OpenPosition, moment: Moment): Quote | Reject {
  const { price } = command;
  if (price === undefined || !arePricesValid(command)) return 'price_out_of_range';
  const { market, timeMs } = moment;
  const quote = pricedQuote(command, moment, price);
  if (typeof quote === 'string') return quote;
  const { index, terms } = market;
  const acting = index.actingPrice(timeMs);
  if (acting !== undefined) {
    // Not the order book's band, which is in its ticks.
    const isNear = absolute(price - acting) * PPM_ONE <= acting * terms.limitBandPpm;
    if (!isNear) return 'price_out_of_band';
  }
  return areStopsValid(command, price) ? quote : 'stops_invalid';
}

/** A market order needs a prompt price, and one no more than 0.05 % worse than what was shown. */
function marketQuote(command: OpenPosition, moment: Moment): Quote | Reject {
  if (!arePricesValid(command)) return 'price_out_of_range';
  const { market, timeMs } = moment;
  const index = market.index.promptPrice(timeMs);
  if (index === undefined) return 'price_stale';
  const price = openPriceAt(index, { ...command, ...moment.offer.agreement });
  if (!isPrice(price)) return 'price_out_of_range';
  const quote = pricedQuote(command, moment, price);
  if (typeof quote === 'string') return quote;
  const { shownPrice: shown, side } = command;
  const worse = side === 'long' ? 'higher' : 'lower';
  if (shown !== undefined && isPriceMoved(price, { price: shown, worse })) return 'price_moved';
  // Triggers act on the index, so a stop between it and the open price would fire at once.
  return areStopsValid(command, price, index) ? quote : 'stops_invalid';
}

/**
 * What the lots come to at a price. Of a worth too small for margin and maintenance to differ (F13) nothing opens, for
 * it would be liquidated at the price it opened at.
 */
function pricedQuote(command: OpenPosition, moment: Moment, price: PriceE8): Quote | Reject {
  const { offer, futures } = moment;
  const amounts = openingAmounts(futures, { ...offer, lots: command.lots }, price);
  if (amounts.notional > offer.notionalMaxMinor) return 'quantity_out_of_range';
  if (amounts.maintenance >= amounts.margin) return 'below_minimum';
  return { price, amounts };
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

interface SpreadTerms {
  readonly side: PositionRow['side'];
  readonly halfSpreadPpm: PositionRow['halfSpreadPpm'];
  readonly priceStepE8: PositionRow['priceStepE8'];
}

/** A long opens at the ask, a short at the bid. */
export function openPriceAt(index: PriceE8, { side, ...spread }: SpreadTerms): PriceE8 {
  return side === 'long' ? askPrice(index, spread) : bidPrice(index, spread);
}

interface Asked {
  readonly offer: Offer;
  readonly quote: Quote;
  readonly stamp: Stamp;
}

/** The position as a waiting one; a market order opens at once. */
function askedRow(command: OpenPosition, { offer, quote, stamp }: Asked): PositionRow {
  const { owner, side, type, clientOrderId, lots, price, takeProfit, stopLoss } = command;
  const { margin, openFee } = quote.amounts;
  return {
    positionId: stamp.sequence,
    owner,
    ...offer.agreement,
    side,
    type,
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
    lots,
    ...(type === 'limit' && price !== undefined ? { price } : {}),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
    margin,
    maintenance: amountMinor(0n),
    openFee,
    closeFee: amountMinor(0n),
    hold: holdOfWaiting({ side, margin, openFee }),
    reserved: amountMinor(0n),
    insurancePaid: amountMinor(0n),
    status: 'waiting',
    createdAtMs: indexTimeMs(stamp),
    updatedAtMs: indexTimeMs(stamp),
  };
}

function arePricesValid({ type, price, shownPrice }: OpenPosition): boolean {
  const isLimitValid =
    type === 'limit' ? price !== undefined && isPrice(price) : price === undefined;
  return isLimitValid && (shownPrice === undefined || isPrice(shownPrice));
}

/** What an opening at the market takes at the present index, or at the price that was shown while there is none. */
export function positionNeed(state: EngineState, command: OpenPosition): ParkingNeed | undefined {
  const { owner, marketId, lots, multiple, side, type, shownPrice } = command;
  const market = state.markets.get(marketId);
  const futures = state.futures.markets.get(marketId);
  const offer = futures?.offer(multiple);
  if (type !== 'market' || !state.owners.has(owner)) return undefined;
  if (market === undefined || futures === undefined || offer === undefined) return undefined;
  if (!Number.isSafeInteger(lots) || lots < 1 || lots > futures.terms.lotsMax) return undefined;
  const { price: index } = market.index;
  const price = index === undefined ? shownPrice : openPriceAt(index, { side, ...offer.agreement });
  if (price === undefined || !isPrice(price)) return undefined;
  const amounts = openingAmounts(futures, { ...offer, lots }, price);
  const accountId = ledgerAccountId(owner, 'contract', futures.currencyId);
  return needIn(state, accountId, needOf(amounts));
}
