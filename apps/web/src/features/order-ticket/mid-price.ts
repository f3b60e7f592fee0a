import { type PriceTicks, priceTicks } from '@fairlead/units';
import type { TicketInputs } from './model.ts';

/** The middle of the spread, on the grid and never above the ask's side of it. */
export function midPrice({
  bids,
  asks,
}: Pick<TicketInputs, 'bids' | 'asks'>): PriceTicks | undefined {
  const bid = bids[0]?.price;
  const ask = asks[0]?.price;
  return bid === undefined || ask === undefined
    ? (bid ?? ask)
    : priceTicks(Math.floor((bid + ask) / 2));
}
