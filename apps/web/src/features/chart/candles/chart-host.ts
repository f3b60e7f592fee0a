/** The chart library behind one door. A chunk of its own: only chart pages load it. */
import { DRAWING_POINTS } from '@fairlead/contract/constants';
import { formatCompact, formatDate, formatNumber } from '@fairlead/ui';
import {
  type AxisTick,
  type CandleTooltipLegendsCustomCallback,
  type Chart,
  dispose,
  type FormatDateParams,
  init,
  type KLineData,
} from 'klinecharts';
import { Pointing, type PointingAt } from '../acts/pointing.ts';
import { snapPrice } from '../acts/snap-price.ts';
import { SUB_HEIGHT } from '../chart-sizes.ts';
import { CompareLines } from '../compare/compare-lines.ts';
import type { CompareFeed } from '../compare/compare-source.ts';
import { DrawingLayer } from '../drawings/drawing-layer.ts';
import { FillLayer } from '../fills/fill-layer.ts';
import { LegendLayout, MAIN_PANE, subPane } from '../indicators/legend-layout.ts';
import { type LegendContext, legendOf, lineColours, lineLegend } from '../indicators/legends.ts';
import {
  LINE_INDICATOR,
  type LineExtra,
  registerIndicators,
} from '../indicators/own-indicators.ts';
import { PriceLines } from '../lines/price-lines.ts';
import {
  drawnMain,
  drawnSub,
  type Indicator,
  type Lengths,
  MAIN_INDICATORS,
  SUB_INDICATORS,
} from '../settings/chart-settings.ts';
import { chartSpan, closeTimeMs, countdownText } from '../settings/periods.ts';
import { candleNumber, groupedText, isInView, subTicks, tickStep } from './axis-ticks.ts';
import type { CandleLoader } from './candle-loader.ts';
import { type ChartColours, onThemeChange, readColours } from './chart-colours.ts';
import { chartStyles } from './chart-styles.ts';
import type { ChartView, DrawingView } from './chart-view.ts';
import { letPageScroll, type PageScroll } from './page-scroll.ts';
import * as room from './room.ts';

export class ChartHost {
  readonly #chart: Chart;
  readonly #element: HTMLElement;
  readonly #loader: CandleLoader;
  readonly #undo: (() => void)[] = [];
  readonly #drawings: DrawingLayer;
  readonly #scroll: PageScroll;
  readonly #lines: PriceLines;
  readonly #fills: FillLayer;
  readonly #legends: LegendLayout;
  readonly #compare: CompareLines;
  #view: ChartView;
  #colours: ChartColours;
  #axisPx = room.MIN_AXIS_PX;
  #priceLength = 0;
  /** What is drawn now, so that only differences are sent on. */
  #shown: { readonly key: string; readonly indicators: string } = { key: '', indicators: '' };

  constructor(
    element: HTMLElement,
    { loader, feed }: { loader: CandleLoader; feed: CompareFeed },
    view: ChartView,
  ) {
    registerIndicators();
    this.#element = element;
    this.#loader = loader;
    this.#view = view;
    this.#colours = readColours(element);
    const chart = init(element, {
      formatter: {
        formatDate: ({ timestamp, type }) => this.#dateText(timestamp, type),
        formatExtendText: ({ data }) => this.#countdown(data),
        formatBigNumber: (value) => formatCompact(String(value), this.#view.words.locale),
      },
      thousandsSeparator: { format: groupedText },
      decimalFold: { format: String },
      hotkey: { enabled: false },
      layout: { barSpaceLimit: { min: 1, max: 50 }, pane: { dragEnabled: false, minHeight: 30 } },
      zoomAnchor: 'last_bar',
    });
    if (chart === null) throw new Error('the chart found no place to draw');
    this.#chart = chart;
    chart.setOffsetRightDistance(room.RIGHT_GAP_PX);
    chart.setMaxOffsetRightDistance(room.MAX_RIGHT_GAP_PX);
    chart.overrideXAxis({ createTicks: ({ bounding }) => this.#timeTicks(bounding.width) });
    this.#compare = new CompareLines(chart, feed, this.#legendContext);
    chart.setDataLoader(loader);
    this.#drawings = new DrawingLayer(chart, {
      onKept: (drawing) => this.#view.drawing.events.onKept(drawing),
      onSelected: (id) => this.#view.drawing.events.onSelected(id),
      onPoint: (count) => this.#view.drawing.events.onPoint(count),
    });
    this.#legends = new LegendLayout(chart);
    this.#lines = new PriceLines(chart, () => this.#legends.px);
    this.#fills = new FillLayer(chart, element);
    this.#scroll = letPageScroll(element);
    const pointing = new Pointing(element, {
      place: () => this.#pointedAt(),
      onMoving: (order, price) =>
        this.#lines.move(order, price === undefined ? undefined : Number(price)),
      onMoved: (order, price) => this.#view.acts?.onMoved(order, price),
      onHeld: (price) => this.#view.acts?.onPrice(price),
    });
    this.#undo.push(
      () => pointing.stop(),
      () => this.#fills.stop(),
      this.#scroll.stop,
      onThemeChange(() => {
        this.#restyle();
        this.#drawIndicators();
        this.#drawOwn();
      }),
    );
    const resizes = new ResizeObserver(() => {
      chart.resize();
      this.#fitLegends();
    });
    resizes.observe(element);
    this.#undo.push(() => resizes.disconnect());
    this.show(view);
  }

  /** Draws what has changed since the last call. */
  show(view: ChartView): void {
    const before = this.#view;
    this.#view = view;
    const { query, settings, comparisons } = view;
    const key = `${query.symbol} ${query.period} ${query.kind} ${settings.period}`;
    const indicators = JSON.stringify([
      settings.period === 'time',
      drawnMain(settings, query.kind),
      drawnSub(settings, query.kind),
      settings.hasMean,
      settings.lengths,
      settings.colours,
      comparisons,
    ]);
    const isOther = key !== this.#shown.key;
    if (isOther || before.isStale !== view.isStale || before.words !== view.words) this.#restyle();
    if (isOther) this.#ask();
    if (isOther || comparisons !== before.comparisons || this.#shown.key === '')
      this.#compare.show(view);
    if (indicators !== this.#shown.indicators) {
      this.#drawIndicators();
      this.#fitLegends();
    }
    this.#shown = { key, indicators };
    this.#draw(before.drawing);
    this.#drawOwn();
  }

  #drawOwn(): void {
    this.#lines.show(this.#view.lines, this.#colours, this.#view.priceDecimals);
    this.#fills.show(this.#view, this.#colours);
  }

  #draw(before: DrawingView): void {
    const { list, isOpen, pending, middle } = this.#view.drawing;
    this.#scroll.hold(isOpen);
    this.#drawings.show(list, isOpen);
    this.#drawings.place(pending);
    if (middle !== undefined && middle !== before.middle)
      this.#drawings.placeInMiddle(middle, DRAWING_POINTS[middle.tool]);
  }

  /** What can be pointed at: nothing while something is drawn, or there is nothing to do with a price. */
  #pointedAt(): PointingAt | undefined {
    const { acts, drawing } = this.#view;
    const pane = this.#chart.getSize(MAIN_PANE, 'main');
    if (acts === undefined || drawing.isOpen || pane === null) return undefined;
    return {
      width: pane.width,
      height: pane.height,
      priceAt: (y) => {
        const found = this.#chart.convertFromPixel([{ y }], { paneId: MAIN_PANE });
        const value = (Array.isArray(found) ? found[0] : found)?.value;
        return value === undefined ? undefined : snapPrice(value, acts.tick);
      },
      lineAt: (x, y, by) => this.#lines.orderAt(x, y, by),
    };
  }

  /** Asks for the first page again. */
  retry(): void {
    this.#ask();
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
    this.#compare.stop();
    this.#loader.stop();
    dispose(this.#element);
  }

  #ask(): void {
    const { query, settings, priceDecimals, quantityDecimals } = this.#view;
    const isLine = settings.period === 'time';
    // Each setter loads anew; only the last one may ask.
    this.#loader.ask(undefined);
    this.#chart.setSymbol({
      ticker: query.symbol,
      pricePrecision: priceDecimals,
      volumePrecision: quantityDecimals,
    });
    this.#chart.setBarSpace(isLine ? room.POINT_PX : room.CANDLE_PX);
    this.#chart.setOffsetRightDistance(room.RIGHT_GAP_PX);
    this.#loader.ask(query);
    this.#chart.setPeriod(chartSpan(settings.period));
  }

  /** After a gap in the live candles. */
  catchUp(): void {
    void this.#compare.catchUp();
  }

  /** Gives the prices at the side the room that the highest of them needs. */
  fitAxis(): void {
    this.#compare.cover();
    const highest = this.#chart.getDataList().reduce((most, { high }) => Math.max(most, high), 0);
    const text = formatNumber(highest.toFixed(this.#view.priceDecimals));
    if (text.length === this.#priceLength) return;
    this.#priceLength = text.length;
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) return;
    context.font = `600 12px ${this.#colours.fontFamily}`;
    const widest = context.measureText(text.replace(/\d/g, '8')).width;
    this.#axisPx = Math.max(room.MIN_AXIS_PX, Math.ceil(widest) + room.LABEL_PADDING_PX);
    this.#restyle();
    this.#fitLegends();
  }

  #fitLegends(): void {
    this.#legends.fit(this.#view, {
      roomPx: this.#element.clientWidth - this.#axisPx,
      valueLength: this.#priceLength,
      family: this.#colours.fontFamily,
    });
  }

  #restyle(): void {
    this.#colours = readColours(this.#element);
    const { settings, isStale } = this.#view;
    this.#chart.setStyles(
      chartStyles({
        colours: this.#colours,
        isLine: settings.period === 'time',
        isStale,
        axisPx: this.#axisPx,
        legends: this.#crosshairLegends,
      }),
    );
  }

  #drawIndicators(): void {
    const { settings, query } = this.#view;
    const isLine = settings.period === 'time';
    const main = drawnMain(settings, query.kind);
    const sub = drawnSub(settings, query.kind);
    this.#chart.removeIndicator({ paneId: MAIN_PANE });
    if (isLine) this.#drawLine();
    for (const name of MAIN_INDICATORS) {
      if (main.includes(name)) this.#create(name, settings.lengths, MAIN_PANE);
    }
    this.#compare.create();
    for (const name of SUB_INDICATORS) {
      const paneId = subPane(name);
      this.#chart.removeIndicator({ paneId });
      if (!sub.includes(name)) continue;
      this.#create(name, settings.lengths, paneId);
      this.#chart.setPaneOptions({ id: paneId, height: SUB_HEIGHT, dragEnabled: false });
      this.#chart.overrideYAxis({ paneId, createTicks: subTicks });
    }
  }

  #create(name: Indicator, lengths: Lengths, paneId: string): void {
    this.#chart.createIndicator(
      {
        name,
        paneId,
        calcParams: [...lengths[name]],
        styles: { lines: this.#linesOf(name).map((color) => ({ color })) },
        createTooltipDataSource: legendOf(name, this.#legendContext),
      },
      true,
    );
  }

  #drawLine(): void {
    const extendData: LineExtra = {
      colours: () => this.#colours,
      isStale: () => this.#view.isStale,
      hasMean: () => this.#view.settings.hasMean,
    };
    this.#chart.createIndicator(
      {
        name: LINE_INDICATOR,
        paneId: MAIN_PANE,
        extendData,
        zLevel: 1,
        createTooltipDataSource: lineLegend(() => this.#view.words, {
          ...this.#legendContext,
          hasMean: extendData.hasMean,
        }),
      },
      true,
    );
  }

  readonly #linesOf = (name: Indicator): readonly string[] => {
    const own = this.#view.settings.colours[name];
    return lineColours(this.#colours).map((colour, line) => own?.[line] ?? colour);
  };

  readonly #legendContext: LegendContext = {
    detail: (name) => this.#legends.detail(name),
    colours: () => this.#colours,
    lines: this.#linesOf,
    priceDecimals: () => this.#view.priceDecimals,
  };

  #timeTicks(width: number): AxisTick[] {
    const { period } = this.#view.query;
    const { from, to } = this.#chart.getVisibleRange();
    const bars = this.#chart.getDataList();
    const step = tickStep(this.#chart.getBarSpace().bar);
    const ticks: AxisTick[] = [];
    for (let index = from; index < to; index += 1) {
      const openMs = bars[index]?.timestamp;
      if (openMs === undefined || candleNumber(period, openMs) % step !== 0) continue;
      const place = this.#chart.convertToPixel({ dataIndex: index });
      const coord = Array.isArray(place) ? undefined : place.x;
      if (coord === undefined || !isInView(coord, width)) continue;
      ticks.push({ coord, value: openMs, text: this.#dateText(openMs, 'xAxis') });
    }
    return ticks;
  }

  #countdown({ timestamp }: KLineData): string {
    const { query, nowMs, isStale } = this.#view;
    if (isStale) return '';
    return countdownText(closeTimeMs(query.period, timestamp) - nowMs());
  }

  #dateText(timestamp: number, type: FormatDateParams['type']): string {
    const { words, query } = this.#view;
    switch (chartSpan(query.period).type) {
      case 'minute':
        return formatDate(timestamp, type === 'xAxis' ? 'minute' : 'dayMinute', words.locale);
      case 'day':
      case 'week':
        return formatDate(timestamp, type === 'xAxis' ? 'day' : 'date', words.locale, 'UTC');
      case 'month':
        return formatDate(timestamp, 'month', words.locale, 'UTC');
      default:
        return formatDate(timestamp, 'dayMinute', words.locale);
    }
  }

  readonly #crosshairLegends: CandleTooltipLegendsCustomCallback = ({ current, prev }) => {
    if (current === null) return [];
    const { words, priceDecimals, quantityDecimals, settings, query } = this.#view;
    const price = (value: number) => formatNumber(value.toFixed(priceDecimals));
    const isUp = current.close >= current.open;
    const color = isUp ? this.#colours.rise : this.#colours.fall;
    const from = prev?.close ?? current.open;
    const percent = from === 0 ? 0 : ((current.close - from) / from) * 100;
    const sign = percent > 0 ? '+' : percent < 0 ? '\u2212' : '';
    const change = `${sign}${Math.abs(percent).toFixed(2)}%`;
    const line = (title: string, text: string, own?: string) => ({
      title: { text: `${title}  `, color: this.#colours.muted },
      value: { text, color: own ?? this.#colours.text },
    });
    const time = this.#dateText(current.timestamp, 'tooltip');
    const candle =
      settings.period === 'time'
        ? []
        : [
            line(words.open, price(current.open)),
            line(words.high, price(current.high)),
            line(words.low, price(current.low)),
          ];
    return [
      line(words.time, time),
      ...candle,
      line(words.close, price(current.close)),
      line(words.change, change, color),
      ...(query.kind === 'index'
        ? []
        : [line(words.volume, formatNumber((current.volume ?? 0).toFixed(quantityDecimals)))]),
    ];
  };
}
