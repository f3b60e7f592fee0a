/**
 * What stops an order, and what a person should look at before it goes. Checks stand in the engine's order of
 * precedence, so that the sentence shown is the refusal the server would give. The server has the last word.
 */
import { indexNotional, priceFromText, quantityFromText, quantityText } from '@fairlead/formula';
import { finishDecimal } from '@fairlead/ui';
import {
  type AmountMinor,
  absolute,
  divFloor,
  formatDecimal,
  PPM_ONE,
  type PriceTicks,
  quantityLots,
} from '@fairlead/units';
import { leastDisplay } from '../../data/markets/least-display.ts';
import type { MarketRules } from '../../data/markets/market-rules.ts';
import type { TicketCheck, TicketProblem, TicketWarning } from '../../data/ticket-check.ts';
import { displayLots } from './iceberg.ts';
import {
  oppositeLevels,
  priceFieldText,
  quoteText,
  type TicketInputs,
  type TicketSummary,
} from './model.ts';
import type { TicketState } from './state.ts';
import { mayWait } from './time-in-force.ts';

/** What stops an order. Each has a sentence under `trade.problem`. */
export type ProblemCode =
  | 'market_closed'
  | 'market_halted'
  | 'price_required'
  | 'price_step'
  | 'quantity_required'
  | 'quantity_step'
  | 'total_required'
  | 'above_maximum'
  | 'below_minimum'
  | 'price_out_of_band'
  | 'price_stale'
  | 'insufficient_balance'
  | 'post_only_takes'
  | 'would_not_fill'
  | 'trigger_required'
  | 'trigger_step'
  | 'index_stale'
  | 'price_reached'
  | 'trail_range'
  | 'activation_reached'
  | 'pair_order'
  | 'exits_required'
  | 'exit_above'
  | 'exit_below'
  | 'exit_small'
  | 'display_required'
  | 'display_step'
  | 'display_range';

export type ProblemField =
  | 'trigger'
  | 'activation'
  | 'price'
  | 'quantity'
  | 'total'
  | 'display'
  | 'stop_limit'
  | 'profit'
  | 'loss'
  | 'form';

export type Problem = TicketProblem<ProblemCode, ProblemField>;

/** What asks again before an order goes. Each has a sentence under `trade.warning`. */
export type WarningCode =
  | 'far_above_index'
  | 'far_below_index'
  | 'slippage'
  | 'partly'
  | 'far_above_trigger'
  | 'far_below_trigger'
  | 'rests_after_trigger'
  | 'pair_fills'
  | 'exit_at_once';

export type Warning = TicketWarning<WarningCode>;

export type Validation = TicketCheck<Problem, Warning>;

/** A limit this much worse than the index asks again. */
const FAR_FROM_INDEX_PPM = 20_000n;
/** A market order whose mean price is this much worse than the best asks again. */
const SLIPPAGE_PPM = 5_000n;

const VALUES_NONE = {};

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

interface Given {
  readonly state: TicketState;
  readonly inputs: TicketInputs;
  readonly summary: TicketSummary;
  readonly rules: MarketRules;
}

function firstProblem(given: Given): Problem | undefined {
  const { inputs } = given;
  if (inputs.state === 'closed') return at('form', 'market_closed');
  if (inputs.state !== 'open') return at('form', 'market_halted');
  return (
    priceProblem(given) ??
    sizeProblem(given) ??
    limitsProblem(given) ??
    displayProblem(given) ??
    balanceProblem(given) ??
    fillProblem(given)
  );
}

const at = (
  field: ProblemField,
  code: ProblemCode,
  values: Problem['values'] = VALUES_NONE,
): Problem => ({ code, field, values });

function priceProblem({ state, summary, rules }: Given): Problem | undefined {
  if (state.type === 'market' || summary.price !== undefined) return undefined;
  const typed = finishDecimal(state.price);
  if (typed === undefined || !/[1-9]/.test(typed)) return at('price', 'price_required');
  return priceFromText(typed, rules.tickSizeE8) === undefined
    ? at('price', 'price_step', { step: rules.tickSize })
    : undefined;
}

/** The field that says how much: of a market buy the total, else the one that was typed in. */
const sizeField = ({ type, side, size }: TicketState): 'quantity' | 'total' =>
  (type === 'market' && side === 'buy') || size.by === 'total' ? 'total' : 'quantity';

function sizeProblem({ state, summary, rules }: Given): Problem | undefined {
  const { size, type, side } = state;
  const field = sizeField(state);
  if (type === 'market' && side === 'buy')
    return summary.amount === undefined || (summary.amount === 0n && size.by !== 'percent')
      ? at(field, 'total_required')
      : undefined;
  if (size.by === 'quantity') {
    const typed = finishDecimal(size.text);
    if (typed === undefined || !/[1-9]/.test(typed)) return at(field, 'quantity_required');
    if (quantityFromText(typed, rules.lotBaseMinor, rules.baseScale) === undefined)
      return at(field, 'quantity_step', { step: rules.lotSize });
    return undefined;
  }
  if (size.by === 'total' && !/[1-9]/.test(finishDecimal(size.text) ?? ''))
    return at(field, 'total_required');
  return undefined;
}

function limitsProblem({ state, inputs, summary, rules }: Given): Problem | undefined {
  const field = sizeField(state);
  const { price, quantity, band } = summary;
  const edge = price ?? (state.side === 'buy' ? band?.highest : inputs.lastPrice);
  if (quantity !== undefined && BigInt(quantity) * BigInt(edge ?? 1) > SAFE_MAX)
    return at(field, 'above_maximum');
  if (state.type === 'market' && inputs.indexPrice === undefined) return at('form', 'price_stale');
  const worth = worthOf({ state, inputs, summary, rules });
  if (worth !== undefined && worth < rules.minNotionalMinor && !isShortOfFunds(summary))
    return at(field, 'below_minimum', {
      minimum: quoteText(rules.minNotionalMinor, rules),
      currency: rules.quote,
    });
  if (price !== undefined && band !== undefined && (price < band.lowest || price > band.highest))
    return at('price', 'price_out_of_band', {
      lowest: bandText(band.lowest, rules),
      highest: bandText(band.highest, rules),
    });
  return undefined;
}

const SAFE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** A share of too little is a matter of funds, not of the minimum. */
const isShortOfFunds = ({ available }: TicketSummary): boolean => available === 0n;

export const bandText = (ticks: number, rules: MarketRules): string =>
  formatDecimal(
    divFloor(BigInt(ticks) * rules.tickSizeE8, 10n ** BigInt(8 - rules.priceDecimals)),
    rules.priceDecimals,
  );

/** What the minimum is compared with: a limit's notional, what a buy spends, a sell's worth at the index. */
function worthOf({ state, inputs, summary, rules }: Given): bigint | undefined {
  if (state.type === 'limit') return summary.notional;
  if (state.side === 'buy') return summary.amount;
  const { indexPrice } = inputs;
  if (summary.quantity === undefined || indexPrice === undefined) return undefined;
  return indexNotional(summary.quantity, indexPrice, rules);
}

/** Of an order that shows a part of itself: from the least that may be shown to all of it. */
function displayProblem({ state, summary, rules }: Given): Problem | undefined {
  const display = displayLots(state, rules);
  if (display === undefined) return undefined;
  if (display === 'missing') return at('display', 'display_required');
  if (display === 'off_grid') return at('display', 'display_step', { step: rules.lotSize });
  const { price, quantity } = summary;
  if (price === undefined || quantity === undefined) return undefined;
  const least = leastDisplay({ price, quantity }, rules);
  if (display >= least && display <= quantity) return undefined;
  const text = (lots: number) =>
    quantityText(quantityLots(lots), rules.lotBaseMinor, rules.baseScale);
  return at('display', 'display_range', { least: text(least), most: text(quantity) });
}

function balanceProblem({ state, summary, rules }: Given): Problem | undefined {
  const { available, cost } = summary;
  if (available === undefined) return undefined;
  const isShort = available === 0n || (cost !== undefined && cost > available);
  if (!isShort) return undefined;
  return at(sizeField(state), 'insufficient_balance', {
    available: amountText(available, state, rules),
    currency: state.side === 'buy' ? rules.quote : rules.base,
  });
}

const amountText = (amount: AmountMinor, { side }: TicketState, rules: MarketRules): string =>
  side === 'buy' ? quoteText(amount, rules) : formatDecimal(amount, rules.baseScale);

/** Only what the book on the screen proves; where it shows nothing, the server decides. */
function fillProblem({ state, inputs, summary, rules }: Given): Problem | undefined {
  const best = oppositeLevels(state.side, inputs)[0]?.price;
  if (best === undefined || inputs.isStale) return undefined;
  if (state.type === 'market')
    return summary.estimate === undefined ? at('form', 'would_not_fill') : undefined;
  const { price } = summary;
  if (price === undefined) return undefined;
  const crosses = state.side === 'buy' ? price >= best : price <= best;
  if (state.isPostOnly && crosses)
    return at('price', 'post_only_takes', { price: priceFieldText(best, rules) });
  if (!mayWait(state.timeInForce) && !crosses)
    return at('price', 'would_not_fill', { price: priceFieldText(best, rules) });
  return undefined;
}

function warningsOf(given: Given): Warning[] {
  return [farWarning(given), slippageWarning(given), partWarning(given)].filter(
    (warning) => warning !== undefined,
  );
}

/** By how much of `reference` the price is worse for this side, in parts per million; not above zero when it is better. */
function worsePpm(side: 'buy' | 'sell', priceE8: bigint, reference: bigint): bigint {
  const difference = side === 'buy' ? priceE8 - reference : reference - priceE8;
  return divFloor(difference * PPM_ONE, reference);
}

const percentText = (ppm: bigint): string => formatDecimal(divFloor(absolute(ppm), 100n), 2);

const ticksE8 = (price: PriceTicks, rules: MarketRules): bigint => BigInt(price) * rules.tickSizeE8;

function farWarning({ state, inputs, summary, rules }: Given): Warning | undefined {
  const { indexPrice } = inputs;
  if (summary.price === undefined || indexPrice === undefined) return undefined;
  const ppm = worsePpm(state.side, ticksE8(summary.price, rules), indexPrice);
  if (ppm < FAR_FROM_INDEX_PPM) return undefined;
  return {
    code: state.side === 'buy' ? 'far_above_index' : 'far_below_index',
    values: { percent: percentText(ppm) },
  };
}

function slippageWarning({ state, summary, rules }: Given): Warning | undefined {
  const { average, best } = summary.estimate ?? {};
  if (average === undefined || best === undefined) return undefined;
  const ppm = worsePpm(state.side, average, ticksE8(best, rules));
  return ppm < SLIPPAGE_PPM
    ? undefined
    : { code: 'slippage', values: { percent: percentText(ppm) } };
}

function partWarning({ summary }: Given): Warning | undefined {
  return summary.estimate !== undefined && !summary.estimate.isWhole
    ? { code: 'partly', values: VALUES_NONE }
    : undefined;
}
