/** An order on its way into its market, whoever sends it: its client, or a price that it waited for. */
import { assertNever } from '@fairlead/units';
import { indexTimeMs, type Reject, type Stamp } from '../command.ts';
import { coinAccounts } from '../ledger/coin-accounts.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import { crosses, type MatchEnd, wouldFillAll, wouldFillAny } from '../matching/match.ts';
import type { OrderOwner } from '../state/order-owner.ts';
import type { EngineState } from '../state/state.ts';
import type { PlaceOrder } from './commands.ts';
import { goneAt, isExpirySound } from './expire-orders.ts';
import { holdAmount } from './hold-amount.ts';
import { matchOrder } from './match-order.ts';
import { demandOf, isDearer } from './order-checks.ts';
import type { OrderRates } from './order-rates.ts';
import { PlacedOrder } from './placed-order.ts';
import { mayRest } from './resting.ts';
import type { CancelReason, OrderRow } from './rows.ts';

interface Entering {
  readonly command: PlaceOrder;
  readonly owner: OrderOwner;
  readonly market: TradedMarket;
  /** What it is charged by: the market's of now, or of when it was agreed. */
  readonly rates: OrderRates;
  /** What became an order of what waited goes on in its place. */
  readonly isNew: boolean;
  /** The list that it is an order of. */
  readonly listId?: number;
  /** Of one at the market: the worst price that it takes within the band. */
  readonly worst?: number;
  readonly stamp: Stamp;
}

/** Matches an order of a market that is open, settles its trades, and rests or cancels what remains; or says why not. */
export function enterOrder(
  state: EngineState,
  { command, owner, market, rates, isNew, listId, worst, stamp }: Entering,
): OrderRow | Reject {
  if (!isExpirySound(command, stamp)) return 'expiry_out_of_range';
  const demand = demandOf(command, market, { timeMs: indexTimeMs(stamp), worst });
  if (typeof demand === 'string') return demand;
  if (isDearer(command, rates)) return 'terms_changed';
  const isResting = mayRest(command);
  if (isNew && isResting && owner.count(market.number) >= market.terms.openOrdersMax) {
    return 'too_many_orders';
  }
  const accounts = coinAccounts(state.ledger, owner, market);
  const payer = command.side === 'buy' ? accounts.quote : accounts.base;
  if (!state.ledger.canPay(payer, demand.hold)) return 'insufficient_balance';
  const orderId = state.counters.orderId + 1;
  const { timeMs } = stamp;
  const order = new PlacedOrder(command, demand, { orderId, rates, listId, timeMs });
  order.isGone = goneAt(state, stamp);
  if (!complies(order, command, market)) return 'would_not_fill';

  // From here on it must succeed.
  state.counters.orderId = orderId;
  const end = matchOrder(state, { market, order, owner, accounts, stamp });
  if (end === 'exhausted' && isResting) {
    return rest(state, { market, order, owner, payer, stamp });
  }
  const row = order.closedRow(cancelReasonOf(end));
  state.orders.addRow(row);
  return row;
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
