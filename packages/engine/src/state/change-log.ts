/** Collects the rows of a batch that no other part keeps. Rows are in the order in which they came to be. */

import type { ReceiptRow } from '../changes.ts';
import type {
  EntryRow,
  OwnerStateRow,
  PostingRow,
  ReceivedTransferRow,
  TransferRow,
  WithdrawalHoldRow,
} from '../ledger/rows.ts';
import type { GridRow, IndexRow } from '../market/rows.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import type { AmendmentRow, ConversionRow, TradeRow } from '../spot/rows.ts';
import type { Currency, Market, OwnerId, TradingRow } from '../terms.ts';

class BatchRows {
  readonly owners: OwnerId[] = [];
  readonly trades: TradeRow[] = [];
  readonly amendments: AmendmentRow[] = [];
  readonly conversions: ConversionRow[] = [];
  readonly entries: EntryRow[] = [];
  readonly postings: PostingRow[] = [];
  readonly transfers: TransferRow[] = [];
  readonly receivedTransfers: ReceivedTransferRow[] = [];
  readonly index: IndexRow[] = [];
  readonly receipts: ReceiptRow[] = [];
  currencies: Currency[] = [];
  markets: Market[] = [];
  grids: GridRow[] = [];
  ownerStates: OwnerStateRow[] = [];
  withdrawalHolds: WithdrawalHoldRow[] = [];
  trading: TradingRow | undefined;
  /** Markets whose book changed. */
  readonly books: TradedMarket[] = [];
}

export class ChangeLog {
  #rows = new BatchRows();

  get rows(): BatchRows {
    return this.#rows;
  }

  /** Terms changed twice in a batch are given out once, as they last were. */
  addCurrency(currency: Currency): void {
    const others = this.#rows.currencies.filter((row) => row.currencyId !== currency.currencyId);
    this.#rows.currencies = [...others, currency];
  }

  addMarket(market: Market): void {
    const others = this.#rows.markets.filter((row) => row.marketId !== market.marketId);
    this.#rows.markets = [...others, market];
  }

  /** Of two grids that began at the same ids the later holds. */
  addGrid(grid: GridRow): void {
    const others = this.#rows.grids.filter(
      (row) =>
        row.marketId !== grid.marketId ||
        row.afterOrderId !== grid.afterOrderId ||
        row.afterTradeId !== grid.afterTradeId,
    );
    this.#rows.grids = [...others, grid];
  }

  addOwnerState(state: OwnerStateRow): void {
    const others = this.#rows.ownerStates.filter(({ owner }) => owner !== state.owner);
    this.#rows.ownerStates = [...others, state];
  }

  addWithdrawalHold(hold: WithdrawalHoldRow): void {
    const others = this.#rows.withdrawalHolds.filter(({ owner }) => owner !== hold.owner);
    this.#rows.withdrawalHolds = [...others, hold];
  }

  /** Notes that a command changed the book of a market. */
  noteBook(market: TradedMarket, sequence: number): void {
    if (market.bookSequence === market.depthSequence) this.#rows.books.push(market);
    market.bookSequence = sequence;
  }

  /** What was collected, and an empty log from here on. */
  take(): BatchRows {
    const rows = this.#rows;
    this.#rows = new BatchRows();
    return rows;
  }
}
