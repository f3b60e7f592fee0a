/** What the operator chose on this device. The theme is also read by public/boot.js. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const THEMES = ['system', 'dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

export const settingsStore = create<{ readonly theme: Theme }>()(
  persist(() => ({ theme: 'system' as Theme }), { name: 'console.settings', version: 1 }),
);

export const useTheme = (): Theme => settingsStore(({ theme }) => theme);
export function setTheme(theme: Theme): void {
  settingsStore.setState({ theme });
}
