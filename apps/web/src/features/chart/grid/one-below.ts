import type { ChartSettings } from '../settings/chart-settings.ts';

const known = new WeakMap<ChartSettings, ChartSettings>();

/** Charts side by side have room for one indicator below the price. The same object for the same settings. */
export function oneBelow(settings: ChartSettings): ChartSettings {
  const before = known.get(settings);
  if (before !== undefined) return before;
  const fewer = { ...settings, sub: settings.sub.slice(0, 1) };
  known.set(settings, fewer);
  return fewer;
}
