import { beforeEach, expect, test, vi } from 'vitest';

const SCOPE = 'https://fair.example/app/';
type Listener = (event: object) => void;

/** A worker's platform, as far as push messages use it. */
const listeners = new Map<string, Listener>();
let shown: [string, object][] = [];
let went: string[] = [];
let pages: { url: string; focus(): Promise<void>; navigate(url: string): Promise<void> }[] = [];

const page = (url: string, canNavigate = true) => ({
  url,
  focus: async () => {
    went.push(`focus ${url}`);
  },
  navigate: async (to: string) => {
    if (!canNavigate) throw new TypeError('not controlled');
    went.push(`navigate ${to}`);
  },
});

beforeEach(async () => {
  [shown, went, pages] = [[], [], []];
  vi.stubGlobal('self', {
    brand: { name: 'Harbourlight', version: 'a1' },
    registration: {
      scope: SCOPE,
      showNotification: async (title: string, options: object) => {
        shown.push([title, options]);
      },
    },
    clients: {
      matchAll: async () => pages,
      openWindow: async (url: string) => {
        went.push(`open ${url}`);
      },
    },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  });
  vi.resetModules();
  await import('./push.ts');
});

async function raise(name: string, event: object): Promise<void> {
  const works: Promise<unknown>[] = [];
  listeners.get(name)?.({
    ...event,
    waitUntil: (work: Promise<unknown>) => works.push(work),
  });
  expect(works).toHaveLength(1);
  await Promise.all(works);
}

const push = (json: () => unknown) => raise('push', { data: { json } });
const tap = (data: unknown) => raise('notificationclick', { notification: { data, close() {} } });

test('a message is shown in the words of the server', async () => {
  const url = '#/pages/trade/orders';
  await push(() => ({ title: 'Order filled', body: 'Bought 1 BTC', tag: 'order_filled:1', url }));
  expect(shown).toEqual([
    ['Order filled', expect.objectContaining({ body: 'Bought 1 BTC', tag: 'order_filled:1' })],
  ]);
  expect(shown[0]?.[1]).toMatchObject({ data: { url } });
});

test('one that cannot be read is shown all the same, as browsers demand', async () => {
  await push(() => {
    throw new SyntaxError('not JSON');
  });
  await raise('push', { data: null });
  await push(() => ({ title: 7, body: {} }));
  expect(shown.map(([title]) => title)).toEqual(Array.from({ length: 3 }, () => 'Harbourlight'));
});

test('a tap goes to the page it tells of in the app that is open', async () => {
  pages = [page('https://fair.example/app/console/'), page(`${SCOPE}#/`)];
  await tap({ url: '#/pages/trade/orders' });
  expect(went).toEqual([`focus ${SCOPE}#/`, `navigate ${SCOPE}#/pages/trade/orders`]);
});

test('without one, or with one that cannot be led, it opens the app there', async () => {
  await tap({ url: '#/pages/trade/orders' });
  pages = [page(SCOPE, false)];
  await tap({ url: '#/pages/assets/index' });
  expect(went).toEqual([
    `open ${SCOPE}#/pages/trade/orders`,
    `focus ${SCOPE}`,
    `open ${SCOPE}#/pages/assets/index`,
  ]);
});

test.each([[undefined], [{}], [{ url: 'https://evil.example/' }], [{ url: '//evil.example' }]])(
  'whatever %j says, a tap stays in the app',
  async (data) => {
    await tap(data);
    expect(went).toEqual([`open ${SCOPE}#/`]);
  },
);
