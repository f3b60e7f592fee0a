/** What lists must agree on with their orders. */
import { amountMinor, assert, maximum } from '@fairlead/units';
import type { EngineState } from '../../state/state.ts';
import { NONE } from '../../table/slot-table.ts';
import type { OrderListRow, TriggerRow } from '../rows.ts';
import { neededBy } from '../triggers/check-invariants.ts';

/** Recounts them. O(waiting). */
export function checkLists(state: EngineState): void {
  state.orderLists.check();
  for (const list of state.orderLists.rows()) {
    assert(list.listId <= state.counters.orderId, 'a list has an id that was given out');
    const isAlone = list.kind === 'oto';
    assert(isAlone === (list.secondId === undefined), 'one order or two, as its kind has it');
    assert((list.kind === 'oco') === (list.workingId === undefined), 'two alone, or behind one');
    if (list.status === 'pending') checkPending(state, list);
    else checkOpen(state, list);
  }
  for (const row of state.triggers.rows()) {
    const { triggerId, listId, status } = row;
    if (status !== 'pending' || listId === undefined) continue;
    const list = state.orderLists.find(listId);
    const isOfIt = list?.firstId === triggerId || list?.secondId === triggerId;
    assert(isOfIt && list.status === 'pending', 'what is pending is of a list that is');
  }
}

/** Its working order waits, or was filled and its orders are due to be placed. */
function checkPending(state: EngineState, list: OrderListRow): void {
  const { listId, workingId = 0, firstId, secondId, settlesAtMs } = list;
  const slot = state.pool.find(workingId);
  assert((slot === NONE) === (settlesAtMs !== undefined), 'a pending list waits for its order');
  if (slot !== NONE) assertOfList(state, slot, list);
  for (const id of [firstId, secondId]) {
    if (id === undefined) continue;
    const leg = state.triggers.find(id);
    assert(leg?.status === 'pending' && leg.listId === listId, 'its orders are pending');
  }
}

/** Both of its orders wait, none is filled, and what both freeze is what the one needs that needs most. */
function checkOpen(state: EngineState, list: OrderListRow): void {
  const { listId, firstId, secondId = 0 } = list;
  const slot = state.pool.find(firstId);
  const first = state.triggers.find(firstId);
  const second = state.triggers.find(secondId);
  assert(second?.status === 'waiting' && second.listId === listId, 'its second order waits');
  if (slot === NONE) {
    assert(first?.status === 'waiting' && first.listId === listId, 'its first order waits');
    assertHeld(state, second, first.hold);
    return;
  }
  assertOfList(state, slot, list);
  const order = state.orders.row(slot);
  assert(order.filledQuantity === 0, 'what was filled ends the other');
  assertHeld(state, second, order.hold);
}

function assertOfList(state: EngineState, slot: number, { listId, owner, marketId }: OrderListRow) {
  const order = state.orders.row(slot);
  const isOfIt = order.listId === listId && order.owner === owner && order.marketId === marketId;
  assert(isOfIt, 'an order is of its list');
}

function assertHeld(state: EngineState, second: TriggerRow, held: bigint): void {
  const needed = neededBy(second, state.market(second.marketId));
  if (needed === undefined) return;
  const lack = maximum(amountMinor(needed - held), amountMinor(0n));
  assert(second.hold === lack, 'both of a list freeze what one of them needs');
}
