/** Trigger orders: taken up, and taken back by their owner or with their market. */
import { indexTimeMs, type Reject, type Stamp } from '../../command.ts';
import { coinAccounts } from '../../ledger/coin-accounts.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import type { Result } from '../../result.ts';
import { reject, triggerResult } from '../../state/results.ts';
import { isMore } from '../../state/shown-terms.ts';
import type { EngineState } from '../../state/state.ts';
import type { CancelTrigger, PlaceTrailing, PlaceTrigger } from '../commands.ts';
import { isExpiryAhead } from '../expire-orders.ts';
import { settleLists } from '../lists/settle-lists.ts';
import { mostCharged } from '../order-checks.ts';
import { timeInForceOf } from '../resting.ts';
import type { TriggerRow } from '../rows.ts';
import { besideOf } from './becoming.ts';
import { type Beginning, beginTrailing, isBegun, noTrailingRoom } from './trailing.ts';
import { isOutOfBand, isReached, sizeProblem, triggerHold } from './trigger-checks.ts';
import { findTrigger, withdrawTrigger } from './withdraw-trigger.ts';

/** Takes up an order that waits for a price, and freezes what it will need. */
export function placeTrigger(
  state: EngineState,
  command: PlaceTrigger | PlaceTrailing,
  stamp: Stamp,
): Result {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return reject('account_not_found');
  const market = state.markets.get(command.marketId);
  if (market === undefined) return reject('market_not_found');
  if (owner.isFrozen) return reject('account_frozen');
  if (market.terms.state !== 'open') return reject('market_closed');
  const { clientOrderId, order } = command;
  if (
    clientOrderId !== undefined &&
    state.triggers.idOf(command.owner, clientOrderId) !== undefined
  )
    return reject('duplicate_client_order_id');
  if (!isExpiryAhead(command.expiresAtMs, stamp)) return reject('expiry_out_of_range');
  const bad = sizeProblem(command);
  if (bad !== undefined) return reject(bad);
  const beginning = beginningOf(command, market, stamp);
  if (typeof beginning === 'string') return reject(beginning);
  const waiting = { ...command, ...beginning };
  const hold = triggerHold(waiting, market);
  if (typeof hold === 'string') return reject(hold);
  if (isBlind(command, market, stamp)) return reject('price_stale');
  if (isOutOfBand(waiting, market)) return reject('price_out_of_band');
  const isThere =
    command.kind === 'place_trailing' ? isBegun(command, market) : isReached(waiting, market);
  if (isThere) return reject('price_reached');
  if (isMore(mostCharged(order, market.terms), command.shownFeePpm)) return reject('terms_changed');
  if (owner.count(market.number) >= market.terms.openOrdersMax) return reject('too_many_orders');
  const full = command.kind === 'place_trailing' ? noTrailingRoom(state, command) : undefined;
  if (full !== undefined) return reject(full);
  const { base, quote } = coinAccounts(state.ledger, owner, market);
  const payer = command.side === 'buy' ? quote : base;
  if (!state.ledger.canPay(payer, hold)) return reject('insufficient_balance');
  if (order.type === 'market' && order.timeInForce === 'post_only') return reject('would_not_fill');

  // From here on the command must succeed.
  state.counters.orderId += 1;
  const triggerId = state.counters.orderId;
  const row = rowOf(command, { triggerId, beginning, hold, market, stamp });
  state.triggers.add(row);
  state.ledger.freeze(payer, hold);
  owner.addCount(market.number, 1);
  return triggerResult(row);
}

/** What it waits for, or why that is none. */
function beginningOf(
  command: PlaceTrigger | PlaceTrailing,
  market: TradedMarket,
  stamp: Stamp,
): Beginning | Reject {
  if (command.kind === 'place_trailing') return beginTrailing(command, market, stamp);
  const { triggerKind, triggerPrice } = command;
  return { triggerKind, triggerPrice };
}

/** What waits for the index is taken up only while it is known whether it is there already. */
function isBlind(
  { triggerBy }: Pick<PlaceTrigger, 'triggerBy'>,
  { index }: TradedMarket,
  stamp: Stamp,
): boolean {
  return triggerBy === 'index' && !index.isFresh(indexTimeMs(stamp));
}

interface Taken {
  readonly triggerId: number;
  readonly beginning: Beginning;
  readonly hold: TriggerRow['hold'];
  readonly market: TradedMarket;
  readonly stamp: Stamp;
}

function rowOf(
  command: PlaceTrigger | PlaceTrailing,
  { triggerId, beginning, hold, market, stamp }: Taken,
): TriggerRow {
  const { owner, marketId, side, triggerBy, order } = command;
  const { clientOrderId, expiresAtMs } = command;
  return {
    triggerId,
    owner,
    marketId,
    side,
    triggerBy,
    ...beginning,
    type: order.type,
    timeInForce: timeInForceOf(order),
    ...(order.type === 'limit' && { price: order.price, quantity: order.quantity }),
    ...(order.type === 'market' &&
      (order.size.by === 'amount'
        ? { amount: order.size.amount }
        : { quantity: order.size.quantity })),
    ...(clientOrderId !== undefined && { clientOrderId }),
    ...besideOf({ ...order, ...(expiresAtMs !== undefined && { expiresAtMs }) }),
    makerFeePpm: market.terms.makerFeePpm,
    takerFeePpm: market.terms.takerFeePpm,
    hold,
    status: 'waiting',
    createdAtMs: stamp.timeMs,
    updatedAtMs: stamp.timeMs,
  };
}

/** Takes a waiting trigger order back. One whose price was reached meanwhile is an order, or over. */
export function cancelTrigger(state: EngineState, command: CancelTrigger, stamp: Stamp): Result {
  const row = findTrigger(state, command);
  if (typeof row === 'string') return reject(row);

  // From here on the command must succeed.
  const ended = withdrawTrigger(state, row, { reason: 'user', stamp });
  settleLists(state, stamp);
  return triggerResult(ended);
}
