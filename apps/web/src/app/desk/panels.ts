/** How large the panels of a terminal are, and in which order they stand; kept on this device. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export interface Bounds {
  readonly initial: number;
  readonly least: number;
  readonly most: number;
  /** One press of an arrow key. */
  readonly step: number;
}

/** Of columns in pixels, of what lies below in hundredths of the height. */
export const PANELS = {
  markets: { initial: 224, least: 168, most: 340, step: 12 },
  book: { initial: 244, least: 200, most: 420, step: 12 },
  ticket: { initial: 304, least: 280, most: 460, step: 12 },
  /** Of futures and options, whose tickets say more. */
  contract: { initial: 352, least: 328, most: 480, step: 12 },
  lists: { initial: 34, least: 12, most: 75, step: 3 },
  trades: { initial: 36, least: 12, most: 75, step: 3 },
} as const satisfies Readonly<Record<string, Bounds>>;

export type PanelName = keyof typeof PANELS;

/** From left to right, at first. The chart has what the others leave. */
export const COLUMNS = ['markets', 'chart', 'book', 'ticket'] as const;
export type Column = (typeof COLUMNS)[number];
/** Columns of two, one above the other. */
export const STACKS = ['chart', 'book'] as const;
export type Stack = (typeof STACKS)[number];

interface PanelSettings {
  readonly sizes: Readonly<Partial<Record<PanelName, number>>>;
  readonly hasMarkets: boolean;
  readonly order: readonly Column[];
  /** Lists stand above the chart, or trades above the book. */
  readonly turned: readonly Stack[];
}

const FIRST: PanelSettings = { sizes: {}, hasMarkets: true, order: COLUMNS, turned: [] };

/** Each column once: what an older version kept, or a hand wrote, may lack some. */
export function readOrder(stored: unknown): readonly Column[] {
  const given = Array.isArray(stored) ? stored : [];
  const known = given.flatMap((value) => COLUMNS.filter((column) => column === value));
  return [...new Set([...known, ...COLUMNS])];
}

const panelSettings = create<PanelSettings>()(
  persist<PanelSettings>(() => FIRST, {
    name: 'panels',
    version: 1,
    merge: (stored) => {
      const own = typeof stored === 'object' && stored !== null ? stored : {};
      const { order, turned, ...kept } = own as Readonly<Partial<Record<string, unknown>>>;
      const isList = Array.isArray(turned) ? turned : [];
      return {
        ...FIRST,
        ...kept,
        order: readOrder(order),
        turned: STACKS.filter((stack) => isList.includes(stack)),
      };
    },
  }),
);

export const useColumns = (): readonly Column[] => panelSettings(({ order }) => order);
export const useIsTurned = (stack: Stack): boolean =>
  panelSettings(({ turned }) => turned.includes(stack));

/** One place to the left or right; at the edge it stays. */
export function moveColumn(column: Column, by: -1 | 1): void {
  panelSettings.setState(({ order }) => {
    const from = order.indexOf(column);
    const other = order[from + by];
    if (other === undefined) return {};
    return {
      order: order.map((one) => (one === column ? other : one === other ? column : one)),
    };
  });
}

export function turnStack(stack: Stack): void {
  panelSettings.setState(({ turned }) => ({
    turned: STACKS.filter((one) => (one === stack) !== turned.includes(one)),
  }));
}

/** Sizes and places as at first. */
export function resetPanels(): void {
  panelSettings.setState(FIRST);
}

/** Within the bounds of its panel. */
function fitted(name: PanelName, size: number): number {
  const { least, most } = PANELS[name];
  return Math.min(Math.max(Math.round(size), least), most);
}

export const usePanelSize = (name: PanelName): number =>
  panelSettings(({ sizes }) => fitted(name, sizes[name] ?? PANELS[name].initial));

export function setPanelSize(name: PanelName, size: number): void {
  panelSettings.setState(({ sizes }) => ({ sizes: { ...sizes, [name]: fitted(name, size) } }));
}

/** Back to the size it had at first. */
export const resetPanel = (name: PanelName): void => setPanelSize(name, PANELS[name].initial);

export const useHasMarkets = (): boolean => panelSettings(({ hasMarkets }) => hasMarkets);

export function toggleMarkets(): void {
  panelSettings.setState(({ hasMarkets }) => ({ hasMarkets: !hasMarkets }));
}
