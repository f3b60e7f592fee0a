/** What the user chose on this device. Theme and rise colour are also read by public/boot.js. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const THEMES = ['system', 'dark', 'light'] as const;
type Theme = (typeof THEMES)[number];
/** Which colour means up. */
export type RiseColour = 'green' | 'red';
/** What asks before it is done; each can be switched off. */
export const CONFIRMATIONS = [
  'limit_order',
  'market_order',
  'cancel_order',
  'futures_order',
  'option_order',
] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

export interface Settings {
  readonly theme: Theme;
  readonly rise: RiseColour;
  readonly flash: boolean;
  /** Whether touch is answered by a vibration. */
  readonly haptics: boolean;
  /** Whether an order that was taken is heard. */
  readonly sounds: boolean;
  /** Whether single keys do something on a desk. */
  readonly shortcuts: boolean;
  readonly hideBalances: boolean;
  readonly hideSmall: boolean;
  /** Symbols, in the order they were starred. */
  readonly favourites: readonly string[];
  /** Those switched off; new kinds ask until told otherwise. */
  readonly silenced: readonly Confirmation[];
  /** Ids of banners put away for good. */
  readonly dismissedBanners: readonly number[];
  /** Id of the newest announcement that was seen in the list. */
  readonly seenNotice: number;
}

const FAVOURITES_MAX = 200;
const BANNERS_MAX = 50;

const defaults: Settings = {
  theme: 'system',
  rise: 'green',
  flash: true,
  haptics: false,
  sounds: false,
  shortcuts: true,
  hideBalances: false,
  hideSmall: false,
  favourites: [],
  silenced: [],
  dismissedBanners: [],
  seenNotice: 0,
};

export const settingsStore = create<Settings>()(
  persist(() => defaults, { name: 'settings', version: 1 }),
);

/** One setting, or several with a shallow-stable selector. */
export const useSetting = <Key extends keyof Settings>(key: Key): Settings[Key] =>
  settingsStore((state) => state[key]);

export function setSetting<Key extends keyof Settings>(key: Key, value: Settings[Key]): void {
  settingsStore.setState({ [key]: value } as Pick<Settings, Key>);
}

export function toggleFavourite(symbol: string): void {
  settingsStore.setState(({ favourites }) => ({
    favourites: favourites.includes(symbol)
      ? favourites.filter((other) => other !== symbol)
      : [...favourites, symbol].slice(-FAVOURITES_MAX),
  }));
}

export function dismissBanner(id: number): void {
  settingsStore.setState(({ dismissedBanners }) => ({
    dismissedBanners: [...dismissedBanners.filter((other) => other !== id), id].slice(-BANNERS_MAX),
  }));
}

/** Whether this asks before it is done. */
export const useConfirmation = (kind: Confirmation): boolean =>
  settingsStore((state) => !state.silenced.includes(kind));

export function setConfirmation(kind: Confirmation, isOn: boolean): void {
  settingsStore.setState(({ silenced }) => ({
    silenced: isOn ? silenced.filter((other) => other !== kind) : [...new Set([...silenced, kind])],
  }));
}
