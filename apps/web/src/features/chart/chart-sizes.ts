/** Heights in pixels, as drawn; the page needs them before the chart library is there. */
import type { ChartSettings } from './settings/chart-settings.ts';

const MAIN_HEIGHT = 255;
export const SUB_HEIGHT = 56;
const AXIS_HEIGHT = 24;

/** Of the whole chart. What is not drawn below the price (the index has no volume) gives its height to it. */
export const chartHeight = ({ sub }: ChartSettings, extraHeight: number): number =>
  MAIN_HEIGHT + extraHeight + (SUB_HEIGHT + 1) * sub.length + AXIS_HEIGHT;

/** Row of periods, row of pills, chart, row of indicators. */
export const panelHeight = (settings: ChartSettings, extraHeight: number): number =>
  44 + 36 + chartHeight(settings, extraHeight) + 44;
