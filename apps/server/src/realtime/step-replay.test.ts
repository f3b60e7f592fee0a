/** What is told again over a socket. Goal: it is the asker's alone, costs what it costs, and waits for no engine that is away. */
import { EventEmitter } from 'node:events';
import type { Step } from '@fairlead/contract';
import { expect, test, vi } from 'vitest';
import type { EngineName } from '../core/config/engines.ts';
import type { ReadSteps } from '../steps/index.ts';
import { Allowance } from './allowance.ts';
import { drained } from './connections.ts';
import { COST_BURST, COSTS_PER_SECOND, REPLAY_PAGE_COST, REPLAY_SPARED } from './limits.ts';
import { inTurn, type ReplayParts, replaySteps } from './step-replay.ts';
import type { LiveSocket, SocketSession } from './types.ts';

/** As much of a socket as telling it needs; what is sent waits until `take`. */
class StubSocket {
  readonly conn = Object.assign(new EventEmitter(), {
    transport: {},
    writeBuffer: [] as unknown[],
    close: () => undefined,
  });
  readonly data: LiveSocket['data'] = {};
  readonly told: number[] = [];
  readonly listeners = new EventEmitter();
  connected = true;
  on = this.listeners.on.bind(this.listeners);
  once = this.listeners.once.bind(this.listeners);
  off = this.listeners.off.bind(this.listeners);

  emit(_event: string, { number }: Step): void {
    this.told.push(number);
    this.conn.writeBuffer.push(number);
  }
  take(): void {
    this.conn.writeBuffer.length = 0;
    this.conn.emit('drain');
  }
  get live(): LiveSocket {
    return this as unknown as LiveSocket;
  }
}

const sessionOf = (...engines: EngineName[]): SocketSession => ({
  userId: 1,
  sessionKey: 'key',
  expiresAtMs: 1_000,
  language: 'en',
  isTold: true,
  isNumbered: true,
  areAllNumbered: true,
  behind: new Map(engines.map((engine) => [engine, []])),
});
const stepsOf = (from: number, count: number): Step[] =>
  Array.from({ length: count }, (_, at) => {
    return { number: from + at, previous: from + at - 1, time: 0, events: [] };
  });
const pageOf = (after: number, count: number, hasMore = false) => ({
  steps: stepsOf(after + 1, count),
  number: after + count,
  has_more: hasMore,
});
const partsOf = (read: ReadSteps, more: Partial<ReplayParts> = {}): ReplayParts => ({
  read,
  mayRead: () => true,
  onFailure: (error) => expect.unreachable(String(error)),
  ...more,
});

test('who logs in anew while steps wait to be taken is told none of the login before', async () => {
  const socket = new StubSocket();
  const session = sessionOf('spot');
  socket.data.session = session;
  const asked = { session, from: { spot: 0 }, known: { spot: 20 } };
  const replay = replaySteps(
    socket.live,
    asked,
    partsOf(async () => pageOf(0, 20)),
  );
  await vi.waitUntil(() => socket.told.length === 8);
  socket.data.session = sessionOf();
  socket.take();
  await replay;
  expect(socket.told).toHaveLength(8);
});

test('waiting for a reader leaves no listener behind', async () => {
  const socket = new StubSocket();
  for (let at = 0; at < 3; at += 1) {
    socket.conn.writeBuffer.push(at);
    const waiting = drained(socket.live);
    socket.take();
    await waiting;
  }
  socket.conn.writeBuffer.push(0);
  const waiting = drained(socket.live);
  socket.listeners.emit('disconnect');
  await waiting;
  expect(socket.listeners.listenerCount('disconnect')).toBe(0);
  expect(socket.conn.listenerCount('drain')).toBe(0);
});

test('a product whose database is away is passed over; the home’s is not', async () => {
  const socket = new StubSocket();
  const session = sessionOf('futures', 'options');
  socket.data.session = session;
  const failures: unknown[] = [];
  const read: ReadSteps = async ({ engine }) => {
    if (engine === 'options') return pageOf(0, 2);
    throw new Error('away');
  };
  const from = { futures: 0, options: 0 };
  const parts = partsOf(read, { onFailure: (error) => failures.push(error) });
  const known = { futures: 5, options: 2 };
  await replaySteps(socket.live, { session, from, known }, parts);
  expect(socket.told).toEqual([1, 2]);
  expect(session.behind.size).toBe(0);
  expect(failures).toHaveLength(1);
  const home = sessionOf('spot');
  socket.data.session = home;
  const asked = { session: home, from: { spot: 0 }, known: { spot: 5 } };
  await expect(replaySteps(socket.live, asked, parts)).rejects.toThrow('away');
});

test('each page is taken from the allowance, which keeps what else is asked', async () => {
  const socket = new StubSocket();
  const session = sessionOf('spot');
  socket.data.session = session;
  let [nowMs, pages] = [0, 0];
  const limits = { burst: COST_BURST, perSecond: COSTS_PER_SECOND };
  const allowance = new Allowance(limits, 1, nowMs);
  const atOnce = (COST_BURST - REPLAY_SPARED) / REPLAY_PAGE_COST;
  const mayRead = (): boolean => {
    const isThere = allowance.take(REPLAY_PAGE_COST, nowMs, REPLAY_SPARED);
    // A tenth of a second has one page.
    if (!isThere) nowMs += 50;
    return isThere;
  };
  const read: ReadSteps = async ({ after }) => {
    pages += 1;
    return pageOf(after, 1, pages < atOnce + 2);
  };
  const asked = { session, from: { spot: 0 }, known: { spot: 99 } };
  await replaySteps(socket.live, asked, partsOf(read, { mayRead }));
  expect(pages).toBe(atOnce + 2);
  expect(nowMs).toBe(200);
  expect(allowance.take(REPLAY_SPARED, nowMs)).toBe(true);
});

test('of a user one page of an engine is read at a time', async () => {
  const ends: (() => void)[] = [];
  const asked: string[] = [];
  const read = inTurn(async ({ owner, engine, after }) => {
    asked.push(`${owner} ${engine}`);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (after === 1) throw new Error('failed');
    return pageOf(after, 0);
  });
  const of = (owner: number, after: number, engine: EngineName = 'spot') =>
    read({ owner, engine, after, language: 'en' });
  const pages = [of(1, 1), of(1, 2), of(2, 2), of(1, 2, 'futures')];
  await vi.waitUntil(() => ends.length === 3);
  expect(asked).toEqual(['1 spot', '2 spot', '1 futures']);
  for (const end of ends) end();
  const first = await Promise.allSettled([pages[0], pages[2], pages[3]]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  await vi.waitUntil(() => ends.length === 4);
  ends[3]?.();
  expect(await pages[1]).toMatchObject({ number: 2 });
});
