/**
 * A copy of one market's depth, kept by a snapshot and the differences after it. Differences carry absolute
 * quantities and connect by `previous` → `sequence`; one that does not connect means that something was
 * missed, and then nothing is shown as current until a snapshot has come. So whatever the network does to the
 * messages, the copy either equals the server's book at `sequence` or says that it needs a snapshot.
 */
import type { DepthMessage } from '@fairlead/contract';
import { DEPTH_LEVELS_MAX } from '@fairlead/contract/constants';
import { type BookLevel, BookSide } from './book-side.ts';

/** Differences kept while a snapshot is on its way; ten a second make this many in 100 s. */
const BUFFER_MAX = 1_000;
/** Fewer known levels than this on a side that was cut off ask for a deeper look. */
const KNOWN_LEVELS_MIN = 50;

/** What a REST snapshot says: `currency/deal` with the greatest depth. */
export interface BookSnapshot {
  readonly sequence: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

export interface BookView extends BookSnapshot {
  /** False from a gap until the next snapshot: what is shown may be old. */
  readonly isCurrent: boolean;
}

export class OrderBookReplica {
  #sequence = -1;
  #isCurrent = false;
  readonly #bids = new BookSide('bids');
  readonly #asks = new BookSide('asks');
  #waiting: DepthMessage[] = [];

  /** Whether a snapshot is needed: at first, after a gap, or when a long side has run thin. */
  get needsSnapshot(): boolean {
    return !this.#isCurrent || this.#isThin(this.#bids) || this.#isThin(this.#asks);
  }

  /** Undefined before the first snapshot. */
  get view(): BookView | undefined {
    if (this.#sequence < 0) return undefined;
    return {
      sequence: this.#sequence,
      bids: this.#bids.levels,
      asks: this.#asks.levels,
      isCurrent: this.#isCurrent,
    };
  }

  /** Takes a message of the depth channel, in whatever order it comes. */
  apply(message: DepthMessage): void {
    if (message.is_snapshot) this.load(message);
    else if (!this.#isCurrent) this.#keep(message);
    else if (message.sequence > this.#sequence) {
      if (this.#connects(message)) this.#change(message);
      else {
        this.#isCurrent = false;
        this.#keep(message);
      }
    }
  }

  /** Takes a snapshot, and then the differences that came before it and go beyond it. */
  load(snapshot: BookSnapshot): void {
    if (this.#isCurrent && snapshot.sequence < this.#sequence) return;
    this.#sequence = snapshot.sequence;
    this.#bids.load(snapshot.bids, DEPTH_LEVELS_MAX);
    this.#asks.load(snapshot.asks, DEPTH_LEVELS_MAX);
    this.#isCurrent = true;
    const waiting = this.#waiting.sort((left, right) => left.sequence - right.sequence);
    this.#waiting = [];
    for (const message of waiting) this.apply(message);
  }

  /** Forgets that the copy was current, e.g. when the connection is lost; any snapshot is then taken. */
  disconnect(): void {
    this.#isCurrent = false;
    this.#waiting = [];
  }

  /**
   * Differences may be merged, so one may begin before the snapshot and end after it: its quantities are
   * those of its end, and right for every level it names.
   */
  #connects(message: DepthMessage): boolean {
    return message.previous !== undefined && message.previous <= this.#sequence;
  }

  #keep(message: DepthMessage): void {
    this.#waiting.push(message);
    if (this.#waiting.length > BUFFER_MAX) this.#waiting.shift();
  }

  #change(message: DepthMessage): void {
    this.#bids.apply(message.bids);
    this.#asks.apply(message.asks);
    this.#sequence = message.sequence;
  }

  #isThin(side: BookSide): boolean {
    return side.isCutOff && side.levels.length < KNOWN_LEVELS_MIN;
  }
}
