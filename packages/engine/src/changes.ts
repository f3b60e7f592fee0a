/**
 * What commands did, as rows: the sequencer hands them to the store in one transaction and, after its
 * commit, to the realtime publisher. All values are copies; the engine may run on. What a product adds is in its `rows.ts`.
 */
import type { PriceE8 } from '@fairlead/units';
import type { Counters } from './command.ts';
import type { CustodyChanges, CustodySnapshot } from './custody/rows.ts';
import type { FuturesChanges, FuturesSnapshot } from './futures/rows.ts';
import type { HostingChanges, HostingSnapshot } from './hosting/rows.ts';
import type {
  BalanceRow,
  EntryRow,
  OwnerStateRow,
  PostingRow,
  ReceivedTransferRow,
  SentTransferRow,
  StoredBalance,
  TransferRow,
  WithdrawalHoldRow,
} from './ledger/rows.ts';
import type { DepthChange, GridRow, IndexRow } from './market/rows.ts';
import type { OfferingChanges, OfferingSnapshot } from './offerings/rows.ts';
import type { OptionChanges, OptionSnapshot } from './options/rows.ts';
import type { ReferralChanges, ReferralSnapshot } from './referral/rows.ts';
import type { SpotChanges, SpotSnapshot } from './spot/rows.ts';
import type { Currency, Market, OwnerId, TradingRow } from './terms.ts';

/** Everything a batch of commands did. Rows are in the order in which they came to be. */
export interface Changes
  extends SpotChanges,
    CustodyChanges,
    OptionChanges,
    FuturesChanges,
    HostingChanges,
    OfferingChanges,
    ReferralChanges {
  readonly owners: readonly OwnerId[];
  readonly currencies: readonly Currency[];
  readonly markets: readonly Market[];
  readonly entries: readonly EntryRow[];
  readonly postings: readonly PostingRow[];
  readonly balances: readonly BalanceRow[];
  readonly transfers: readonly TransferRow[];
  /** As they are after the batch. */
  readonly sentTransfers: readonly SentTransferRow[];
  readonly receivedTransfers: readonly ReceivedTransferRow[];
  readonly depth: readonly DepthChange[];
  readonly index: readonly IndexRow[];
  /**
   * Grids of new markets and new ones of others. One that nothing was numbered under is replaced by the next:
   * the same market and ids are given out again, in another batch too.
   */
  readonly grids: readonly GridRow[];
  readonly ownerStates: readonly OwnerStateRow[];
  readonly withdrawalHolds: readonly WithdrawalHoldRow[];
  /** In the order of their ids. */
  readonly receipts: readonly ReceiptRow[];
  /** Absent unless it changed. */
  readonly trading?: TradingRow;
  readonly counters: Counters;
}

/** What a reload reads from the tables: terms, open orders (by id), balances, last index samples. */
export interface Snapshot
  extends SpotSnapshot,
    CustodySnapshot,
    OptionSnapshot,
    FuturesSnapshot,
    HostingSnapshot,
    OfferingSnapshot,
    ReferralSnapshot {
  readonly counters: Counters;
  readonly owners: readonly OwnerId[];
  readonly currencies: readonly Currency[];
  readonly markets: readonly Market[];
  readonly balances: readonly BalanceRow[];
  /** Last sample of each market. */
  readonly index: readonly IndexRow[];
  /**
   * Seconds of which the tables hold a sample that was made while a clock had run ahead: it counts for nothing, and no
   * other may take its place. May be left out when there are none.
   */
  readonly takenSamples?: readonly Pick<IndexRow, 'marketId' | 'sampleTimeMs'>[];
  readonly frozenOwners: readonly OwnerId[];
  /** On their way to other engines, by id. */
  readonly sentTransfers: readonly SentTransferRow[];
  /** Owners of whom nothing may leave, and why. */
  readonly withdrawalHolds: readonly WithdrawalHoldRow[];
  /** Absent while it was never stopped. */
  readonly trading?: TradingRow;
  /**
   * "reason reference" of the latest posted entries, oldest first. May be left out: the tables' unique
   * index refuses a repetition of those committed, so the engine needs to know only what is in flight.
   */
  readonly references?: readonly string[];
}

/** What an engine is made of: of the many there is no list, they are gone through once or twice. */
export interface StoredSnapshot extends Omit<Snapshot, 'owners' | 'balances'> {
  readonly owners: Iterable<OwnerId>;
  readonly balances: Iterable<StoredBalance>;
  /**
   * Why it is taken although its balances do not add up: the engine then stands in cancel-only mode for a drift, so that
   * people can cancel.
   */
  readonly drift?: string;
}

export const RECEIPT_KINDS = [
  /** A position opened, at the market or at its limit. */
  'open',
  /** Closed by its owner, all of it or a part. */
  'close',
  /** Its owner added margin. */
  'margin',
  'take_profit',
  'stop_loss',
  'liquidation',
  'profit_cap',
  /** An option order's strike. */
  'purchase',
  'delivery',
  /** A trigger order whose price was reached. */
  'trigger',
  /** One leg of a conversion, or a purchase of a plan: an order through the book within its owner's bound. */
  'conversion',
  'loss',
] as const;

export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** Names of the wire and their values; decimals are texts, times and ids numbers. */
export type ReceiptFields = Readonly<Record<string, string | number>>;

/**
 * What happened at the index, to be sealed: the sequencer adds the samples' sources, a salt and the hashes. Ids are
 * gapless, in the order in which things happened; they are the chain. One of kind `loss` leaves out those that the
 * database lost, and names them; it is of the house and of no market.
 */
export interface ReceiptRow {
  readonly receiptId: number;
  readonly kind: ReceiptKind;
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly symbol: string;
  readonly timeMs: number;
  /** The position, option or trigger order; the sequence of a declared loss. */
  readonly subjectId: number;
  /** What had been agreed. Public: names no owner and no amount. */
  readonly terms: ReceiptFields;
  /** The price that the result is measured against: an option's, or a position's opening. */
  readonly strike?: PriceE8;
  /** Seconds whose samples were used, ascending. Of a window all that came, stale ones too. */
  readonly sampleTimesMs: readonly number[];
  /** What came of it. Public likewise. */
  readonly result: ReceiptFields;
  /** Owner and amounts: only their salted digest is public. */
  readonly details: ReceiptFields;
}
