/**
 * The futures ticket without React: what was chosen (`TicketState`), what follows from it (`summarize`) and what is
 * wrong with it (`validate`, in validate.ts). Every figure comes from the formulas that the engine counts with; the
 * prices are those that are shown, so what is opened at the next sample may differ by what the index moves till then.
 */

import {
  askPrice,
  bidPrice,
  type FuturesSide,
  liquidationEstimate,
  netPnlAt,
  notionalShare,
  type PositionSize,
  positionMargin,
  positionNotional,
  priceFromText,
  profitCap,
  profitCapThreshold,
  sizeOfLots,
  waitingHold,
} from '@fairlead/formula';
import { finishDecimal } from '@fairlead/ui';
import {
  type AmountMinor,
  amountMinor,
  divFloor,
  formatDecimal,
  maximum,
  type PriceE8,
  priceE8,
} from '@fairlead/units';
import type { ProductState } from '../../data/markets/standstills.ts';
import type { FuturesRules, MultipleRules } from './rules.ts';

export type OpeningType = 'market' | 'limit';

/** How much: whole lots, or a share of what is available. */
export type Size =
  | { readonly by: 'lots'; readonly text: string }
  | { readonly by: 'percent'; readonly percent: number };

export interface TicketState {
  readonly side: FuturesSide;
  readonly type: OpeningType;
  /** Of a limit, as typed. */
  readonly price: string;
  /** Undefined until one is chosen. */
  readonly multiple: number | undefined;
  readonly size: Size;
  /** As typed; empty sets none. */
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** The button was pressed: what is missing is said from now on. */
  readonly isTried: boolean;
}

export type TicketAction =
  | { readonly kind: 'side'; readonly side: FuturesSide }
  | { readonly kind: 'type'; readonly type: OpeningType }
  | { readonly kind: 'price'; readonly text: string }
  | { readonly kind: 'multiple'; readonly multiple: number }
  | { readonly kind: 'size'; readonly size: Size }
  | { readonly kind: 'take_profit'; readonly text: string }
  | { readonly kind: 'stop_loss'; readonly text: string }
  | { readonly kind: 'tried' }
  /** It was opened or waits: size and stops go, the rest stays. */
  | { readonly kind: 'opened' };

const NOTHING: Size = { by: 'lots', text: '' };

export const initialState = (side: FuturesSide = 'long'): TicketState => ({
  side,
  type: 'market',
  price: '',
  multiple: undefined,
  size: NOTHING,
  takeProfit: '',
  stopLoss: '',
  isTried: false,
});

export function reduce(state: TicketState, action: TicketAction): TicketState {
  switch (action.kind) {
    case 'side':
      // Stops lie on the other side of the price for the other direction.
      return action.side === state.side
        ? state
        : { ...state, side: action.side, takeProfit: '', stopLoss: '', isTried: false };
    case 'type':
      return { ...state, type: action.type, isTried: false };
    case 'price':
      return { ...state, price: action.text };
    case 'multiple':
      return { ...state, multiple: action.multiple };
    case 'size':
      return { ...state, size: action.size };
    case 'take_profit':
      return { ...state, takeProfit: action.text };
    case 'stop_loss':
      return { ...state, stopLoss: action.text };
    case 'tried':
      return { ...state, isTried: true };
    case 'opened':
      return { ...state, size: NOTHING, takeProfit: '', stopLoss: '', isTried: false };
  }
}

export interface TicketInputs {
  /** Undefined until market and currencies are known. */
  readonly rules: FuturesRules | undefined;
  readonly state: ProductState;
  /** In the contract account; undefined for a guest and until known. */
  readonly available: AmountMinor | undefined;
  /** As it is shown; undefined where there is none. */
  readonly index: PriceE8 | undefined;
  readonly isStale: boolean;
}

/** A take-profit or stop-loss as typed. */
export interface Stop {
  readonly price: PriceE8 | undefined;
  /** Won or lost there after the fees of opening and close; undefined until lots are known. */
  readonly net: AmountMinor | undefined;
}

export interface TicketSummary {
  readonly multiple: MultipleRules | undefined;
  /** Of a limit, if it is on the grid. */
  readonly limit: PriceE8 | undefined;
  /** About what it opens at: bid or ask now, or the limit or better. */
  readonly openPrice: PriceE8 | undefined;
  readonly lots: number | undefined;
  /** What the field shows. */
  readonly lotsText: string;
  /** lots × lot size. */
  readonly baseMinor: AmountMinor | undefined;
  /** Of them at the opening price, rounded up. */
  readonly notional: AmountMinor | undefined;
  readonly margin: AmountMinor | undefined;
  readonly maintenance: AmountMinor | undefined;
  readonly fee: AmountMinor | undefined;
  /** If it closed at the price it opens at. */
  readonly closeFee: AmountMinor | undefined;
  /** Taken or frozen in the contract account: margin and fee, of a waiting short 1 % more. */
  readonly need: AmountMinor | undefined;
  /** The most that may be won. */
  readonly cap: AmountMinor | undefined;
  /** What of it is left after the fees of opening and close. */
  readonly most: AmountMinor | undefined;
  readonly liquidation: PriceE8 | undefined;
  readonly takeProfit: Stop;
  readonly stopLoss: Stop;
}

const NO_STOP: Stop = { price: undefined, net: undefined };
const NO_SUMMARY: TicketSummary = {
  multiple: undefined,
  limit: undefined,
  openPrice: undefined,
  lots: undefined,
  lotsText: '',
  baseMinor: undefined,
  notional: undefined,
  margin: undefined,
  maintenance: undefined,
  fee: undefined,
  closeFee: undefined,
  need: undefined,
  cap: undefined,
  most: undefined,
  liquidation: undefined,
  takeProfit: NO_STOP,
  stopLoss: NO_STOP,
};

/** Until one is chosen: the greatest of at most ten times, so that nobody starts close to liquidation. */
const FIRST_MULTIPLE_MAX = 10;

function multipleOf(state: TicketState, rules: FuturesRules): MultipleRules | undefined {
  const chosen = rules.multiples.find(({ multiple }) => multiple === state.multiple);
  const modest = rules.multiples.filter(({ multiple }) => multiple <= FIRST_MULTIPLE_MAX);
  return chosen ?? modest.at(-1) ?? rules.multiples[0];
}

/** A typed price on the market's grid; undefined where it is missing or off it. */
export function priceOf(text: string, rules: FuturesRules): PriceE8 | undefined {
  const ticks = priceFromText(finishDecimal(text) ?? '', rules.priceStepE8);
  return ticks === undefined ? undefined : priceE8(BigInt(ticks) * rules.priceStepE8);
}

/** A price as its field takes it. */
export const priceText = (price: PriceE8, rules: FuturesRules): string =>
  formatDecimal(price / 10n ** BigInt(8 - rules.priceDecimals), rules.priceDecimals);

/** What a long and a short would open at now. */
export function quotesOf(
  { index }: TicketInputs,
  rules: FuturesRules,
): { readonly bid: PriceE8 | undefined; readonly ask: PriceE8 | undefined } {
  if (index === undefined) return { bid: undefined, ask: undefined };
  const bid = bidPrice(index, rules);
  return { bid: bid > 0n ? bid : undefined, ask: askPrice(index, rules) };
}

/** The side's own price: what it opens at when it opens now. */
const quoteFor = (side: FuturesSide, inputs: TicketInputs, rules: FuturesRules) =>
  side === 'long' ? quotesOf(inputs, rules).ask : quotesOf(inputs, rules).bid;

/** A limit that the index has already reached opens at once, at its price or a better one. */
function limitOpenPrice(
  state: TicketState,
  inputs: TicketInputs,
  { limit, quote }: { readonly limit: PriceE8; readonly quote: PriceE8 | undefined },
): PriceE8 {
  const { index } = inputs;
  if (index === undefined || quote === undefined) return limit;
  const isReached = state.side === 'long' ? index <= limit : index >= limit;
  if (!isReached) return limit;
  const isBetter = state.side === 'long' ? quote < limit : quote > limit;
  return isBetter ? quote : limit;
}

/** Everything that a number of lots comes to at the prices of one ticket. */
interface Cost {
  readonly size: PositionSize;
  readonly notional: AmountMinor;
  readonly margin: AmountMinor;
  readonly fee: AmountMinor;
  readonly need: AmountMinor;
}

interface Prices {
  /** What margin and fee are counted at: a limit's own price, whatever better one it may meet. */
  readonly counted: PriceE8;
  readonly opened: PriceE8;
}

function costOf(lots: number, { state, rules, multiple, prices }: CostGiven): Cost {
  const size = { baseMinor: sizeOfLots(lots, rules.lotBaseMinor), scale: rules.scale };
  const margin = positionMargin(size, prices.counted, multiple.multiple);
  const fee = notionalShare(size, prices.counted, rules.openFeePpm);
  const need =
    state.type === 'limit'
      ? waitingHold(state.side, { margin, openFee: fee })
      : amountMinor(margin + fee);
  return { size, notional: positionNotional(size, prices.counted), margin, fee, need };
}

interface CostGiven {
  readonly state: TicketState;
  readonly rules: FuturesRules;
  readonly multiple: MultipleRules;
  readonly prices: Prices;
}

/** The most lots whose need is within the budget and whose notional the multiple allows; cost grows with lots. */
function lotsWithin(budget: AmountMinor, given: CostGiven): number {
  const fits = (lots: number): boolean => {
    const { need, notional } = costOf(lots, given);
    return need <= budget && notional <= given.multiple.notionalMaxMinor;
  };
  let low = 0;
  let high = given.rules.lotsMax;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const share = (available: AmountMinor, percent: number): AmountMinor =>
  amountMinor(divFloor(available * BigInt(percent), 100n));

function lotsOf(inputs: TicketInputs, given: CostGiven): number | undefined {
  const { size } = given.state;
  if (size.by === 'lots') return wholeLots(size.text);
  if (inputs.available === undefined) return undefined;
  return lotsWithin(share(inputs.available, size.percent), given);
}

/** Typed lots; undefined for none and for more than a number holds exactly. */
function wholeLots(text: string): number | undefined {
  const lots = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(lots) ? lots : undefined;
}

/** Everything that follows from the ticket and the market. */
export function summarize(state: TicketState, inputs: TicketInputs): TicketSummary {
  const { rules } = inputs;
  if (rules === undefined) return NO_SUMMARY;
  const multiple = multipleOf(state, rules);
  const quote = quoteFor(state.side, inputs, rules);
  const limit = state.type === 'limit' ? priceOf(state.price, rules) : undefined;
  // Shares work before a price is typed: they are counted at the present one.
  const isUnpriced = state.type === 'market' || state.price === '';
  const opened =
    limit === undefined
      ? isUnpriced
        ? quote
        : undefined
      : limitOpenPrice(state, inputs, { limit, quote });
  const typed = state.size.by === 'lots' ? state.size.text : '';
  if (multiple === undefined || opened === undefined)
    return { ...NO_SUMMARY, multiple, limit, lotsText: typed };
  const prices = { counted: limit ?? opened, opened };
  const given = { state, rules, multiple, prices };
  const lots = lotsOf(inputs, given);
  const base = {
    ...NO_SUMMARY,
    multiple,
    limit,
    openPrice: opened,
    lots,
    lotsText: state.size.by === 'lots' ? typed : String(lots ?? ''),
    takeProfit: { ...NO_STOP, price: priceOf(state.takeProfit, rules) },
    stopLoss: { ...NO_STOP, price: priceOf(state.stopLoss, rules) },
    liquidation: liquidationEstimate(
      { side: state.side, openPrice: opened },
      multiple.multiple,
      multiple.maintenanceRatePpm,
    ),
  };
  if (lots === undefined || lots === 0) return base;
  const cost = costOf(lots, given);
  const cap = profitCap(cost.margin, rules.profitCapMultiple);
  const maintenance = notionalShare(cost.size, opened, multiple.maintenanceRatePpm);
  const position = {
    ...cost.size,
    side: state.side,
    openPrice: opened,
    margin: cost.margin,
    maintenance,
    profitCapMultiple: rules.profitCapMultiple,
    closeFeePpm: rules.closeFeePpm,
    openFee: cost.fee,
  };
  const netOf = ({ price }: Stop): Stop => ({ price, net: price && netPnlAt(position, price) });
  const capPrice = profitCapThreshold(position);
  return {
    ...base,
    baseMinor: cost.size.baseMinor,
    notional: cost.notional,
    margin: cost.margin,
    maintenance,
    fee: cost.fee,
    closeFee: notionalShare(cost.size, opened, rules.closeFeePpm),
    need: cost.need,
    cap,
    // A short's cap may lie below any price: then the lowest wins most.
    most: netPnlAt(position, priceE8(maximum(capPrice, 1n))),
    takeProfit: netOf(base.takeProfit),
    stopLoss: netOf(base.stopLoss),
  };
}
