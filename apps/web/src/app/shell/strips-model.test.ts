import { expect, test } from 'vitest';
import type { ConnectionState } from '../../data/live/connection.ts';
import { stripsOf } from './strips-model.ts';

const live: ConnectionState = { socket: 'live', isOnline: true, lastDataAtMs: 7 };
const inputs = {
  config: { demo: false, feed: 'live' },
  connection: live,
  isCancelOnly: false,
  allStaleSince: undefined,
} as const;

test('real and live has no strip', () => {
  expect(stripsOf(inputs)).toEqual([]);
});
test('demo is always said', () => {
  expect(stripsOf({ ...inputs, config: { demo: true, feed: 'replay' } })).toEqual([
    { kind: 'demo', feed: 'replay', isSandbox: false },
  ]);
  const sandbox = { demo: true, feed: 'live', sandbox: true } as const;
  expect(stripsOf({ ...inputs, config: sandbox })).toEqual([
    { kind: 'demo', feed: 'live', isSandbox: true },
  ]);
});
test('offline outweighs a lost socket, a lost socket a stale feed', () => {
  const lost: ConnectionState = { ...live, socket: 'reconnecting' };
  const stale = { ...inputs, allStaleSince: 5 };
  expect(stripsOf({ ...stale, connection: { ...lost, isOnline: false } })).toEqual([
    { kind: 'offline', sinceMs: 7 },
  ]);
  expect(stripsOf({ ...stale, connection: lost })).toEqual([{ kind: 'reconnecting', sinceMs: 7 }]);
  expect(stripsOf(stale)).toEqual([{ kind: 'stale', sinceMs: 5 }]);
  expect(stripsOf({ ...stale, allStaleSince: 'never' })).toEqual([
    { kind: 'stale', sinceMs: undefined },
  ]);
});
test('a stop of all orders is said before stale prices, and after what hides it', () => {
  const stopped = { ...inputs, isCancelOnly: true, allStaleSince: 5 };
  expect(stripsOf(stopped)).toEqual([{ kind: 'cancel_only' }]);
  const lost: ConnectionState = { ...live, socket: 'reconnecting' };
  expect(stripsOf({ ...stopped, connection: lost })).toEqual([
    { kind: 'reconnecting', sinceMs: 7 },
  ]);
});
test('a first connection is no loss', () => {
  expect(stripsOf({ ...inputs, connection: { ...live, socket: 'connecting' } })).toEqual([]);
});
