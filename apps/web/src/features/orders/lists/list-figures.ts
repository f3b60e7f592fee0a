/** What a list of orders is made of, in the order in which its orders come. */
import type { Order, OrderList, TriggerOrder } from '@fairlead/contract';

export type Member =
  | { readonly id: number; readonly order: Order; readonly trigger?: undefined }
  | { readonly id: number; readonly trigger: TriggerOrder; readonly order?: undefined };

/** The working order, then the two that exclude each other, then what came of them. */
export function membersOf(list: OrderList): readonly Member[] {
  const members: Member[] = [
    ...list.orders.map((order) => ({ id: order.id, order })),
    ...list.trigger_orders.map((trigger) => ({ id: trigger.id, trigger })),
  ];
  const places = [list.working_id, list.first_id, list.second_id];
  const placeOf = ({ id }: Member) => {
    const place = places.indexOf(id);
    return place < 0 ? places.length : place;
  };
  return members.sort((one, other) => placeOf(one) - placeOf(other) || one.id - other.id);
}

const ENDS = ['filled', 'triggered', 'placed', 'refused', 'user', 'timer', 'expired'] as const;
type KnownEnd = (typeof ENDS)[number] | 'other';

/** How it was over, of the ways that have a sentence. */
export const endOf = ({ end_reason }: Pick<OrderList, 'end_reason'>): KnownEnd =>
  ENDS.find((end) => end === end_reason) ?? 'other';
