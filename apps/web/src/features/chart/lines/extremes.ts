export interface Extreme {
  readonly at: number;
  readonly price: number;
}

/** The first of the highest, and the first of the lowest. */
export function extremes(
  bars: readonly { readonly high: number; readonly low: number }[],
  from: number,
  to: number,
): { readonly high: Extreme; readonly low: Extreme } | undefined {
  let high: Extreme | undefined;
  let low: Extreme | undefined;
  for (let at = Math.max(0, from); at < Math.min(to, bars.length); at += 1) {
    const bar = bars[at];
    if (bar === undefined) continue;
    if (high === undefined || bar.high > high.price) high = { at, price: bar.high };
    if (low === undefined || bar.low < low.price) low = { at, price: bar.low };
  }
  return high && low && { high, low };
}
