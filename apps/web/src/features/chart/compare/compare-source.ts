/** The closes of another market for a chart: as far back as the chart's own go, and live. */
import type { Candle } from '@fairlead/contract';
import { type Bar, hasSimulated } from '../candles/candle-bars.ts';
import { CandleLoader, type CandleQuery, type LoadCandles } from '../candles/candle-loader.ts';

export interface CompareFeed {
  readonly load: LoadCandles;
  /** Calls back with the candles that come, until what it returns is called. */
  readonly follow: (query: CandleQuery, onCandle: (candle: Candle) => void) => () => void;
  /** Whether any of what is compared is simulated. */
  readonly onSimulated: (isSimulated: boolean) => void;
}

export class CompareSource {
  readonly query: CandleQuery;
  readonly #loader: CandleLoader;
  readonly #stopFollowing: () => void;
  #bars: readonly Bar[] = [];
  #isLoading = false;
  /** There is nothing older. */
  #isWhole = false;
  #from = Number.POSITIVE_INFINITY;

  constructor(query: CandleQuery, feed: CompareFeed, onBars: () => void) {
    this.query = query;
    this.#loader = new CandleLoader({
      load: feed.load,
      // What cannot be read is a dash in the legend, until the next page or a candle comes.
      onStatus: () => undefined,
      onBars: (bars) => {
        this.#bars = bars;
        onBars();
      },
    });
    this.#loader.ask(query);
    this.#loader.subscribeBar({ callback: () => undefined });
    this.#stopFollowing = feed.follow(query, (candle) => this.#loader.live(candle));
    this.#load();
  }

  get bars(): readonly Bar[] {
    return this.#bars;
  }

  get isSimulated(): boolean {
    return hasSimulated(this.#bars);
  }

  /** Reads back to a time, a page after another. */
  cover(fromMs: number): void {
    this.#from = Math.min(this.#from, fromMs);
    const first = this.#bars[0];
    const isThere = first !== undefined && first.timestamp <= this.#from;
    if (!isThere && !this.#isLoading && !this.#isWhole) this.#load();
  }

  /** After a gap in the live candles. */
  catchUp(): Promise<void> {
    return this.#loader.catchUp();
  }

  stop(): void {
    this.#stopFollowing();
    this.#loader.stop();
  }

  #load(): void {
    const first = this.#bars[0];
    this.#isLoading = true;
    this.#loader.getBars({
      type: first === undefined ? 'init' : 'forward',
      timestamp: first?.timestamp ?? null,
      callback: (bars) => {
        this.#isLoading = false;
        this.#isWhole = bars.length === 0;
        // The loader adds the page first.
        queueMicrotask(() => this.cover(this.#from));
      },
    } as Parameters<CandleLoader['getBars']>[0]);
  }
}
