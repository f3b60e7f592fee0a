import type { Stamp } from '../command.ts';
import type { Result } from '../result.ts';
import { reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import type { ReplaceOrder } from './commands.ts';
import { listOfOrder, settleLists } from './lists/settle-lists.ts';
import { placeOrder } from './place-order.ts';
import { findToCancel, withdrawOrder } from './withdraw-order.ts';

/**
 * Cancels an order and places another. What cannot be placed stays unplaced and what was cancelled stays cancelled: the answer
 * says both. It is refused whole where nothing is to be done: no order to cancel in mode `stop_on_failure`, a name used before,
 * an owner or a market that takes no order: what waits keeps its place.
 */
export function replaceOrder(state: EngineState, command: ReplaceOrder, stamp: Stamp): Result {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return reject('account_not_found');
  const market = state.markets.get(command.placed.marketId);
  if (market === undefined) return reject('market_not_found');
  if (owner.isFrozen) return reject('account_frozen');
  if (market.terms.state !== 'open') return reject('market_closed');
  const slot = findToCancel(state, command);
  if (typeof slot === 'string' && command.mode === 'stop_on_failure') return reject(slot);
  if (typeof slot !== 'string' && listOfOrder(state, slot) !== undefined) {
    return reject('order_in_list');
  }
  const { clientOrderId } = command.placed;
  if (clientOrderId !== undefined && owner.named(clientOrderId) !== undefined) {
    return reject('duplicate_client_order_id');
  }

  // From here on the command must succeed.
  const cancelled =
    typeof slot === 'string' ? slot : withdrawOrder(state, slot, { stamp, reason: 'user' });
  const result = placeOrder(state, { ...command.placed, owner: command.owner }, stamp);
  if (!result.ok) {
    settleLists(state, stamp);
    return { ok: true, value: { kind: 'replacement', cancelled, placed: result.reject } };
  }
  if (result.value.kind !== 'order') throw new RangeError(`an order answered ${result.value.kind}`);
  return { ok: true, value: { kind: 'replacement', cancelled, placed: result.value.order } };
}
