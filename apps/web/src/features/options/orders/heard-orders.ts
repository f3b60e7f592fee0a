/** Orders that came by an answer or a private event, before any list has them. */
import type { OptionOrder } from '@fairlead/contract';
import { useEffect } from 'react';
import { create } from 'zustand';
import { onTokenChange } from '../../../data/account/session.ts';
import { whenLive } from '../../../data/live/live.ts';
import type { HeardOrder } from './orders.ts';

const KEPT_MAX = 100;

interface Heard {
  /** Newest first, one an order. */
  readonly orders: readonly HeardOrder[];
  /** Ids of the results that were put away. */
  readonly dismissed: readonly number[];
}

const NOBODY: Heard = { orders: [], dismissed: [] };
const store = create<Heard>()(() => NOBODY);

/** A settled order stays settled, whatever comes late. */
export function hearOrder(order: OptionOrder, atMs: number = Date.now()): void {
  store.setState(({ orders }) => {
    const known = orders.find((one) => one.order.id === order.id);
    if (known?.order.status === 'settled') return {};
    const others = orders.filter((one) => one.order.id !== order.id);
    return { orders: [{ order, atMs }, ...others].slice(0, KEPT_MAX) };
  });
}

export const dismissResult = (id: number): void =>
  store.setState(({ dismissed }) => ({ dismissed: [id, ...dismissed].slice(0, KEPT_MAX) }));

/** Nobody sees another user's orders. */
export const forgetHeard = (): void => store.setState(NOBODY);
onTokenChange(forgetHeard);

/** Listens while mounted; what was heard on an earlier visit is still known. */
export function useHeardOrders(): readonly HeardOrder[] {
  useEffect(() => whenLive((live) => live.on('option', (order) => hearOrder(order))), []);
  return store(({ orders }) => orders);
}

/** Results that came while the app was open and were not put away, newest first. */
export function useNewResults(): readonly OptionOrder[] {
  const { orders, dismissed } = store();
  return orders.flatMap(({ order }) =>
    order.status === 'settled' && !dismissed.includes(order.id) ? [order] : [],
  );
}
