/** Whether and how the app can be put on the home screen of this device. */
import { create } from 'zustand';

/** Chromium's own; not in the platform's types. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface Window {
    /** An offer that boot.js kept. */
    installPrompt?: Event;
  }
}

const promptOf = (event: Event | undefined): InstallPrompt | undefined =>
  event !== undefined && 'prompt' in event ? (event as InstallPrompt) : undefined;

export type InstallWay =
  /** The browser asks. */
  | 'prompt'
  /** By hand, from Safari's share sheet. */
  | 'by_hand'
  /** It is installed, or this browser cannot. */
  | 'none';

interface InstallState {
  readonly prompt: InstallPrompt | undefined;
  readonly isInstalled: boolean;
}

const installStore = create<InstallState>()(() => ({ prompt: undefined, isInstalled: false }));

const isStandalone = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** iPads say they are Macs, but only they have touch. */
const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

export function followInstall(): void {
  installStore.setState({ prompt: promptOf(window.installPrompt) });
  // No banner of the browser's (boot.js refuses it): the entry in the settings is enough.
  window.addEventListener('beforeinstallprompt', (event) =>
    installStore.setState({ prompt: promptOf(event) }),
  );
  window.addEventListener('appinstalled', () =>
    installStore.setState({ prompt: undefined, isInstalled: true }),
  );
}

export function useInstallWay(): InstallWay {
  const { prompt, isInstalled } = installStore();
  if (isInstalled || isStandalone()) return 'none';
  if (prompt !== undefined) return 'prompt';
  return isApple() ? 'by_hand' : 'none';
}

/** Lets the browser ask; its prompt can be used once. */
export async function askToInstall(): Promise<void> {
  const { prompt } = installStore.getState();
  installStore.setState({ prompt: undefined });
  await prompt?.prompt();
}
