/**
 * The ticket of orders that depend on one another: an OCO, which is a limit with a stop beside it, or an order with a
 * take-profit and a stop-loss behind it, or a market order. A stop may trail. What it freezes, what is wrong with it, and where its prices begin. Exact integers;
 * what the legs behind an order come to once that is filled, the server decides.
 */
import { holdCost, priceBand, priceFromText, quantityText } from '@fairlead/formula';
import { finishDecimal, isUnclearDecimal } from '@fairlead/ui';
import {
  amountMinor,
  divCeil,
  divFloor,
  PPM_ONE,
  type PriceTicks,
  priceE8,
  priceTicks,
  quantityLots,
} from '@fairlead/units';
import { leastDisplay } from '../../data/markets/least-display.ts';
import type { MarketRules } from '../../data/markets/market-rules.ts';
import { affordableLots } from './estimate.ts';
import { displayLots } from './iceberg.ts';
import {
  oppositeLevels,
  priceFieldText,
  quoteText,
  summarize,
  type TicketInputs,
  type TicketSummary,
} from './model.ts';
import type { Around, Exits, TicketState } from './state.ts';
import { activationOf, TRAIL_PERCENT, trailedTicks, trailOf, trailProblem } from './trailing.ts';
import { summarizeTicket, triggerProblem, triggerTicks, validateTicket } from './trigger-order.ts';
import { bandText, type Problem, type ProblemField, type Validation } from './validate.ts';

export type ExitKind = keyof Exits;

/** Whether it goes as a list of orders. */
export const isList = ({
  isPair,
  exits,
  legs,
}: Pick<TicketState, 'isPair' | 'exits' | 'legs'>): boolean =>
  isPair || exits !== undefined || legs.follows;

/** How far from the price a pair begins. */
const AROUND_PPM = 20_000n;

function aroundOf(ticks: PriceTicks, rules: MarketRules): Around {
  const text = (price: bigint) =>
    priceFieldText(priceTicks(Number(price < 1n ? 1n : price)), rules);
  return {
    last: priceFieldText(ticks, rules),
    lower: text(divFloor(BigInt(ticks) * (PPM_ONE - AROUND_PPM), PPM_ONE)),
    higher: text(divCeil(BigInt(ticks) * (PPM_ONE + AROUND_PPM), PPM_ONE)),
  };
}

/** Around the last price, as far as one is known. */
export const aroundLast = ({ rules, lastPrice }: TicketInputs): Around | undefined =>
  rules && lastPrice && aroundOf(lastPrice, rules);

const ticksOf = (text: string, rules: MarketRules): PriceTicks | undefined =>
  priceFromText(finishDecimal(text) ?? '', rules.tickSizeE8);

/** What its field refuses is not taken for nothing. */
const isEmpty = (text: string): boolean =>
  !isUnclearDecimal(text) && !/[1-9]/.test(finishDecimal(text) ?? '');

/** The price that an order with something behind it begins at: its limit, or about what the book asks for. */
export function entryTicks(state: TicketState, inputs: TicketInputs): PriceTicks | undefined {
  const { rules, lastPrice } = inputs;
  if (rules === undefined) return undefined;
  if (state.type === 'limit') return ticksOf(state.price, rules);
  return oppositeLevels(state.side, inputs)[0]?.price ?? lastPrice;
}

/** Where a take-profit and a stop-loss begin. */
export function firstExits(state: TicketState, inputs: TicketInputs): Exits {
  const { rules } = inputs;
  const entry = entryTicks(state, inputs) ?? inputs.lastPrice;
  if (rules === undefined || entry === undefined) return { profit: '', loss: '' };
  const { lower, higher } = aroundOf(entry, rules);
  return state.side === 'buy' ? { profit: higher, loss: lower } : { profit: lower, loss: higher };
}

/** The limit that the stop of an OCO becomes; undefined at the market, where one that trails is. */
export const stopLimitTicks = (
  { stopLimit, legs }: Pick<TicketState, 'stopLimit' | 'legs'>,
  rules: MarketRules,
): PriceTicks | undefined => (legs.trails ? undefined : ticksOf(stopLimit, rules));

/** A price that one that closes has; undefined where there is none, or it trails. */
export const exitTicks = (
  { exits, legs }: Pick<TicketState, 'exits' | 'legs'>,
  kind: ExitKind,
  rules: MarketRules,
): PriceTicks | undefined =>
  exits && (kind === 'profit' || !legs.trails) ? ticksOf(exits[kind], rules) : undefined;

/** As `summarizeTicket`; of an OCO with what it freezes at most. */
export function summarizeOrders(state: TicketState, inputs: TicketInputs): TicketSummary {
  const plain = summarizeTicket(state, inputs);
  const { rules } = inputs;
  if (!state.isPair || state.side === 'sell' || rules === undefined) return plain;
  const stop = dearestStop(state, inputs, rules);
  if (stop === undefined || plain.price === undefined) return plain;
  const price = priceTicks(Math.max(stop, plain.price));
  const summary = summarize(sizedAt(price, state, inputs), inputs);
  const { quantity } = summary;
  if (!quantity) return summary;
  return { ...summary, cost: holdCost({ side: 'buy', price, remaining: quantity }, rules).amount };
}

/** The most that the stop of a buy pays: its limit, or the edge of the band around its trigger. */
function dearestStop(
  state: TicketState,
  inputs: TicketInputs,
  rules: MarketRules,
): PriceTicks | undefined {
  const limit = stopLimitTicks(state, rules);
  const trigger = state.legs.trails ? trailedTicks(state, inputs) : triggerTicks(state, rules);
  if (limit !== undefined || trigger === undefined) return limit;
  const at = priceE8(BigInt(trigger) * rules.tickSizeE8);
  return priceTicks(priceBand(at, rules.marketBandPpm, rules.tickSizeE8).highest);
}

/** A share of what is available buys as much as the dearer of the two could. */
function sizedAt(price: PriceTicks, state: TicketState, { available, rules }: TicketInputs) {
  const { size } = state;
  if (size.by !== 'percent' || available.quote === undefined || rules === undefined) return state;
  const amount = amountMinor(divFloor(available.quote * BigInt(size.percent), 100n));
  const lots = quantityLots(affordableLots(amount, price, rules.tickLotQuoteMinor));
  const text = quantityText(lots, rules.lotBaseMinor, rules.baseScale);
  return { ...state, size: { by: 'quantity', text } } as const;
}

interface Given {
  readonly state: TicketState;
  readonly inputs: TicketInputs;
  readonly summary: TicketSummary;
  readonly rules: MarketRules;
}

/** As `validateTicket`; of a list also what its orders must be for one another. */
export function validateOrders(
  state: TicketState,
  inputs: TicketInputs,
  summary: TicketSummary,
): Validation {
  const { rules } = inputs;
  const own = validateTicket(state, inputs, summary);
  if (rules === undefined || !isList(state) || inputs.state !== 'open') return own;
  const given = { state, inputs, summary, rules };
  const problem = state.isPair
    ? (pairProblem(given) ?? own.problem)
    : (own.problem ?? exitsProblem(given));
  if (problem !== undefined) return { problem, warnings: [] };
  const isAtOnce = state.isPair ? summary.isTaker : firesAtOnce(given);
  const code = state.isPair ? 'pair_fills' : 'exit_at_once';
  return {
    problem,
    warnings: [...own.warnings, ...(isAtOnce ? [{ code, values: {} } as const] : [])],
  };
}

const at = (
  field: ProblemField,
  code: Problem['code'],
  values: Problem['values'] = {},
): Problem => ({ code, field, values });

const minimumOf = (rules: MarketRules) => ({
  minimum: quoteText(rules.minNotionalMinor, rules),
  currency: rules.quote,
});

/** The stop: on the grid, not reached yet, on the other side of the limit, and worth the smallest order. */
function pairProblem(given: Given): Problem | undefined {
  const { state, inputs, summary, rules } = given;
  if (state.legs.trails) return trailingPairProblem(given);
  const waiting = triggerProblem(state, inputs, rules);
  if (waiting !== undefined) return waiting;
  const trigger = triggerTicks(state, rules);
  const { price, quantity } = summary;
  if (trigger === undefined) return undefined;
  const isWrong =
    price !== undefined && (state.side === 'sell' ? trigger >= price : trigger <= price);
  if (isWrong) return at('trigger', 'pair_order', { side: state.side });
  const limit = stopLimitProblem(state, trigger, rules);
  if (limit !== undefined) return limit;
  const worth = stopLimitTicks(state, rules) ?? trigger;
  if (isSmall(worth, quantity, rules)) return at('quantity', 'exit_small', minimumOf(rules));
  return shownProblem(stopLimitTicks(state, rules), given);
}

/** A stop that trails: its distance, and that where it begins it is on the other side of the limit, as far as that is known. */
function trailingPairProblem({ state, inputs, summary, rules }: Given): Problem | undefined {
  const trailing = trailProblem(state, inputs);
  if (trailing !== undefined) return trailing;
  const stands = trailedTicks(state, inputs);
  const { price, quantity } = summary;
  if (stands === undefined) return undefined;
  const isSure = activationOf(state, rules) !== undefined && price !== undefined;
  if (isSure && areCrossed(state.side, price, stands))
    return at('activation', 'pair_order', { side: state.side });
  return isSmall(stands, quantity, rules)
    ? at('quantity', 'exit_small', minimumOf(rules))
    : undefined;
}

/** Of two that exclude each other on one side: whether the profit's price is not the better one. */
const areCrossed = (side: TicketState['side'], profit: number, stop: number): boolean =>
  side === 'sell' ? profit <= stop : profit >= stop;

/** Of a further limit: whether what is shown at a time is enough at its price. */
function shownProblem(
  price: PriceTicks | undefined,
  { state, summary, rules }: Given,
): Problem | undefined {
  const display = displayLots(state, rules);
  const { quantity } = summary;
  if (price === undefined || !quantity || typeof display !== 'number') return undefined;
  const least = leastDisplay({ price, quantity }, rules);
  if (display >= least) return undefined;
  const text = (lots: number) =>
    quantityText(quantityLots(lots), rules.lotBaseMinor, rules.baseScale);
  return at('display', 'display_range', { least: text(least), most: text(quantity) });
}

function stopLimitProblem(
  state: TicketState,
  trigger: PriceTicks,
  rules: MarketRules,
): Problem | undefined {
  if (isEmpty(state.stopLimit)) return undefined;
  const limit = stopLimitTicks(state, rules);
  if (limit === undefined) return at('stop_limit', 'price_step', { step: rules.tickSize });
  const index = priceE8(BigInt(trigger) * rules.tickSizeE8);
  const { lowest, highest } = priceBand(index, rules.limitBandPpm, rules.tickSizeE8);
  if (limit >= lowest && limit <= highest) return undefined;
  return at('stop_limit', 'price_out_of_band', {
    lowest: bandText(lowest, rules),
    highest: bandText(highest, rules),
  });
}

const isSmall = (price: PriceTicks, quantity: number | undefined, rules: MarketRules): boolean =>
  quantity !== undefined &&
  quantity > 0 &&
  BigInt(price) * BigInt(quantity) * rules.tickLotQuoteMinor < rules.minNotionalMinor;

const EXITS = ['profit', 'loss'] as const satisfies readonly ExitKind[];

/** Whether one that closes lies above the price at which the order began. */
export const liesAbove = (side: TicketState['side'], kind: ExitKind): boolean =>
  (side === 'buy') === (kind === 'profit');

function exitsProblem(given: Given): Problem | undefined {
  const { state, rules } = given;
  const { exits, legs } = state;
  if (exits === undefined) return undefined;
  const kinds = EXITS.filter((kind) => kind === 'profit' || !legs.trails);
  if (!legs.trails && EXITS.every((kind) => isEmpty(exits[kind])))
    return at('profit', 'exits_required');
  const trailing = legs.trails ? trailBehindProblem(given) : undefined;
  if (trailing !== undefined) return trailing;
  for (const kind of kinds) {
    if (isEmpty(exits[kind])) continue;
    const ticks = exitTicks(state, kind, rules);
    if (ticks === undefined) return at(kind, 'price_step', { step: rules.tickSize });
    const problem = exitProblem(kind, ticks, given);
    if (problem !== undefined) return problem;
  }
  return legs.rests ? shownProblem(exitTicks(state, 'profit', rules), given) : undefined;
}

/** Where it begins by then nobody knows, but for where it may not be. */
function trailBehindProblem({ state, inputs, rules }: Given): Problem | undefined {
  if (trailOf(state) === undefined) return at('trigger', 'trail_range', TRAIL_PERCENT);
  const from = activationOf(state, rules);
  if (from === undefined)
    return inputs.indexPrice === undefined ? at('trigger', 'index_stale') : undefined;
  if (from.ticks === undefined) return at('activation', 'trigger_step', { step: rules.tickSize });
  const back = state.side === 'buy' ? 'sell' : 'buy';
  const stands = trailedTicks({ ...state, side: back }, inputs);
  const profit = exitTicks(state, 'profit', rules);
  if (stands === undefined || profit === undefined || !areCrossed(back, profit, stands))
    return undefined;
  return at('activation', 'pair_order', { side: back });
}

function exitProblem(
  kind: ExitKind,
  ticks: PriceTicks,
  { state, inputs, summary, rules }: Given,
): Problem | undefined {
  const entry = entryTicks(state, inputs);
  const isAbove = liesAbove(state.side, kind);
  if (entry !== undefined && (isAbove ? ticks <= entry : ticks >= entry))
    return at(kind, isAbove ? 'exit_above' : 'exit_below', {
      price: priceFieldText(entry, rules),
    });
  const quantity = summary.quantity ?? summary.estimate?.filled;
  return isSmall(ticks, quantity, rules) ? at(kind, 'exit_small', minimumOf(rules)) : undefined;
}

/** An order that is filled now, with one behind it whose price the index is beyond already. */
function firesAtOnce({ state, inputs, summary, rules }: Given): boolean {
  const { indexPrice } = inputs;
  if (!summary.isTaker || indexPrice === undefined || state.triggerBy !== 'index') return false;
  return EXITS.some((kind) => {
    const ticks = exitTicks(state, kind, rules);
    if (ticks === undefined) return false;
    const price = BigInt(ticks) * rules.tickSizeE8;
    return liesAbove(state.side, kind) ? indexPrice >= price : indexPrice <= price;
  });
}
