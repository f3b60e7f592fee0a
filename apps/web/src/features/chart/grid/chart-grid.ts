/** Several markets' charts in a terminal: how many, and of which markets; kept on this device, by product. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { PRODUCTS, type Product } from '../../../data/markets/products.ts';

export const CHART_COUNTS = [1, 2, 4] as const;
export type ChartCount = (typeof CHART_COUNTS)[number];
export const GRID_PRODUCTS = ['spot', ...PRODUCTS] as const satisfies readonly ('spot' | Product)[];
export type GridProduct = (typeof GRID_PRODUCTS)[number];

export interface KeptGrid {
  readonly count: ChartCount;
  /** Of each place a market, as far as one was chosen. */
  readonly symbols: readonly string[];
  /** The place of the market that the ticket is of. */
  readonly active: number;
}

export const ONE_CHART: KeptGrid = { count: 1, symbols: [], active: 0 };
const PLACES_MAX = 4;

type Grids = Readonly<Record<GridProduct, KeptGrid>>;

function readGrid(value: unknown): KeptGrid {
  if (typeof value !== 'object' || value === null) return ONE_CHART;
  const { count, symbols, active } = value as Partial<Record<keyof KeptGrid, unknown>>;
  const known = Array.isArray(symbols) ? symbols.filter((one) => typeof one === 'string') : [];
  return {
    count: CHART_COUNTS.find((one) => one === count) ?? 1,
    symbols: [...new Set(known)].slice(0, PLACES_MAX),
    active: typeof active === 'number' && Number.isInteger(active) ? Math.max(0, active) : 0,
  };
}

/** What was kept, if it is anything: an older version, or a hand, may have written it. */
export function readGrids(stored: unknown): Grids {
  const given = (stored ?? {}) as Partial<Record<GridProduct, unknown>>;
  const grids = GRID_PRODUCTS.map((product) => [product, readGrid(given[product])] as const);
  return Object.fromEntries(grids) as Grids;
}

const gridStore = create<Grids>()(
  persist<Grids>(() => readGrids(undefined), {
    name: 'charts',
    version: 1,
    merge: (stored) => readGrids(stored),
  }),
);

export const useKeptGrid = (product: GridProduct): KeptGrid => gridStore((grids) => grids[product]);

export function keepGrid(product: GridProduct, change: Partial<KeptGrid>): void {
  gridStore.setState((grids) => ({ ...grids, [product]: { ...grids[product], ...change } }));
}

export interface Placed {
  readonly symbols: readonly string[];
  readonly active: number;
}

/**
 * A market in each place, none twice. The active one stands where it did; one that was chosen elsewhere takes the place of
 * the one that was active. Places that nobody chose for have the first markets of the list.
 */
export function placed(kept: KeptGrid, active: string, markets: readonly string[]): Placed {
  const { count } = kept;
  const chosen = kept.symbols
    .filter((one) => one === active || markets.includes(one))
    .slice(0, count);
  const isThere = chosen.includes(active);
  const at = Math.min(kept.active, count - 1, chosen.length);
  const own = isThere ? chosen : chosen.toSpliced(at, chosen.length < count ? 0 : 1, active);
  const free = markets.filter((one) => !own.includes(one));
  const symbols = [...own, ...free].slice(0, count);
  return { symbols, active: symbols.indexOf(active) };
}

/** Another market in one place; one that stands in another place changes with it. */
export function replaced(symbols: readonly string[], at: number, symbol: string): string[] {
  const before = symbols[at] ?? symbol;
  return symbols.map((one, place) => (place === at ? symbol : one === symbol ? before : one));
}
