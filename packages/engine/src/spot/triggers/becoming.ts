/** What a trigger order becomes, why it may not, and the trades that then are made as a price for others. */
import { assert, assertNever } from '@fairlead/units';
import type { Reject, Stamp } from '../../command.ts';
import type { EngineState } from '../../state/state.ts';
import type { PlaceOrder } from '../commands.ts';
import type { TriggerCancelReason, TriggerMove, TriggerRow } from '../rows.ts';

/** The trades of the running batch from a place on, as prices; nothing where there are none. */
export function moveOf(state: EngineState, from: number, stamp: Stamp): TriggerMove | undefined {
  const made = state.log.rows.trades;
  if (made.length === from) return undefined;
  let [lowest, highest] = [Infinity, 0];
  const trades: (readonly [number, number])[] = [];
  for (const { tradeId, price } of made.slice(from)) {
    if (price < lowest || price > highest) trades.push([tradeId, price]);
    lowest = Math.min(lowest, price);
    highest = Math.max(highest, price);
  }
  return {
    by: 'last',
    timeMs: stamp.timeMs,
    idMax: state.counters.orderId,
    lowest,
    highest,
    trades,
  };
}

/** The order that a trigger order becomes. It has no name of its client's: that names the trigger order. */
export function orderOf(row: TriggerRow): PlaceOrder {
  const { owner, marketId, side, timeInForce, price, quantity, amount } = row;
  const base = { kind: 'place_order', owner, marketId, side, timeInForce } as const;
  switch (row.type) {
    case 'limit':
      assert(price !== undefined && quantity !== undefined, 'a limit order has both');
      return { ...base, type: 'limit', price, quantity };
    case 'market':
      if (amount !== undefined) return { ...base, type: 'market', size: { by: 'amount', amount } };
      assert(quantity !== undefined, 'a market order has a size');
      return { ...base, type: 'market', size: { by: 'quantity', quantity } };
    default:
      return assertNever(row.type);
  }
}

/** What may stand in the way of an order that was sound when it was taken up. */
export function reasonOf(code: Reject): TriggerCancelReason {
  switch (code) {
    // Its price was in range for less: the size followed from another order.
    case 'price_out_of_range':
      return 'quantity_out_of_range';
    case 'quantity_out_of_range':
    case 'below_minimum':
    case 'price_stale':
    case 'price_out_of_band':
    case 'insufficient_balance':
    case 'would_not_fill':
      return code;
    default:
      throw new RangeError(`an order that was due is refused with ${code}`);
  }
}
