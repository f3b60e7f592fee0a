/**
 * What a price sets off. A sample or a trade makes trigger orders due; each becomes its order at once, by id, in the same
 * command, or ends with the reason why it cannot. Its trades may reach further trigger prices: those come behind, in turn. The
 * cost is that of what fires, and a command fires a bounded number: what is left goes on with the next price or the clock,
 * as if nothing had come between.
 */
import { amountMinor, assert } from '@fairlead/units';
import { indexTimeMs, type Stamp } from '../../command.ts';
import { INDEX_FRESH_MS, SAMPLE_AHEAD_MAX_MS } from '../../limits.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import type { Schedule } from '../../state/product.ts';
import type { EngineState } from '../../state/state.ts';
import { enterOrder } from '../enter-order.ts';
import { isTriggerOver } from '../expire-orders.ts';
import { leaveList, settleLists } from '../lists/settle-lists.ts';
import type { TriggerMove, TriggerRow } from '../rows.ts';
import { moveOf, orderOf, reasonOf } from './becoming.ts';
import type { Visit } from './due-list.ts';
import { addTriggerReceipt, type Reached } from './receipts.ts';
import { endsOf, follow } from './trailing.ts';
import { indexRange } from './trigger-checks.ts';
import { edgeOf } from './trigger-orders.ts';
import { releaseTrigger, withdrawTrigger } from './withdraw-trigger.ts';

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
  fireAll(state, market, { moves: [move], stamp, max: state.bounds.triggerFiresMax });
}

/** Fires what the trades of a command reach, which came as these prices. */
export function fireMoves(
  state: EngineState,
  market: TradedMarket,
  {
    moves,
    stamp,
    max = state.bounds.triggerFiresMax,
  }: {
    readonly moves: readonly TriggerMove[];
    readonly stamp: Stamp;
    readonly max?: number;
  },
): void {
  if (moves.length === 0 || !state.triggers.watchesTrades(market.terms.marketId)) return;
  fireAll(state, market, { moves, stamp, max });
}

/** Sees to what an order set off whose trades began at this place of the batch: lists, and what waits for the last price. */
export function fireSince(
  state: EngineState,
  market: TradedMarket,
  { from, stamp }: { readonly from: number; readonly stamp: Stamp },
): void {
  const isWatched =
    state.orderLists.hasTouched || state.triggers.watchesTrades(market.terms.marketId);
  // Nearly always nobody waits for them: then no prices are made of the trades.
  if (!isWatched) return;
  fireMoves(state, market, { moves: movesSince(state, from, stamp), stamp });
}

/** The trades that an order made which began at this place of the batch, and those of what its fills placed, each as a price. */
export function movesSince(state: EngineState, from: number, stamp: Stamp): TriggerMove[] {
  const move = moveOf(state, from, stamp);
  const placed = settleLists(state, stamp);
  return move === undefined ? placed : [move, ...placed];
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
  readonly moves?: readonly TriggerMove[];
  readonly stamp: Stamp;
  readonly max: number;
}

function fireAll(
  state: EngineState,
  market: TradedMarket,
  { moves: added = [], stamp, max }: Run,
): void {
  const { marketId } = market.terms;
  const kept = state.triggerBacklogs.of(marketId).filter((move) => isActedOn(move, stamp));
  const held = hasPrice(market) ? [] : kept;
  const moves = hasPrice(market) ? kept : [];
  moves.push(...added);
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
    // Where the clock is behind, nothing fires after its time all the same.
    if (isTriggerOver(row, stamp)) withdrawTrigger(state, row, { reason: 'expired', stamp });
    else fire(state, market, { row, move, stamp });
    made.push(...movesSince(state, from, stamp));
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

interface Firing {
  readonly row: TriggerRow;
  readonly move: TriggerMove;
  readonly stamp: Stamp;
}

function fire(state: EngineState, market: TradedMarket, { row, move, stamp }: Firing): void {
  leaveList(state, row, stamp);
  releaseTrigger(state, row);
  const owner = state.owner(row.owner);
  const command = orderOf(row, market);
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
