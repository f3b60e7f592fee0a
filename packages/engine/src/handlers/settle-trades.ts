/**
 * Turns the fills that matching found into trades, journal entries and order changes. Each trade is one
 * entry: quote from buyer to seller, base from seller to buyer, and from both what they receive less
 * their fee, which the house takes.
 */
import { amountOf, feeAmount } from '@fairlead/formula';
import { type AmountMinor, amountMinor, priceTicks, quantityLots } from '@fairlead/units';
import { BUY, sideOf } from '../book/side-code.ts';
import type { Stamp } from '../command.ts';
import { ledgerAccountId } from '../ledger/account-id.ts';
import { HOUSE, type OwnerId } from '../terms.ts';
import { beginEntry, postTo } from './journal.ts';
import type { PlacedOrder } from './placed-order.ts';
import type { EngineState } from './state.ts';
import type { TradedMarket } from './traded-market.ts';

interface Taking {
  readonly market: TradedMarket;
  readonly order: PlacedOrder;
  readonly stamp: Stamp;
}

/** Settles all fills of the order just matched. */
export function settleTrades(state: EngineState, taking: Taking): void {
  const { market, order, stamp } = taking;
  const accounts = tradeAccounts(state, market, order.owner);
  for (let at = 0; at < state.fills.count; at += 1) settleFill(state, taking, { at, accounts });
  state.log.noteBook(market, stamp.sequence);
}

/** Ledger slots of both currencies. */
interface CoinAccounts {
  readonly base: number;
  readonly quote: number;
}

interface TradeAccounts {
  readonly taker: CoinAccounts;
  readonly fees: CoinAccounts;
}

function tradeAccounts(state: EngineState, market: TradedMarket, taker: OwnerId): TradeAccounts {
  const { baseCurrencyId, quoteCurrencyId } = market.terms;
  const { ledger } = state;
  return {
    taker: coinAccounts(state, market, taker),
    fees: {
      base: ledger.open(ledgerAccountId(HOUSE, 'fees', baseCurrencyId)),
      quote: ledger.open(ledgerAccountId(HOUSE, 'fees', quoteCurrencyId)),
    },
  };
}

function coinAccounts(state: EngineState, market: TradedMarket, owner: OwnerId): CoinAccounts {
  const { baseCurrencyId, quoteCurrencyId } = market.terms;
  return {
    base: state.ledger.open(ledgerAccountId(owner, 'coin', baseCurrencyId)),
    quote: state.ledger.open(ledgerAccountId(owner, 'coin', quoteCurrencyId)),
  };
}

interface Fill {
  readonly at: number;
  readonly accounts: TradeAccounts;
}

function settleFill(state: EngineState, { market, order, stamp }: Taking, { at, accounts }: Fill) {
  const { terms } = market;
  const { fills, pool, ledger } = state;
  const maker = fills.maker(at);
  const makerOwner = pool.owner(maker);
  const price = fills.price(at);
  const lots = fills.lots(at);
  const notional = amountOf(price * lots, terms.tickLotQuoteMinor);
  const base = amountOf(lots, terms.lotBaseMinor);
  const isBuy = order.side === BUY;
  const takerFee = feeAmount(isBuy ? base : notional, terms.takerFeePpm);
  const makerFee = feeAmount(isBuy ? notional : base, terms.makerFeePpm);
  const makerAccounts = coinAccounts(state, market, makerOwner);

  const tradeId = state.counters.tradeId + 1;
  state.counters.tradeId = tradeId;
  state.log.rows.trades.push({
    tradeId,
    marketId: terms.marketId,
    price: priceTicks(price),
    quantity: quantityLots(lots),
    notional,
    side: sideOf(order.side),
    makerOrderId: pool.orderId(maker),
    takerOrderId: order.orderId,
    makerOwner,
    takerOwner: order.owner,
    makerFee,
    takerFee,
    timeMs: stamp.timeMs,
  });

  // What the maker pays was frozen, and is now spent.
  if (isBuy) ledger.release(makerAccounts.base, base);
  else ledger.release(makerAccounts.quote, notional);
  postTrade(state, {
    entryId: beginEntry(state, { reason: 'trade', reference: String(tradeId) }, stamp),
    buyer: isBuy ? accounts.taker : makerAccounts,
    seller: isBuy ? makerAccounts : accounts.taker,
    fees: accounts.fees,
    base,
    notional,
    baseFee: isBuy ? takerFee : makerFee,
    quoteFee: isBuy ? makerFee : takerFee,
  });
  ledger.assertBalanced(terms.baseCurrencyId);
  ledger.assertBalanced(terms.quoteCurrencyId);

  order.addFill(lots, notional, takerFee);
  state.orders.fill(maker, { notional, fee: makerFee, timeMs: stamp.timeMs });
  if (pool.remaining(maker) === 0) state.orders.close(maker, stamp.timeMs, undefined);
}

interface TradePostings {
  readonly entryId: number;
  readonly buyer: CoinAccounts;
  readonly seller: CoinAccounts;
  readonly fees: CoinAccounts;
  readonly base: AmountMinor;
  readonly notional: AmountMinor;
  readonly baseFee: AmountMinor;
  readonly quoteFee: AmountMinor;
}

function postTrade(state: EngineState, trade: TradePostings): void {
  const { entryId, buyer, seller, fees, base, notional, baseFee, quoteFee } = trade;
  postTo(state, entryId, { slot: buyer.quote, amount: amountMinor(-notional) });
  postTo(state, entryId, { slot: seller.quote, amount: amountMinor(notional - quoteFee) });
  postTo(state, entryId, { slot: fees.quote, amount: quoteFee });
  postTo(state, entryId, { slot: seller.base, amount: amountMinor(-base) });
  postTo(state, entryId, { slot: buyer.base, amount: amountMinor(base - baseFee) });
  postTo(state, entryId, { slot: fees.base, amount: baseFee });
}
