/** What the chart is told to draw. */

import type { ChartActs } from '../acts/chart-acts.ts';
import type { Comparison } from '../compare/comparisons.ts';
import type { DrawingEvents, PendingDrawing } from '../drawings/drawing-layer.ts';
import type { Drawing } from '../drawings/drawings.ts';
import type { OwnAct, PointedFill } from '../fills/marks.ts';
import type { PriceLine } from '../lines/price-lines.ts';
import type { ChartSettings } from '../settings/chart-settings.ts';
import type { CandleQuery } from './candle-loader.ts';

interface ChartWords {
  readonly locale: string;
  readonly price: string;
  readonly mean: string;
  readonly time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly change: string;
  readonly volume: string;
  readonly index: string;
}

export interface ChartView {
  readonly query: CandleQuery;
  readonly settings: ChartSettings;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly isStale: boolean;
  readonly words: ChartWords;
  readonly nowMs: () => number;
  readonly drawing: DrawingView;
  readonly lines: readonly PriceLine[];
  readonly fills: readonly OwnAct[];
  /** Told which mark of fills is pointed at. */
  readonly onFill: (pointed: PointedFill | undefined) => void;
  /** Told when the oldest candle began, ms, that was looked at with fills in the market; undefined in another market. */
  readonly onSeen: (sinceMs: number | undefined) => void;
  readonly comparisons: readonly Comparison[];
  /** Undefined where prices are looked at only. */
  readonly acts: ChartActs | undefined;
}

export interface DrawingView {
  readonly list: readonly Drawing[];
  /** The tools are at hand. */
  readonly isOpen: boolean;
  readonly pending: PendingDrawing | undefined;
  /** To be put into the middle, once. */
  readonly middle: PendingDrawing | undefined;
  readonly events: DrawingEvents;
}
