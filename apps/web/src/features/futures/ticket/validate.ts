/**
 * What stops an opening, and what a person should look at before it goes. Checks stand in the engine's order, so that
 * the sentence shown is the refusal the server would give. The server has the last word.
 */
import { isCapped, priceBand } from '@fairlead/formula';
import { finishDecimal, isUnclearDecimal } from '@fairlead/ui';
import { formatDecimal, type PriceE8, priceE8 } from '@fairlead/units';
import type { TicketCheck, TicketProblem, TicketWarning } from '../../../data/ticket-check.ts';
import { amountText } from '../amounts.ts';
import {
  priceOf,
  priceText,
  type TicketInputs,
  type TicketState,
  type TicketSummary,
} from '../model.ts';
import { stopProblem } from '../positions/stops.ts';
import type { FuturesRules } from '../rules.ts';

/** What stops an opening. Each has a sentence under `futures.problem`. */
export type ProblemCode =
  | 'market_closed'
  | 'market_halted'
  | 'price_required'
  | 'price_step'
  | 'price_stale'
  | 'lots_required'
  | 'lots_below'
  | 'lots_above'
  | 'notional_above'
  | 'too_small'
  | 'price_out_of_band'
  | 'stop_step'
  | 'take_above'
  | 'take_below'
  | 'stop_above'
  | 'stop_below'
  | 'insufficient_balance';

export type ProblemField = 'price' | 'lots' | 'take_profit' | 'stop_loss' | 'form';

export type Problem = TicketProblem<ProblemCode, ProblemField>;

/** What asks again before it goes. Each has a sentence under `futures.warning`. */
export type WarningCode = 'liquidated_first' | 'capped_first' | 'stops_at_once' | 'opens_at_once';

export type Warning = TicketWarning<WarningCode>;

export type Validation = TicketCheck<Problem, Warning>;

interface Given {
  readonly state: TicketState;
  readonly inputs: TicketInputs;
  readonly summary: TicketSummary;
  readonly rules: FuturesRules;
}

export function validate(
  state: TicketState,
  inputs: TicketInputs,
  summary: TicketSummary,
): Validation {
  const { rules } = inputs;
  if (rules === undefined) return { problem: undefined, warnings: [] };
  const given = { state, inputs, summary, rules };
  const problem = firstProblem(given);
  return { problem, warnings: problem === undefined ? warningsOf(given) : [] };
}

const VALUES_NONE = {};
const at = (
  field: ProblemField,
  code: ProblemCode,
  values: Problem['values'] = VALUES_NONE,
): Problem => ({ field, code, values });

function firstProblem(given: Given): Problem | undefined {
  const { inputs } = given;
  if (inputs.state === 'closed') return at('form', 'market_closed');
  if (inputs.state !== 'open') return at('form', 'market_halted');
  return (
    priceProblem(given) ??
    lotsProblem(given) ??
    bandProblem(given) ??
    stopsProblem(given) ??
    balanceProblem(given)
  );
}

function priceProblem({ state, inputs, summary, rules }: Given): Problem | undefined {
  // An old price is asked about when the button is pressed; without any there is nothing to ask about.
  if (state.type === 'market')
    return inputs.index === undefined ? at('form', 'price_stale') : undefined;
  if (summary.limit !== undefined) return undefined;
  const typed = finishDecimal(state.price);
  return typed === undefined || !/[1-9]/.test(typed)
    ? at('price', 'price_required')
    : at('price', 'price_step', { step: rules.priceStep });
}

function lotsProblem({ state, summary, rules }: Given): Problem | undefined {
  const { lots, notional, multiple, margin, maintenance } = summary;
  if (lots === undefined || (lots === 0 && state.size.by === 'lots'))
    return at('lots', 'lots_required');
  if (lots === 0) return at('lots', 'insufficient_balance', { currency: rules.quote });
  if (lots < rules.lotsMin) return at('lots', 'lots_below', { lots: String(rules.lotsMin) });
  if (lots > rules.lotsMax) return at('lots', 'lots_above', { lots: String(rules.lotsMax) });
  if (multiple && notional !== undefined && notional > multiple.notionalMaxMinor) {
    return at('lots', 'notional_above', {
      multiple: String(multiple.multiple),
      amount: amountText(multiple.notionalMaxMinor, rules.quoteScale),
      currency: rules.quote,
    });
  }
  const isTooSmall = margin !== undefined && maintenance !== undefined && maintenance >= margin;
  return isTooSmall ? at('lots', 'too_small') : undefined;
}

/** A limit may lie so far from the index; while that is stale, the distance cannot be told. */
function bandProblem({ inputs, summary, rules }: Given): Problem | undefined {
  const { limit } = summary;
  if (limit === undefined || inputs.index === undefined || inputs.isStale) return undefined;
  const { lowest, highest } = priceBand(inputs.index, rules.limitBandPpm, rules.priceStepE8);
  const [low, high] = [lowest, highest].map((ticks) => priceE8(BigInt(ticks) * rules.priceStepE8));
  if (low === undefined || high === undefined || (limit >= low && limit <= high)) return undefined;
  return at('price', 'price_out_of_band', {
    lowest: priceText(low, rules),
    highest: priceText(high, rules),
  });
}

const isTyped = (text: string): boolean =>
  finishDecimal(text) !== undefined || isUnclearDecimal(text);

function stopsProblem({ state, summary, rules }: Given): Problem | undefined {
  const step = { step: rules.priceStep };
  if (isTyped(state.takeProfit) && priceOf(state.takeProfit, rules) === undefined)
    return at('take_profit', 'stop_step', step);
  if (isTyped(state.stopLoss) && priceOf(state.stopLoss, rules) === undefined)
    return at('stop_loss', 'stop_step', step);
  // A limit's stops are measured against the limit, whatever better price it may open at.
  const reference = summary.limit ?? summary.openPrice;
  const [takeProfit, stopLoss] = [summary.takeProfit.price, summary.stopLoss.price];
  const problem = stopProblem({ side: state.side, reference, takeProfit, stopLoss });
  if (problem === undefined || reference === undefined) return undefined;
  const isLong = state.side === 'long';
  const values = { price: priceText(reference, rules) };
  return problem === 'take_side'
    ? at('take_profit', isLong ? 'take_above' : 'take_below', values)
    : at('stop_loss', isLong ? 'stop_below' : 'stop_above', values);
}

function balanceProblem({ inputs, summary, rules }: Given): Problem | undefined {
  const { need } = summary;
  const { available } = inputs;
  if (available === undefined || need === undefined || need <= available) return undefined;
  return at('lots', 'insufficient_balance', { currency: rules.quote });
}

function warningsOf(given: Given): Warning[] {
  return [
    liquidatedFirst(given),
    cappedFirst(given),
    stopsAtOnce(given),
    opensAtOnce(given),
  ].filter((warning) => warning !== undefined);
}

/** Whether `price` lies at or beyond `other`, on the losing side of a position. */
const isBelow = (side: TicketState['side'], price: PriceE8, other: PriceE8): boolean =>
  side === 'long' ? price <= other : price >= other;

/** The estimated liquidation comes before the stop-loss, which then never acts. */
function liquidatedFirst({ state, summary, rules }: Given): Warning | undefined {
  const { liquidation, stopLoss } = summary;
  if (liquidation === undefined || stopLoss.price === undefined) return undefined;
  return isBelow(state.side, stopLoss.price, liquidation)
    ? { code: 'liquidated_first', values: { price: priceText(liquidation, rules) } }
    : undefined;
}

/** The position has won all it may before its take-profit is reached. */
function cappedFirst({ state, summary, rules }: Given): Warning | undefined {
  const { takeProfit, baseMinor, openPrice, margin, maintenance, cap } = summary;
  if (takeProfit.price === undefined || baseMinor === undefined || openPrice === undefined)
    return undefined;
  if (margin === undefined || maintenance === undefined || cap === undefined) return undefined;
  const position = {
    ...{ baseMinor, scale: rules.scale, side: state.side, openPrice, margin, maintenance },
    profitCapMultiple: rules.profitCapMultiple,
    closeFeePpm: rules.closeFeePpm,
  };
  if (!isCapped(position, takeProfit.price)) return undefined;
  return {
    code: 'capped_first',
    values: {
      times: String(rules.profitCapMultiple),
      amount: amountText(cap, rules.quoteScale),
      currency: rules.quote,
    },
  };
}

/** Between index and opening price: the stop acts at the very next sample. */
function stopsAtOnce({ state, inputs, summary }: Given): Warning | undefined {
  const { stopLoss } = summary;
  if (state.type === 'limit' || inputs.index === undefined || stopLoss.price === undefined)
    return undefined;
  return isBelow(state.side, inputs.index, stopLoss.price)
    ? { code: 'stops_at_once', values: VALUES_NONE }
    : undefined;
}

/** The index is already at or beyond the limit: it opens at the next sample instead of waiting. */
function opensAtOnce({ state, inputs, summary, rules }: Given): Warning | undefined {
  const { limit } = summary;
  if (limit === undefined || inputs.index === undefined || inputs.isStale) return undefined;
  return isBelow(state.side, inputs.index, limit)
    ? {
        code: 'opens_at_once',
        values: { index: formatDecimal(inputs.index, 8), price: priceText(limit, rules) },
      }
    : undefined;
}
