/**
 * Where stored bars are read and written: the table, or for a process that must not write (a gateway) the table with
 * the bars that it makes itself laid over it.
 */

import type { Queryable } from '../../core/store/database.ts';
import { baseCandles } from '../candle-queries.ts';
import { type CandleKind, type CandleRow, upsertCandles } from '../queries.ts';
import { type Bar, type BasePeriod, barOfStored, storedOfBar } from './bar.ts';

/** Rows of one upsert, so that no statement holds the embedded database for long. */
const UPSERT_ROWS_MAX = 2_000;

export interface BarRange {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

export interface StoredSeries {
  readonly marketId: number;
  readonly kind: CandleKind;
  readonly period: BasePeriod;
}

/** A bar that is not in the table yet, as its row. */
export interface UnsavedRow extends CandleRow {
  readonly from: Bar;
  /** When it was last made, by the process's own clock. */
  readonly madeAtMs: number;
}

export interface CandleShelf {
  /** For reads of what bars are made from. */
  readonly source: Queryable;
  read(series: StoredSeries, range: BarRange): Promise<Bar[]>;
  write(series: StoredSeries, bars: readonly Bar[]): Promise<void>;
}

export function tableShelf(source: Queryable): CandleShelf {
  return {
    source,
    read: async (series, range) => (await baseCandles(source, series, range)).map(barOfStored),
    async write(series, bars) {
      for (let at = 0; at < bars.length; at += UPSERT_ROWS_MAX) {
        const rows = bars
          .slice(at, at + UPSERT_ROWS_MAX)
          .map((bar) => ({ ...series, ...storedOfBar(bar) }));
        await upsertCandles(source, rows);
      }
    },
  };
}

/** The table under `unsaved`, which takes what is written. */
export function overlayShelf(source: Queryable, unsaved: Map<string, UnsavedRow>): CandleShelf {
  return {
    source,
    async read(series, range) {
      const stored = await baseCandles(source, series, range);
      return withUnsaved(stored.map(barOfStored), unsaved, series, range);
    },
    async write(series, bars) {
      for (const bar of bars) putUnsaved(unsaved, series, bar);
    },
  };
}

export function putUnsaved(unsaved: Map<string, UnsavedRow>, series: StoredSeries, bar: Bar): void {
  const { marketId, kind, period } = series;
  const key = `${marketId}:${kind}:${period}:${bar.openTimeMs}`;
  unsaved.set(key, {
    marketId,
    kind,
    period,
    ...storedOfBar(bar),
    from: bar,
    madeAtMs: performance.now(),
  });
}

/** Stored bars with those in memory over them, ascending. */
export function withUnsaved(
  stored: readonly Bar[],
  unsaved: ReadonlyMap<string, UnsavedRow>,
  { marketId, kind, period }: StoredSeries,
  { fromMs, toMs }: Pick<BarRange, 'fromMs' | 'toMs'>,
): Bar[] {
  const byTime = new Map(stored.map((bar) => [bar.openTimeMs, bar]));
  for (const row of unsaved.values()) {
    const isWanted = row.marketId === marketId && row.kind === kind && row.period === period;
    const { from } = row;
    if (isWanted && from.openTimeMs >= fromMs && from.openTimeMs <= toMs)
      byTime.set(from.openTimeMs, from);
  }
  return [...byTime.values()].sort((left, right) => left.openTimeMs - right.openTimeMs);
}
