/** Other markets as lines over the candles: each begins at 0% at the left edge, which is where the chart's own does. */
import {
  type AxisCreateRangeCallback,
  type AxisCreateTicksCallback,
  type Chart,
  type IndicatorCreateTooltipDataSourceCallback,
  type IndicatorDrawParams,
  registerIndicator,
} from 'klinecharts';
import { clearOfLast, priceTicks } from '../candles/axis-ticks.ts';
import type { ChartColours } from '../candles/chart-colours.ts';
import type { ChartView } from '../candles/chart-view.ts';
import type { LegendDetail } from '../indicators/legend-fit.ts';
import { MAIN_PANE } from '../indicators/legend-layout.ts';
import { legendPart, NO_TITLE } from '../indicators/legends.ts';
import { type CompareFeed, CompareSource } from './compare-source.ts';
import { compareColours, comparisonNames } from './names.ts';
import { closesAt, percentText, percentTicks, widened } from './percent.ts';

const NAME = 'FAIRLEAD_COMPARE';
const DASHES = [[], [5, 3]] as const;

export interface CompareContext {
  readonly colours: () => ChartColours;
  readonly detail: () => LegendDetail;
}

interface Line {
  readonly closes: readonly (number | undefined)[];
  /** At the left edge, or where it begins. */
  readonly base: number | undefined;
}

export class CompareLines {
  readonly #chart: Chart;
  readonly #feed: CompareFeed;
  readonly #context: CompareContext;
  #sources: readonly CompareSource[] = [];
  #names: readonly string[] = [];
  #version = 0;

  constructor(chart: Chart, feed: CompareFeed, context: CompareContext) {
    this.#chart = chart;
    this.#feed = feed;
    this.#context = context;
    registerIndicator({ name: NAME, figures: [], calc: (bars) => bars.map(() => ({})) });
    chart.overrideYAxis({ paneId: MAIN_PANE, createRange: this.#range, createTicks: this.#ticks });
  }

  get isOn(): boolean {
    return this.#sources.length > 0;
  }

  /** What is compared, in the period of the chart. */
  show({ comparisons, query, words }: ChartView): void {
    const { period } = query;
    this.#names = comparisonNames([query, ...comparisons], words.index);
    const before = this.#sources;
    const kept = comparisons.map(({ symbol, kind }) => {
      const known = before.find(
        (one) =>
          one.query.symbol === symbol && one.query.kind === kind && one.query.period === period,
      );
      return known ?? new CompareSource({ symbol, kind, period }, this.#feed, this.#changed);
    });
    for (const source of before) if (!kept.includes(source)) source.stop();
    this.#sources = kept;
    this.#tellSimulated();
    this.cover();
  }

  /** As a part of the indicators over the price, where anything is compared. */
  create(): void {
    if (!this.isOn) return;
    this.#chart.createIndicator(
      {
        name: NAME,
        paneId: MAIN_PANE,
        draw: this.#draw,
        createTooltipDataSource: this.#legend,
      },
      true,
    );
  }

  /** Reads as far back as the chart's own candles go. */
  cover(): void {
    const [first] = this.#chart.getDataList();
    if (first !== undefined) for (const source of this.#sources) source.cover(first.timestamp);
  }

  async catchUp(): Promise<void> {
    await Promise.all(this.#sources.map((source) => source.catchUp()));
  }

  stop(): void {
    for (const source of this.#sources) source.stop();
    this.#sources = [];
  }

  /** Labels of the axis: in percent where anything is compared. None stands under the last price. */
  readonly #ticks: AxisCreateTicksCallback = (params) => {
    const { range, bounding } = params;
    const base = this.#base();
    const ticks = this.isOn && base !== undefined ? percentTicks(params, base) : priceTicks(params);
    const last = this.#chart.getDataList().at(-1)?.close;
    const { realTo, realRange } = range;
    const lastPx = last === undefined ? undefined : ((realTo - last) / realRange) * bounding.height;
    return clearOfLast(ticks, lastPx);
  };

  readonly #changed = (): void => {
    this.#version += 1;
    this.#tellSimulated();
    this.cover();
    this.#chart.overrideIndicator({ name: NAME, paneId: MAIN_PANE, calcParams: [this.#version] });
  };

  #tellSimulated(): void {
    this.#feed.onSimulated(this.#sources.some(({ isSimulated }) => isSimulated));
  }

  #base(): number | undefined {
    return this.#chart.getDataList()[Math.max(0, this.#chart.getVisibleRange().from)]?.close;
  }

  #lines(): readonly Line[] {
    const { from, to } = this.#chart.getVisibleRange();
    const bars = this.#chart.getDataList();
    return this.#sources.map((source) => {
      const closes = closesAt(bars, source.bars);
      const base = closes.slice(Math.max(0, from), to).find((close) => close !== undefined);
      return { closes, base };
    });
  }

  readonly #range: AxisCreateRangeCallback = ({ defaultRange }) => {
    const own = this.#base();
    const { from, to } = this.#chart.getVisibleRange();
    const values = this.#lines().flatMap(({ closes, base }) =>
      closes
        .slice(Math.max(0, from), to)
        .flatMap((close) =>
          close === undefined || base === undefined || own === undefined
            ? []
            : [(own * close) / base],
        ),
    );
    const last = this.#chart.getDataList().at(-1)?.close ?? 0;
    const lastStep = Math.round((100 * (last - defaultRange.realFrom)) / defaultRange.realRange);
    const mark = (this.isOn ? from * 101 : 0) + (Number.isFinite(lastStep) ? lastStep : 0);
    return widened(defaultRange, values, mark);
  };

  readonly #draw = ({ ctx, xAxis, yAxis }: IndicatorDrawParams<unknown, unknown, unknown>) => {
    const own = this.#base();
    if (own === undefined) return false;
    const { from, to } = this.#chart.getVisibleRange();
    const colours = compareColours(this.#context.colours());
    this.#lines().forEach(({ closes, base }, line) => {
      if (base === undefined) return;
      ctx.save();
      ctx.beginPath();
      let isBegun = false;
      for (let at = Math.max(0, from); at < to; at += 1) {
        const close = closes[at];
        if (close === undefined) continue;
        const [x, y] = [xAxis.convertToPixel(at), yAxis.convertToPixel((own * close) / base)];
        if (isBegun) ctx.lineTo(x, y);
        else ctx.moveTo(x, y);
        isBegun = true;
      }
      ctx.lineWidth = 1.5;
      ctx.lineJoin = 'round';
      ctx.strokeStyle = colours[line] ?? '';
      ctx.setLineDash([...(DASHES[line] ?? [])]);
      ctx.stroke();
      ctx.restore();
    });
    return false;
  };

  readonly #legend: IndicatorCreateTooltipDataSourceCallback<unknown> = ({ crosshair }) => {
    const detail = this.#context.detail();
    if (detail === 'none') return { ...NO_TITLE, legends: [] };
    const bars = this.#chart.getDataList();
    const at = crosshair.dataIndex ?? bars.length - 1;
    const colours = this.#context.colours();
    const own: Line = { closes: bars.map(({ close }) => close), base: this.#base() };
    const legends = [own, ...this.#lines()].map(({ closes, base }, line) => {
      const close = closes[Math.min(at, closes.length - 1)];
      const share = close === undefined || base === undefined ? undefined : close / base - 1;
      return legendPart(this.#names[line] ?? '', {
        color: line === 0 ? colours['text-2'] : (compareColours(colours)[line - 1] ?? ''),
        value: detail === 'values' && percentText(share),
      });
    });
    return { ...NO_TITLE, legends };
  };
}
