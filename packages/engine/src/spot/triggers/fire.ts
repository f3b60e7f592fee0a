/**
 * What a price sets off. A sample or a trade makes trigger orders due; each becomes its order at once, by id, in the same
 * command, or ends with the reason why it cannot. Its trades may reach further trigger prices: those come behind, in turn. The
 * cost is that of what fires, and a command fires a bounded number: what is left goes on with the next price or the clock,
 * as if nothing had come between.
 */
import { amountMinor, assert, assertNever } from '@fairlead/units';
import { indexTimeMs, type Reject, type Stamp } from '../../command.ts';
import { INDEX_FRESH_MS, SAMPLE_AHEAD_MAX_MS } from '../../limits.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import type { Schedule } from '../../state/product.ts';
import type { EngineState } from '../../state/state.ts';
import type { PlaceOrder } from '../commands.ts';
import { enterOrder } from '../enter-order.ts';
import type { TriggerCancelReason, TriggerMove, TriggerRow } from '../rows.ts';
import type { Visit } from './due-list.ts';
import { releaseTrigger } from './place-trigger.ts';
import { addTriggerReceipt, type Reached } from './receipts.ts';
import { endsOf, follow } from './trailing.ts';
import { indexRange } from './trigger-checks.ts';
import { edgeOf } from './trigger-orders.ts';

/** Fires what the sample just taken reaches. While the market or all openings are stopped everything goes on waiting. */
export function fireAtIndex(state: EngineState, market: TradedMarket, stamp: Stamp): void {
  const { index, terms } = market;
  if (index.price === undefined || !index.isFresh(indexTimeMs(stamp))) return;
  if (terms.state !== 'open' || state.isCancelOnly) return;
  const move: TriggerMove = {
    by: 'index',
    timeMs: stamp.timeMs,
    idMax: state.counters.orderId,
    ...indexRange(index.price, terms.tickSizeE8),
    sampleTimeMs: index.sampleTimeMs,
  };
  fireAll(state, market, { move, stamp, max: state.bounds.triggerFiresMax });
}

/** Fires what the trades reach that the batch has from this place on. */
export function fireAtTrades(
  state: EngineState,
  market: TradedMarket,
  { from, stamp }: { readonly from: number; readonly stamp: Stamp },
): void {
  const move = moveOf(state, from, stamp);
  if (move !== undefined)
    fireAll(state, market, { move, stamp, max: state.bounds.triggerFiresMax });
}

/** Goes on with what commands left: a part of the market's whose price is the oldest. */
export const triggerSchedule: Schedule = {
  nextDueAtMs: (state) => nextLeft(state)?.dueAtMs,
  runNext(state, stamp) {
    const next = nextLeft(state);
    assert(next !== undefined, 'something is left to fire');
    const market = state.market(next.marketId);
    const isStopped = market.terms.state !== 'open' || state.isCancelOnly;
    if (isStopped) state.triggerBacklogs.set(next.marketId, []);
    else fireAll(state, market, { stamp, max: state.bounds.triggerRunFiresMax });
  },
};

/** Of a market without an index nobody knows what is fair: what is left there waits for it, and is no reason to end. */
const nextLeft = (state: EngineState) =>
  state.triggerBacklogs.next((marketId) => hasPrice(state.market(marketId)));

const hasPrice = ({ index }: TradedMarket): boolean => index.price !== undefined;

interface Run {
  readonly move?: TriggerMove;
  readonly stamp: Stamp;
  readonly max: number;
}

function fireAll(state: EngineState, market: TradedMarket, { move: added, stamp, max }: Run): void {
  const { marketId } = market.terms;
  const kept = state.triggerBacklogs.of(marketId).filter((move) => isActedOn(move, stamp));
  const held = hasPrice(market) ? [] : kept;
  const moves = hasPrice(market) ? kept : [];
  if (added !== undefined) moves.push(added);
  let room = max;
  for (let move = moves[0]; move !== undefined; move = moves[0]) {
    const { hasMore, fired, made } = fireMove(state, market, { move, stamp, max: room });
    room -= fired;
    moves.push(...made);
    if (hasMore) break;
    moves.shift();
  }
  const left = [...held, ...moves].filter((move) =>
    state.triggers.isMoved(marketId, move.by, move),
  );
  state.triggerBacklogs.set(marketId, left);
}

/**
 * Fires by id what a price made due, at most `max` of it; the prices that it made itself come behind. What follows the price
 * follows its first before, and its last behind.
 */
function fireMove(
  state: EngineState,
  market: TradedMarket,
  { move, stamp, max }: { readonly move: TriggerMove; readonly stamp: Stamp; readonly max: number },
): { readonly hasMore: boolean; readonly fired: number; readonly made: readonly TriggerMove[] } {
  const made: TriggerMove[] = [];
  let fired = 0;
  const [begin, end] = endsOf(move);
  follow(state, market, { move, at: begin, timeMs: stamp.timeMs });
  const visit = (id: number): Visit => {
    // What fired before it may have ended it.
    const row = state.triggers.find(id);
    if (row === undefined) return 'over';
    if (state.owner(row.owner).isFrozen) return 'waits';
    if (fired === max) return 'no_room';
    fired += 1;
    const from = state.log.rows.trades.length;
    fire(state, market, { row, move, stamp });
    const next = moveOf(state, from, stamp);
    if (next !== undefined) made.push(next);
    return 'over';
  };
  const isDone = state.triggers.due(market.terms.marketId, move)?.each(visit) ?? true;
  if (!isDone) return { hasMore: true, fired, made };
  follow(state, market, { move, at: end, timeMs: stamp.timeMs });
  return { hasMore: false, fired, made };
}

/** A price of a while ago is acted on no more than a sample is that old: what it made due waits for the next. */
function isActedOn({ timeMs, sampleTimeMs }: TriggerMove, stamp: Stamp): boolean {
  const ageMs =
    sampleTimeMs === undefined ? stamp.timeMs - timeMs : indexTimeMs(stamp) - sampleTimeMs;
  return ageMs <= INDEX_FRESH_MS && ageMs >= -SAMPLE_AHEAD_MAX_MS;
}

/** The trades of the running batch from a place on, as prices; nothing where there are none. */
function moveOf(state: EngineState, from: number, stamp: Stamp): TriggerMove | undefined {
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

interface Firing {
  readonly row: TriggerRow;
  readonly move: TriggerMove;
  readonly stamp: Stamp;
}

function fire(state: EngineState, market: TradedMarket, { row, move, stamp }: Firing): void {
  releaseTrigger(state, row);
  const owner = state.owner(row.owner);
  const command = orderOf(row);
  const outcome = enterOrder(state, { command, owner, market, rates: row, isNew: false, stamp });
  const reached = reaching(row, move);
  const receiptId = addTriggerReceipt(state, row, { market, reached, outcome, stamp });
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

/** The sample, or the first trade at a trigger's price or beyond. */
function reaching(row: TriggerRow, { sampleTimeMs, trades, timeMs }: TriggerMove): Reached {
  if (sampleTimeMs !== undefined) return { sampleTimeMs };
  const isBelow = edgeOf(row) === 'at_or_below';
  const found = trades?.find(([, price]) =>
    isBelow ? price <= row.triggerPrice : price >= row.triggerPrice,
  );
  assert(found !== undefined, 'a trade has reached what is due by trades');
  const [tradeId, price] = found;
  return { tradeId, price, timeMs };
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
