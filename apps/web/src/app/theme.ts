/** Keeps the document's theme and rise colour as the settings say; boot.js has set them before the first paint. */
import { setHaptics, setSounds } from '@fairlead/ui';
import { type Settings, settingsStore } from '../data/account/settings.ts';

const BAR_COLOURS = { dark: '#0b0e14', light: '#ffffff' } as const;

/** What is shown now, with "system" resolved. */
export const resolveTheme = (theme: Settings['theme'], isSystemLight: boolean): 'dark' | 'light' =>
  theme === 'system' ? (isSystemLight ? 'light' : 'dark') : theme;

/** Applies theme and rise colour now and on every change, of the system too. */
export function followTheme(): void {
  const system = window.matchMedia('(prefers-color-scheme: light)');
  const apply = () => {
    const { theme, rise, haptics, sounds } = settingsStore.getState();
    setHaptics(haptics);
    setSounds(sounds);
    const shown = resolveTheme(theme, system.matches);
    const { dataset } = document.documentElement;
    dataset['theme'] = shown;
    dataset['rise'] = rise;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[shown]);
  };
  apply();
  system.addEventListener('change', apply);
  settingsStore.subscribe(apply);
}
