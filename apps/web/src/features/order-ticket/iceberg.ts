/** An order that shows a part of itself at a time: when it may, and how much of it. */
import { quantityFromText } from '@fairlead/formula';
import { finishDecimal } from '@fairlead/ui';
import type { QuantityLots } from '@fairlead/units';
import type { MarketRules } from '../../data/markets/market-rules.ts';
import type { TicketState } from './state.ts';
import { mayWait } from './time-in-force.ts';

/** Only what may wait in the book hides a part of itself. Until the market's rules are known it is taken to allow it, as most do. */
export const mayHide = (
  { type, timeInForce }: Pick<TicketState, 'type' | 'timeInForce'>,
  rules: MarketRules | undefined,
): boolean =>
  type === 'limit' && mayWait(timeInForce) && (rules === undefined || rules.icebergPartsMax > 1);

/** What is typed, where it is on the grid. */
export function displayLots(
  state: TicketState,
  rules: MarketRules,
): QuantityLots | 'missing' | 'off_grid' | undefined {
  if (state.display === undefined || !mayHide(state, rules)) return undefined;
  const typed = finishDecimal(state.display);
  if (typed === undefined || !/[1-9]/.test(typed)) return 'missing';
  return quantityFromText(typed, rules.lotBaseMinor, rules.baseScale) ?? 'off_grid';
}
