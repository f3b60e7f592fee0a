/**
 * Orders that are good till a time: in order of that, those of one moment by their ids. Where the clock is behind, what is met
 * of them has expired all the same: nobody's order is filled or changed after its time.
 */
import type { Stamp } from '../command.ts';
import { ORDER_EXPIRY_MAX_MS } from '../limits.ts';
import { type Taker, wouldFillAll } from '../matching/match.ts';
import type { EngineState } from '../state/state.ts';
import type { PlaceOrder } from './commands.ts';
import { mayRest } from './resting.ts';
import type { TriggerRow } from './rows.ts';
import type { Taking } from './settle-trades.ts';
import { withdrawOrder } from './withdraw-order.ts';

/** Whether an order that says when it expires may: only what may wait, at a time to come, within a year. */
export function isExpirySound(command: PlaceOrder, stamp: Stamp): boolean {
  if (command.type !== 'limit' || command.expiresAtMs === undefined) return true;
  return isExpiryAhead(command.expiresAtMs, stamp) && mayRest(command);
}

/** The same of what waits for a price. */
export const isExpiryAhead = (expiresAtMs: number | undefined, { timeMs }: Stamp): boolean =>
  expiresAtMs === undefined ||
  (Number.isSafeInteger(expiresAtMs) &&
    expiresAtMs > timeMs &&
    expiresAtMs <= timeMs + ORDER_EXPIRY_MAX_MS);

/** Whether the time of what waits for a price is over, and the clock has not come to it yet. */
export const isTriggerOver = (
  { expiresAtMs = Infinity }: Pick<TriggerRow, 'expiresAtMs'>,
  { timeMs }: Stamp,
): boolean => expiresAtMs <= timeMs;

/** Whether the time of a waiting order is over, and the clock has not come to it yet. */
export function isOver({ orders }: EngineState, slot: number, { timeMs }: Stamp): boolean {
  return (orders.terms.get(slot)?.expiresAtMs ?? Infinity) <= timeMs;
}

/** Which makers an order passes because their time is over; undefined while the clock is not behind. O(1). */
export function goneAt(state: EngineState, stamp: Stamp): Taker['isGone'] {
  const { nextDueAtMs } = state.orders.terms;
  if (nextDueAtMs === undefined || nextDueAtMs > stamp.timeMs) return undefined;
  return (maker) => isOver(state, maker, stamp);
}

/** Takes out what the order would meet of those whose time is over. */
export function expireAhead(state: EngineState, { market, order, stamp }: Taking): void {
  const met: number[] = [];
  const isGone = (maker: number): boolean => {
    const isMet = isOver(state, maker, stamp);
    if (isMet) met.push(maker);
    return isMet;
  };
  const { owner, side, priceTicks, isByAmount, passesOwn, remainingLots, budgetTickLots } = order;
  const wanted = { owner, side, priceTicks, isByAmount, passesOwn, remainingLots, budgetTickLots };
  // It looks at each that the order would meet, in turn.
  wouldFillAll(market.book, { ...wanted, orderId: order.orderId, isGone });
  for (const slot of met) withdrawOrder(state, slot, { stamp, reason: 'expired' });
}
