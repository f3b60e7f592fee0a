/**
 * What happens to a list when something happens to one of its orders: seen to behind each order that comes, before what its
 * trades set off, and behind each that is cancelled. A state decides, not an event: what waits yet of the list, and what does not.
 */
import { amountOf } from '@fairlead/formula';
import { type AmountMinor, amountMinor, assert } from '@fairlead/units';
import type { Stamp } from '../../command.ts';
import type { Schedule } from '../../state/product.ts';
import type { EngineState } from '../../state/state.ts';
import { NONE } from '../../table/slot-table.ts';
import { mayRest } from '../resting.ts';
import type { ListEnd, OrderListRow, OrderRow, TriggerMove, TriggerRow } from '../rows.ts';
import { endList, reasonBeside, reasonWith, refuseLeg, withdrawLeg } from './legs.ts';
import type { Touched } from './order-lists.ts';
import { placeLegs } from './place-legs.ts';

/** Sees to all that something happened to. What is placed trades at once where it can: these are its prices, in turn. */
export function settleLists(state: EngineState, stamp: Stamp): TriggerMove[] {
  const moves: TriggerMove[] = [];
  const { orderLists } = state;
  for (let one = orderLists.takeTouched(); one !== undefined; one = orderLists.takeTouched()) {
    const list = orderLists.find(one.listId);
    if (list?.status === 'pending') moves.push(...settlePending(state, list, { one, stamp }));
    if (list?.status === 'open') settleOpen(state, list, { one, stamp });
  }
  return moves;
}

interface Settling {
  readonly one: Touched;
  readonly stamp: Stamp;
}

/** Its working order is filled, or over, or one of those behind it was taken back. */
function settlePending(
  state: EngineState,
  list: OrderListRow,
  { one: { over }, stamp }: Settling,
): TriggerMove[] {
  if (over !== undefined && isFilled(over)) {
    const filled = { ...list, ...receivedBy(state, over) };
    if (state.orderLists.takeRoom(stamp.sequence, state.bounds.triggerFiresMax))
      return placeLegs(state, filled, stamp);
    state.orderLists.set({ ...filled, settlesAtMs: stamp.timeMs, updatedAtMs: stamp.timeMs });
    return [];
  }
  if (over !== undefined) {
    const endReason = over.cancelReason ?? 'remainder';
    endList(state, list, { endReason, stamp });
    for (const id of [list.firstId, list.secondId]) {
      const trigger = id === undefined ? undefined : state.triggers.find(id);
      if (trigger !== undefined) endPending(state, trigger, { endReason, stamp });
    }
    return [];
  }
  const gone = [list.firstId, list.secondId].find(
    (id) => id !== undefined && state.triggers.find(id) === undefined,
  );
  if (gone === undefined) return [];
  const reason = reasonWith(state.triggers.latest(gone)?.cancelReason ?? 'user');
  endList(state, list, { endReason: reason, stamp });
  for (const id of [list.workingId, list.firstId, list.secondId])
    withdrawLeg(state, id, { reason, stamp });
  return [];
}

/** What came at once and gets no more counts with what it got; what waited counts when all of it is filled. */
const isFilled = (order: OrderRow): boolean =>
  order.status === 'completed' ||
  (!mayRest(order) && order.filledQuantity > 0 && order.cancelReason === 'remainder');

/** Of a buy what is there to be sold. */
function receivedBy(state: EngineState, order: OrderRow): { readonly received?: AmountMinor } {
  if (order.side === 'sell') return {};
  const { lotBaseMinor } = state.market(order.marketId).terms;
  return {
    received: amountMinor(amountOf(order.filledQuantity, lotBaseMinor) - order.fee),
  };
}

function endPending(
  state: EngineState,
  row: TriggerRow,
  { endReason, stamp }: { readonly endReason: ListEnd; readonly stamp: Stamp },
): void {
  refuseLeg(state, row, { reason: reasonBeside(endReason, 'working_ended'), stamp });
}

/** The first that is filled, in part at least, or over ends the other. */
function settleOpen(state: EngineState, list: OrderListRow, { one, stamp }: Settling): void {
  const endReason = endOf(state, list, one.over);
  if (endReason === undefined) return;
  endList(state, list, { endReason, stamp });
  const reason = reasonWith(endReason);
  const isFirst = isTaken(state, list.firstId);
  if (!isFirst) withdrawLeg(state, list.firstId, { reason, stamp });
  withdrawLeg(state, list.secondId, { reason, stamp });
}

/** What happened to an open list; undefined while both of its orders wait as they did. */
function endOf(
  state: EngineState,
  { firstId, secondId }: OrderListRow,
  over: OrderRow | undefined,
): ListEnd | undefined {
  if (isTaken(state, firstId)) return 'filled';
  if (over?.orderId === firstId) {
    return over.filledQuantity > 0 ? 'filled' : (over.cancelReason ?? 'filled');
  }
  const gone = [firstId, secondId].find((id) => id !== undefined && isTriggerOver(state, id));
  if (gone === undefined) return undefined;
  return reasonWith(state.triggers.latest(gone)?.cancelReason ?? 'user');
}

/** Whether an order that waits was filled in part. */
function isTaken(state: EngineState, id: number): boolean {
  const slot = state.pool.find(id);
  return slot !== NONE && state.orders.row(slot).filledQuantity > 0;
}

const isTriggerOver = (state: EngineState, id: number): boolean =>
  state.pool.find(id) === NONE && state.triggers.find(id) === undefined;

/** A trigger order whose price is reached takes the other of its list back first: what that has frozen is what it needs. */
export function leaveList(state: EngineState, row: TriggerRow, stamp: Stamp): void {
  const list = row.listId === undefined ? undefined : state.orderLists.find(row.listId);
  if (list?.status !== 'open') return;
  endList(state, list, { endReason: 'triggered', stamp });
  const other = list.firstId === row.triggerId ? list.secondId : list.firstId;
  withdrawLeg(state, other, { reason: 'other_leg', stamp });
}

/** The list of a waiting order, while one of its orders depends on another. */
export function listOfOrder(state: EngineState, slot: number): OrderListRow | undefined {
  const listId = state.orders.terms.get(slot)?.listId;
  return listId === undefined ? undefined : state.orderLists.find(listId);
}

/** Places of those that are late the first few, and tells the prices of what they trade. */
function placeLate(state: EngineState, stamp: Stamp): Map<number, TriggerMove[]> {
  const moves = new Map<number, TriggerMove[]>();
  for (const listId of state.orderLists.firstLate(state.bounds.triggerRunFiresMax)) {
    const list = state.orderLists.find(listId);
    // What was placed before it may have ended it.
    if (list === undefined) continue;
    const made = [...placeLegs(state, list, stamp), ...settleLists(state, stamp)];
    moves.set(list.marketId, [...(moves.get(list.marketId) ?? []), ...made]);
  }
  return moves;
}

/** Goes on with what one command had too much of. */
export const lateListSchedule = (
  fire: (
    state: EngineState,
    marketId: number,
    told: { readonly moves: readonly TriggerMove[]; readonly stamp: Stamp },
  ) => void,
): Schedule => ({
  nextDueAtMs: ({ orderLists }) => orderLists.nextLateMs,
  runNext(state, stamp) {
    assert(state.orderLists.nextLateMs !== undefined, 'a list is late');
    for (const [marketId, moves] of placeLate(state, stamp))
      fire(state, marketId, { moves, stamp });
  },
});
