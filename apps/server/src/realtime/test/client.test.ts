import { type BookView, createApiClient, createLiveClient, watchBook } from '@fairlead/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LiveFixture } from '../../../test/support/live-fixture.ts';
import { limit, MAKER } from '../../../test/support/test-sequencer.ts';

// The very client of the app and the bots, over real sockets.
let live: LiveFixture;
let close: (() => void)[];
beforeEach(async () => {
  live = await LiveFixture.open();
  close = [];
});
afterEach(async () => {
  for (const each of close) each();
  await live.close();
});

/** Waits for the next of something that can be listened to. */
function next<Value>(
  listen: (listener: (value: Value) => void) => () => void,
  isWanted: (value: Value) => boolean = () => true,
): Promise<Value> {
  return new Promise((resolve) => {
    const stop = listen((value) => {
      if (!isWanted(value)) return;
      stop();
      resolve(value);
    });
  });
}

test('the client keeps a book over a lost connection and says when it is live', async () => {
  const client = createLiveClient({ url: live.url });
  close.push(() => client.close());
  const api = createApiClient({
    baseUrl: live.url,
    fetch: async () => {
      const message = live.market.marketData.deal('BTC/USDT', 200);
      return Response.json({ type: 'ok', code: 1, message });
    },
  });
  const listeners = new Set<(view: BookView) => void>();
  const onChange = (view: BookView) => {
    for (const listener of [...listeners]) listener(view);
  };
  const onView = (listener: (view: BookView) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const first = next<BookView>(onView, ({ isCurrent }) => isCurrent);
  close.push(watchBook({ api, live: client, symbol: 'BTC/USDT', onChange }));
  await first;
  await live.market.run(limit(MAKER, 'sell', [10_010, 5]));
  const second = await next<BookView>(onView, ({ asks }) => asks.length === 1);
  expect(second.asks).toEqual([['100.10', '0.005']]);

  const lost = next(client.onStatus.bind(client), ({ state }) => state !== 'live');
  const resynced = next<void>(client.onResync.bind(client));
  const third = next<BookView>(onView, ({ isCurrent, asks }) => isCurrent && asks.length === 2);
  client.relogin();
  await lost;
  await live.market.run(limit(MAKER, 'sell', [10_020, 1]));
  await resynced;
  expect((await third).asks).toEqual([
    ['100.10', '0.005'],
    ['100.20', '0.001'],
  ]);
  expect(client.serverClock.now()).toBeGreaterThan(live.market.clock.nowMs - 60_000);
});

test('the client logs in, hears its own events, and learns that its session ended', async () => {
  live.addSession('maker', MAKER);
  const client = createLiveClient({ url: live.url, getToken: () => 'maker' });
  close.push(() => client.close());
  await next(client.onStatus.bind(client), ({ state }) => state === 'live');
  const order = next((listener: (value: { id: number }) => void) => client.on('order', listener));
  await live.market.run(limit(MAKER, 'sell', [10_010, 5]));
  expect(await order).toMatchObject({ symbol: 'BTC/USDT', side: 'sell', status: 'waiting' });
  const ended = next(client.onSessionEnded.bind(client));
  live.endSession('maker');
  expect(await ended).toBe('maker');
});
