/** The ticket of a trailing stop: its distance, where it begins, and where it would stand as far as is known now. */
import { isTrailBounded, priceFromText, TRAIL_PPM, trailedPrice } from '@fairlead/formula';
import { finishDecimal, formatExactShare, isUnclearDecimal } from '@fairlead/ui';
import {
  divCeil,
  divFloor,
  formatRate,
  type PriceTicks,
  parseDecimal,
  priceTicks,
  type RatePpm,
  ratePpm,
} from '@fairlead/units';
import type { MarketRules } from '../../data/markets/market-rules.ts';
import type { TicketInputs } from './model.ts';
import type { TicketState } from './state.ts';
import type { Problem } from './validate.ts';

/** Whole basis points: percent have two decimals. */
const PERCENT_SCALE = 2;
const PPM_PER_BP = 100n;

/** The distance, if it is one that can be asked for. */
export function trailOf({ trail }: Pick<TicketState, 'trail'>): RatePpm | undefined {
  const bps = parseDecimal(finishDecimal(trail) ?? '', PERCENT_SCALE);
  if (bps === undefined || bps < 0n) return undefined;
  const ppm = ratePpm(bps * PPM_PER_BP);
  return isTrailBounded(ppm) ? ppm : undefined;
}

/** "0.1" of "0.10%". */
const percentOf = (ppm: bigint): string => formatExactShare(formatRate(ppm), 0).replace('%', '');

/** The least and the greatest distance in percent. */
export const TRAIL_PERCENT = {
  least: percentOf(TRAIL_PPM.least),
  most: percentOf(TRAIL_PPM.most),
} as const;

/** Where it begins, if something is typed; the price if it is on the grid. */
export function activationOf(
  { activation }: Pick<TicketState, 'activation'>,
  rules: MarketRules,
): { readonly ticks: PriceTicks | undefined } | undefined {
  // Its field says why; it is not taken for none.
  if (isUnclearDecimal(activation)) return { ticks: undefined };
  const typed = finishDecimal(activation);
  if (typed === undefined || !/[1-9]/.test(typed)) return undefined;
  return { ticks: priceFromText(typed, rules.tickSizeE8) };
}

/** The whole tick that the index has reached, as a trailing stop of that side takes it. */
function indexTicks(
  side: TicketState['side'],
  { rules, indexPrice }: TicketInputs,
): number | undefined {
  if (rules === undefined || indexPrice === undefined) return undefined;
  const { tickSizeE8 } = rules;
  return Number(
    side === 'sell' ? divFloor(indexPrice, tickSizeE8) : divCeil(indexPrice, tickSizeE8),
  );
}

/** Where it stands once it begins: at its activation, or at the index of now. */
export function trailedTicks(state: TicketState, inputs: TicketInputs): PriceTicks | undefined {
  const { rules } = inputs;
  const trailPpm = trailOf(state);
  if (rules === undefined || trailPpm === undefined) return undefined;
  const activation = activationOf(state, rules);
  const best = activation === undefined ? indexTicks(state.side, inputs) : activation.ticks;
  if (best === undefined) return undefined;
  const stands = trailedPrice({ side: state.side, trailPpm, best });
  return stands < 1 ? undefined : priceTicks(stands);
}

export function trailProblem(state: TicketState, inputs: TicketInputs): Problem | undefined {
  const { rules, indexPrice } = inputs;
  if (rules === undefined) return undefined;
  if (trailOf(state) === undefined)
    return { code: 'trail_range', field: 'trigger', values: TRAIL_PERCENT };
  const activation = activationOf(state, rules);
  if (activation === undefined)
    return indexPrice === undefined
      ? { code: 'index_stale', field: 'trigger', values: {} }
      : undefined;
  const { ticks } = activation;
  if (ticks === undefined)
    return { code: 'trigger_step', field: 'activation', values: { step: rules.tickSize } };
  if (state.triggerBy === 'last') return undefined;
  const now = indexTicks(state.side, inputs);
  if (now === undefined) return { code: 'index_stale', field: 'activation', values: {} };
  const isThere = state.side === 'sell' ? now >= ticks : now <= ticks;
  return isThere ? { code: 'activation_reached', field: 'activation', values: {} } : undefined;
}
