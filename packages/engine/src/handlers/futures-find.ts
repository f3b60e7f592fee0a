import type { Reject } from '../command.ts';
import type { PositionRow } from '../derivative-rows.ts';
import { NONE } from '../table/slot-table.ts';
import type { OwnerId } from '../terms.ts';
import type { EngineState } from './state.ts';

/** An owner's waiting or holding position, or why there is none. Another owner's looks like a missing one (B1). */
export function findPosition(
  state: EngineState,
  { owner, positionId }: { readonly owner: OwnerId; readonly positionId: number },
): PositionRow | Reject {
  if (!state.owners.has(owner)) return 'account_not_found';
  const { positions } = state.futures;
  const slot = positions.slot(positionId);
  const row = slot === NONE ? undefined : positions.row(slot);
  return row?.owner === owner ? row : 'position_not_found';
}
