/** What waiting orders must agree on with the book and the ledger, and how they are put back from rows. */
import { holdCost } from '@fairlead/formula';
import { assert, quantityLots } from '@fairlead/units';
import type { OrderBook } from '../book/order-book.ts';
import type { PriceLadder } from '../book/price-ladder.ts';
import { sideCode } from '../book/side-code.ts';
import { ledgerAccountId } from '../ledger/account-id.ts';
import { coinAccounts } from '../ledger/coin-accounts.ts';
import type { Hold } from '../ledger/ledger.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import type { EngineState } from '../state/state.ts';
import { NONE } from '../table/slot-table.ts';
import { byOrderId, type OpenOrders } from './open-orders.ts';
import { termsOfRow } from './order-terms.ts';
import type { OrderRow } from './rows.ts';

/** All waiting orders in the order of their ids. */
export function waitingOrders(state: EngineState): OrderRow[] {
  const orders: OrderRow[] = [];
  for (const owner of state.owners.values()) orders.push(...state.orders.ofOwner(owner));
  return orders.sort(byOrderId);
}

/** Recounts books and waiting orders; what each of them freezes. O(waiting). */
export function checkOrders(state: EngineState): Hold[] {
  const orders = waitingOrders(state);
  let resting = 0;
  state.orders.terms.check();
  for (const { book } of state.markets.values()) resting += checkBook(book, state.orders);
  assert(resting === state.pool.count, 'each resting order is found by its id');
  assert(resting === orders.length, 'each resting order belongs to an owner');
  checkCounts(state, orders);
  return orders.map((order) => holdOf(state, order));
}

/** All that waited, into their books in the order of their places. */
export function restoreOrders(state: EngineState, rows: readonly OrderRow[]): void {
  for (const row of rows.toSorted(byPriority)) restoreOrder(state, row);
}

function byPriority(left: OrderRow, right: OrderRow): number {
  return (left.priority ?? left.orderId) - (right.priority ?? right.orderId);
}

function restoreOrder(state: EngineState, row: OrderRow): void {
  const market = state.markets.get(row.marketId);
  const owner = state.owners.get(row.owner);
  assert(market !== undefined && owner !== undefined, 'an order has a market and an owner');
  const { price, quantity, makerFeePpm, takerFeePpm, display, hidden } = row;
  assert(price !== undefined && quantity !== undefined, 'only limit orders wait');
  const hasRates = makerFeePpm !== undefined && takerFeePpm !== undefined;
  assert(hasRates, 'a waiting order keeps the rates of its placing');
  const last = row.priority ?? row.orderId;
  assert(Math.max(row.orderId, last) <= state.counters.orderId, 'an id was given out before');
  assert(state.pool.find(row.orderId) === NONE, 'an order is restored once');
  assert(row.filledQuantity < quantity, 'a waiting order has a remainder');
  const remaining = quantity - row.filledQuantity;
  assert((display === undefined) === (hidden === undefined), 'what hides a part says how much');
  const slot = market.book.rest({
    orderId: row.orderId,
    owner: row.owner,
    side: sideCode(row.side),
    priceTicks: price,
    remainingLots: remaining,
    displayLots: display,
    hiddenLots: hidden,
  });
  state.orders.add(
    slot,
    {
      ...row,
      quantityLots: quantity,
      clientOrderId: row.clientOrderId,
      terms: termsOfRow(row),
      makerFeePpm,
      takerFeePpm,
    },
    owner,
  );
  const { base, quote } = coinAccounts(state.ledger, owner, market);
  const hold = state.orders.hold(slot);
  assert(hold === row.hold, 'a stored hold is the remaining cost');
  state.ledger.freeze(row.side === 'buy' ? quote : base, hold);
}

/** Returns how many orders rest in the book. */
function checkBook(book: OrderBook, orders: OpenOrders): number {
  const bid = book.bids.best();
  const ask = book.asks.best();
  const isCrossed = bid !== NONE && ask !== NONE && book.bids.price(bid) >= book.asks.price(ask);
  assert(!isCrossed, 'the best bid is below the best ask');
  return checkLadder(book, book.bids, orders) + checkLadder(book, book.asks, orders);
}

function checkLadder(book: OrderBook, ladder: PriceLadder, open: OpenOrders): number {
  let orders = 0;
  let levels = 0;
  let lots = 0;
  let hidden = 0;
  let lastRank = -Infinity;
  for (let level = ladder.best(); level !== NONE; level = ladder.after(level)) {
    const rank = ladder.rank(level);
    assert(rank > lastRank, 'levels are in the order of their prices');
    assert(ladder.find(rank) === level, 'a level is found by its price');
    lastRank = rank;
    levels += 1;
    lots += ladder.lots(level);
    const inLevel = checkLevel(book, { ladder, level, open });
    orders += inLevel.orders;
    hidden += inLevel.hidden;
  }
  assert(levels === ladder.count, 'each level is in order');
  assert(lots === ladder.totalLots, 'a side is the sum of its levels');
  assert(hidden === ladder.hiddenLots, 'a side hides what its orders do');
  return orders;
}

function checkLevel(
  { pool }: OrderBook,
  { ladder, level, open }: { ladder: PriceLadder; level: number; open: OpenOrders },
): { readonly orders: number; readonly hidden: number } {
  let orders = 0;
  let lots = 0;
  let hidden = 0;
  let previous = NONE;
  for (let slot = ladder.first(level); slot !== NONE; slot = pool.next(slot)) {
    assert(pool.find(pool.orderId(slot)) === slot, 'an order is found by its id');
    assert(pool.price(slot) === ladder.price(level), 'an order stands at its price');
    assert(pool.side(slot) === ladder.side, 'an order stands on its side');
    assert(pool.previous(slot) === previous, 'a level can be walked both ways');
    const shown = pool.shown(slot);
    assert(shown > 0 && pool.hidden(slot) >= 0, 'a resting order shows something');
    assert(shown <= (pool.display(slot) ?? shown), 'an order shows no more than it says');
    const isInTurn = previous === NONE || open.priority(previous) < open.priority(slot);
    assert(isInTurn, 'the older order comes first');
    lots += shown;
    hidden += pool.hidden(slot);
    orders += 1;
    previous = slot;
  }
  assert(orders > 0, 'no level is empty');
  assert(ladder.last(level) === previous, 'a level ends with its last order');
  assert(ladder.lots(level) === lots, 'a level is the sum of what its orders show');
  return { orders, hidden };
}

function holdOf(state: EngineState, order: OrderRow): Hold {
  const market = state.markets.get(order.marketId);
  assert(market !== undefined, 'an order has a market');
  const { price, quantity, side } = order;
  assert(price !== undefined && quantity !== undefined, 'only limit orders wait');
  const remaining = quantityLots(quantity - order.filledQuantity);
  assert(remaining > 0 && remaining <= quantity, 'a waiting order is open in part or whole');
  const { currency, amount } = holdCost({ side, price, remaining }, market.terms);
  assert(order.hold === amount && amount > 0n, 'a hold is the remaining cost');
  return { accountId: ledgerAccountId(order.owner, 'coin', currencyOf(market, currency)), amount };
}

function currencyOf({ terms }: TradedMarket, currency: 'base' | 'quote'): number {
  return currency === 'base' ? terms.baseCurrencyId : terms.quoteCurrencyId;
}

function checkCounts(state: EngineState, orders: readonly OrderRow[]): void {
  const counts = new Map<string, number>();
  let clientIds = 0;
  const count = ({ owner, marketId }: Pick<OrderRow, 'owner' | 'marketId'>): void => {
    const key = `${owner} ${marketId}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const order of orders) {
    count(order);
    if (order.clientOrderId !== undefined) clientIds += 1;
  }
  for (const trigger of state.triggers.rows()) count(trigger);
  for (const owner of state.owners.values()) {
    clientIds -= owner.namedCount;
    for (const { terms, number } of state.markets.values()) {
      const counted = counts.get(`${owner.owner} ${terms.marketId}`) ?? 0;
      assert(owner.count(number) === counted, 'open orders are counted by owner and market');
    }
  }
  assert(clientIds === 0, 'each client order id names a waiting order');
}
