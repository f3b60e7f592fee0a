/** Keeps the document's theme as the settings say; boot.js has set it before the first paint. */
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** What the operator chose on this device. The theme is also read by public/boot.js. */
export const THEMES = ['system', 'dark', 'light'] as const;
type Theme = (typeof THEMES)[number];

export const settingsStore = create<{ readonly theme: Theme }>()(
  persist(() => ({ theme: 'system' as Theme }), { name: 'console.settings', version: 1 }),
);

export const useTheme = (): Theme => settingsStore(({ theme }) => theme);
export function setTheme(theme: Theme): void {
  settingsStore.setState({ theme });
}

const BAR_COLOURS = { dark: '#0b0e14', light: '#ffffff' } as const;

const resolve = (theme: Theme, isSystemLight: boolean): 'dark' | 'light' =>
  theme === 'system' ? (isSystemLight ? 'light' : 'dark') : theme;

/** Applies the theme now and on every change, of the system too. */
export function followTheme(): void {
  const system = window.matchMedia('(prefers-color-scheme: light)');
  const apply = () => {
    const shown = resolve(settingsStore.getState().theme, system.matches);
    document.documentElement.dataset['theme'] = shown;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[shown]);
  };
  apply();
  system.addEventListener('change', apply);
  settingsStore.subscribe(apply);
}

function subscribe(listener: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: light)');
  system.addEventListener('change', listener);
  const stop = settingsStore.subscribe(listener);
  return () => {
    system.removeEventListener('change', listener);
    stop();
  };
}

/** What is shown now, with "system" resolved. */
export const useShownTheme = (): 'dark' | 'light' =>
  useSyncExternalStore(subscribe, () =>
    resolve(
      settingsStore.getState().theme,
      window.matchMedia('(prefers-color-scheme: light)').matches,
    ),
  );
