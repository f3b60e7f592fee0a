/** How the chart looks: the tokens in the chart library's words. */
import type { CandleTooltipLegendsCustomCallback, DeepPartial, Styles } from 'klinecharts';
import { type ChartColours, withOpacity } from './chart-colours.ts';

export interface ChartLook {
  readonly colours: ChartColours;
  /** The time-share line in place of candles. */
  readonly isLine: boolean;
  /** Grey: prices are not live. */
  readonly isStale: boolean;
  /** Width of the prices at the side. */
  readonly axisPx: number;
  /** The lines of the box that follows the finger. */
  readonly legends: CandleTooltipLegendsCustomCallback;
}

const SIZE = 12;
const LEGEND_OFFSET = { offsetLeft: 8, offsetTop: 3 } as const;
const LAST_LABEL = { paddingLeft: 6, paddingRight: 4, paddingTop: 4, paddingBottom: 4 } as const;

interface Palette {
  readonly up: string;
  readonly down: string;
  readonly upFill: string;
  readonly downFill: string;
  readonly line: string;
  readonly lineFill: string;
}

function paletteOf({ colours, isStale }: ChartLook): Palette {
  if (isStale) {
    const grey = colours.stale;
    return { up: grey, down: grey, upFill: grey, downFill: grey, line: grey, lineFill: grey };
  }
  return {
    up: colours.rise,
    down: colours.fall,
    upFill: colours['rise-fill'],
    downFill: colours['fall-fill'],
    line: colours.brand,
    lineFill: colours['brand-fill'],
  };
}

export function chartStyles(look: ChartLook): DeepPartial<Styles> {
  const { colours } = look;
  const line = { show: true, size: 1, style: 'solid', color: colours.grid } as const;
  return {
    grid: { horizontal: line, vertical: line },
    candle: candleStyles(look),
    indicator: indicatorStyles(look),
    xAxis: axisStyles(colours, { marginStart: 6, marginEnd: 6 }),
    yAxis: {
      ...axisStyles(colours, { marginStart: 8, marginEnd: 4 }),
      axisLine: { show: false, size: 0 },
      size: look.axisPx,
    },
    separator: {
      size: 1,
      color: colours.hairline,
      fill: true,
      activeBackgroundColor: 'transparent',
    },
    crosshair: crosshairStyles(colours),
    overlay: overlayStyles(colours),
  };
}

function candleStyles(look: ChartLook): DeepPartial<Styles['candle']> {
  const { colours, isLine } = look;
  const { up, down, line } = paletteOf(look);
  return {
    type: isLine ? 'area' : 'candle_solid',
    bar: {
      upColor: up,
      downColor: down,
      noChangeColor: up,
      upBorderColor: up,
      downBorderColor: down,
      noChangeBorderColor: up,
      upWickColor: up,
      downWickColor: down,
      noChangeWickColor: up,
    },
    area: {
      lineSize: 1.75,
      lineColor: line,
      value: 'close',
      backgroundColor: withOpacity(line, 0.1),
      // The ring at its end is drawn with the mean.
      point: { show: false },
    },
    priceMark: priceMarkStyles(look),
    tooltip: {
      ...LEGEND_OFFSET,
      showRule: 'follow_cross',
      showType: 'rect',
      title: { show: false },
      legend: {
        ...fontOf(colours),
        color: colours['text-2'],
        template: look.legends,
        marginTop: 3,
        marginBottom: 3,
      },
      rect: {
        position: 'fixed',
        offsetTop: 26,
        offsetLeft: 8,
        offsetRight: 8,
        paddingTop: 4,
        paddingBottom: 4,
        paddingLeft: 4,
        paddingRight: 4,
        borderRadius: 8,
        borderSize: 1,
        borderColor: colours['hairline-strong'],
        color: withOpacity(colours.raised, 0.94),
      },
      features: [],
    },
  };
}

function priceMarkStyles(look: ChartLook): DeepPartial<Styles['candle']['priceMark']> {
  const { colours, isLine } = look;
  const { upFill, downFill, lineFill } = paletteOf(look);
  // An old price closes no candle.
  const hasClock = !isLine && !look.isStale;
  const mark = {
    show: !isLine,
    color: colours['text-2'],
    textSize: SIZE,
    textFamily: colours.fontFamily,
  };
  const label = {
    ...LAST_LABEL,
    ...fontOf(colours),
    color: colours[isLine ? 'on-brand' : 'on-fill'],
  };
  return {
    high: mark,
    low: mark,
    last: {
      upColor: isLine ? lineFill : upFill,
      downColor: isLine ? lineFill : downFill,
      noChangeColor: isLine ? lineFill : upFill,
      line: { show: !isLine, size: 1, style: 'dashed', dashedValue: [2, 3] },
      text: { ...label, weight: 600, borderRadius: hasClock ? [4, 4, 0, 0] : 4 },
      extendTexts: !hasClock
        ? []
        : [
            {
              ...label,
              paddingTop: 0,
              show: true,
              style: 'fill',
              position: 'below_price',
              updateInterval: 1_000,
              borderRadius: [0, 0, 4, 4],
              borderSize: 0,
              borderColor: 'transparent',
              borderStyle: 'solid',
              borderDashedValue: [],
              weight: 400,
            },
          ],
    },
  };
}

function indicatorStyles(look: ChartLook): DeepPartial<Styles['indicator']> {
  const { colours } = look;
  const { up, down } = paletteOf(look);
  const bars = {
    upColor: withOpacity(up, 0.5),
    downColor: withOpacity(down, 0.5),
    noChangeColor: withOpacity(up, 0.5),
  };
  const lines = [colours['ma-1'], colours['ma-2'], colours['ma-3']].map(
    (color) => ({ color, size: 1.25, smooth: false, style: 'solid' }) as const,
  );
  return {
    bars: [bars],
    lines,
    lastValueMark: { show: false },
    tooltip: {
      ...LEGEND_OFFSET,
      showRule: 'always',
      showType: 'standard',
      title: { show: false },
      legend: {
        ...fontOf(colours),
        color: colours.muted,
        marginLeft: 8,
        marginRight: 4,
        marginTop: 3,
        marginBottom: 1,
        defaultValue: '–',
      },
      features: [],
    },
  };
}

/** Of what is drawn on the chart. */
function overlayStyles(colours: ChartColours): DeepPartial<Styles['overlay']> {
  const { brand } = colours;
  const text = {
    ...fontOf(colours),
    color: brand,
    style: 'fill',
    backgroundColor: 'transparent',
    borderSize: 0,
    paddingLeft: 2,
    paddingRight: 2,
    paddingTop: 1,
    paddingBottom: 1,
  } as const;
  return {
    point: {
      color: brand,
      borderColor: withOpacity(brand, 0.35),
      borderSize: 2,
      radius: 5,
      activeColor: brand,
      activeBorderColor: withOpacity(brand, 0.35),
      activeBorderSize: 4,
      activeRadius: 6,
    },
    line: { style: 'solid', size: 1.5, color: brand },
    polygon: {
      style: 'stroke_fill',
      color: withOpacity(brand, 0.12),
      borderColor: brand,
      borderSize: 1.5,
    },
    rect: { color: withOpacity(brand, 0.12), borderColor: brand },
    text,
  };
}

function axisStyles(
  colours: ChartColours,
  margins: { readonly marginStart: number; readonly marginEnd: number },
): DeepPartial<Styles['xAxis']> {
  return {
    axisLine: { show: true, color: colours.hairline, size: 1 },
    tickLine: { show: false, length: 0 },
    tickText: { ...fontOf(colours), color: colours.muted, ...margins },
  };
}

function crosshairStyles(colours: ChartColours): DeepPartial<Styles['crosshair']> {
  const direction: DeepPartial<Styles['crosshair']['vertical']> = {
    line: { color: colours.muted, size: 1, style: 'dashed', dashedValue: [3, 3] },
    text: {
      ...fontOf(colours),
      color: colours.bg,
      backgroundColor: colours['text-2'],
      borderSize: 0,
      borderRadius: 4,
      paddingLeft: 6,
      paddingRight: 4,
      paddingTop: 4,
      paddingBottom: 4,
    },
  };
  return { horizontal: direction, vertical: direction };
}

const fontOf = (colours: ChartColours) =>
  ({ size: SIZE, family: colours.fontFamily, weight: 400 }) as const;
