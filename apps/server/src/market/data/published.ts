/** What published copies are made of, and what they tell. */
import type { PublicTrade, Standstill } from '@fairlead/contract';
import type { Snapshot } from '@fairlead/engine';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import type { CommittedBatch } from '../../core/sequencer/submission.ts';
import type { Database } from '../../core/store/database.ts';
import type { Candles } from '../candles/candles.ts';
import type { CopyLevel, WaitingQuantity } from './book-copy.ts';

export interface MarketDataOptions {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, 'atRest' | 'onCommitted'>;
  readonly candles: Pick<Candles, 'stored'>;
  /** What quotations say of products that stand still. */
  readonly standstills?: { now(): readonly Standstill[] };
  readonly clock: { now(): number };
  /** Owners whose trades are flagged: the demo's maker and taker. */
  readonly botOwners?: readonly number[];
}

/** A book's change after a commit. */
export interface BookUpdate {
  readonly marketId: number;
  /** The book was emptied by new terms: what was known of it is void. */
  readonly isReset: boolean;
  readonly sequence: number;
  readonly bids: readonly CopyLevel[];
  readonly asks: readonly CopyLevel[];
}

/** What a commit changed of what is published. */
export interface PublishedUpdate {
  readonly batch: CommittedBatch;
  /** Markets whose quotation changed. */
  readonly quoted: ReadonlySet<number>;
  readonly books: readonly BookUpdate[];
  /** By symbol, oldest first. */
  readonly trades: ReadonlyMap<string, readonly PublicTrade[]>;
  /** Symbols with a new index sample. */
  readonly indexed: readonly string[];
}

/** What the copies begin with: the engine's snapshot at rest, or what the tables hold as of one moment. */
export type PublishedSnapshot = Pick<
  Snapshot,
  'currencies' | 'markets' | 'futuresTerms' | 'optionTerms' | 'optionCurrencies' | 'trading'
> & {
  readonly counters: Pick<Snapshot['counters'], 'sequence'>;
  /** Waiting orders, or whole levels of them. */
  readonly orders: readonly WaitingQuantity[];
};
