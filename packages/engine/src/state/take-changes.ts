/** Hands out what a batch of commands did, and begins the next batch. */
import { priceTicks, quantityLots } from '@fairlead/units';
import type { PriceLadder } from '../book/price-ladder.ts';
import { sideOf } from '../book/side-code.ts';
import type { Changes } from '../changes.ts';
import type { DepthChange, LevelChange } from '../market/rows.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import { takeProductChanges } from '../products.ts';
import { NONE } from '../table/slot-table.ts';
import type { EngineState } from './state.ts';

export function takeChanges(state: EngineState): Changes {
  const log = state.log.take();
  return {
    owners: log.owners,
    currencies: log.currencies,
    markets: log.markets,
    trades: log.trades,
    amendments: log.amendments,
    conversions: log.conversions,
    entries: log.entries,
    postings: log.postings,
    balances: state.ledger.takeTouched(),
    transfers: log.transfers,
    sentTransfers: state.sentTransfers.takeChanged(),
    receivedTransfers: log.receivedTransfers,
    depth: log.books.map(takeDepth),
    index: log.index,
    grids: log.grids,
    ownerStates: log.ownerStates,
    withdrawalHolds: log.withdrawalHolds,
    ...takeProductChanges(state),
    receipts: log.receipts,
    ...(log.trading !== undefined && { trading: log.trading }),
    counters: { ...state.counters },
  };
}

/** The levels of a market that changed, bids first, each side best first. */
function takeDepth(market: TradedMarket): DepthChange {
  const { book, terms, bookSequence: sequence } = market;
  const levels: LevelChange[] = [];
  takeLevels(book.bids, levels);
  takeLevels(book.asks, levels);
  const previous = market.depthSequence;
  market.depthSequence = sequence;
  return { marketId: terms.marketId, previous, sequence, levels };
}

function takeLevels(ladder: PriceLadder, levels: LevelChange[]): void {
  if (!ladder.isTouched) return;
  for (const rank of ladder.takeTouched()) {
    const level = ladder.find(rank);
    levels.push({
      side: sideOf(ladder.side),
      price: priceTicks(Math.abs(rank)),
      quantity: quantityLots(level === NONE ? 0 : ladder.lots(level)),
    });
  }
}
