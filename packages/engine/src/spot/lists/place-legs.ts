/** Places what is behind a working order that was filled, and the orders of a list of which one cancels the other. */
import { amountOf } from '@fairlead/formula';
import {
  type AmountMinor,
  amountMinor,
  divFloor,
  type QuantityLots,
  quantityLots,
} from '@fairlead/units';
import type { Stamp } from '../../command.ts';
import type { EngineState } from '../../state/state.ts';
import { enterOrder } from '../enter-order.ts';
import { isTriggerOver } from '../expire-orders.ts';
import type {
  OrderListRow,
  OrderRow,
  TriggerCancelReason,
  TriggerMove,
  TriggerRow,
} from '../rows.ts';
import { moveOf, orderOf, reasonOf } from '../triggers/becoming.ts';
import { releaseTrigger } from '../triggers/withdraw-trigger.ts';
import { endList, putUp, refuseLeg } from './legs.ts';

const NOTHING = amountMinor(0n);

/** Places both or one of them. What they trade at once is told as prices. */
export function placeLegs(state: EngineState, list: OrderListRow, stamp: Stamp): TriggerMove[] {
  const legs = [list.firstId, list.secondId].map((id) => sizedLeg(state, list, id));
  const [first, second] = legs;
  if (first === undefined) throw new RangeError('what is pending has a first order');
  const reason = obstacle(state, list);
  if (reason !== undefined) {
    for (const leg of [first, second]) if (leg) refuseLeg(state, leg.row, { reason, stamp });
    endList(state, list, { endReason: 'refused', stamp });
    return [];
  }
  if (first.row.triggerKind === 'fill') return placeLimit(state, { list, first, second, stamp });
  const isFirst = putUp(state, first.sized, { held: NOTHING, stamp });
  const held = state.triggers.find(list.firstId)?.hold ?? NOTHING;
  linkLegs(state, list, { first: isFirst ? list.firstId : undefined, second, held, stamp });
  return [];
}

/** One that is pending, as it is and with the quantity that it is placed with. */
interface Leg {
  readonly row: TriggerRow;
  readonly sized: TriggerRow;
}

interface Limit {
  readonly list: OrderListRow;
  readonly first: Leg;
  readonly second: Leg | undefined;
  readonly stamp: Stamp;
}

/** The first as an order of the book, which may be filled at once. */
function placeLimit(state: EngineState, { list, first, second, stamp }: Limit): TriggerMove[] {
  const { row, sized } = first;
  releaseTrigger(state, row);
  const from = state.log.rows.trades.length;
  const market = state.market(row.marketId);
  const entered = isTriggerOver(row, stamp)
    ? 'expiry_out_of_range'
    : enterOrder(state, {
        command: orderOf(sized, market),
        owner: state.owner(row.owner),
        market,
        rates: row,
        isNew: false,
        ...(second !== undefined && { listId: list.listId }),
        stamp,
      });
  const move = moveOf(state, from, stamp);
  const isRefused = typeof entered === 'string';
  state.triggers.end({
    ...(isRefused ? row : sized),
    updatedAtMs: stamp.timeMs,
    ...(isRefused
      ? { status: 'cancelled', cancelReason: reasonOf(entered) }
      : { status: 'triggered', orderId: entered.orderId }),
  });
  const order = isRefused ? undefined : entered;
  linkLegs(state, list, { first: order?.orderId, order, second, held: heldBy(order), stamp });
  return move === undefined ? [] : [move];
}

/** What an order has frozen that the other of its list needs not. */
const heldBy = (order: OrderRow | undefined): AmountMinor => order?.hold ?? NOTHING;

interface Linking {
  /** What became of the first, where it was placed. */
  readonly first: number | undefined;
  /** Where that is an order. */
  readonly order?: OrderRow | undefined;
  readonly second: Leg | undefined;
  /** What the first has frozen. */
  readonly held: AmountMinor;
  readonly stamp: Stamp;
}

/** Puts up the second beside the first, unless that was filled already; from here on one cancels the other. */
export function linkLegs(
  state: EngineState,
  list: OrderListRow,
  { first, order, second, held, stamp }: Linking,
): void {
  if (order !== undefined && order.filledQuantity > 0) {
    if (second !== undefined) refuseLeg(state, second.row, { reason: 'other_leg', stamp });
    endList(state, list, { endReason: 'filled', stamp });
    return;
  }
  const isFirst = first !== undefined && order?.status !== 'cancelled';
  const isSecond = second !== undefined && putUp(state, second.sized, { held, stamp });
  if (isFirst && isSecond) {
    const { settlesAtMs: _, ...rest } = list;
    const { timeMs: updatedAtMs } = stamp;
    state.orderLists.set({ ...rest, firstId: first, status: 'open', updatedAtMs });
    return;
  }
  endList(state, list, { endReason: isFirst || isSecond ? 'placed' : 'refused', stamp });
}

/** Why nothing is placed in this market, or for this owner. */
function obstacle(state: EngineState, list: OrderListRow): TriggerCancelReason | undefined {
  if (state.isCancelOnly) return 'cancel_only';
  if (state.owner(list.owner).isFrozen) return 'account_frozen';
  return state.market(list.marketId).terms.state === 'open' ? undefined : 'market_closed';
}

/** What sells what was bought sells no more than was received after the fee, in whole lots. */
function sizedLeg(state: EngineState, list: OrderListRow, id: number | undefined): Leg | undefined {
  const row = id === undefined ? undefined : state.triggers.find(id);
  if (row === undefined) return undefined;
  const { quantity } = row;
  const isBounded = row.side === 'sell' && list.received !== undefined;
  if (quantity === undefined || !isBounded) return { row, sized: row };
  const { lotBaseMinor } = state.market(row.marketId).terms;
  if (amountOf(quantity, lotBaseMinor) <= list.received) return { row, sized: row };
  return { row, sized: { ...row, quantity: lotsOf(list.received, lotBaseMinor) } };
}

const lotsOf = (received: AmountMinor, lotBaseMinor: AmountMinor): QuantityLots =>
  quantityLots(Number(divFloor(received, lotBaseMinor)));
