/**
 * The port between outside prices and the exchange. A feed says once a second and market what the index is,
 * or that it is stale; it never repeats, back-fills or changes a second.
 */
import type { Period } from '@fairlead/contract';
import type { FeedCandle } from './candle.ts';
import type { FeedKind, IndexSample } from './index-price.ts';

type VenueState =
  /** Not connected yet, or trying again. */
  | 'connecting'
  /** Connected; its last quote is fresh. */
  | 'open'
  /** Connected, but its last quote is older than the index allows. */
  | 'stale'
  /** Not connected after an error; tries again by itself. */
  | 'down';

export interface VenueStatus {
  readonly venue: string;
  readonly state: VenueState;
  /** Symbols that this venue prices. */
  readonly symbols: readonly string[];
  /** Age of its newest quote by its own time. Absent before the first one. */
  readonly lastQuoteAgeMs?: number;
  /** The last thing that went wrong, one line. Absent while all is well. */
  readonly error?: string;
}

export interface FeedStatus {
  readonly kind: FeedKind;
  readonly venues: readonly VenueStatus[];
  /** Replay: the recorded time that is now. */
  readonly recordedMs?: number;
}

export interface Feed {
  readonly kind: FeedKind;
  /** Resolves when the first connections are under way, not when they stand. `onSample` must not throw. */
  start(onSample: (sample: IndexSample) => void): Promise<void>;
  /** No sample is given after this resolves. */
  stop(): Promise<void>;
  /** Which markets to price from the next second on. */
  setSymbols(symbols: readonly string[]): void;
  /** Candles of the time before this feed's own samples, ascending by open time, `fromMs` ≤ open time < `toMs`. */
  history?(
    symbol: string,
    period: Period,
    fromMs: number,
    toMs: number,
  ): Promise<readonly FeedCandle[]>;
  status(): FeedStatus;
}
