/** Timers that cancel which programs keep set. Goal: no owner's are without end, and none outlives what its key may. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SwitchAsked } from '../../realtime/index.ts';
import type { OpenApiKey } from '../api-keys.ts';
import { errorOf } from '../binance/errors.ts';
import { SWITCHES_PER_USER_MAX } from '../binance/limits.ts';
import type { StreamSocket } from '../binance/streams/stream-socket.ts';
import { SwitchBoard } from '../binance/streams/switch-board.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const keyOf = (apiKeyId: number, userId = 1): OpenApiKey =>
  ({ apiKeyId, userId, canTrade: true, admits: () => true }) as unknown as OpenApiKey;

function opened() {
  const keys = new Map<string, OpenApiKey>();
  const set: { readonly userId: number; readonly timer: number }[] = [];
  const failed: unknown[] = [];
  const refusal: { now?: Error } = {};
  const board = new SwitchBoard({
    binance: {
      setTimer: async ({ key }, { timer }) => {
        set.push({ userId: key.userId, timer });
        if (refusal.now !== undefined) throw refusal.now;
      },
    },
    apiKeys: { find: async (apiKey) => keys.get(apiKey) },
    limitFactor: 1,
    onFailure: (error) => failed.push(error),
  });
  const socket = () => {
    const ended: string[] = [];
    const plain = { ip: '10.0.0.1', end: (reason: string) => ended.push(reason), ended };
    return plain as unknown as StreamSocket & { readonly ended: string[] };
  };
  const ask = (of: StreamSocket, key: OpenApiKey, asked: Partial<SwitchAsked> = {}) => {
    const apiKey = `key ${key.apiKeyId}`;
    keys.set(apiKey, key);
    return board.ask(of, { key, apiKey }, { seconds: 9, timer: 1, ...asked });
  };
  return { board, keys, set, failed, refusal, socket, ask };
}

test('of an owner so many are kept over all sockets, of others as many beside', async () => {
  const { board, set, socket, ask } = opened();
  const sockets = Array.from({ length: SWITCHES_PER_USER_MAX }, socket);
  for (const [index, each] of sockets.entries()) await ask(each, keyOf(index + 1));
  const more = socket();
  const refused = { code: -1003, status: 429 };
  await expect(ask(more, keyOf(1), { timer: 2 })).rejects.toMatchObject(refused);
  // What is there is replaced and switched off all the same, and others have their own.
  await ask(sockets[0] as StreamSocket, keyOf(1), { seconds: 30 });
  await ask(more, keyOf(1), { seconds: 0 });
  await ask(more, keyOf(99, 2));
  set.length = 0;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(set.length).toBe(SWITCHES_PER_USER_MAX);
  board.leave(sockets[0] as StreamSocket);
  await ask(more, keyOf(1), { timer: 2 });
  for (const each of [...sockets, more]) board.leave(each);
  set.length = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([set, board.apiKeyIds]).toEqual([[], []]);
});

test.each<[string, OpenApiKey | undefined]>([
  ['has ended', undefined],
  ['may no longer trade', { ...keyOf(7), canTrade: false }],
  ['may not be used from there any more', { ...keyOf(7), admits: () => false }],
])('what a key asked for that %s runs out', async (_why, key) => {
  const { board, keys, set, failed, socket, ask } = opened();
  const one = socket();
  await ask(one, keyOf(7));
  if (key === undefined) keys.clear();
  else keys.set('key 7', key);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([set.length, failed, board.apiKeyIds]).toEqual([1, [], []]);
  await expect(
    board.ask(one, { key: keyOf(7), apiKey: 'key 7' }, { seconds: 9, timer: 1 }),
  ).rejects.toMatchObject({ code: -2015 });
});

test('a socket that keeps one ends with its key, and no other does', async () => {
  const { board, set, socket, ask } = opened();
  const [one, two, off] = [socket(), socket(), socket()];
  await ask(one, keyOf(1));
  await ask(two, keyOf(2));
  await ask(off, keyOf(1));
  await ask(off, keyOf(1), { seconds: 0 });
  expect(board.apiKeyIds).toEqual([1, 2]);
  board.endWhere((apiKeyId) => apiKeyId === 1);
  expect([one.ended, two.ended, off.ended]).toEqual([['the key has ended'], [], []]);
  set.length = 0;
  await vi.advanceTimersByTimeAsync(3_000);
  expect([set.length, board.apiKeyIds]).toEqual([1, [2]]);
  board.leave(two);
});

test('owners on one socket do not replace one another', async () => {
  const { board, set, socket, ask } = opened();
  const one = socket();
  await ask(one, keyOf(1, 1));
  await ask(one, keyOf(2, 2));
  await ask(one, keyOf(2, 2), { seconds: 0 });
  set.length = 0;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(set).toEqual([{ userId: 1, timer: 1 }]);
  board.leave(one);
});

test.each<[Error, boolean]>([
  [errorOf('account_frozen'), true],
  [errorOf('not_found'), true],
  [errorOf('unavailable'), false],
  [errorOf('in_progress'), false],
  [errorOf('overloaded'), false],
  [errorOf('rate_limited'), false],
  [errorOf('internal'), false],
  [new Error('the database is away'), false],
])('%s ends it: %s', async (error, isFinal) => {
  const { board, set, refusal, failed, socket, ask } = opened();
  const one = socket();
  await ask(one, keyOf(1));
  refusal.now = error;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([board.apiKeyIds, failed.length]).toEqual(isFinal ? [[], 0] : [[1], 1]);
  expect(set.length).toBeLessThan(25);
  delete refusal.now;
  set.length = 0;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(set.length).toBeGreaterThanOrEqual(isFinal ? 0 : 2);
  board.leave(one);
});
