/** One's drawings on the chart library's overlays: places, moves and chooses them. */
import { type Chart, type OverlayCreate, type OverlayTemplate, registerOverlay } from 'klinecharts';
import type { Drawing, DrawingPoint, Tool } from './drawings.ts';

const GROUP = 'drawings';
const PENDING = 'pending-drawing';
const PANE = 'candle_pane';

const ray: OverlayTemplate = {
  name: 'fairleadRay',
  totalStep: 2,
  needDefaultPointFigure: true,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ coordinates: [from], bounding }) =>
    from === undefined
      ? []
      : { type: 'line', attrs: { coordinates: [from, { x: bounding.width, y: from.y }] } },
};

const rectangle: OverlayTemplate = {
  name: 'fairleadRectangle',
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ coordinates: [from, to] }) =>
    from === undefined || to === undefined
      ? []
      : {
          type: 'polygon',
          attrs: {
            coordinates: [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }],
          },
          styles: { style: 'stroke_fill' },
        },
};

const text: OverlayTemplate = {
  name: 'fairleadText',
  totalStep: 2,
  needDefaultPointFigure: true,
  createPointFigures: ({ overlay, coordinates: [at] }) =>
    at === undefined
      ? []
      : {
          type: 'text',
          attrs: { x: at.x + 8, y: at.y, text: String(overlay.extendData), baseline: 'middle' },
        },
};

const NAMES: Readonly<Record<Tool, string>> = {
  segment: 'segment',
  horizontal: 'horizontalStraightLine',
  ray: ray.name,
  rectangle: rectangle.name,
  fibonacci: 'fibonacciLine',
  text: text.name,
};

/** What is to be placed by the next taps. */
export interface PendingDrawing {
  readonly tool: Tool;
  readonly text?: string;
}

export interface DrawingEvents {
  /** Placed, or moved; a new one has an id that no other has. */
  readonly onKept: (drawing: Drawing) => void;
  readonly onSelected: (id: string | undefined) => void;
  /** How many points a pending one has. */
  readonly onPoint: (count: number) => void;
}

type OverlayPoints = OverlayCreate['points'];

/** What of an overlay is kept; undefined while a point of it has no place in time. */
function pointsOf(chart: Chart, points: OverlayPoints): readonly DrawingPoint[] | undefined {
  const kept = (points ?? []).flatMap(({ timestamp, dataIndex, value }) => {
    const timeMs = timestamp ?? (dataIndex === undefined ? undefined : timeAt(chart, dataIndex));
    return timeMs === undefined || value === undefined ? [] : [{ timeMs, price: value }];
  });
  return kept.length === (points?.length ?? 0) ? kept : undefined;
}

/** Of a candle that is drawn, or would be at that place. */
function timeAt(chart: Chart, dataIndex: number): number | undefined {
  const bars = chart.getDataList();
  const at = Math.max(0, Math.min(bars.length - 1, dataIndex));
  const [first, second] = [bars.at(-2), bars.at(-1)];
  const barMs = first && second ? second.timestamp - first.timestamp : 0;
  const bar = bars[at];
  return bar && bar.timestamp + (dataIndex - at) * barMs;
}

export class DrawingLayer {
  readonly #chart: Chart;
  readonly #events: DrawingEvents;
  #drawn = new Map<string, string>();
  #isOpen = false;
  #pending: PendingDrawing | undefined;

  constructor(chart: Chart, events: DrawingEvents) {
    for (const template of [ray, rectangle, text]) registerOverlay(template);
    this.#chart = chart;
    this.#events = events;
  }

  /** `isOpen`: the tools are at hand; else drawings are only looked at. */
  show(list: readonly Drawing[], isOpen: boolean): void {
    const isOther = isOpen !== this.#isOpen;
    this.#isOpen = isOpen;
    // That the server has it draws nothing anew.
    const next = new Map(
      list.map(({ number, ...drawing }) => [drawing.id, JSON.stringify(drawing)]),
    );
    for (const [id, drawn] of this.#drawn) {
      if (next.get(id) === drawn && !isOther) continue;
      this.#chart.removeOverlay({ id });
      this.#drawn.delete(id);
    }
    for (const drawing of list) {
      if (this.#drawn.has(drawing.id)) continue;
      this.#chart.createOverlay({
        ...this.#overlayOf(drawing.tool, drawing.text),
        id: drawing.id,
        points: drawing.points.map(({ timeMs, price }) => ({ timestamp: timeMs, value: price })),
        lock: !isOpen,
      });
    }
    this.#drawn = next;
  }

  /** The next taps place it; undefined lets it be. */
  place(pending: PendingDrawing | undefined): void {
    if (pending === this.#pending) return;
    this.#pending = pending;
    this.#chart.removeOverlay({ id: PENDING });
    if (pending === undefined) return;
    this.#chart.createOverlay({
      ...this.#overlayOf(pending.tool, pending.text),
      id: PENDING,
      // A tap is told of before it counts.
      onDrawing: ({ overlay }) =>
        queueMicrotask(() => this.#events.onPoint(Math.max(0, overlay.currentStep - 1))),
    });
  }

  /** Into the middle of what is seen: for who has no pointer. */
  placeInMiddle({ tool, text: words }: PendingDrawing, count: 1 | 2): void {
    const { from, to } = this.#chart.getVisibleRange();
    const bars = this.#chart.getDataList().slice(from, to);
    const [left, right] = [Math.floor(bars.length / 3), Math.floor((bars.length * 2) / 3)];
    const places = count === 1 ? [Math.floor(bars.length / 2)] : [left, right];
    const points = places.flatMap((at) => {
      const bar = bars[at];
      return bar ? [{ timeMs: bar.timestamp, price: bar.close }] : [];
    });
    if (points.length === count) this.#keep({ tool, points, ...(words ? { text: words } : {}) });
  }

  #keep(drawing: Omit<Drawing, 'id'>, id: string = crypto.randomUUID()): void {
    this.#events.onKept({ ...drawing, id });
  }

  #overlayOf(tool: Tool, words: string | undefined): OverlayCreate {
    const kept = (id: string, points: OverlayPoints) => {
      const places = pointsOf(this.#chart, points);
      const given = words === undefined ? {} : { text: words };
      if (places) this.#keep({ tool, points: places, ...given }, id);
    };
    return {
      name: NAMES[tool],
      groupId: GROUP,
      paneId: PANE,
      extendData: words ?? '',
      zLevel: 2,
      onDrawEnd: ({ overlay }) => {
        const { points } = overlay;
        this.#pending = undefined;
        // The library still works on what it drew: it goes when it has done so.
        queueMicrotask(() => {
          this.#chart.removeOverlay({ id: PENDING });
          kept(crypto.randomUUID(), points);
        });
      },
      onPressedMoveEnd: ({ overlay }) => {
        if (overlay.id !== PENDING) kept(overlay.id, overlay.points);
      },
      onSelected: ({ overlay }) => {
        if (overlay.id !== PENDING) this.#events.onSelected(overlay.id);
      },
      onDeselected: () => this.#events.onSelected(undefined),
      // A right click would remove it at once.
      onRightClick: ({ preventDefault }) => preventDefault?.(),
    };
  }
}
