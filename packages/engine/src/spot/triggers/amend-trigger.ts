/** Changes what a trigger order waits for, or what it becomes. */
import { amountMinor, type PriceTicks, type QuantityLots, quantityLots } from '@fairlead/units';
import { indexTimeMs, type Reject, type Stamp } from '../../command.ts';
import { coinAccounts } from '../../ledger/coin-accounts.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import type { Result } from '../../result.ts';
import { reject, triggerResult } from '../../state/results.ts';
import type { EngineState } from '../../state/state.ts';
import type { AmendTrigger } from '../commands.ts';
import { isTriggerOver } from '../expire-orders.ts';
import { areCrossed } from '../lists/leg-checks.ts';
import { mostCharged } from '../order-checks.ts';
import type { OrderListRow, TriggerRow } from '../rows.ts';
import { orderOf } from './becoming.ts';
import { isOutOfBand, isReached, sizeProblem, triggerHold } from './trigger-checks.ts';
import { findTrigger } from './withdraw-trigger.ts';

export function amendTrigger(state: EngineState, command: AmendTrigger, stamp: Stamp): Result {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return reject('account_not_found');
  const market = state.markets.get(command.marketId);
  if (market === undefined) return reject('market_not_found');
  if (owner.isFrozen) return reject('account_frozen');
  if (market.terms.state !== 'open') return reject('market_closed');
  const before = findTrigger(state, command);
  if (typeof before === 'string') return reject(before);
  if (before.marketId !== command.marketId) return reject('order_not_found');
  if (isTriggerOver(before, stamp)) return reject('order_not_open');
  const list = before.listId === undefined ? undefined : state.orderLists.find(before.listId);
  // What an open list freezes follows from both of its orders.
  if (list?.status === 'open') return reject('order_in_list');
  const after = amendedRow(before, command);
  const change = { before, after, market, stamp };
  const refused = misfitOf(state, command, { ...change, list });
  if (refused !== undefined) return reject(refused);
  const hold = after.status === 'pending' ? amountMinor(0n) : holdOf(after, market);
  if (typeof hold === 'string') return reject(hold);
  const { base, quote } = coinAccounts(state.ledger, owner, market);
  const payer = after.side === 'buy' ? quote : base;
  const more = amountMinor(hold - before.hold);
  if (more > 0n && !state.ledger.canPay(payer, more)) return reject('insufficient_balance');
  if (!isOther(before, after)) return triggerResult(before);

  // From here on the command must succeed.
  if (more > 0n) state.ledger.freeze(payer, more);
  if (more < 0n) state.ledger.release(payer, amountMinor(-more));
  const row: TriggerRow = { ...after, hold, updatedAtMs: stamp.timeMs, ...since(state, change) };
  state.triggers.move(row);
  return triggerResult(row);
}

interface Change {
  readonly before: TriggerRow;
  readonly after: TriggerRow;
  readonly market: TradedMarket;
  readonly stamp: Stamp;
}

/** As it was asked to be. What waits for a fill alone is as if it waited for its limit; of less no more is shown than there is. */
function amendedRow(row: TriggerRow, { price, triggerPrice, quantity }: AmendTrigger): TriggerRow {
  const waitsFor = row.triggerKind === 'fill' ? price : triggerPrice;
  const display = row.display && quantity && smaller(row.display, quantity);
  return {
    ...row,
    ...(price !== undefined && { price }),
    ...(waitsFor !== undefined && { triggerPrice: waitsFor }),
    ...(quantity !== undefined && { quantity }),
    ...(display !== undefined && { display }),
  };
}

const smaller = (left: QuantityLots, right: QuantityLots): QuantityLots =>
  quantityLots(Math.min(left, right));

const isOther = (before: TriggerRow, after: TriggerRow): boolean =>
  before.price !== after.price ||
  before.triggerPrice !== after.triggerPrice ||
  before.quantity !== after.quantity;

/** One that waits for another price waits for what comes from now on. */
function since(state: EngineState, { before, after }: Change): Pick<TriggerRow, 'sinceId'> {
  if (after.status === 'pending' || before.triggerPrice === after.triggerPrice) return {};
  state.counters.orderId += 1;
  return { sinceId: state.counters.orderId };
}

/** Why it may not be changed so; codes come in the order in which REJECTS declares them. */
function misfitOf(
  state: EngineState,
  command: AmendTrigger,
  { list, ...change }: Change & { readonly list: OrderListRow | undefined },
): Reject | undefined {
  const { before, after, market, stamp } = change;
  if (list !== undefined && isPairCrossed(state, list, after)) return 'list_invalid';
  if (isMoreThanBefore(command.quantity, before)) return 'quantity_out_of_range';
  const order = sized(after);
  const bad = sizeProblem({ order });
  if (bad !== undefined) return bad;
  if (isForOthers(command, before)) return 'price_out_of_range';
  const waiting = { ...after, order };
  const hold = triggerHold(waiting, market);
  if (typeof hold === 'string') return hold;
  const waitsAnew = after.status === 'waiting' && before.triggerPrice !== after.triggerPrice;
  const isByIndex = after.triggerBy === 'index';
  if (waitsAnew && isByIndex && !market.index.isFresh(indexTimeMs(stamp))) return 'price_stale';
  const isPriced = before.price !== after.price || before.triggerPrice !== after.triggerPrice;
  if (!isPriced) return undefined;
  if (isOutOfBand(waiting, market)) return 'price_out_of_band';
  if (waitsAnew && isReached(waiting, market)) return 'price_reached';
  // It goes on under the rates of its placing, which nobody keeps by amending when they have risen since.
  return mostCharged(after, market.terms) > mostCharged(after, before)
    ? 'terms_changed'
    : undefined;
}

/** What it becomes, as it is asked for: what is shown of it is checked, and not made to fit. */
function sized(row: TriggerRow) {
  const { type, timeInForce, price, quantity, amount, display } = row;
  if (type === 'limit' && price !== undefined && quantity !== undefined)
    return {
      type,
      timeInForce,
      price,
      quantity,
      ...(display !== undefined && { display }),
    } as const;
  const size =
    amount === undefined
      ? ({ by: 'quantity', quantity: quantity ?? quantityLots(0) } as const)
      : ({ by: 'amount', amount } as const);
  return { type: 'market', timeInForce, size } as const;
}

/** A size may become smaller only: what is behind an order was sized by it. */
const isMoreThanBefore = (quantity: QuantityLots | undefined, before: TriggerRow): boolean =>
  quantity !== undefined && (before.quantity === undefined || quantity > before.quantity);

/** Whether a price is said that such an order has none of. */
function isForOthers({ price, triggerPrice }: AmendTrigger, { type, triggerKind }: TriggerRow) {
  if (price !== undefined && type !== 'limit') return true;
  const isFixed = triggerKind === 'stop' || triggerKind === 'take_profit';
  return triggerPrice !== undefined && !isFixed;
}

/** Of two behind an order the one must still take the profit, and the other stop the loss. */
function isPairCrossed(state: EngineState, list: OrderListRow, after: TriggerRow): boolean {
  const { firstId, secondId } = list;
  const priceOf = (id: number | undefined): PriceTicks | undefined => {
    const row = id === after.triggerId ? after : state.triggers.find(id ?? 0);
    const isUnknown = row?.trailPpm !== undefined && row.activationPrice === undefined;
    return isUnknown ? undefined : row?.triggerPrice;
  };
  const [profit, stop] = [priceOf(firstId), priceOf(secondId)];
  return profit !== undefined && stop !== undefined && areCrossed(after.side, profit, stop);
}

const holdOf = (row: TriggerRow, market: TradedMarket) =>
  triggerHold({ ...row, order: orderOf(row, market) }, market);
