/** What a ticket of spot is asked to begin with by something else on the screen, or by the page before it. */
import { useEffect } from 'react';
import { create } from 'zustand';

export interface TicketWish {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** A limit at the price, or an order at the market that waits for it. */
  readonly kind: 'limit' | 'stop';
  /** On the grid of the market. */
  readonly price: string;
}

const wishes = create<{ readonly wish: TicketWish | undefined }>(() => ({ wish: undefined }));

/** The next ticket of that market, or the one that is shown, is filled in so. */
export const wishTicket = (wish: TicketWish): void => wishes.setState({ wish });

/** Fulfils a wish for this market once. */
export function useTicketWish(symbol: string, fulfil: (wish: TicketWish) => void): void {
  const { wish } = wishes();
  useEffect(() => {
    if (wish === undefined || wish.symbol !== symbol) return;
    wishes.setState({ wish: undefined });
    fulfil(wish);
  });
}
