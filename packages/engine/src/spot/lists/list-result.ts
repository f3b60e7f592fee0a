import type { Result } from '../../result.ts';
import type { EngineState } from '../../state/state.ts';
import type { OrderRow } from '../rows.ts';

/** A list that the running batch changed, with orders of it and its trigger orders. */
export function listResult(
  state: EngineState,
  {
    listId,
    orders,
    legIds,
  }: {
    readonly listId: number;
    readonly orders: readonly OrderRow[];
    readonly legIds: readonly (number | undefined)[];
  },
): Result {
  const list = state.orderLists.latest(listId);
  if (list === undefined) throw new RangeError(`list ${listId} is not known`);
  const triggers = legIds.flatMap((id) =>
    id === undefined ? [] : (state.triggers.latest(id) ?? []),
  );
  return { ok: true, value: { kind: 'list', list, orders, triggers } };
}
