/** What a ticket of spot or futures is asked to begin with by something else on the screen, or by the page before it. */
import { useEffect } from 'react';
import { create } from 'zustand';

export interface TicketWish {
  readonly product: 'spot' | 'futures';
  readonly symbol: string;
  /** Of futures a buy is long. */
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
export function useTicketWish(
  { product, symbol }: Pick<TicketWish, 'product' | 'symbol'>,
  fulfil: (wish: TicketWish) => void,
): void {
  const { wish } = wishes();
  useEffect(() => {
    if (wish === undefined || wish.symbol !== symbol || wish.product !== product) return;
    wishes.setState({ wish: undefined });
    fulfil(wish);
  });
}
