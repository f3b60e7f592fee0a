import type { ChartSettings } from '../settings/chart-settings.ts';

const known = [new WeakMap<ChartSettings, ChartSettings>(), new WeakMap()] as const;

/** Charts side by side have room for one indicator below the price, or for none. The same object for the same settings. */
export function fewerBelow(settings: ChartSettings, most: 0 | 1): ChartSettings {
  const before = known[most].get(settings);
  if (before !== undefined) return before;
  const fewer = { ...settings, sub: settings.sub.slice(0, most) };
  known[most].set(settings, fewer);
  return fewer;
}

/** Of two rows of charts, in a panel of this height. */
const ROOM_FOR_ONE_PX = 560;

export const mostBelow = (count: number, panelPx: number | undefined): 0 | 1 =>
  count > 2 && panelPx !== undefined && panelPx < ROOM_FOR_ONE_PX ? 0 : 1;
