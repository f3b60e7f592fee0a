/** Whether money of an owner may leave. */
import type { Reject } from '../command.ts';
import type { EngineState } from '../state/state.ts';
import type { OwnerId } from '../terms.ts';

/** What stands against passing an owner's withdrawal, or beginning to send it (D10). */
export function heldBack(
  state: EngineState,
  { owner }: { readonly owner: OwnerId },
): Reject | undefined {
  const known = state.owners.get(owner);
  if (known?.isFrozen === true) return 'account_frozen';
  return known?.withdrawalHold === undefined ? undefined : 'withdrawals_held';
}
