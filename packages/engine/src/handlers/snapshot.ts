/** The whole state as rows, as the tables hold it, and the state made again from such rows. */
import { assert } from '@fairlead/units';
import { sideCode } from '../book/side-code.ts';
import type { BalanceRow, IndexRow, OrderRow, Snapshot, StoredSnapshot } from '../changes.ts';
import { byOrderId } from '../orders/open-orders.ts';
import { NONE } from '../table/slot-table.ts';
import type { OwnerId, TradingRow } from '../terms.ts';
import { checkInTransit, custodyHolds } from './check-custody.ts';
import { coinAccounts } from './coin-accounts.ts';
import { derivativeSnapshot, restoreDerivatives, takeDerivativeChanges } from './derivatives.ts';
import { EngineState } from './state.ts';
import type { TradedMarket } from './traded-market.ts';
import { restoreWealth, takeWealthChanges, wealthSnapshot } from './wealth.ts';

/** Everything a reload needs, each list in the order of its ids. */
export function takeSnapshot(state: EngineState): Snapshot {
  const index: IndexRow[] = [];
  const markets = [...state.markets.values()].sort(
    (left, right) => left.terms.marketId - right.terms.marketId,
  );
  for (const market of markets) {
    const row = indexRow(market);
    if (row !== undefined) index.push(row);
  }
  const taken = takenSamples(state);
  return {
    counters: { ...state.counters },
    owners: [...state.owners.keys()].sort((left, right) => left - right),
    currencies: [...state.currencies.values()].sort(
      (left, right) => left.currencyId - right.currencyId,
    ),
    markets: markets.map(({ terms }) => terms),
    orders: waitingOrders(state),
    balances: state.ledger.rows(),
    index,
    ...(taken.length > 0 && { takenSamples: taken }),
    frozenOwners: frozenOwners(state),
    deposits: state.deposits.rows(),
    withdrawals: state.withdrawals.rows(),
    loneWords: state.loneWords.rows(state.counters.timeMs),
    vouches: state.vouches.rows(state.counters.timeMs),
    ...derivativeSnapshot(state),
    ...wealthSnapshot(state),
    ...(state.trading !== undefined && { trading: state.trading }),
    references: state.references.list(),
    chainOutputs: state.deposits.outputs(),
  };
}

function frozenOwners(state: EngineState): OwnerId[] {
  const frozen: OwnerId[] = [];
  for (const { owner, isFrozen } of state.owners.values()) if (isFrozen) frozen.push(owner);
  return frozen.sort((left, right) => left - right);
}

/** The last index sample of a market, if there was one. */
export function indexRow({ terms, index }: TradedMarket): IndexRow | undefined {
  const { sampleTimeMs, price, isMarketStale } = index;
  if (sampleTimeMs === 0) return undefined;
  const row = {
    marketId: terms.marketId,
    sampleTimeMs,
    ...(isMarketStale && { isMarketStale }),
  };
  return price === undefined ? row : { ...row, price };
}

/** All waiting orders in the order of their ids. */
export function waitingOrders(state: EngineState): OrderRow[] {
  const orders: OrderRow[] = [];
  for (const owner of state.owners.values()) orders.push(...state.orders.ofOwner(owner));
  return orders.sort(byOrderId);
}

/** Rows that contradict each other are refused: nothing is repaired silently. */
export function restoreState(snapshot: StoredSnapshot): EngineState {
  const state = new EngineState();
  Object.assign(state.counters, snapshot.counters);
  state.trading = snapshot.trading;
  for (const owner of snapshot.owners) state.addOwner(owner);
  for (const currency of snapshot.currencies) state.currencies.set(currency.currencyId, currency);
  for (const terms of snapshot.markets) state.addMarket(terms);
  for (const row of snapshot.index) restoreIndex(state, row);
  for (const row of snapshot.takenSamples ?? []) restoreTaken(state, row);
  for (const row of snapshot.balances) state.ledger.restore(row.accountId, row.total);
  for (const row of snapshot.orders) restoreOrder(state, row);
  restoreCustody(state, snapshot);
  restoreDerivatives(state, snapshot);
  restoreWealth(state, snapshot);
  if (snapshot.drift === undefined) assertSound(state, snapshot);
  state.references.restore(snapshot.references ?? []);
  forgetChanges(state);
  if (snapshot.drift !== undefined) stopForDrift(state, snapshot.drift);
  return state;
}

function assertSound(state: EngineState, { balances, currencies }: Snapshot): void {
  for (const row of balances) assertFrozen(state, row);
  checkInTransit(state);
  for (const { currencyId } of currencies) state.ledger.assertBalanced(currencyId);
}

/** What is wrong stays as it is, and nothing opens; the next batch writes that it is so. */
function stopForDrift(state: EngineState, reason: string): void {
  state.ledger.acceptSums();
  if (state.isCancelOnly && state.trading?.cause === 'drift') return;
  const { timeMs: sinceMs } = state.counters;
  const row: TradingRow = { mode: 'cancel_only', cause: 'drift', reason, sinceMs };
  state.trading = row;
  state.log.rows.trading = row;
}

function restoreIndex(state: EngineState, row: IndexRow): void {
  const market = state.markets.get(row.marketId);
  assert(market !== undefined, 'an index sample belongs to a market');
  market.index.take(row, market.terms);
}

function restoreTaken(state: EngineState, { marketId, sampleTimeMs }: IndexRow): void {
  const market = state.markets.get(marketId);
  assert(market !== undefined, 'an index sample belongs to a market');
  market.index.addTaken(sampleTimeMs);
}

/** Seconds that no sample may have any more, of all markets. */
function takenSamples(state: EngineState): readonly IndexRow[] {
  return [...state.markets.values()].flatMap(({ terms: { marketId }, index }) =>
    index.takenMs.map((sampleTimeMs) => ({ marketId, sampleTimeMs })),
  );
}

function restoreOrder(state: EngineState, row: OrderRow): void {
  const market = state.markets.get(row.marketId);
  const owner = state.owners.get(row.owner);
  assert(market !== undefined && owner !== undefined, 'an order has a market and an owner');
  const { price, quantity, makerFeePpm, takerFeePpm } = row;
  assert(price !== undefined && quantity !== undefined, 'only limit orders wait');
  const hasRates = makerFeePpm !== undefined && takerFeePpm !== undefined;
  assert(hasRates, 'a waiting order keeps the rates of its placing');
  assert(row.orderId <= state.counters.orderId, 'an order id was given out before');
  assert(state.pool.find(row.orderId) === NONE, 'an order is restored once');
  assert(row.filledQuantity < quantity, 'a waiting order has a remainder');
  const slot = market.book.rest({
    orderId: row.orderId,
    owner: row.owner,
    side: sideCode(row.side),
    priceTicks: price,
    remainingLots: quantity - row.filledQuantity,
  });
  state.orders.add(
    slot,
    {
      ...row,
      quantityLots: quantity,
      clientOrderId: row.clientOrderId,
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

function restoreCustody(state: EngineState, snapshot: Snapshot): void {
  for (const id of snapshot.frozenOwners) {
    const owner = state.owners.get(id);
    assert(owner !== undefined, 'an owner that is frozen is known');
    owner.isFrozen = true;
  }
  state.deposits.restore(snapshot.deposits, snapshot.chainOutputs);
  state.withdrawals.restore(snapshot.withdrawals);
  state.loneWords.restore(snapshot.loneWords);
  state.vouches.restore(snapshot.vouches);
  for (const { accountId, amount } of custodyHolds(state)) {
    state.ledger.freeze(state.ledger.open(accountId), amount);
  }
}

function assertFrozen(state: EngineState, row: BalanceRow): void {
  const slot = state.ledger.find(row.accountId);
  assert(state.ledger.frozen(slot) === row.frozen, 'what is frozen is the sum of the holds');
}

/** Restoring is no change. */
function forgetChanges(state: EngineState): void {
  state.log.take();
  state.orders.takeRows();
  state.ledger.takeTouched();
  takeDerivativeChanges(state);
  takeWealthChanges(state);
  for (const { book } of state.markets.values()) {
    book.bids.takeTouched();
    book.asks.takeTouched();
  }
}
