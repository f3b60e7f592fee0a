/** Runs each command on the engine and on the oracle and compares everything either can see. */
import { type Command, Engine, type OrderRow, type Result, USER_ACCOUNTS } from '@fairlead/engine';
import { NaiveExchange, type NaiveOrder } from '@fairlead/testkit';
import { expect } from 'vitest';

export class Comparison {
  readonly naive: NaiveExchange;
  readonly engine = new Engine();
  #sequence = 0;

  constructor(naive = new NaiveExchange()) {
    this.naive = naive;
  }

  run(command: Command, timeMs: number): void {
    this.#sequence += 1;
    const tradesBefore = this.naive.trades.length;
    const expected = this.naive.execute(command, timeMs);
    const result = this.engine.execute(command, { sequence: this.#sequence, timeMs });
    const changes = this.engine.takeChanges();

    if (typeof expected === 'object') expect(plain(orderOf(result))).toEqual(naivePlain(expected));
    else expect(result.ok ? 'done' : result.reject).toBe(expected);
    if (!result.ok) expect({ ...changes, counters: undefined }).toEqual(NO_CHANGES);
    expect(changes.trades.map(tradeFields)).toEqual(
      this.naive.trades.slice(tradesBefore).map(tradeFields),
    );
    for (const row of changes.balances) {
      const holder = row.owner === 0 ? 'house' : row.owner;
      const key = `${holder} ${row.account} ${row.currencyId}`;
      const frozen = row.account === 'coin' ? this.naive.frozen(row.owner, row.currencyId) : 0n;
      expect([key, row.total, row.frozen]).toEqual([key, this.naive.total(key), frozen]);
    }
  }

  /** Compares the whole of both: books, balances, open orders. */
  compareAll(): void {
    for (const { marketId } of this.engine.markets()) {
      const { bids, asks } = this.engine.depth(marketId, 10_000);
      expect(bids).toEqual(this.naive.depth(marketId, 'buy'));
      expect(asks).toEqual(this.naive.depth(marketId, 'sell'));
    }
    for (const owner of this.naive.owners) {
      const orders = this.naive.orders.filter((order) => order.owner === owner);
      expect(this.engine.openOrders(owner).map(plain)).toEqual(orders.map(naivePlain));
      for (const account of USER_ACCOUNTS) {
        for (const currencyId of this.naive.currencies) {
          const { total, frozen } = this.engine.balance(owner, account, currencyId);
          expect(total).toBe(this.naive.total(`${owner} ${account} ${currencyId}`));
          expect(frozen).toBe(account === 'coin' ? this.naive.frozen(owner, currencyId) : 0n);
        }
      }
    }
  }
}

const NO_CHANGES = {
  owners: [],
  currencies: [],
  markets: [],
  orders: [],
  trades: [],
  entries: [],
  postings: [],
  balances: [],
  transfers: [],
  depth: [],
  index: [],
  grids: [],
  deposits: [],
  withdrawals: [],
  ownerStates: [],
  loneWords: [],
  vouches: [],
  futuresTerms: [],
  optionTerms: [],
  optionCurrencies: [],
  positions: [],
  options: [],
  receipts: [],
  hostingProducts: [],
  hostings: [],
  offerings: [],
  subscriptions: [],
  referralTerms: [],
  partners: [],
  referrals: [],
  rebates: [],
  rebateDays: [],
  counters: undefined,
};

function orderOf(result: Result): OrderRow {
  if (!result.ok || result.value.kind !== 'order') {
    throw new Error(`no order, but ${result.ok ? result.value.kind : result.reject}`);
  }
  return result.value.order;
}

function plain(order: OrderRow) {
  return {
    orderId: order.orderId,
    owner: order.owner,
    marketId: order.marketId,
    side: order.side,
    timeInForce: order.timeInForce,
    clientOrderId: order.clientOrderId,
    price: order.price === undefined ? undefined : BigInt(order.price),
    quantity: order.quantity === undefined ? undefined : BigInt(order.quantity),
    amount: order.amount,
    filledQuantity: BigInt(order.filledQuantity),
    filledAmount: order.filledAmount,
    fee: order.fee,
    makerRate: order.makerFeePpm,
    takerRate: order.takerFeePpm,
    status: order.status,
    cancelReason: order.cancelReason,
  };
}

function naivePlain(order: NaiveOrder) {
  return { ...order };
}

function tradeFields(trade: {
  price: number | bigint;
  quantity: number | bigint;
  makerOrderId: number;
  takerOrderId: number;
  makerFee: bigint;
  takerFee: bigint;
}) {
  const { makerOrderId, takerOrderId, makerFee, takerFee } = trade;
  const price = Number(trade.price);
  return {
    price,
    quantity: Number(trade.quantity),
    makerOrderId,
    takerOrderId,
    makerFee,
    takerFee,
  };
}
