/** Push messages on this device: whether they can be had, and the way there and back. */

import { currentLanguage } from '../../i18n/language.ts';
import { callApi } from '../calls/api.ts';

/**
 * `unsupported`: the browser cannot. `install`: it can once the app is on the home screen (iOS 16.4). `blocked`: the
 * user said no, which only the browser's settings undo.
 */
export type PushState = 'unsupported' | 'install' | 'blocked' | 'off' | 'on';

const isPushable = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Safari on iOS has a push manager in installed apps only; iPads call themselves Macs with a touch screen. */
const isBareIos = (): boolean => {
  const { userAgent, maxTouchPoints } = navigator;
  const isIos =
    /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isIos && !window.matchMedia('(display-mode: standalone)').matches;
};

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  isPushable() ? await navigator.serviceWorker.getRegistration() : undefined;

const subscription = async (): Promise<PushSubscription | null> =>
  (await (await registration())?.pushManager.getSubscription()) ?? null;

export async function readPushState(): Promise<PushState> {
  if (!isPushable()) return isBareIos() ? 'install' : 'unsupported';
  if ((await registration()) === undefined) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && (await subscription()) !== null ? 'on' : 'off';
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

async function tellServer(found: PushSubscription): Promise<void> {
  const { endpoint, keys } = found.toJSON();
  await callApi('subscribePush', {
    endpoint: endpoint ?? found.endpoint,
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
    lang: currentLanguage(),
  });
}

/** Asks the user, then the browser's push service, then the server. Call it from a tap. */
export async function turnPushOn(serverKey: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'blocked';
  if (permission !== 'granted') return 'off';
  const found = await registration();
  if (found === undefined) return 'unsupported';
  const key = bytesOf(serverKey);
  const subscribed = await found.pushManager.getSubscription();
  // One that was made for another key of the server hears nothing any more.
  if (subscribed !== null && !isFor(subscribed, key)) await subscribed.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const own = await found.pushManager.subscribe(options);
  try {
    await tellServer(own);
  } catch (error) {
    await own.unsubscribe().catch(() => undefined);
    throw error;
  }
  return 'on';
}

function isFor(found: PushSubscription, key: Uint8Array): boolean {
  const made = found.options.applicationServerKey;
  if (made === null) return true;
  const bytes = new Uint8Array(made);
  return bytes.length === key.length && bytes.every((byte, at) => byte === key[at]);
}

export async function turnPushOff(): Promise<PushState> {
  const found = await subscription();
  if (found === null) return 'off';
  const { endpoint } = found;
  await found.unsubscribe();
  // The server learns of it from the push service at the latest.
  await callApi('unsubscribePush', { endpoint }).catch(() => undefined);
  return 'off';
}

/** After a login or a change of language: the device goes on with the session and the language there are now. */
export async function renewPush(): Promise<void> {
  if ((await readPushState()) !== 'on') return;
  const found = await subscription();
  if (found !== null) await tellServer(found);
}
