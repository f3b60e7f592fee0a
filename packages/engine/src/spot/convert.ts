/**
 * A conversion: one currency into another through the books, whole or not at all. Each leg is a market order that takes nothing
 * beyond its own worst price. Both are looked through before either is placed, in the books as they stand, so that the second
 * cannot fail once the first is done: what the sale brings is bounded from both sides, since only the rounding of fees is open.
 */
import { amountOf, feeAmount } from '@fairlead/formula';
import { type AmountMinor, amountMinor, assert } from '@fairlead/units';
import { indexTimeMs, type Reject, type Stamp } from '../command.ts';
import { coinAccounts } from '../ledger/coin-accounts.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import { type MatchEnd, walk, wouldFillAny } from '../matching/match.ts';
import type { Result, Value } from '../result.ts';
import type { OrderOwner } from '../state/order-owner.ts';
import { reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import type { Convert, PlaceMarketOrder } from './commands.ts';
import { type FilledLeg, noteConversion } from './conversion-receipts.ts';
import { enterOrder } from './enter-order.ts';
import { goneAt } from './expire-orders.ts';
import { demandOf, isDearer } from './order-checks.ts';
import { PlacedOrder } from './placed-order.ts';
import type { TriggerMove } from './rows.ts';
import { fireMoves, movesSince } from './triggers/fire.ts';

/** Sells, buys, or both, at the prices that were agreed or better; or does nothing. */
export function convert(state: EngineState, command: Convert, stamp: Stamp): Result {
  const { sale, purchase, goodTillMs } = command;
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return reject('account_not_found');
  const markets = [sale, purchase].map((leg) => leg && state.markets.get(leg.marketId));
  const [saleMarket, purchaseMarket] = markets;
  if ((sale && !saleMarket) || (purchase && !purchaseMarket)) return reject('market_not_found');
  if (owner.isFrozen) return reject('account_frozen');
  if (markets.some((market) => market !== undefined && market.terms.state !== 'open'))
    return reject('market_closed');
  if (!isPathSound(command, saleMarket, purchaseMarket)) return reject('list_invalid');
  if (goodTillMs !== undefined && stamp.timeMs > goodTillMs) return reject('quote_expired');
  const facts = { command, owner, stamp, saleMarket, purchaseMarket };
  const refused = refusalOf(state, facts);
  if (refused !== undefined) return reject(refused);

  // From here on it must succeed.
  return { ok: true, value: carryOut(state, facts) };
}

interface Facts {
  readonly command: Convert;
  readonly owner: OrderOwner;
  readonly stamp: Stamp;
  readonly saleMarket: TradedMarket | undefined;
  readonly purchaseMarket: TradedMarket | undefined;
}

/** One leg, or a sale and a purchase by what it brings: in two markets of one quote. */
function isPathSound(
  { sale, purchase }: Convert,
  saleMarket: TradedMarket | undefined,
  purchaseMarket: TradedMarket | undefined,
): boolean {
  if (sale === undefined) return purchase?.amount !== undefined;
  if (purchase === undefined) return true;
  const isOneQuote = saleMarket?.terms.quoteCurrencyId === purchaseMarket?.terms.quoteCurrencyId;
  return purchase.amount === undefined && isOneQuote && saleMarket !== purchaseMarket;
}

/** An order of a conversion, in its market. */
interface Leg {
  readonly market: TradedMarket;
  readonly order: PlaceMarketOrder;
  readonly worst: number;
}

function legOf(
  { owner, shownFeePpm }: Convert,
  market: TradedMarket,
  { worst, ...asked }: Pick<PlaceMarketOrder, 'side' | 'size'> & { readonly worst: number },
): Leg {
  const order: PlaceMarketOrder = {
    ...{ kind: 'place_order', type: 'market', timeInForce: 'fok', owner },
    marketId: market.terms.marketId,
    ...asked,
    ...(shownFeePpm !== undefined && { shownFeePpm }),
  };
  return { market, order, worst };
}

function saleLeg({ command, saleMarket: market }: Facts): Leg | undefined {
  const { sale } = command;
  if (sale === undefined || market === undefined) return undefined;
  const { quantity, worst } = sale;
  return legOf(command, market, { side: 'sell', size: { by: 'quantity', quantity }, worst });
}

function purchaseLeg({ command, purchaseMarket: market }: Facts, amount: AmountMinor): Leg {
  const { purchase } = command;
  assert(purchase !== undefined && market !== undefined, 'there is a purchase');
  const { worst } = purchase;
  return legOf(command, market, { side: 'buy', size: { by: 'amount', amount }, worst });
}

/** What would come of a leg, were it placed now. */
interface Looked {
  readonly end: MatchEnd;
  /** What it would trade. */
  readonly tickLots: number;
  readonly isTooDear: boolean;
  /** Whether the owner has what it takes. */
  readonly isPaid: boolean;
}

/** The first reason of either leg, by the precedence of the reasons: what is asked, the prices, the fee, the money. */
function refusalOf(state: EngineState, facts: Facts): Reject | undefined {
  const sale = saleLeg(facts);
  const sold = sale && look(state, facts, sale);
  if (typeof sold === 'string') return sold;
  const looked = sold === undefined ? [] : [sold];
  // What the sale would bring is not known where it does not go through.
  const bounds = sold === undefined || sold.end === 'filled' ? purchaseBounds(facts, sold) : [];
  for (const amount of bounds) {
    const bought = look(state, facts, purchaseLeg(facts, amount));
    if (typeof bought === 'string') return bought;
    looked.push(bought);
  }
  if (looked.some(({ end }) => end === 'exhausted')) return 'price_moved';
  if (looked.some(({ isTooDear }) => isTooDear)) return 'terms_changed';
  if (looked[0]?.isPaid === false) return 'insufficient_balance';
  return looked.some(({ end }) => end === 'self_trade') ? 'would_not_fill' : undefined;
}

/**
 * The amount to buy by; behind a sale the least and the most that it may bring: each fill's fee is rounded up, and each has a
 * lot at least. What fills the most fills all that is less, while a lot can be had.
 */
function purchaseBounds(facts: Facts, sold: Looked | undefined): AmountMinor[] {
  const { sale, purchase } = facts.command;
  if (purchase === undefined) return [];
  if (purchase.amount !== undefined) return [purchase.amount];
  const { saleMarket: market } = facts;
  assert(sale !== undefined && sold !== undefined && market !== undefined, 'it is paid by a sale');
  const gross = amountOf(sold.tickLots, market.terms.tickLotQuoteMinor);
  const fee = feeAmount(gross, market.terms.takerFeePpm);
  return [
    amountMinor(gross - fee - BigInt(sale.quantity)),
    amountMinor(gross - (fee === 0n ? 0n : fee - 1n)),
  ];
}

function look(state: EngineState, { owner, stamp }: Facts, leg: Leg): Looked | Reject {
  const { market, order: command, worst } = leg;
  const rates = market.terms;
  const demand = demandOf(command, market, { timeMs: indexTimeMs(stamp), worst });
  if (typeof demand === 'string') return demand;
  const orderId = state.counters.orderId + 1;
  const order = new PlacedOrder(command, demand, { orderId, rates, timeMs: stamp.timeMs });
  order.isGone = goneAt(state, stamp);
  const { end, tickLots } = walk(market.book, order);
  const { base, quote } = coinAccounts(state.ledger, owner, market);
  return {
    // Less than a lot is no conversion.
    end: end === 'filled' && !wouldFillAny(market.book, order) ? 'exhausted' : end,
    tickLots,
    isTooDear: isDearer(command, rates),
    isPaid: state.ledger.canPay(command.side === 'buy' ? quote : base, demand.hold),
  };
}

/** Places each leg, then sees to what their trades set off. */
function carryOut(state: EngineState, facts: Facts): Value {
  const { purchase } = facts.command;
  const sale = saleLeg(facts);
  const isPaidBySale = purchase !== undefined && purchase.amount === undefined;
  const sold = sale && enter(state, facts, sale, isPaidBySale);
  const amount = purchase?.amount ?? sold?.received;
  const bought =
    purchase === undefined || amount === undefined
      ? undefined
      : enter(state, facts, purchaseLeg(facts, amount), false);
  const legs = [sold, bought].filter((each) => each !== undefined);
  const receiptIds = noteConversion(state, facts.command, { legs, stamp: facts.stamp });
  for (const { market, moves } of legs) fireMoves(state, market, { moves, stamp: facts.stamp });
  return { kind: 'conversion', orders: legs.map(({ order }) => order), receiptIds };
}

interface Entered extends FilledLeg {
  /** After its fee. */
  readonly received: AmountMinor;
  readonly moves: readonly TriggerMove[];
}

/**
 * Fills one leg, then sees to the lists that its trades touched. What the next leg is paid by is out of their reach meanwhile:
 * an order that they place may be its owner's.
 */
function enter(state: EngineState, { owner, stamp }: Facts, leg: Leg, isKept: boolean): Entered {
  const { market, order: command, worst } = leg;
  const from = state.log.rows.trades.length;
  const rates = market.terms;
  const order = enterOrder(state, { command, owner, market, rates, worst, isNew: true, stamp });
  assert(typeof order !== 'string', 'a leg that was looked through is placed');
  assert(order.status === 'completed', 'a leg that was looked through is filled');
  const received = amountMinor(order.filledAmount - order.fee);
  const { quote } = coinAccounts(state.ledger, owner, market);
  if (isKept) state.ledger.freeze(quote, received);
  const moves = movesSince(state, from, stamp);
  if (isKept) state.ledger.release(quote, received);
  const trades = state.log.rows.trades
    .slice(from)
    .filter(({ takerOrderId }) => takerOrderId === order.orderId);
  return { market, order, worst, trades, received, moves };
}
