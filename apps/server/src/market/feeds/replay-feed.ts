import path from 'node:path';
import type { Period } from '@fairlead/contract';
import { MINUTE_MS } from '@fairlead/units';
import { ConfigError } from '../../core/config/values.ts';
import type { Clock } from '../../core/operations/clock.ts';
import { everySecond } from '../../core/operations/clock.ts';
import { aggregateCandles, bucketStartMs, type FeedCandle } from './candle.ts';
import type { Feed, FeedStatus } from './feed.ts';
import { declaredSample, type IndexSample } from './index-price.ts';
import { type Recording, readRecording } from './recording.ts';

/** Where a replay stands, to be kept over restarts. */
export interface ReplayPosition {
  /** The recorded time that was now … */
  readonly recordedMs: number;
  /** … at this wall time. */
  readonly wallMs: number;
  /** Which recording it is a position in; with other files the replay begins anew. */
  readonly recording: string;
}

interface RecordedFiles {
  readonly files: readonly { readonly symbol: string; readonly file: string }[];
  /** FEED_START. Absent: one third into the time that all files cover. */
  readonly startMs?: number;
}

export interface ReplaySettings extends RecordedFiles {
  /** FEED_SPEED. */
  readonly speed: number;
  readonly symbols: readonly string[];
  readonly clock: Clock;
  /** As last kept. Absent at the first start. */
  readonly position?: ReplayPosition;
}

/** The moment from which wall time is turned into recorded time. */
interface Anchor {
  readonly wallMs: number;
  readonly recordedMs: number;
}

/** Reads the files of a replay. Throws ConfigError with one line about what is wrong. */
export async function openRecordings({
  files,
  startMs,
}: RecordedFiles): Promise<ReadonlyMap<string, Recording>> {
  const recordings = new Map<string, Recording>();
  for (const { symbol, file } of files) recordings.set(symbol, await readRecording(file));
  // A start that is in none of them is refused before anything is written.
  firstMinute(recordings, startMs);
  return recordings;
}

/**
 * Plays recorded minutes as if they happened now. Samples and candles carry wall time; a whole number of
 * minutes lies between it and the recorded time of the history, so that minutes meet minutes.
 */
export class ReplayFeed implements Feed {
  readonly kind = 'replay';
  readonly #clock: Clock;
  readonly #speed: number;
  readonly #recordings: ReadonlyMap<string, Recording>;
  readonly #name: string;
  /** The file's name of each symbol, without its folder. */
  readonly #files: ReadonlyMap<string, string>;
  #anchor: Anchor;
  #symbols: readonly string[];
  #cancel: (() => void) | undefined;
  #lastSecondMs: number | undefined;

  constructor(settings: ReplaySettings, recordings: ReadonlyMap<string, Recording>) {
    this.#files = new Map(settings.files.map(({ symbol, file }) => [symbol, path.basename(file)]));
    this.#clock = settings.clock;
    this.#speed = settings.speed;
    this.#symbols = settings.symbols;
    this.#recordings = recordings;
    this.#name = recordingName(recordings);
    const { position } = settings;
    const startMs = firstMinute(recordings, settings.startMs);
    const recordedMs = position?.recording === this.#name ? position.recordedMs : startMs;
    this.#anchor = anchorAt(recordedMs, this.#clock.now());
  }

  async start(onSample: (sample: IndexSample) => void): Promise<void> {
    this.#cancel?.();
    this.#cancel = everySecond(this.#clock, (timeMs) => {
      this.#lastSecondMs = timeMs;
      const recordedMs = this.#recordedAt(timeMs);
      for (const symbol of this.#symbols) {
        const price = this.#recordings.get(symbol)?.priceAt(recordedMs);
        const host = this.#files.get(symbol) ?? 'no file';
        onSample(declaredSample({ kind: 'replay', symbol, timeMs, price, host }));
      }
    });
  }

  async stop(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  setSymbols(symbols: readonly string[]): void {
    this.#symbols = symbols;
  }

  /** To be kept; given again at the next start, the replay goes on from here, whatever the time that passed. */
  position(): ReplayPosition {
    const wallMs = this.#lastSecondMs ?? this.#anchor.wallMs;
    return { recordedMs: this.#recordedAt(wallMs), wallMs, recording: this.#name };
  }

  /** The present price of a market, where the recording has one. */
  price(symbol: string): ReturnType<Recording['priceAt']> {
    return this.#recordings.get(symbol)?.priceAt(this.#recordedAt(this.#clock.now()));
  }

  async history(
    symbol: string,
    period: Period,
    fromMs: number,
    toMs: number,
  ): Promise<readonly FeedCandle[]> {
    const recording = this.#recordings.get(symbol);
    if (recording === undefined) return [];
    const { wallMs, recordedMs } = this.#anchor;
    const nowMinuteMs = bucketStartMs('1m', recordedMs);
    const shiftMs = bucketStartMs('1m', wallMs) - nowMinuteMs;
    const wantedFromMs = bucketStartMs(period, fromMs) - shiftMs;
    const minutes = recording.candles(wantedFromMs, nowMinuteMs, shiftMs);
    return aggregateCandles(minutes, period).filter(
      ({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs,
    );
  }

  status(): FeedStatus {
    const nowMs = this.#clock.now();
    const recordedMs = this.#recordedAt(nowMs);
    const symbols = this.#symbols.filter((symbol) => this.#recordings.has(symbol));
    const hasEnded = [...this.#recordings.values()].every(({ endMs }) => recordedMs >= endMs);
    const lastMs = this.#lastSecondMs;
    return {
      kind: this.kind,
      recordedMs,
      venues: [
        {
          venue: 'replay',
          state: hasEnded ? 'down' : lastMs === undefined ? 'connecting' : 'open',
          symbols,
          ...(lastMs !== undefined && { lastQuoteAgeMs: nowMs - lastMs }),
          ...(hasEnded && { error: 'the recording has ended' }),
        },
      ],
    };
  }

  #recordedAt(wallMs: number): number {
    return this.#anchor.recordedMs + Math.floor((wallMs - this.#anchor.wallMs) * this.#speed);
  }
}

/**
 * The recorded time that is now: in the minute of `recordedMs`, as far into it as the wall clock is into its
 * own, or in the next minute where that would play some seconds again.
 */
function anchorAt(recordedMs: number, wallMs: number): Anchor {
  const intoMinuteMs = wallMs - bucketStartMs('1m', wallMs);
  const aligned = bucketStartMs('1m', recordedMs) + intoMinuteMs;
  const isBefore = recordedMs % MINUTE_MS !== 0 && aligned < recordedMs;
  return { wallMs, recordedMs: isBefore ? aligned + MINUTE_MS : aligned };
}

/** Tells recordings apart: a position in one means nothing in another. */
function recordingName(recordings: ReadonlyMap<string, Recording>): string {
  return [...recordings]
    .map(([symbol, { firstMs, endMs, length }]) => `${symbol} ${firstMs} ${endMs} ${length}`)
    .sort()
    .join(', ');
}

/** The minute that is now at the first start. */
function firstMinute(
  recordings: ReadonlyMap<string, Recording>,
  startMs: number | undefined,
): number {
  const all = [...recordings.values()];
  const fromMs = Math.min(...all.map((recording) => recording.firstMs));
  const untilMs = Math.max(...all.map((recording) => recording.endMs));
  if (startMs !== undefined) {
    if (startMs >= fromMs && startMs < untilMs) return bucketStartMs('1m', startMs);
    const range = `${new Date(fromMs).toISOString()} … ${new Date(untilMs).toISOString()}`;
    throw new ConfigError(
      'FEED_START',
      `${new Date(startMs).toISOString()} is not within ${range}`,
    );
  }
  const commonFromMs = Math.max(...all.map((recording) => recording.firstMs));
  const commonUntilMs = Math.min(...all.map((recording) => recording.endMs));
  const [first, until] =
    commonFromMs < commonUntilMs ? [commonFromMs, commonUntilMs] : [fromMs, untilMs];
  return bucketStartMs('1m', first + (until - first) / 3);
}
