/**
 * The ticket of orders that depend on one another: an OCO, which is a limit with a stop beside it, or an order with a
 * take-profit and a stop-loss behind it. What it freezes, what is wrong with it, and where its prices begin. Exact integers;
 * what the legs behind an order come to once that is filled, the server decides.
 */
import { holdCost, priceBand, priceFromText, quantityText } from '@fairlead/formula';
import { finishDecimal } from '@fairlead/ui';
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
import type { MarketRules } from '../../data/markets/market-rules.ts';
import { affordableLots } from './estimate.ts';
import {
  oppositeLevels,
  priceFieldText,
  quoteText,
  summarize,
  type TicketInputs,
  type TicketSummary,
} from './model.ts';
import type { Around, Exits, TicketState } from './state.ts';
import { summarizeTicket, triggerProblem, triggerTicks, validateTicket } from './trigger-order.ts';
import { bandText, type Problem, type ProblemField, type Validation } from './validate.ts';

export type ExitKind = keyof Exits;

/** Whether it goes as a list of orders. */
export const isList = ({ isPair, exits }: Pick<TicketState, 'isPair' | 'exits'>): boolean =>
  isPair || exits !== undefined;

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

const isEmpty = (text: string): boolean => !/[1-9]/.test(finishDecimal(text) ?? '');

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

/** The limit that the stop of an OCO becomes; undefined at the market. */
export const stopLimitTicks = (
  { stopLimit }: Pick<TicketState, 'stopLimit'>,
  rules: MarketRules,
): PriceTicks | undefined => ticksOf(stopLimit, rules);

/** A price that is waited for by one that closes; undefined where there is none. */
export const exitTicks = (
  { exits }: Pick<TicketState, 'exits'>,
  kind: ExitKind,
  rules: MarketRules,
): PriceTicks | undefined => exits && ticksOf(exits[kind], rules);

/** As `summarizeTicket`; of an OCO with what it freezes at most. */
export function summarizeOrders(state: TicketState, inputs: TicketInputs): TicketSummary {
  const plain = summarizeTicket(state, inputs);
  const { rules } = inputs;
  if (!state.isPair || state.side === 'sell' || rules === undefined) return plain;
  const stop = dearestStop(state, rules);
  if (stop === undefined || plain.price === undefined) return plain;
  const price = priceTicks(Math.max(stop, plain.price));
  const summary = summarize(sizedAt(price, state, inputs), inputs);
  const { quantity } = summary;
  if (!quantity) return summary;
  return { ...summary, cost: holdCost({ side: 'buy', price, remaining: quantity }, rules).amount };
}

/** The most that the stop of a buy pays: its limit, or the edge of the band around its trigger. */
function dearestStop(state: TicketState, rules: MarketRules): PriceTicks | undefined {
  const limit = stopLimitTicks(state, rules);
  const trigger = triggerTicks(state, rules);
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
function pairProblem({ state, inputs, summary, rules }: Given): Problem | undefined {
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
  return isSmall(worth, quantity, rules)
    ? at('quantity', 'exit_small', minimumOf(rules))
    : undefined;
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
  const { exits } = state;
  if (exits === undefined) return undefined;
  if (EXITS.every((kind) => isEmpty(exits[kind]))) return at('profit', 'exits_required');
  for (const kind of EXITS) {
    if (isEmpty(exits[kind])) continue;
    const ticks = exitTicks(state, kind, rules);
    if (ticks === undefined) return at(kind, 'price_step', { step: rules.tickSize });
    const problem = exitProblem(kind, ticks, given);
    if (problem !== undefined) return problem;
  }
  return undefined;
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
