/** Which other prices a market's chart is compared with; kept on this device, by market. */
import {
  type ChartSettings,
  COMPARISONS_MAX,
  type Comparison,
  setChartSettings,
} from '../settings/chart-settings.ts';

export type { Comparison };

export interface CompareProps {
  /** What the chart draws. */
  own: Comparison;
  settings: ChartSettings;
  /** The market's product knows no prices but the index. */
  isFixed: boolean;
}

const NONE: readonly Comparison[] = [];

export const isSame = (left: Comparison, right: Comparison): boolean =>
  left.symbol === right.symbol && left.kind === right.kind;

/** What is compared on the chart of a market; never its own prices. */
export function comparisonsOf(
  { comparisons }: ChartSettings,
  own: Comparison | undefined,
): readonly Comparison[] {
  if (own === undefined) return NONE;
  const chosen = comparisons[own.symbol];
  if (chosen === undefined) return NONE;
  return chosen.some((one) => isSame(one, own))
    ? chosen.filter((one) => !isSame(one, own))
    : chosen;
}

const change = (
  symbol: string,
  settings: ChartSettings,
  list: readonly Comparison[],
): Pick<ChartSettings, 'comparisons'> => {
  const { [symbol]: _, ...others } = settings.comparisons;
  return { comparisons: list.length === 0 ? others : { ...others, [symbol]: list } };
};

/** One more; the one that was there longest gives way. */
export function compareWith(symbol: string, settings: ChartSettings, added: Comparison): void {
  const before = settings.comparisons[symbol] ?? NONE;
  const others = before.filter((one) => !isSame(one, added));
  setChartSettings(change(symbol, settings, [...others, added].slice(-COMPARISONS_MAX)));
}

export function endComparison(symbol: string, settings: ChartSettings, ended: Comparison): void {
  const before = settings.comparisons[symbol] ?? NONE;
  setChartSettings(
    change(
      symbol,
      settings,
      before.filter((one) => !isSame(one, ended)),
    ),
  );
}
