/**
 * The spot ticket without React: what was typed (`TicketState`, in state.ts), what follows from it (`summarize`) and what
 * is wrong with it (`validate`, in validate.ts). Exact integers throughout; prices of the book come in, nothing
 * is fetched. Orders of one's own in the way and other people's moves are out of scope: the server decides.
 */
import {
  feeAmount,
  holdCost,
  notionalAmount,
  priceBand,
  priceFromText,
  priceText,
  quantityFromText,
  quantityText,
} from '@fairlead/formula';
import { finishDecimal } from '@fairlead/ui';
import {
  type AmountMinor,
  amountMinor,
  divFloor,
  formatDecimal,
  type PriceE8,
  type PriceTicks,
  parseDecimal,
  priceTicks,
  type QuantityLots,
  quantityLots,
} from '@fairlead/units';
import type { MarketRules } from '../../data/markets/market-rules.ts';
import type { ProductState } from '../../data/markets/standstills.ts';
import { affordableLots, type BookLevel, type Estimate, estimateMarketOrder } from './estimate.ts';
import type { Side, TicketState } from './state.ts';

export interface TicketInputs {
  /** Undefined until market and currencies are known. */
  readonly rules: MarketRules | undefined;
  readonly state: ProductState;
  /** In the coin account; undefined for a guest and until known. */
  readonly available: {
    readonly base: AmountMinor | undefined;
    readonly quote: AmountMinor | undefined;
  };
  /** Best first. */
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly lastPrice: PriceTicks | undefined;
  /** Undefined where there is none or it is stale. */
  readonly indexPrice: PriceE8 | undefined;
  readonly isStale: boolean;
}

export interface TicketSummary {
  /** Of a limit order, if it is on the grid. */
  readonly price: PriceTicks | undefined;
  readonly quantity: QuantityLots | undefined;
  /** What a market buy spends. */
  readonly amount: AmountMinor | undefined;
  /** What the fields show. */
  readonly quantityText: string;
  readonly totalText: string;
  /** Price × quantity, or what a market order is thought to cost or bring. */
  readonly notional: AmountMinor | undefined;
  /** What is frozen or spent, in the currency that pays. */
  readonly cost: AmountMinor | undefined;
  /** Of the currency that pays. */
  readonly available: AmountMinor | undefined;
  /** In the currency received. */
  readonly fee: AmountMinor | undefined;
  readonly received: AmountMinor | undefined;
  /** The taker's rate applies: the order would fill at once. */
  readonly isTaker: boolean;
  /** Of a market order. */
  readonly estimate: Estimate | undefined;
  /** The prices within the band of the index. */
  readonly band: { readonly lowest: number; readonly highest: number } | undefined;
}

const NO_SUMMARY: TicketSummary = {
  price: undefined,
  quantity: undefined,
  amount: undefined,
  quantityText: '',
  totalText: '',
  notional: undefined,
  cost: undefined,
  available: undefined,
  fee: undefined,
  received: undefined,
  isTaker: false,
  estimate: undefined,
  band: undefined,
};

/** The opposite side: what a taker would take. */
export const oppositeLevels = (side: Side, { bids, asks }: TicketInputs): readonly BookLevel[] =>
  side === 'buy' ? asks : bids;

const share = (available: AmountMinor | undefined, percent: number): AmountMinor | undefined =>
  available === undefined ? undefined : amountMinor(divFloor(available * BigInt(percent), 100n));

/** Quote for people: at least the price's decimals, further ones only where they say something. */
export function quoteText(amount: AmountMinor, rules: MarketRules): string {
  const text = formatDecimal(amount, rules.quoteScale);
  const least = Math.min(rules.quoteScale, rules.priceDecimals);
  const point = text.indexOf('.');
  if (point < 0) return text;
  const fraction = text.slice(point + 1);
  const kept = fraction.slice(least).replace(/(?<!0)0+$/, '');
  const all = fraction.slice(0, least) + kept;
  return all === '' ? text.slice(0, point) : `${text.slice(0, point)}.${all}`;
}

/** Everything that follows from the ticket and the market. */
export function summarize(state: TicketState, inputs: TicketInputs): TicketSummary {
  const { rules } = inputs;
  if (rules === undefined) return NO_SUMMARY;
  return state.type === 'limit'
    ? limitSummary(state, inputs, rules)
    : marketSummary(state, inputs, rules);
}

function sizeAmount(state: TicketState, available: AmountMinor | undefined, scale: number) {
  const { size } = state;
  if (size.by === 'percent') return share(available, size.percent);
  if (size.by === 'quantity') return undefined;
  const value = parseDecimal(finishDecimal(size.text) ?? '', scale);
  return value === undefined ? undefined : amountMinor(value);
}

const SAFE_LOTS_MAX = BigInt(Number.MAX_SAFE_INTEGER);

function lotsOf(count: bigint): QuantityLots | undefined {
  return count > SAFE_LOTS_MAX ? undefined : quantityLots(Number(count));
}

/** Whole lots: as typed, or as many as the amount buys, or of the share that is sold. */
function limitQuantity(
  state: TicketState,
  { price, available }: { price: PriceTicks | undefined; available: AmountMinor | undefined },
  rules: MarketRules,
): QuantityLots | undefined {
  const { size, side } = state;
  if (size.by === 'quantity')
    return quantityFromText(finishDecimal(size.text) ?? '', rules.lotBaseMinor, rules.baseScale);
  if (size.by === 'percent' && side === 'sell') {
    const base = share(available, size.percent);
    return base === undefined ? undefined : lotsOf(divFloor(base, rules.lotBaseMinor));
  }
  const amount = sizeAmount(state, available, rules.quoteScale);
  if (amount === undefined || price === undefined) return undefined;
  return lotsOf(BigInt(affordableLots(amount, price, rules.tickLotQuoteMinor)));
}

function limitSummary(state: TicketState, inputs: TicketInputs, rules: MarketRules): TicketSummary {
  const { side, size } = state;
  const price = priceFromText(finishDecimal(state.price) ?? '', rules.tickSizeE8);
  const available = side === 'buy' ? inputs.available.quote : inputs.available.base;
  const quantity = limitQuantity(state, { price, available }, rules);
  const best = oppositeLevels(side, inputs)[0]?.price;
  const crosses =
    price !== undefined && best !== undefined && (side === 'buy' ? price >= best : price <= best);
  const isTaker = crosses && !state.isPostOnly;
  const isSome = quantity !== undefined && quantity > 0;
  const notional =
    price === undefined || quantity === undefined
      ? undefined
      : notionalAmount(price, quantity, rules.tickLotQuoteMinor);
  // What a buy brings is said by its amount alone.
  const gross = isSome ? (side === 'buy' ? lotAmount(quantity, rules) : notional) : undefined;
  const fee =
    gross === undefined
      ? undefined
      : feeAmount(gross, isTaker ? rules.takerFeePpm : rules.makerFeePpm);
  return {
    price,
    quantity,
    amount: undefined,
    quantityText: size.by === 'quantity' ? size.text : shownQuantity(quantity, rules),
    totalText: size.by === 'total' ? size.text : shownTotal(notional, rules),
    notional,
    cost:
      isSome && price !== undefined
        ? holdCost({ side, price, remaining: quantity }, rules).amount
        : undefined,
    available,
    fee,
    received: fee === undefined || gross === undefined ? undefined : amountMinor(gross - fee),
    isTaker,
    estimate: undefined,
    band: bandOf(inputs, rules.limitBandPpm, rules),
  };
}

const lotAmount = (quantity: QuantityLots, rules: MarketRules): AmountMinor =>
  amountMinor(BigInt(quantity) * rules.lotBaseMinor);

const shownQuantity = (quantity: QuantityLots | undefined, rules: MarketRules): string =>
  quantity === undefined ? '' : quantityText(quantity, rules.lotBaseMinor, rules.baseScale);

const shownTotal = (notional: AmountMinor | undefined, rules: MarketRules): string =>
  notional === undefined || notional === 0n ? '' : quoteText(notional, rules);

const bandOf = (
  { indexPrice }: TicketInputs,
  band: MarketRules['limitBandPpm'],
  rules: MarketRules,
) => (indexPrice === undefined ? undefined : priceBand(indexPrice, band, rules.tickSizeE8));

/** How far a market order may go: the band's edge, or without an index as far as the book shows. */
function edgeOf(side: Side, band: TicketSummary['band']): PriceTicks {
  const edge = side === 'buy' ? band?.highest : band?.lowest;
  return priceTicks(edge ?? (side === 'buy' ? Number.MAX_SAFE_INTEGER : 1));
}

function marketSummary(
  state: TicketState,
  inputs: TicketInputs,
  rules: MarketRules,
): TicketSummary {
  const { side, size } = state;
  const available = side === 'buy' ? inputs.available.quote : inputs.available.base;
  const amount = side === 'buy' ? sizeAmount(state, available, rules.quoteScale) : undefined;
  const quantity =
    side === 'sell' ? limitQuantity(state, { price: undefined, available }, rules) : undefined;
  const band = bandOf(inputs, rules.marketBandPpm, rules);
  const levels = oppositeLevels(side, inputs);
  const wanted =
    amount !== undefined && amount > 0n
      ? ({ by: 'amount', amount } as const)
      : quantity !== undefined && quantity > 0
        ? ({ by: 'quantity', quantity } as const)
        : undefined;
  const estimate =
    wanted && estimateMarketOrder({ side, wanted, edge: edgeOf(side, band) }, levels, rules);
  const isKnown = estimate !== undefined && estimate.filled > 0;
  const shown = isKnown ? estimate : undefined;
  return {
    price: undefined,
    quantity,
    amount,
    quantityText:
      side === 'buy'
        ? shownQuantity(shown?.filled, rules)
        : size.by === 'quantity'
          ? size.text
          : shownQuantity(quantity, rules),
    totalText:
      side === 'sell'
        ? shownTotal(shown?.quoteMinor, rules)
        : size.by === 'total'
          ? size.text
          : shownTotal(amount, rules),
    notional: shown?.quoteMinor,
    cost: side === 'buy' ? amount : quantity && lotAmount(quantity, rules),
    available,
    fee: shown?.feeMinor,
    received: shown?.receivedMinor,
    isTaker: true,
    estimate: shown,
    band,
  };
}

/** A price as its field takes it. */
export const priceFieldText = (price: PriceTicks, rules: MarketRules): string =>
  priceText(price, rules.tickSizeE8);
