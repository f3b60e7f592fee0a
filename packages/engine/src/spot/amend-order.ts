/** Changes the price or the quantity of a waiting order of the book. */
import { amountOf } from '@fairlead/formula';
import {
  type AmountMinor,
  amountMinor,
  type PriceTicks,
  priceTicks,
  type QuantityLots,
  quantityLots,
} from '@fairlead/units';
import { BUY, type SideCode } from '../book/side-code.ts';
import { indexTimeMs, type Reject, type Stamp } from '../command.ts';
import { coinAccounts } from '../ledger/coin-accounts.ts';
import { NOTIONAL_MAX } from '../limits.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import { crosses } from '../matching/match.ts';
import type { Result } from '../result.ts';
import type { OrderOwner } from '../state/order-owner.ts';
import { orderResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import type { AmendOrder, PlaceLimitOrder } from './commands.ts';
import { goneAt, isOver } from './expire-orders.ts';
import { holdAmount } from './hold-amount.ts';
import { listOfOrder } from './lists/settle-lists.ts';
import { matchOrder } from './match-order.ts';
import { demandOf } from './order-checks.ts';
import { PlacedOrder } from './placed-order.ts';
import type { OrderListRow, OrderRow } from './rows.ts';
import { fireSince } from './triggers/fire.ts';
import { findOrder } from './withdraw-order.ts';

/** A waiting order, and what it is to say. */
interface Amending {
  readonly market: TradedMarket;
  readonly owner: OrderOwner;
  readonly slot: number;
  readonly side: SideCode;
  /** The slot of the account that pays. */
  readonly payer: number;
  readonly before: OrderRow;
  readonly price: PriceTicks;
  /** Of the whole order. */
  readonly quantity: QuantityLots;
  /** What of it is still to be filled. */
  readonly remaining: number;
  /** The most that the book shows of it; undefined where that is all. */
  readonly display: QuantityLots | undefined;
  readonly isInPlace: boolean;
  readonly stamp: Stamp;
}

export function amendOrder(state: EngineState, command: AmendOrder, stamp: Stamp): Result {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return reject('account_not_found');
  const market = state.markets.get(command.marketId);
  if (market === undefined) return reject('market_not_found');
  if (owner.isFrozen) return reject('account_frozen');
  if (market.terms.state !== 'open') return reject('market_closed');
  const slot = findOrder(state, command);
  if (typeof slot === 'string') return reject(slot);
  if (state.pool.market(slot) !== market.number) return reject('order_not_found');
  if (isOver(state, slot, stamp)) return reject('order_not_open');
  // What its list freezes follows from both of its orders.
  const list = listOfOrder(state, slot);
  if (list?.status === 'open') return reject('order_in_list');
  const amending = amendingOf(state, command, { owner, market, slot, stamp });
  const refused = refusalOf(state, command, amending);
  if (refused !== undefined) return reject(refused);
  const { before, price, quantity, display } = amending;
  if (list !== undefined && !mayBeOf(state, list, { before, quantity })) {
    return reject('order_in_list');
  }
  const isOther = price !== before.price || quantity !== before.quantity;
  if (!isOther && display === before.display) return orderResult(before);
  const rested = amending.isInPlace ? undefined : comingAgain(state, amending);
  if (rested?.timeInForce === 'post_only' && crosses(market.book, rested)) {
    return reject('would_not_fill');
  }

  // From here on the command must succeed.
  noteAmendment(state, amending);
  const from = state.log.rows.trades.length;
  const row = rested === undefined ? shrink(state, amending) : placeAgain(state, amending, rested);
  fireSince(state, market, { from, stamp });
  return orderResult(row);
}

/** What is behind a working order was sized by it: what sells what is bought sells what that is, and nothing else follows. */
function mayBeOf(
  state: EngineState,
  { firstId, secondId }: OrderListRow,
  { before, quantity }: Pick<Amending, 'before' | 'quantity'>,
): boolean {
  if (quantity === before.quantity) return true;
  if (before.side === 'sell' || quantity > (before.quantity ?? 0)) return false;
  return [firstId, secondId].every(
    (id) => id === undefined || state.triggers.find(id)?.side === 'sell',
  );
}

function amendingOf(
  state: EngineState,
  command: AmendOrder,
  known: Pick<Amending, 'owner' | 'market' | 'slot' | 'stamp'>,
): Amending {
  const before = state.orders.row(known.slot);
  const price = command.price ?? before.price ?? priceTicks(0);
  const quantity = command.quantity ?? before.quantity ?? quantityLots(0);
  const remaining = quantity - before.filledQuantity;
  const display = command.display ?? keptDisplay(before, quantity);
  const showsMore = (display ?? Infinity) > (before.display ?? Infinity);
  const side = state.pool.side(known.slot);
  const { base, quote } = coinAccounts(state.ledger, known.owner, known.market);
  return {
    ...known,
    side,
    payer: side === BUY ? quote : base,
    before,
    price,
    quantity,
    remaining,
    display,
    isInPlace: price === before.price && quantity <= (before.quantity ?? 0) && !showsMore,
  };
}

/** What it showed of itself before; of a smaller order no more than that. */
function keptDisplay({ display }: OrderRow, quantity: QuantityLots): QuantityLots | undefined {
  return display === undefined || display < quantity ? display : quantity;
}

/** Like that of an order which is placed; one that keeps its place may stand outside the band, where it stood before. */
function refusalOf(
  state: EngineState,
  { mustKeepPlace = false }: AmendOrder,
  amending: Amending,
): Reject | undefined {
  const { market, slot, before, quantity, remaining, display, isInPlace, stamp } = amending;
  if (remaining < 1) return 'below_filled';
  if (mustKeepPlace && !isInPlace) return 'place_not_kept';
  if (!Number.isSafeInteger(quantity)) return 'quantity_out_of_range';
  const { display: _, ...order } = limitOrder(amending);
  // One that only becomes smaller is shown in no more parts than before.
  const isShownAnew = !isInPlace || display !== keptDisplay(before, quantity);
  const asked = {
    ...order,
    quantity,
    ...(isShownAnew && display !== undefined && { display }),
  };
  const demand = demandOf(asked, market, { timeMs: indexTimeMs(stamp) });
  if (typeof demand === 'string' && !(isInPlace && demand === 'price_out_of_band')) return demand;
  if (isInPlace) return undefined;
  // It may be filled and amended any number of times: what it was filled by and may be still stays as it is for one that comes.
  const toCome = amountOf(amending.price * remaining, market.terms.tickLotQuoteMinor);
  if (before.filledAmount + toCome > NOTIONAL_MAX) return 'quantity_out_of_range';
  // It goes on under the rates of its placing, which nobody keeps by amending when they have risen since.
  const { makerFeePpm, takerFeePpm } = market.terms;
  const rates = state.orders.rates(slot);
  const mayTake = before.timeInForce !== 'post_only';
  const isTakerDearer = mayTake && takerFeePpm > rates.takerFeePpm;
  if (makerFeePpm > rates.makerFeePpm || isTakerDearer) return 'terms_changed';
  return canHold(state, amending, before.hold) ? undefined : 'insufficient_balance';
}

/** Whether what is frozen and what is available pay for the remainder. */
function canHold(state: EngineState, amending: Amending, frozen: AmountMinor): boolean {
  const more = holdOf(amending) - frozen;
  return more <= 0n || state.ledger.canPay(amending.payer, amountMinor(more));
}

function holdOf({ market, side, price, remaining }: Amending): AmountMinor {
  return holdAmount({ side, priceTicks: price, remainingLots: remaining }, market.terms);
}

/** What is left of the order, at its price, as its owner would place it now. */
function limitOrder({ before, price, remaining, display }: Amending): PlaceLimitOrder {
  const { owner, marketId, side, timeInForce, selfTrade } = before;
  return {
    kind: 'place_order',
    type: 'limit',
    owner,
    marketId,
    side,
    timeInForce,
    price,
    quantity: quantityLots(remaining),
    ...(display !== undefined && { display }),
    ...(selfTrade !== undefined && { selfTrade }),
  };
}

/** The order as it comes again, under its own id and rates. */
function comingAgain(state: EngineState, amending: Amending): PlacedOrder {
  const { slot, side, before, price, remaining, stamp } = amending;
  const demand = { side, priceTicks: price, isByAmount: false, lots: remaining, budgetTickLots: 0 };
  const order = new PlacedOrder(
    limitOrder(amending),
    { ...demand, hold: holdOf(amending) },
    { orderId: before.orderId, timeMs: stamp.timeMs, rates: state.orders.rates(slot) },
  );
  order.isGone = goneAt(state, stamp);
  return order;
}

/** A smaller quantity, in its place. */
function shrink(state: EngineState, amending: Amending): OrderRow {
  const { market, slot, payer, before, quantity, remaining, display, stamp } = amending;
  market.book.shrink(slot, remaining, display);
  state.orders.amend(slot, { quantityLots: quantity, timeMs: stamp.timeMs });
  state.ledger.release(payer, amountMinor(before.hold - holdOf(amending)));
  state.log.noteBook(market, stamp.sequence);
  return state.orders.noteRow(slot);
}

/** Takes it out of the book and lets it come again, with a new place in the queue where something of it is left. */
function placeAgain(state: EngineState, amending: Amending, order: PlacedOrder): OrderRow {
  const { market, owner, slot, payer, before, quantity, stamp } = amending;
  const { timeMs } = stamp;
  state.ledger.release(payer, before.hold);
  market.book.remove(slot);
  state.log.noteBook(market, stamp.sequence);
  const accounts = coinAccounts(state.ledger, owner, market);
  const end = matchOrder(state, { market, order, owner, accounts, stamp });
  state.pool.change(slot, order);
  state.orders.amend(slot, { quantityLots: quantity, timeMs, filled: order });
  if (end === 'filled') return state.orders.close(slot, timeMs, undefined);
  if (end === 'self_trade') return state.orders.close(slot, timeMs, 'self_trade');
  state.counters.orderId += 1;
  state.orders.setPriority(slot, state.counters.orderId);
  market.book.restAgain(slot, order);
  state.ledger.freeze(payer, holdAmount(order, market.terms));
  return state.orders.noteRow(slot);
}

function noteAmendment(state: EngineState, amending: Amending): void {
  const { before, price, quantity, display, isInPlace, stamp } = amending;
  state.log.rows.amendments.push({
    sequence: stamp.sequence,
    orderId: before.orderId,
    owner: before.owner,
    priceBefore: before.price ?? price,
    quantityBefore: before.quantity ?? quantityLots(0),
    ...(before.display !== undefined && { displayBefore: before.display }),
    price,
    quantity,
    ...(display !== undefined && { display }),
    isInPlace,
    timeMs: stamp.timeMs,
  });
}
