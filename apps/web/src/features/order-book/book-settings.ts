/** How the book is shown; kept on this device. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { BOOK_LAYOUTS, type BookLayout, defaultStep } from './levels.ts';

interface BookSettings {
  readonly layout: BookLayout;
  /** Price step by symbol. */
  readonly steps: Readonly<Record<string, string>>;
}

const bookSettings = create<BookSettings>()(
  persist<BookSettings>(() => ({ layout: 'both', steps: {} }), { name: 'book', version: 1 }),
);

export const useBookLayout = (): BookLayout =>
  bookSettings(({ layout }) => (BOOK_LAYOUTS.includes(layout) ? layout : 'both'));

export function setBookLayout(layout: BookLayout): void {
  bookSettings.setState({ layout });
}

/** The step chosen for a market, if it is still one of those offered. */
export function useBookStep(symbol: string, steps: readonly string[]): string {
  const chosen = bookSettings((state) => state.steps[symbol]);
  return chosen !== undefined && steps.includes(chosen) ? chosen : (defaultStep(steps) ?? '0.01');
}

export function setBookStep(symbol: string, step: string): void {
  bookSettings.setState(({ steps }) => ({ steps: { ...steps, [symbol]: step } }));
}
