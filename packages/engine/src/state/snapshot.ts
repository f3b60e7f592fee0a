/** The whole state as rows, as the tables hold it, and the state made again from such rows. */
import { assert } from '@fairlead/units';
import type { Snapshot, StoredSnapshot } from '../changes.ts';
import { isSubAccount } from '../family.ts';
import type { StoredBalance, WithdrawalHoldRow } from '../ledger/rows.ts';
import type { IndexRow } from '../market/rows.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import { emptyState, PRODUCTS, productSnapshot, takeProductChanges } from '../products.ts';
import type { OwnerId, TradingRow } from '../terms.ts';
import type { OrderOwner } from './order-owner.ts';
import type { EngineState } from './state.ts';
import { eachOf, type Steps } from './steps.ts';
import { bothReasons, lossReason } from './trading-mode.ts';

/** Everything a reload needs, each list in the order of its ids. */
export const takeSnapshot = (state: EngineState): Snapshot => ({
  ...holdSnapshot(state),
  owners: [...state.owners.keys()].sort((left, right) => left - right),
  balances: state.ledger.rows(),
});

/**
 * The same as it is now, whatever is done later, with as little copied as can be: owners and balances in no order,
 * balances as columns. O(what is open + owners).
 */
export function holdSnapshot(state: EngineState): StoredSnapshot {
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
    owners: [...state.owners.keys()],
    currencies: [...state.currencies.values()].sort(
      (left, right) => left.currencyId - right.currencyId,
    ),
    markets: markets.map(({ terms }) => terms),
    balances: state.ledger.held(),
    index,
    ...(taken.length > 0 && { takenSamples: taken }),
    frozenOwners: frozenOwners(state),
    sentTransfers: state.sentTransfers.rows(),
    withdrawalHolds: withdrawalHolds(state),
    ...productSnapshot(state),
    ...(state.trading !== undefined && { trading: state.trading }),
    references: state.references.list(),
  };
}

function frozenOwners(state: EngineState): OwnerId[] {
  const frozen: OwnerId[] = [];
  for (const { owner, isFrozenItself } of state.owners.values())
    if (isFrozenItself) frozen.push(owner);
  return frozen.sort((left, right) => left - right);
}

function withdrawalHolds(state: EngineState): WithdrawalHoldRow[] {
  const holds: WithdrawalHoldRow[] = [];
  for (const { owner, withdrawalHold: reason } of state.owners.values())
    if (reason !== undefined) holds.push({ owner, reason });
  return holds.sort((left, right) => left.owner - right.owner);
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

/** Rows that contradict each other are refused: nothing is repaired silently. */
export function* restoreSteps(snapshot: StoredSnapshot): Steps<EngineState> {
  const state = emptyState();
  Object.assign(state.counters, snapshot.counters);
  state.trading = snapshot.trading;
  // They come in no order, and a sub-account needs its main account.
  const subAccounts: OwnerId[] = [];
  yield* eachOf(snapshot.owners, (owner) => {
    if (isSubAccount(owner)) subAccounts.push(owner);
    else state.addOwner(owner);
  });
  yield* eachOf(subAccounts, (owner) => state.addOwner(owner));
  for (const currency of snapshot.currencies) state.currencies.set(currency.currencyId, currency);
  for (const terms of snapshot.markets) state.addMarket(terms);
  for (const row of snapshot.index) restoreIndex(state, row);
  for (const row of snapshot.takenSamples ?? []) restoreTaken(state, row);
  yield* eachOf(snapshot.balances, (row) => state.ledger.restore(row.accountId, row.total));
  for (const id of snapshot.frozenOwners) storedOwner(state, id).isFrozenItself = true;
  for (const { owner, reason } of snapshot.withdrawalHolds)
    storedOwner(state, owner).withdrawalHold = reason;
  state.sentTransfers.restore(snapshot.sentTransfers);
  for (const product of PRODUCTS) product.restore(state, snapshot);
  if (snapshot.drift === undefined) yield* soundSteps(state, snapshot);
  state.references.restore(snapshot.references ?? []);
  forgetChanges(state);
  if (snapshot.drift !== undefined) stopForDrift(state, snapshot.drift);
  return state;
}

function* soundSteps(state: EngineState, { balances, currencies }: StoredSnapshot): Steps<void> {
  yield* eachOf(balances, (row) => assertFrozen(state, row));
  for (const product of PRODUCTS) product.checkStored?.(state);
  for (const { currencyId } of currencies) state.ledger.assertBalanced(currencyId);
}

/** What is wrong stays as it is, and nothing opens; the next batch writes that it is so. */
function stopForDrift(state: EngineState, reason: string): void {
  state.ledger.acceptSums();
  if (state.isCancelOnly && state.trading?.cause === 'drift') return;
  const { timeMs: sinceMs } = state.counters;
  const lost = lossReason(state);
  const why = lost === undefined ? reason : bothReasons(reason, lost);
  const row: TradingRow = { mode: 'cancel_only', cause: 'drift', reason: why, sinceMs };
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

function storedOwner(state: EngineState, id: OwnerId): OrderOwner {
  const owner = state.owners.get(id);
  assert(owner !== undefined, 'an owner that is frozen or held is known');
  return owner;
}

function assertFrozen(state: EngineState, row: StoredBalance): void {
  const slot = state.ledger.find(row.accountId);
  assert(state.ledger.frozen(slot) === row.frozen, 'what is frozen is the sum of the holds');
}

/** Restoring is no change. */
function forgetChanges(state: EngineState): void {
  state.log.take();
  state.ledger.forgetTouched();
  takeProductChanges(state);
  for (const { book } of state.markets.values()) {
    book.bids.takeTouched();
    book.asks.takeTouched();
  }
}
