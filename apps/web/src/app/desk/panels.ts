/** How large the panels of a terminal are; kept on this device. */
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

interface PanelSettings {
  readonly sizes: Readonly<Partial<Record<PanelName, number>>>;
  readonly hasMarkets: boolean;
}

const panelSettings = create<PanelSettings>()(
  persist<PanelSettings>(() => ({ sizes: {}, hasMarkets: true }), { name: 'panels', version: 1 }),
);

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
