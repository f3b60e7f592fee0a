import type { Reject, Stamp } from '../../command.ts';
import type { Result } from '../../result.ts';
import { reject } from '../../state/results.ts';
import type { EngineState } from '../../state/state.ts';
import { NONE } from '../../table/slot-table.ts';
import type { CancelList } from '../commands.ts';
import type { OrderListRow } from '../rows.ts';
import { withdrawOrder } from '../withdraw-order.ts';
import { endList, withdrawLeg } from './legs.ts';
import { listResult } from './list-result.ts';
import { settleLists } from './settle-lists.ts';

/** Takes all orders of a list back. One that depends on nothing any more is an order, or over. */
export function cancelList(state: EngineState, command: CancelList, stamp: Stamp): Result {
  const list = findList(state, command);
  if (typeof list === 'string') return reject(list);

  // From here on the command must succeed.
  const cause = { reason: 'user', stamp } as const;
  const { listId, workingId, firstId, secondId } = list;
  endList(state, list, { endReason: 'user', stamp });
  const slots = [workingId, firstId].map((id) => (id === undefined ? NONE : state.pool.find(id)));
  const orders = slots.flatMap((slot) => (slot === NONE ? [] : withdrawOrder(state, slot, cause)));
  for (const id of [firstId, secondId]) withdrawLeg(state, id, cause);
  settleLists(state, stamp);
  return listResult(state, { listId, orders, legIds: [firstId, secondId] });
}

function findList(state: EngineState, { owner, list }: CancelList): OrderListRow | Reject {
  if (!state.owners.has(owner)) return 'account_not_found';
  const listId = 'listId' in list ? list.listId : state.orderLists.idOf(owner, list.clientListId);
  const isGivenOut =
    Number.isSafeInteger(listId) &&
    listId !== undefined &&
    listId >= 1 &&
    listId <= state.counters.orderId;
  if (!isGivenOut) return 'order_not_found';
  const row = state.orderLists.find(listId);
  if (row === undefined) return 'order_not_open';
  return row.owner === owner ? row : 'order_not_found';
}
