/** Marks of one's own fills: under the candle where one bought, over it where one sold; told of when pointed at. */
import {
  type Chart,
  type KLineData,
  type OverlayFigure,
  type OverlayTemplate,
  registerOverlay,
  type XAxis,
  type YAxis,
} from 'klinecharts';
import type { ChartColours } from '../candles/chart-colours.ts';
import type { ChartView } from '../candles/chart-view.ts';
import { type FillMark, fillMarks, type PointedFill, trianglePoints } from './marks.ts';

type Drawing = Pick<ChartView, 'fills' | 'onFill' | 'onSeen' | 'query' | 'settings'>;
interface Extra {
  readonly figures: (xAxis: XAxis, yAxis: YAxis, width: number) => OverlayFigure[];
}

const ID = 'own-fills';
/** From the middle of a mark. */
const REACH_PX = { mouse: 10, touch: 22 } as const;
const MIDDLE_PX = 8;
/** A finger that taps is never quite still. */
const STILL_PX = 8;

const template: OverlayTemplate = {
  name: 'fairleadFills',
  totalStep: 1,
  lock: true,
  needDefaultPointFigure: false,
  createPointFigures: ({ overlay, xAxis, yAxis, bounding }) =>
    xAxis === null || yAxis === null
      ? []
      : (overlay.extendData as Extra).figures(xAxis, yAxis, bounding.width),
};

export class FillLayer {
  readonly #chart: Chart;
  readonly #element: HTMLElement;
  readonly #stop = new AbortController();
  #view: Drawing | undefined;
  #colours: Pick<ChartColours, 'rise' | 'fall' | 'bg'> | undefined;
  #drawn: readonly unknown[] = [];
  /** Gathered anew when a candle comes or older ones do. */
  #marks: { readonly key: string; readonly list: readonly FillMark[] } = { key: '', list: [] };
  #places: readonly PointedFill[] = [];
  /** When the oldest candle began that was looked at, ms. */
  #seenMs: number | undefined;
  #pointed: FillMark | undefined;
  #tapped: { readonly x: number; readonly y: number } | undefined;

  constructor(chart: Chart, element: HTMLElement) {
    registerOverlay(template);
    this.#chart = chart;
    this.#element = element;
    const options = { capture: true, passive: true, signal: this.#stop.signal } as const;
    element.addEventListener('pointermove', this.#move, options);
    element.addEventListener('pointerdown', this.#down, options);
    element.addEventListener('pointerup', this.#up, options);
    for (const name of ['pointerleave', 'wheel'] as const)
      element.addEventListener(name, () => this.#tell(undefined), options);
  }

  stop(): void {
    this.#stop.abort();
  }

  show(view: Drawing, { rise, fall, bg }: ChartColours): void {
    if (view.query.symbol !== this.#view?.query.symbol) this.#see(undefined, view);
    const drawn = [view.fills, view.query, view.settings.period, rise, fall, bg];
    this.#view = view;
    if (drawn.every((part, at) => part === this.#drawn[at])) return;
    this.#drawn = drawn;
    this.#colours = { rise, fall, bg };
    this.#marks = { key: '', list: [] };
    this.#places = [];
    this.#tell(undefined);
    this.#chart.removeOverlay({ id: ID });
    const [first] = view.fills;
    if (first === undefined) return;
    const extendData: Extra = { figures: this.#figures };
    this.#chart.createOverlay({
      name: template.name,
      id: ID,
      paneId: 'candle_pane',
      lock: true,
      extendData,
      // Where it stands is for `figures` to say.
      points: [{ timestamp: first.atMs, value: Number(first.price) }],
    });
  }

  readonly #figures: Extra['figures'] = (xAxis, yAxis, width) => {
    const bars = this.#chart.getDataList();
    const { from, to } = this.#chart.getVisibleRange();
    const firstMs = bars[from]?.timestamp;
    if (firstMs !== undefined && firstMs < (this.#seenMs ?? Infinity)) this.#see(firstMs);
    this.#places = this.#marksOf(bars).flatMap((mark) => {
      const bar = bars[mark.index];
      if (bar === undefined || mark.index < from || mark.index >= to) return [];
      const isLine = this.#view?.settings.period === 'time';
      const price = isLine ? bar.close : mark.isBuy ? bar.low : bar.high;
      const place = { x: xAxis.convertToPixel(mark.index), y: yAxis.convertToPixel(price) };
      return [{ mark, ...place, width }];
    });
    return this.#places.map(({ mark, ...place }) => ({
      type: 'polygon',
      ignoreEvent: true,
      attrs: { coordinates: trianglePoints(place, mark.isBuy) },
      styles: {
        style: 'stroke_fill',
        color: this.#colours?.[mark.isBuy ? 'rise' : 'fall'],
        borderColor: this.#colours?.bg,
      },
    }));
  };

  #see(atMs: number | undefined, view = this.#view): void {
    this.#seenMs = atMs;
    view?.onSeen(atMs);
  }

  #marksOf(bars: readonly KLineData[]): readonly FillMark[] {
    const { fills = [], query } = this.#view ?? {};
    if (query === undefined) return [];
    const key = `${bars.length} ${bars[0]?.timestamp}`;
    if (key !== this.#marks.key) {
      const openMs = bars.map(({ timestamp }) => timestamp);
      this.#marks = { key, list: fillMarks(fills, { openMs, period: query.period }) };
    }
    return this.#marks.list;
  }

  /** The nearest within reach. */
  #at(event: PointerEvent): PointedFill | undefined {
    const { left, top } = this.#element.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const reach = REACH_PX[event.pointerType === 'mouse' ? 'mouse' : 'touch'];
    const near = this.#places
      .map((place) => {
        const middle = place.y + (place.mark.isBuy ? MIDDLE_PX : -MIDDLE_PX);
        return { place, away: Math.hypot(x - place.x, y - middle) };
      })
      .filter(({ away }) => away <= reach);
    return near.sort((one, other) => one.away - other.away)[0]?.place;
  }

  #tell(pointed: PointedFill | undefined): void {
    if (pointed?.mark === this.#pointed) return;
    this.#pointed = pointed?.mark;
    this.#view?.onFill(pointed);
  }

  readonly #move = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse')
      this.#tell(event.buttons === 0 ? this.#at(event) : undefined);
  };

  readonly #down = (event: PointerEvent): void => {
    this.#tapped = { x: event.clientX, y: event.clientY };
    this.#tell(undefined);
  };

  readonly #up = (event: PointerEvent): void => {
    const from = this.#tapped;
    if (from === undefined) return;
    const far = Math.hypot(event.clientX - from.x, event.clientY - from.y);
    if (far <= STILL_PX) this.#tell(this.#at(event));
  };
}
