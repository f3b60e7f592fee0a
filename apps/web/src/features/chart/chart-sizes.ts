/** Heights in pixels, as drawn; the page needs them before the chart library is there. */
import { storage } from '@fairlead/calls';
import { type ChartSettings, mainRow } from './settings/chart-settings.ts';

const MAIN_HEIGHT = 255;
export const SUB_HEIGHT = 56;
const AXIS_HEIGHT = 24;

/** What each indicator over the price but the first has of the pane, with its legend. */
export const MAIN_ROW = 24;

/** Of the whole chart. What is not drawn below the price (the index has no volume) gives its height to it. */
export function chartHeight(
  settings: ChartSettings,
  { extraHeight = 0, isCompared = false }: { extraHeight?: number; isCompared?: boolean },
): number {
  const { period, sub } = settings;
  const rows = mainRow(settings).shown.length + (period === 'time' ? 1 : 0) + (isCompared ? 1 : 0);
  const main = MAIN_HEIGHT + MAIN_ROW * Math.max(0, rows - 1);
  return main + extraHeight + (SUB_HEIGHT + 1) * sub.length + AXIS_HEIGHT;
}

const PILLS_KEY = 'chart_pills';
/** One line of them, and more than anybody has. */
const [LINE_PX, LINES_MAX_PX] = [36, 360];

/** Remembers how high the pills stood at this width, with the legend of what is compared: words may be longer than a line. */
export const notePills = (height: number): void =>
  storage.write(PILLS_KEY, `${window.innerWidth} ${Math.round(height)}`);

function pillsHeight(): number {
  const [width, height = 0] = (storage.read(PILLS_KEY) ?? '').split(' ').map(Number);
  const isKnown = width === window.innerWidth && height >= LINE_PX && height <= LINES_MAX_PX;
  return isKnown ? height : LINE_PX;
}

/** Row of periods, pills as they stood last, chart, row of indicators. */
export const panelHeight = (settings: ChartSettings, extraHeight: number): number =>
  44 + pillsHeight() + chartHeight(settings, { extraHeight }) + 44;
