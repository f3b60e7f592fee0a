/**
 * A full recount of what the engine's parts must agree on. It takes time in proportion to the open
 * state, so it runs in tests and in the background, not with each command.
 */
import { holdCost } from '@fairlead/formula';
import { assert, quantityLots } from '@fairlead/units';
import type { OrderBook } from '../book/order-book.ts';
import type { PriceLadder } from '../book/price-ladder.ts';
import type { OrderRow } from '../changes.ts';
import { ledgerAccountId } from '../ledger/account-id.ts';
import { NONE } from '../table/slot-table.ts';
import type { LedgerAccountId } from '../terms.ts';
import { checkInTransit, custodyHolds } from './check-custody.ts';
import { checkDerivatives, derivativeHolds } from './derivatives.ts';
import { waitingOrders } from './snapshot.ts';
import type { EngineState } from './state.ts';
import type { TradedMarket } from './traded-market.ts';
import { checkWealth, wealthHolds } from './wealth.ts';

export function checkInvariants(state: EngineState): void {
  const orders = waitingOrders(state);
  let resting = 0;
  for (const { book } of state.markets.values()) resting += checkBook(book);
  assert(resting === state.pool.count, 'each resting order is found by its id');
  assert(resting === orders.length, 'each resting order belongs to an owner');
  const holds = new Map<LedgerAccountId, bigint>();
  for (const order of orders) addHold(state, order, holds);
  for (const { accountId, amount } of custodyHolds(state)) {
    holds.set(accountId, (holds.get(accountId) ?? 0n) + amount);
  }
  for (const { accountId, amount } of [...derivativeHolds(state), ...wealthHolds(state)]) {
    holds.set(accountId, (holds.get(accountId) ?? 0n) + amount);
  }
  checkBalances(state, holds);
  checkCounts(state, orders);
  checkInTransit(state);
  checkDerivatives(state);
  checkWealth(state);
  state.withdrawals.checkUsage();
  state.deposits.checkCounts();
}

/** Returns how many orders rest in the book. */
function checkBook(book: OrderBook): number {
  const bid = book.bids.best();
  const ask = book.asks.best();
  const isCrossed = bid !== NONE && ask !== NONE && book.bids.price(bid) >= book.asks.price(ask);
  assert(!isCrossed, 'the best bid is below the best ask');
  return checkLadder(book, book.bids) + checkLadder(book, book.asks);
}

function checkLadder(book: OrderBook, ladder: PriceLadder): number {
  let orders = 0;
  let levels = 0;
  let lots = 0;
  let lastRank = -Infinity;
  for (let level = ladder.best(); level !== NONE; level = ladder.after(level)) {
    const rank = ladder.rank(level);
    assert(rank > lastRank, 'levels are in the order of their prices');
    assert(ladder.find(rank) === level, 'a level is found by its price');
    lastRank = rank;
    levels += 1;
    lots += ladder.lots(level);
    orders += checkLevel(book, ladder, level);
  }
  assert(levels === ladder.count, 'each level is in order');
  assert(lots === ladder.totalLots, 'a side is the sum of its levels');
  return orders;
}

function checkLevel({ pool }: OrderBook, ladder: PriceLadder, level: number): number {
  let orders = 0;
  let lots = 0;
  let previous = NONE;
  for (let slot = ladder.first(level); slot !== NONE; slot = pool.next(slot)) {
    assert(pool.find(pool.orderId(slot)) === slot, 'an order is found by its id');
    assert(pool.price(slot) === ladder.price(level), 'an order stands at its price');
    assert(pool.side(slot) === ladder.side, 'an order stands on its side');
    assert(pool.previous(slot) === previous, 'a level can be walked both ways');
    assert(pool.remaining(slot) > 0, 'a resting order has a remainder');
    const isInTurn = previous === NONE || pool.orderId(previous) < pool.orderId(slot);
    assert(isInTurn, 'the older order comes first');
    lots += pool.remaining(slot);
    orders += 1;
    previous = slot;
  }
  assert(orders > 0, 'no level is empty');
  assert(ladder.last(level) === previous, 'a level ends with its last order');
  assert(ladder.lots(level) === lots, 'a level is the sum of its orders');
  return orders;
}

function addHold(state: EngineState, order: OrderRow, holds: Map<LedgerAccountId, bigint>): void {
  const market = state.markets.get(order.marketId);
  assert(market !== undefined, 'an order has a market');
  const { price, quantity, side } = order;
  assert(price !== undefined && quantity !== undefined, 'only limit orders wait');
  const remaining = quantityLots(quantity - order.filledQuantity);
  assert(remaining > 0 && remaining <= quantity, 'a waiting order is open in part or whole');
  const { currency, amount } = holdCost({ side, price, remaining }, market.terms);
  assert(order.hold === amount && amount > 0n, 'a hold is the remaining cost');
  const accountId = ledgerAccountId(order.owner, 'coin', currencyOf(market, currency));
  holds.set(accountId, (holds.get(accountId) ?? 0n) + amount);
}

function currencyOf({ terms }: TradedMarket, currency: 'base' | 'quote'): number {
  return currency === 'base' ? terms.baseCurrencyId : terms.quoteCurrencyId;
}

function checkBalances(state: EngineState, holds: Map<LedgerAccountId, bigint>): void {
  const sums = new Map<number, bigint>();
  for (const { accountId, account, currencyId, total, frozen } of state.ledger.rows()) {
    assert(frozen === (holds.get(accountId) ?? 0n), 'what is frozen is the sum of the holds');
    assert(total >= frozen || account === 'external', 'available is not negative');
    sums.set(currencyId, (sums.get(currencyId) ?? 0n) + total);
    holds.delete(accountId);
  }
  assert(holds.size === 0, 'each hold has an account');
  for (const sum of sums.values()) assert(sum === 0n, 'all postings of a currency sum to zero');
}

function checkCounts(state: EngineState, orders: readonly OrderRow[]): void {
  const counts = new Map<string, number>();
  let clientIds = 0;
  for (const { owner, marketId, clientOrderId } of orders) {
    const key = `${owner} ${marketId}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (clientOrderId !== undefined) clientIds += 1;
  }
  for (const owner of state.owners.values()) {
    clientIds -= owner.byClientId.size;
    for (const { terms, number } of state.markets.values()) {
      const count = counts.get(`${owner.owner} ${terms.marketId}`) ?? 0;
      assert(owner.count(number) === count, 'open orders are counted by owner and market');
    }
  }
  assert(clientIds === 0, 'each client order id names a waiting order');
}
