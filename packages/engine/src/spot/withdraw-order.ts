/** Orders that wait: found by one of their names, and taken out of their book. */
import { BUY } from '../book/side-code.ts';
import type { Reject, Stamp } from '../command.ts';
import { coinAccounts } from '../ledger/coin-accounts.ts';
import type { EngineState } from '../state/state.ts';
import { NONE } from '../table/slot-table.ts';
import type { CancelOrder } from './commands.ts';
import type { CancelReason, OrderRow } from './rows.ts';

/**
 * The slot of a waiting order of the command's owner, or why there is none. Another owner's order looks
 * like a missing one (B1). An id that was given out but waits no more is not open: whether it was this
 * owner's is known to the tables, not to the engine.
 */
export function findOrder(
  state: EngineState,
  command: Pick<CancelOrder, 'owner' | 'order'>,
): number | Reject {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return 'account_not_found';
  if ('clientOrderId' in command.order) {
    return owner.named(command.order.clientOrderId) ?? 'order_not_found';
  }
  const { orderId } = command.order;
  const isGivenOut =
    Number.isSafeInteger(orderId) && orderId >= 1 && orderId <= state.counters.orderId;
  if (!isGivenOut) return 'order_not_found';
  const slot = state.pool.find(orderId);
  if (slot === NONE) return 'order_not_open';
  return state.pool.owner(slot) === command.owner ? slot : 'order_not_found';
}

/** The same, where it may be cancelled by what is filled of it. */
export function findToCancel(
  state: EngineState,
  command: Pick<CancelOrder, 'owner' | 'order' | 'onlyFilled'>,
): number | Reject {
  const slot = findOrder(state, command);
  const { onlyFilled } = command;
  if (typeof slot === 'string' || onlyFilled === undefined) return slot;
  const isFilled = state.orders.row(slot).filledQuantity > 0;
  return isFilled === (onlyFilled === 'part') ? slot : 'cancel_restricted';
}

/** The id of a waiting order of this owner, by either of its names; undefined when none waits. O(1). */
export function waitingOrderId(
  state: EngineState,
  target: Pick<CancelOrder, 'owner' | 'order'>,
): number | undefined {
  const slot = findOrder(state, target);
  return typeof slot === 'string' ? undefined : state.pool.orderId(slot);
}

/** Cancels a waiting order, whoever asks for it. */
export function withdrawOrder(
  state: EngineState,
  slot: number,
  { stamp, reason }: { stamp: Stamp; reason: CancelReason },
): OrderRow {
  const { pool, ledger, orders } = state;
  const market = state.marketNumbered(pool.market(slot));
  const { base, quote } = coinAccounts(ledger, orders.owner(slot), market);
  ledger.release(pool.side(slot) === BUY ? quote : base, orders.hold(slot));
  market.book.remove(slot);
  state.log.noteBook(market, stamp.sequence);
  return orders.close(slot, stamp.timeMs, reason);
}

/** Cancels an order that waits, by its id. */
export function withdrawOrderById(
  state: EngineState,
  orderId: number,
  cause: { readonly stamp: Stamp; readonly reason: CancelReason },
): void {
  withdrawOrder(state, state.pool.find(orderId), cause);
}
