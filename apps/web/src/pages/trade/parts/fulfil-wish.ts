import type { Dispatch } from 'react';
import type { TicketWish } from '../../../data/ticket-wish.ts';
import type { TicketAction } from '../../../features/order-ticket/state.ts';

/** Fills the ticket in with what was begun at a price of the chart. */
export function fulfil({ side, kind, price }: TicketWish, dispatch: Dispatch<TicketAction>): void {
  const isStop = kind === 'stop';
  dispatch({ kind: 'side', side });
  dispatch({
    kind: 'type',
    type: isStop ? 'market' : 'limit',
    trigger: isStop ? 'stop' : undefined,
  });
  dispatch({ kind: isStop ? 'trigger_price' : 'price', text: price });
}
