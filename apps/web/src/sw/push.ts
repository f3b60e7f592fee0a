/** Push messages: shown as the server worded them (PushPayload of the contract); a tap leads to what they tell of. */
import type { PushPayload } from '@fairlead/contract';
import { type LastingEvent, workerBrand } from './scope.ts';

/** The worker's side of the platform, as far as this file uses it. */
interface Page {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
interface PushScope {
  readonly registration: {
    readonly scope: string;
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(filter: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(
    name: 'push',
    listener: (event: LastingEvent & { readonly data: { json(): unknown } | null }) => void,
  ): void;
  addEventListener(
    name: 'notificationclick',
    listener: (event: LastingEvent & { readonly notification: Notification }) => void,
  ): void;
}

/** This file runs in a service worker only. */
const scope = self as unknown as PushScope;

/** Every push must show something; one that cannot be read says who sent it. */
const UNREADABLE: PushPayload = {
  title: workerBrand.name,
  body: '',
  tag: 'unreadable',
  url: '#/pages/notice/index?tab=messages',
};

/** What the server sent: texts, or none of it counts. */
function readPayload(data: { json(): unknown } | null): PushPayload {
  try {
    const value: unknown = data?.json();
    if (typeof value !== 'object' || value === null || !('title' in value)) return UNREADABLE;
    const text = (name: keyof PushPayload): string => {
      const field: unknown = Reflect.get(value, name);
      return typeof field === 'string' ? field : UNREADABLE[name];
    };
    return { title: text('title'), body: text('body'), tag: text('tag'), url: text('url') };
  } catch {
    return UNREADABLE;
  }
}

/** Pages of the app only, whatever the payload says. */
const addressOf = (url: string): string =>
  new URL(url.startsWith('#/') ? url : '#/', scope.registration.scope).href;

async function openPage(address: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = pages.find(
    ({ url }) => url.startsWith(scope.registration.scope) && !url.includes('/console/'),
  );
  if (own === undefined) {
    await scope.clients.openWindow(address);
    return;
  }
  await own.focus();
  // Only the part behind the hash changes: the app goes there without loading again.
  await own.navigate(address).catch(() => scope.clients.openWindow(address));
}

scope.addEventListener('push', (event) => {
  const { title, body, tag, url } = readPayload(event.data);
  const options = { body, tag, icon: 'icon-180.png', badge: 'icon-180.png', data: { url } };
  event.waitUntil(scope.registration.showNotification(title, options));
});

scope.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const data: unknown = notification.data;
  const hasUrl = typeof data === 'object' && data !== null && 'url' in data;
  event.waitUntil(openPage(addressOf(hasUrl ? String(data.url) : '#/')));
});
