/** What a trigger order becomes, why it may not, and the trades that then are made as a price for others. */
import { amountOf } from '@fairlead/formula';
import {
  assert,
  assertNever,
  divCeil,
  type PriceTicks,
  type QuantityLots,
  quantityLots,
} from '@fairlead/units';
import type { Reject, Stamp } from '../../command.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import type { EngineState } from '../../state/state.ts';
import type { Market } from '../../terms.ts';
import type { PlaceOrder } from '../commands.ts';
import { mayRest } from '../resting.ts';
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
export function orderOf(row: TriggerRow, { terms }: TradedMarket): PlaceOrder {
  const { owner, marketId, side, timeInForce, price, quantity, amount, selfTrade } = row;
  const base = {
    ...({ kind: 'place_order', owner, marketId, side, timeInForce } as const),
    ...(selfTrade !== undefined && { selfTrade }),
  };
  switch (row.type) {
    case 'limit': {
      assert(price !== undefined && quantity !== undefined, 'a limit order has both');
      const order = { ...base, type: 'limit', price, quantity } as const;
      const display = row.display && shownOf(order, row.display, terms);
      return {
        ...order,
        ...(display !== undefined && { display }),
        ...(row.expiresAtMs !== undefined && mayRest(row) && { expiresAtMs: row.expiresAtMs }),
      };
    }
    case 'market':
      if (amount !== undefined) return { ...base, type: 'market', size: { by: 'amount', amount } };
      assert(quantity !== undefined, 'a market order has a size');
      return { ...base, type: 'market', size: { by: 'quantity', quantity } };
    default:
      return assertNever(row.type);
  }
}

/** What few trigger orders have beside, as it is kept. */
export function besideOf({
  display,
  selfTrade,
  expiresAtMs,
}: Pick<TriggerRow, 'display' | 'expiresAtMs'> & Pick<PlaceOrder, 'selfTrade'>) {
  return {
    ...(display !== undefined && { display }),
    ...(selfTrade !== undefined && selfTrade !== 'expire_taker' && { selfTrade }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  };
}

/**
 * What is shown of one at a time: what was asked for, where the market takes that still; else as little more as it takes now,
 * for a stop is not lost because of what is shown. Never more than there is.
 */
function shownOf(
  { price, quantity }: { readonly price: PriceTicks; readonly quantity: QuantityLots },
  display: QuantityLots,
  { icebergPartsMax, minNotionalMinor, tickLotQuoteMinor }: Market,
): QuantityLots {
  const worth = amountOf(price, tickLotQuoteMinor);
  const leastLots = divCeil(minNotionalMinor, worth);
  const parts = Math.ceil(quantity / icebergPartsMax);
  const least = leastLots > quantity ? quantity : Number(leastLots);
  return quantityLots(Math.min(quantity, Math.max(display, parts, least)));
}

/** What may stand in the way of an order that was sound when it was taken up. */
export function reasonOf(code: Reject): TriggerCancelReason {
  switch (code) {
    // Its price was in range for less: the size followed from another order.
    case 'price_out_of_range':
      return 'quantity_out_of_range';
    case 'expiry_out_of_range':
      return 'expired';
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
