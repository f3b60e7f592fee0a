/**
 * Turns the fills that matching found into trades, journal entries and order changes. Each trade is one
 * entry: quote from buyer to seller, base from seller to buyer, and from both what they receive less
 * their fee by the rates of their order's placing, which the house takes.
 */
import { amountOf, feeAmount } from '@fairlead/formula';
import { type AmountMinor, amountMinor, priceTicks, quantityLots } from '@fairlead/units';
import { BUY, sideOf } from '../book/side-code.ts';
import type { Stamp } from '../command.ts';
import { coinAccounts } from '../ledger/coin-accounts.ts';
import { postFee } from '../ledger/fees.ts';
import { beginEntry, postTo } from '../ledger/journal.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import type { CoinAccounts, OrderOwner } from '../state/order-owner.ts';
import type { EngineState } from '../state/state.ts';
import type { PlacedOrder } from './placed-order.ts';

/** An order that was matched, with its owner and their accounts. */
export interface Taking {
  readonly market: TradedMarket;
  readonly order: PlacedOrder;
  readonly owner: OrderOwner;
  readonly accounts: CoinAccounts;
  readonly stamp: Stamp;
}

/** Settles all fills of the order just matched. */
export function settleTrades(state: EngineState, taking: Taking): void {
  for (let at = 0; at < state.fills.count; at += 1) settleFill(state, taking, at);
  state.log.noteBook(taking.market, taking.stamp.sequence);
}

function settleFill(state: EngineState, taking: Taking, at: number): void {
  const { market, order, stamp } = taking;
  const { terms } = market;
  const { fills, pool, ledger, orders } = state;
  const maker = fills.maker(at);
  const makerOwner = orders.owner(maker);
  const makerAccounts = coinAccounts(ledger, makerOwner, market);
  const tickLots = fills.price(at) * fills.lots(at);
  const isBuy = order.side === BUY;
  const notional = amountOf(tickLots, terms.tickLotQuoteMinor);
  const base = amountOf(fills.lots(at), terms.lotBaseMinor);
  const takerFee = feeAmount(isBuy ? base : notional, order.takerFeePpm);
  const makerFee = feeAmount(isBuy ? notional : base, orders.rates(maker).makerFeePpm);

  const tradeId = state.counters.tradeId + 1;
  state.counters.tradeId = tradeId;
  state.log.rows.trades.push({
    tradeId,
    marketId: terms.marketId,
    price: priceTicks(fills.price(at)),
    quantity: quantityLots(fills.lots(at)),
    notional,
    side: sideOf(order.side),
    makerOrderId: pool.orderId(maker),
    takerOrderId: order.orderId,
    makerOwner: makerOwner.owner,
    takerOwner: order.owner,
    makerFee,
    takerFee,
    timeMs: stamp.timeMs,
  });

  beginEntry(state, { reason: 'trade', reference: String(tradeId) }, stamp);
  // What the maker pays was frozen, and is now spent.
  if (isBuy) {
    ledger.release(makerAccounts.base, base);
    postQuote(state, market, {
      from: taking.accounts,
      to: makerAccounts,
      owner: makerOwner,
      amount: notional,
      fee: makerFee,
    });
    postBase(state, market, {
      from: makerAccounts,
      to: taking.accounts,
      owner: taking.owner,
      amount: base,
      fee: takerFee,
    });
  } else {
    ledger.release(makerAccounts.quote, notional);
    postQuote(state, market, {
      from: makerAccounts,
      to: taking.accounts,
      owner: taking.owner,
      amount: notional,
      fee: takerFee,
    });
    postBase(state, market, {
      from: taking.accounts,
      to: makerAccounts,
      owner: makerOwner,
      amount: base,
      fee: makerFee,
    });
  }

  state.vouches.meet(order.owner, makerOwner.owner, stamp.timeMs);
  order.addFill(fills.lots(at), notional, takerFee);
  orders.fill(maker, { notional, fee: makerFee, timeMs: stamp.timeMs });
  if (fills.isSlice(at)) {
    state.counters.orderId += 1;
    orders.setPriority(maker, state.counters.orderId);
  } else if (pool.remaining(maker) === 0) orders.close(maker, stamp.timeMs, undefined);
}

/** One currency of a trade: what one side pays, the other receives less the fee on it. */
interface Leg {
  readonly from: CoinAccounts;
  readonly to: CoinAccounts;
  /** Who receives, and pays the fee. */
  readonly owner: OrderOwner;
  readonly amount: AmountMinor;
  readonly fee: AmountMinor;
}

function postQuote(state: EngineState, market: TradedMarket, leg: Leg): void {
  postTo(state, leg.from.quote, amountMinor(-leg.amount));
  postTo(state, leg.to.quote, amountMinor(leg.amount - leg.fee));
  const { quoteCurrencyId: currencyId } = market.terms;
  // Most owners have no inviter: for them this is all.
  if (leg.owner.inviter === undefined) postTo(state, market.fees.quote, leg.fee);
  else postFee(state, leg.owner, { currencyId, feesSlot: market.fees.quote, fee: leg.fee });
  state.ledger.assertBalanced(currencyId);
}

function postBase(state: EngineState, market: TradedMarket, leg: Leg): void {
  postTo(state, leg.from.base, amountMinor(-leg.amount));
  postTo(state, leg.to.base, amountMinor(leg.amount - leg.fee));
  const { baseCurrencyId: currencyId } = market.terms;
  if (leg.owner.inviter === undefined) postTo(state, market.fees.base, leg.fee);
  else postFee(state, leg.owner, { currencyId, feesSlot: market.fees.base, fee: leg.fee });
  state.ledger.assertBalanced(currencyId);
}
