import type { Ack, DepthMessage } from '@fairlead/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ApiClient, createApiClient } from './api-client.ts';
import { watchBook } from './live-book.ts';
import { createLiveClient, type LiveClient, type LiveSocket } from './live-client.ts';
import type { BookView } from './order-book-replica.ts';
import type { StepsRead } from './step-follower.ts';

interface Asked {
  readonly event: string;
  readonly request: { readonly channels?: readonly string[]; readonly token?: string };
}
type Reply = (asked: Asked) => Ack | undefined;

/** The far end of a socket, driven by the test. `undefined` as a reply means that no answer comes. */
class FakeSocket {
  connected = false;
  connects = 0;
  readonly asked: Asked[] = [];
  reply: Reply = () => ({ ok: true, time: 5_000 });
  readonly #listeners = new Map<string, (value: unknown) => void>();

  on(event: string, listener: (value: unknown) => void): this {
    this.#listeners.set(event, listener);
    return this;
  }
  timeout(timeoutMs: number) {
    return {
      emitWithAck: async (event: string, request: Asked['request']): Promise<Ack> => {
        const asked = { event, request };
        this.asked.push(asked);
        const ack = this.reply(asked);
        if (ack !== undefined) return ack;
        await new Promise((resolve) => setTimeout(resolve, timeoutMs));
        throw new Error('operation has timed out');
      },
    };
  }
  connect(): this {
    this.connects += 1;
    return this;
  }
  disconnect(): this {
    if (this.connected) this.drop('io client disconnect');
    return this;
  }
  close(): this {
    return this.disconnect();
  }
  tell(event: string, value?: unknown): void {
    this.#listeners.get(event)?.(value);
  }
  async open(): Promise<void> {
    this.connected = true;
    this.tell('connect');
    await vi.advanceTimersByTimeAsync(0);
  }
  drop(reason: string): void {
    this.connected = false;
    this.tell('disconnect', reason);
  }
  take(): Asked[] {
    return this.asked.splice(0);
  }
}

let socket: FakeSocket;
let live: LiveClient;
let token: string | undefined;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
  token = undefined;
  socket = new FakeSocket();
  live = createLiveClient({
    url: 'http://host',
    getToken: () => token,
    openSocket: () => socket as unknown as LiveSocket,
  });
});
afterEach(() => {
  live.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('subscriptions', () => {
  test('are asked for together once connected, once a channel, and given up with the last listener', async () => {
    const stops = [
      live.subscribe('ticker', () => {}),
      live.subscribe('ticker', () => {}),
      live.subscribe('trades:BTC/USDT', () => {}),
    ];
    await settle();
    expect(socket.take()).toEqual([]);
    await socket.open();
    expect(socket.take()).toEqual([
      { event: 'subscribe', request: { channels: ['ticker', 'trades:BTC/USDT'] } },
    ]);
    stops[0]?.();
    await settle();
    expect(socket.take()).toEqual([]);
    stops[1]?.();
    stops[2]?.();
    await settle();
    expect(socket.take()).toEqual([
      { event: 'unsubscribe', request: { channels: ['ticker', 'trades:BTC/USDT'] } },
    ]);
  });

  test('given up and taken again at once cost nothing', async () => {
    await socket.open();
    const stop = live.subscribe('ticker', () => {});
    await settle();
    socket.take();
    stop();
    live.subscribe('ticker', () => {});
    await settle();
    expect(socket.take()).toEqual([]);
  });

  test('hear their own channel only', async () => {
    const heard: unknown[] = [];
    live.subscribe('index:BTC/USDT', (data) => heard.push(data));
    await socket.open();
    socket.tell('data', { channel: 'index:BTC/USDT', data: 'mine' });
    socket.tell('data', { channel: 'index:ETH/USDT', data: 'other' });
    expect(heard).toEqual(['mine']);
  });

  test('refused for the moment are asked for again', async () => {
    live.subscribe('ticker', () => {});
    socket.reply = () => ({ ok: false, error: 'rate_limited' });
    await socket.open();
    socket.take();
    socket.reply = () => ({ ok: true, time: 0 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(socket.take()).toEqual([{ event: 'subscribe', request: { channels: ['ticker'] } }]);
  });
});

describe('a connection', () => {
  test('made again logs in, subscribes, says live, and only then that things may be old', async () => {
    token = 'secret';
    const told: string[] = [];
    live.onStatus(({ state }) => told.push(state));
    live.onResync(() => told.push('resync'));
    live.subscribe('ticker', () => {});
    await socket.open();
    expect(socket.take().map(({ event }) => event)).toEqual(['login', 'subscribe']);
    expect(live.status.state).toBe('live');
    socket.drop('transport close');
    vi.setSystemTime(9_000);
    socket.tell('connect_error', new Error('refused'));
    expect(live.status).toEqual({ state: 'offline', sinceMs: 9_000 });
    await socket.open();
    expect(socket.take().map(({ event }) => event)).toEqual(['login', 'subscribe']);
    expect(told).toEqual(['live', 'connecting', 'offline', 'live', 'resync']);
  });

  test('closed by the server is made again after a pause', async () => {
    await socket.open();
    socket.drop('io server disconnect');
    expect(socket.connects).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(socket.connects).toBe(1);
  });

  test('that does not answer within two seconds is made anew', async () => {
    socket.reply = () => undefined;
    live.subscribe('ticker', () => {});
    await socket.open();
    expect(live.status.state).toBe('connecting');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(socket.connects).toBe(1);
  });

  test("sets the clock by the server's", async () => {
    live.subscribe('ticker', () => {});
    await socket.open();
    expect(live.serverClock.now()).toBe(5_000);
    vi.setSystemTime(1_500);
    expect(live.serverClock.now()).toBe(5_500);
  });
});

describe('a session that ended', () => {
  test('is told once, and the connection goes on without it', async () => {
    token = 'old';
    const ended: string[] = [];
    live.onSessionEnded((of) => ended.push(of));
    socket.reply = ({ event }) =>
      event === 'login' ? { ok: false, error: 'not_logged_in' } : { ok: true, time: 0 };
    await socket.open();
    expect([ended, live.status.state]).toEqual([['old'], 'live']);
    socket.tell('session_ended');
    socket.drop('io server disconnect');
    socket.take();
    await socket.open();
    expect(socket.take()).toEqual([]);
    expect(ended).toEqual(['old']);
    token = 'new';
    live.relogin();
    socket.reply = () => ({ ok: true, time: 0 });
    await socket.open();
    expect(socket.take()).toEqual([{ event: 'login', request: { token: 'new' } }]);
  });

  test('while connected is told by the server', async () => {
    token = 'old';
    const ended: string[] = [];
    live.onSessionEnded((of) => ended.push(of));
    await socket.open();
    socket.tell('session_ended');
    expect(ended).toEqual(['old']);
  });
});

test('products are asked for again after a login that was refused, once another may answer', async () => {
  live.close();
  token = 'one';
  live = createLiveClient({
    url: 'http://host',
    getToken: () => token,
    openSocket: () => socket as unknown as LiveSocket,
    readSteps: () => new Promise(() => {}),
  });
  const logins = () =>
    socket
      .take()
      .filter(({ event }) => event === 'login')
      .map(({ request }) => 'products' in request);
  socket.reply = ({ request }) =>
    'products' in request ? { ok: false, error: 'validation_failed' } : { ok: true, time: 0 };
  await socket.open();
  expect(logins()).toEqual([true]);
  // Its own next try does without: an exchange of before knows of no products.
  await vi.runOnlyPendingTimersAsync();
  await socket.open();
  expect([logins(), live.status.state]).toEqual([[false], 'live']);
  socket.reply = () => ({ ok: true, time: 0 });
  socket.drop('transport close');
  await socket.open();
  expect(logins()).toEqual([true]);
  token = 'two';
  live.relogin();
  await socket.open();
  expect(logins()).toEqual([true]);
});

test('private events reach their listeners until these stop', async () => {
  const heard: number[] = [];
  const stop = live.on('order', ({ id }) => heard.push(id));
  live.on('order', ({ id }) => heard.push(-id));
  await socket.open();
  socket.tell('order', { id: 1 });
  stop();
  socket.tell('order', { id: 2 });
  expect(heard).toEqual([1, -1, -2]);
});

describe('a live book', () => {
  const message = (sequence: number, extra: Partial<DepthMessage> = {}): DepthMessage => ({
    symbol: 'A/B',
    is_snapshot: false,
    previous: sequence - 1,
    sequence,
    bids: [['1.0', `${sequence}`]],
    asks: [],
    ...extra,
  });
  const data = (depth: DepthMessage) => socket.tell('data', { channel: 'depth:A/B', data: depth });
  let views: BookView[];
  let asked: number;
  let answer: () => Response;
  let stop: () => void;

  beforeEach(async () => {
    views = [];
    asked = 0;
    const api: ApiClient = createApiClient({
      baseUrl: '',
      fetch: async () => {
        asked += 1;
        return answer();
      },
    });
    stop = watchBook({ api, live, symbol: 'A/B', onChange: (view) => views.push(view) });
    await socket.open();
    data(message(5, { is_snapshot: true }));
  });
  afterEach(() => stop());
  const deal = (sequence: number) =>
    Response.json({
      type: 'ok',
      code: 1,
      message: { symbol: 'A/B', sequence, bids: [['1.0', `${sequence}`]], asks: [], trades: [] },
    });

  test('shows each change, and after a gap the REST snapshot with what came after it', async () => {
    answer = () => deal(8);
    data(message(6));
    data(message(8));
    expect(views.at(-1)).toMatchObject({ sequence: 6, isCurrent: false });
    data(message(9));
    await settle();
    expect(asked).toBe(1);
    expect(views.at(-1)).toEqual({
      sequence: 9,
      bids: [['1.0', '9']],
      asks: [],
      isCurrent: true,
    });
  });

  test('asks again while the snapshot fails', async () => {
    answer = () => new Response('<html>', { status: 502 });
    data(message(9));
    await settle();
    answer = () => deal(9);
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toBe(2);
    expect(views.at(-1)).toMatchObject({ sequence: 9, isCurrent: true });
  });

  test('is not current while the connection is lost', async () => {
    socket.drop('transport close');
    expect(views.at(-1)?.isCurrent).toBe(false);
    await socket.open();
    data(message(3, { is_snapshot: true }));
    expect(views.at(-1)).toMatchObject({ sequence: 3, isCurrent: true });
  });

  test('stopped says nothing more', async () => {
    answer = () => deal(8);
    data(message(8));
    stop();
    const { length } = views;
    await vi.advanceTimersByTimeAsync(5_000);
    data(message(6));
    expect(views).toHaveLength(length);
  });
});

test('what is read when the client is closed is told to nobody', async () => {
  token = 'token';
  socket.reply = ({ event }) => ({
    ok: true,
    time: 5_000,
    ...(event === 'login' && { number: 5 }),
  });
  const reads: ((read: StepsRead) => void)[] = [];
  const client = createLiveClient({
    url: 'http://host',
    getToken: () => token,
    openSocket: () => socket as unknown as LiveSocket,
    readSteps: () => new Promise((resolve) => reads.push(resolve)),
    stepNumber: 1,
  });
  const told: unknown[] = [];
  client.onStep((step) => told.push(step));
  client.onStepGap(() => told.push('gap'));
  await socket.open();
  expect(reads).toHaveLength(1);
  // One that says nothing of its end.
  socket.close = () => socket;
  client.close();
  const step = { number: 5, previous: 1, time: 0, events: [] };
  reads[0]?.({ steps: [step], number: 5, has_more: false });
  socket.tell('step', { ...step, number: 6, previous: 5 });
  await settle();
  expect(told).toEqual([]);
});
