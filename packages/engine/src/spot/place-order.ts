import { assertNever } from '@fairlead/units';
import { indexTimeMs, type Stamp } from '../command.ts';
import { coinAccounts } from '../ledger/coin-accounts.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import { crosses, type MatchEnd, match, wouldFillAll, wouldFillAny } from '../matching/match.ts';
import type { Result } from '../result.ts';
import type { OrderOwner } from '../state/order-owner.ts';
import { orderResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import type { PlaceOrder } from './commands.ts';
import { holdAmount } from './hold-amount.ts';
import { demandOf, isDearer } from './order-checks.ts';
import { PlacedOrder } from './placed-order.ts';
import { mayRest } from './resting.ts';
import type { CancelReason, OrderRow } from './rows.ts';
import { settleTrades } from './settle-trades.ts';

/** Matches an order, settles its trades, and rests or cancels what remains. */
export function placeOrder(state: EngineState, command: PlaceOrder, stamp: Stamp): Result {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return reject('account_not_found');
  const market = state.markets.get(command.marketId);
  if (market === undefined) return reject('market_not_found');
  if (owner.isFrozen) return reject('account_frozen');
  if (market.terms.state !== 'open') return reject('market_closed');
  if (isDuplicate(owner, command)) return reject('duplicate_client_order_id');
  const demand = demandOf(command, market, indexTimeMs(stamp));
  if (typeof demand === 'string') return reject(demand);
  if (isDearer(command, market.terms)) return reject('terms_changed');
  const isResting = mayRest(command);
  if (isResting && owner.count(market.number) >= market.terms.openOrdersMax) {
    return reject('too_many_orders');
  }
  const accounts = coinAccounts(state.ledger, owner, market);
  const payer = command.side === 'buy' ? accounts.quote : accounts.base;
  if (!state.ledger.canPay(payer, demand.hold)) return reject('insufficient_balance');
  const orderId = state.counters.orderId + 1;
  const order = new PlacedOrder(command, demand, {
    orderId,
    timeMs: stamp.timeMs,
    rates: market.terms,
  });
  if (!complies(order, command, market)) return reject('would_not_fill');

  // From here on the command must succeed.
  state.counters.orderId = orderId;
  const end = match(market.book, order, state.fills);
  if (state.fills.count > 0) settleTrades(state, { market, order, owner, accounts, stamp });
  if (end === 'exhausted' && isResting) {
    return orderResult(rest(state, { market, order, owner, payer, stamp }));
  }
  const row = order.closedRow(cancelReasonOf(end));
  state.orders.addRow(row);
  return orderResult(row);
}

interface Resting {
  readonly market: TradedMarket;
  readonly order: PlacedOrder;
  readonly owner: OrderOwner;
  /** The slot of the account that pays. */
  readonly payer: number;
  readonly stamp: Stamp;
}

/** Leaves the remainder in the book and freezes what it may cost; a better price paid so far is not frozen. */
function rest(state: EngineState, { market, order, owner, payer, stamp }: Resting): OrderRow {
  const slot = market.book.rest(order);
  state.orders.add(slot, order, owner);
  state.ledger.freeze(payer, holdAmount(order, market.terms));
  state.log.noteBook(market, stamp.sequence);
  return state.orders.noteRow(slot);
}

function isDuplicate(owner: OrderOwner, { clientOrderId }: PlaceOrder): boolean {
  return clientOrderId !== undefined && owner.byClientId.has(clientOrderId);
}

/** Whether matching would do what the time in force asks for. Looks and changes nothing. */
function complies(order: PlacedOrder, { type }: PlaceOrder, { book }: TradedMarket): boolean {
  switch (order.timeInForce) {
    case 'gtc':
      return true;
    case 'post_only':
      return type === 'limit' && !crosses(book, order);
    case 'ioc':
      return wouldFillAny(book, order);
    case 'fok':
      return wouldFillAny(book, order) && wouldFillAll(book, order);
    default:
      return assertNever(order.timeInForce);
  }
}

function cancelReasonOf(end: MatchEnd): CancelReason | undefined {
  switch (end) {
    case 'filled':
      return undefined;
    case 'exhausted':
      return 'remainder';
    case 'self_trade':
      return 'self_trade';
    default:
      return assertNever(end);
  }
}
