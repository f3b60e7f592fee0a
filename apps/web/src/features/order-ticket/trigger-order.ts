/**
 * The ticket of an order that waits for a price: what it would be at that price, and whether it may wait for it. What
 * follows from it is worked out as for an order of then, with the index and the best prices at the trigger. What the book
 * holds then nobody knows: amounts of market orders are said as "about".
 */
import { priceFromText } from '@fairlead/formula';
import { finishDecimal } from '@fairlead/ui';
import {
  divFloor,
  formatDecimal,
  type PriceE8,
  type PriceTicks,
  priceE8,
  quantityLots,
} from '@fairlead/units';
import type { MarketRules } from '../../data/markets/market-rules.ts';
import { summarize, type TicketInputs, type TicketSummary } from './model.ts';
import type { TicketState, TriggerKind } from './state.ts';
import { trailedTicks, trailProblem } from './trailing.ts';
import { type Problem, type Validation, validate, type WarningCode } from './validate.ts';

/** The trigger price if it is on the grid. */
export function triggerTicks(
  { triggerPrice }: Pick<TicketState, 'triggerPrice'>,
  rules: MarketRules,
): PriceTicks | undefined {
  return priceFromText(finishDecimal(triggerPrice) ?? '', rules.tickSizeE8);
}

/** The price that it waits for, as far as is known now: a trailing stop's moves. */
const waitedTicks = (state: TicketState, inputs: TicketInputs): PriceTicks | undefined =>
  state.trigger === 'trailing_stop'
    ? trailedTicks(state, inputs)
    : inputs.rules && triggerTicks(state, inputs.rules);

/** Whether it waits for a price at the trigger or below; else at it or above. */
export const waitsBelow = (side: 'buy' | 'sell', trigger: TriggerKind): boolean =>
  (side === 'sell') === (trigger !== 'take_profit');

const ticksE8 = (ticks: PriceTicks, rules: MarketRules): PriceE8 =>
  priceE8(BigInt(ticks) * rules.tickSizeE8);

/** More than anybody asks for, so that an estimate ends at the trigger price. */
const PLENTY = quantityLots(Number.MAX_SAFE_INTEGER);

/** The market as it is taken to be when the price is reached; of an order of now as it is. */
function inputsThen(state: TicketState, inputs: TicketInputs): TicketInputs {
  const { rules } = inputs;
  if (state.trigger === undefined || rules === undefined) return inputs;
  const price = waitedTicks(state, inputs);
  const levels = price === undefined ? [] : [{ price, quantity: PLENTY }];
  return {
    ...inputs,
    bids: levels,
    asks: levels,
    lastPrice: price,
    indexPrice: price === undefined ? undefined : ticksE8(price, rules),
    // What would fill then no book shows now.
    isStale: true,
  };
}

export const summarizeTicket = (state: TicketState, inputs: TicketInputs): TicketSummary =>
  summarize(state, inputsThen(state, inputs));

/** As `validate`; of what waits its trigger first. */
export function validateTicket(
  state: TicketState,
  inputs: TicketInputs,
  summary: TicketSummary,
): Validation {
  const { rules } = inputs;
  if (state.trigger === undefined || rules === undefined) return validate(state, inputs, summary);
  if (inputs.state === 'open') {
    const problem =
      state.trigger === 'trailing_stop'
        ? trailProblem(state, inputs)
        : triggerProblem(state, inputs, rules);
    if (problem !== undefined) return { problem, warnings: [] };
  }
  const { problem, warnings } = validate(state, inputsThen(state, inputs), summary);
  const rests = problem === undefined && restsAfter(state, summary);
  return {
    problem,
    warnings: [
      ...warnings.map((warning) => ({
        ...warning,
        code: SAID_OF_TRIGGER[warning.code] ?? warning.code,
      })),
      ...(rests ? [{ code: 'rests_after_trigger', values: {} } as const] : []),
    ],
  };
}

/** What is measured against the index is measured against the trigger here. */
const SAID_OF_TRIGGER: Partial<Record<WarningCode, WarningCode>> = {
  far_above_index: 'far_above_trigger',
  far_below_index: 'far_below_trigger',
};

/** What is wrong with the price that is waited for; of an OCO that of its stop. */
export function triggerProblem(
  state: TicketState,
  { indexPrice }: TicketInputs,
  rules: MarketRules,
): Problem | undefined {
  const typed = finishDecimal(state.triggerPrice);
  const at = (code: Problem['code'], values: Problem['values'] = {}): Problem => ({
    code,
    field: 'trigger',
    values,
  });
  if (typed === undefined || !/[1-9]/.test(typed)) return at('trigger_required');
  const ticks = triggerTicks(state, rules);
  if (ticks === undefined) return at('trigger_step', { step: rules.tickSize });
  if (state.triggerBy === 'last') return undefined;
  if (indexPrice === undefined) return at('index_stale');
  const trigger = ticksE8(ticks, rules);
  const isBelow = waitsBelow(state.side, state.trigger ?? 'stop');
  const isReached = isBelow ? indexPrice <= trigger : indexPrice >= trigger;
  if (!isReached) return undefined;
  // Cut to the market's decimals it is still on the same side of a trigger that is on the grid.
  const { priceDecimals } = rules;
  const index = divFloor(indexPrice, 10n ** BigInt(8 - priceDecimals));
  return at('price_reached', { index: formatDecimal(index, priceDecimals) });
}

/** A stop whose limit the price has left behind when it is placed waits in the book, though it was meant to get out. */
function restsAfter({ trigger, type }: TicketState, { isTaker }: TicketSummary): boolean {
  return trigger === 'stop' && type === 'limit' && !isTaker;
}
