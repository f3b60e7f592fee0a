/** Take-profit and stop-loss: on which side of the price each must lie. */
import type { FuturesSide } from '@fairlead/formula';
import type { PriceE8 } from '@fairlead/units';

export interface StopPrices {
  readonly side: FuturesSide;
  /** What they are measured against: the opening price, the limit, or the index; undefined where there is none. */
  readonly reference: PriceE8 | undefined;
  readonly takeProfit: PriceE8 | undefined;
  readonly stopLoss: PriceE8 | undefined;
}

/** What is wrong with two stops; the engine's rule: long stop < reference < take, a short mirrored. */
export type StopProblem = 'take_side' | 'stop_side' | 'order';

export function stopProblem(stops: StopPrices): StopProblem | undefined {
  const { side, reference, takeProfit, stopLoss } = stops;
  const isBeyond = (price: PriceE8, from: PriceE8): boolean =>
    side === 'long' ? price > from : price < from;
  if (reference !== undefined) {
    if (takeProfit !== undefined && !isBeyond(takeProfit, reference)) return 'take_side';
    if (stopLoss !== undefined && !isBeyond(reference, stopLoss)) return 'stop_side';
    return undefined;
  }
  const areBoth = takeProfit !== undefined && stopLoss !== undefined;
  return areBoth && !isBeyond(takeProfit, stopLoss) ? 'order' : undefined;
}
