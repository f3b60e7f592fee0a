import type { Result } from '../../result.ts';
import type { EngineState } from '../../state/state.ts';
import type { OrderRow } from '../rows.ts';

/** A list that the running batch changed, with orders of it and its trigger orders. */
export function listResult(
  state: EngineState,
  { listId, orders }: { readonly listId: number; readonly orders: readonly OrderRow[] },
): Result {
  const list = state.orderLists.latest(listId);
  if (list === undefined) throw new RangeError(`list ${listId} is not known`);
  const { firstId, secondId } = list;
  const triggers = [firstId, secondId].flatMap((id) =>
    id === undefined ? [] : (state.triggers.latest(id) ?? []),
  );
  return { ok: true, value: { kind: 'list', list, orders, triggers } };
}
