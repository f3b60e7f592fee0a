/** Orders of a list that wait: found, put up with what they still lack frozen, and ended. */
import { type AmountMinor, amountMinor, maximum } from '@fairlead/units';
import type { Reject, Stamp } from '../../command.ts';
import { coinAccounts } from '../../ledger/coin-accounts.ts';
import type { EngineState } from '../../state/state.ts';
import { NONE } from '../../table/slot-table.ts';
import { isTriggerOver } from '../expire-orders.ts';
import type {
  CancelReason,
  ListEnd,
  OrderListRow,
  TriggerCancelReason,
  TriggerRow,
} from '../rows.ts';
import { orderOf, reasonOf } from '../triggers/becoming.ts';
import { beginTrailing } from '../triggers/trailing.ts';
import { triggerHold } from '../triggers/trigger-checks.ts';
import { releaseTrigger, withdrawTrigger } from '../triggers/withdraw-trigger.ts';
import { withdrawOrder } from '../withdraw-order.ts';

/** Why a list of which an order is taken back takes back the others. */
type TakenBack = Extract<CancelReason & TriggerCancelReason, string>;

const TAKEN_BACK: ReadonlySet<string> = new Set<TakenBack>([
  'user',
  'timer',
  'operator',
  'market_terms',
]);

/** What the orders of a list say that end because it does. */
export const reasonBeside = <Otherwise extends TriggerCancelReason>(
  end: ListEnd | TriggerCancelReason,
  otherwise: Otherwise,
): TakenBack | Otherwise => (TAKEN_BACK.has(end) ? (end as TakenBack) : otherwise);

/** The same of two of which one cancels the other, and of what a pending one takes along: its time was that of all. */
export const reasonWith = (
  end: ListEnd | TriggerCancelReason,
): TakenBack | 'expired' | 'other_leg' =>
  end === 'expired' ? end : reasonBeside(end, 'other_leg');

/** The last state of a list: none of its orders depends on another from here on. */
export function endList(
  state: EngineState,
  row: OrderListRow,
  { endReason, stamp }: { readonly endReason: ListEnd; readonly stamp: Stamp },
): void {
  const { settlesAtMs: _, ...rest } = row;
  state.orderLists.end({ ...rest, status: 'done', endReason, updatedAtMs: stamp.timeMs });
}

/** Takes back an order or a trigger order, if it waits. */
export function withdrawLeg(
  state: EngineState,
  id: number | undefined,
  cause: { readonly reason: Extract<CancelReason, TriggerCancelReason>; readonly stamp: Stamp },
): void {
  if (id === undefined) return;
  const slot = state.pool.find(id);
  if (slot !== NONE) withdrawOrder(state, slot, cause);
  const trigger = state.triggers.find(id);
  if (trigger !== undefined) withdrawTrigger(state, trigger, cause);
}

/** Ends one that was pending and cannot be placed. */
export function refuseLeg(
  state: EngineState,
  row: TriggerRow,
  { reason, stamp }: { readonly reason: TriggerCancelReason; readonly stamp: Stamp },
): void {
  releaseTrigger(state, row);
  state.triggers.end({
    ...row,
    hold: amountMinor(0n),
    status: 'cancelled',
    cancelReason: reason,
    updatedAtMs: stamp.timeMs,
  });
}

/**
 * Lets a pending trigger order wait for its price from now on. It freezes what it needs beyond what the other order of its list
 * has frozen: only one of them is ever filled. Whether it could.
 */
export function putUp(
  state: EngineState,
  row: TriggerRow,
  { held, stamp }: { readonly held: AmountMinor; readonly stamp: Stamp },
): boolean {
  const market = state.market(row.marketId);
  const begun = begunOf(state, row, stamp);
  const hold = typeof begun === 'string' ? begun : lackOf(state, begun, held);
  if (typeof begun === 'string' || typeof hold === 'string') {
    // As it was kept: what it was to be placed with may be nothing at all.
    const kept = state.triggers.find(row.triggerId) ?? row;
    refuseLeg(state, kept, {
      reason: reasonOf(typeof begun === 'string' ? begun : (hold as Reject)),
      stamp,
    });
    return false;
  }
  const { base, quote } = coinAccounts(state.ledger, state.owner(row.owner), market);
  state.counters.orderId += 1;
  state.triggers.move({
    ...begun,
    hold,
    status: 'waiting',
    sinceId: state.counters.orderId,
    updatedAtMs: stamp.timeMs,
  });
  if (hold > 0n) state.ledger.freeze(row.side === 'buy' ? quote : base, hold);
  return true;
}

/** As it begins to wait: one that trails follows from now on. Or why it does not. */
function begunOf(state: EngineState, row: TriggerRow, stamp: Stamp): TriggerRow | Reject {
  if (isTriggerOver(row, stamp)) return 'expiry_out_of_range';
  const { trailPpm } = row;
  if (trailPpm === undefined) return row;
  const beginning = beginTrailing({ ...row, trailPpm }, state.market(row.marketId), stamp);
  return typeof beginning === 'string' ? beginning : { ...row, ...beginning };
}

/** What it needs beyond what is frozen already, or why it cannot be had. */
function lackOf(state: EngineState, row: TriggerRow, held: AmountMinor): AmountMinor | Reject {
  const market = state.market(row.marketId);
  if (row.quantity === 0) return 'quantity_out_of_range';
  const needed = triggerHold({ ...row, order: orderOf(row, market) }, market);
  if (typeof needed === 'string') return needed;
  const lack = maximum(amountMinor(needed - held), amountMinor(0n));
  const { base, quote } = coinAccounts(state.ledger, state.owner(row.owner), market);
  const isPaid = state.ledger.canPay(row.side === 'buy' ? quote : base, lack);
  return isPaid ? lack : 'insufficient_balance';
}
