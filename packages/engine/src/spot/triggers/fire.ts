/**
 * What a price sets off. A sample or a trade makes trigger orders due; each becomes its order at once, by id, in the same
 * command, or ends with the reason why it cannot. Its trades may reach further trigger prices: those come behind, in turn. The
 * cost is that of what fires.
 */
import { amountMinor, assert, assertNever } from '@fairlead/units';
import { indexTimeMs, type Reject, type Stamp } from '../../command.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import type { EngineState } from '../../state/state.ts';
import type { PlaceOrder, TriggerSource } from '../commands.ts';
import { enterOrder } from '../enter-order.ts';
import type { TradeRow, TriggerCancelReason, TriggerRow } from '../rows.ts';
import { releaseTrigger } from './place-trigger.ts';
import { addTriggerReceipt } from './receipts.ts';
import { indexRange } from './trigger-checks.ts';
import { edgeOf, type PriceRange } from './trigger-orders.ts';

/** Prices that came to be, and the trades that made them; none where it is the index. */
interface Move {
  readonly by: TriggerSource;
  readonly range: PriceRange;
  readonly trades: readonly TradeRow[];
}

/** Fires what the sample just taken reaches. While the market or all openings are stopped everything goes on waiting. */
export function fireAtIndex(state: EngineState, market: TradedMarket, stamp: Stamp): void {
  const { index, terms } = market;
  if (index.price === undefined || !index.isFresh(indexTimeMs(stamp))) return;
  if (terms.state !== 'open' || state.isCancelOnly) return;
  const range = indexRange(index.price, terms.tickSizeE8);
  fireAll(state, market, { move: { by: 'index', range, trades: [] }, stamp });
}

/** Fires what the trades reach that the batch has from this place on. */
export function fireAtTrades(
  state: EngineState,
  market: TradedMarket,
  { from, stamp }: { readonly from: number; readonly stamp: Stamp },
): void {
  const move = moveOf(state, from);
  if (move !== undefined) fireAll(state, market, { move, stamp });
}

function fireAll(
  state: EngineState,
  market: TradedMarket,
  { move: first, stamp }: { readonly move: Move; readonly stamp: Stamp },
): void {
  const moves = [first];
  for (let move = moves.shift(); move !== undefined; move = moves.shift()) {
    for (const due of state.triggers.due(market.terms.marketId, move.by, move.range)) {
      // What fired before it may have ended it.
      const row = state.triggers.find(due.triggerId);
      if (row === undefined || state.owner(row.owner).isFrozen) continue;
      const from = state.log.rows.trades.length;
      fire(state, market, { row, move, stamp });
      const next = moveOf(state, from);
      if (next !== undefined) moves.push(next);
    }
  }
}

/** The trades of the running batch from a place on, as prices; nothing where there are none. */
function moveOf(state: EngineState, from: number): Move | undefined {
  const trades = state.log.rows.trades.slice(from);
  if (trades.length === 0) return undefined;
  let [lowest, highest] = [Infinity, 0];
  for (const { price } of trades) {
    lowest = Math.min(lowest, price);
    highest = Math.max(highest, price);
  }
  return { by: 'last', range: { lowest, highest }, trades };
}

interface Firing {
  readonly row: TriggerRow;
  readonly move: Move;
  readonly stamp: Stamp;
}

function fire(state: EngineState, market: TradedMarket, { row, move, stamp }: Firing): void {
  releaseTrigger(state, row);
  const owner = state.owner(row.owner);
  const command = orderOf(row);
  const outcome = enterOrder(state, { command, owner, market, rates: row, isNew: false, stamp });
  const trade = move.by === 'last' ? reaching(row, move.trades) : undefined;
  const receiptId = addTriggerReceipt(state, row, { market, trade, outcome, stamp });
  state.triggers.end({
    ...row,
    hold: amountMinor(0n),
    receiptId,
    updatedAtMs: stamp.timeMs,
    ...(typeof outcome === 'string'
      ? { status: 'cancelled', cancelReason: reasonOf(outcome) }
      : { status: 'triggered', orderId: outcome.orderId }),
  });
}

/** The first trade at a trigger's price or beyond. */
function reaching(row: TriggerRow, trades: readonly TradeRow[]): TradeRow {
  const isBelow = edgeOf(row) === 'at_or_below';
  const found = trades.find(({ price }) =>
    isBelow ? price <= row.triggerPrice : price >= row.triggerPrice,
  );
  assert(found !== undefined, 'a trade has reached what is due by trades');
  return found;
}

/** The order that a trigger order becomes. It has no name of its client's: that names the trigger order. */
function orderOf(row: TriggerRow): PlaceOrder {
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
function reasonOf(code: Reject): TriggerCancelReason {
  switch (code) {
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
