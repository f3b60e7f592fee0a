import { expect, test } from 'vitest';
import { milliseconds, type SystemState, secondsSince, troublesOf } from './model.ts';

const market = { symbol: 'BTC/USDT', state: 'open', is_stale: false, sources: [] };
const watcher = { chain: 'TRC20', is_open: true, stuck_deposits: 0, confirmations: 20 };
const sound: SystemState = {
  time: 10_000,
  started_at: 0,
  version: '1.0.0',
  demo: true,
  is_sound: true,
  trading: { mode: 'open', is_recounting: false, is_resumable: false },
  durability: 'fsync',
  database: 'pglite',
  sequencer: { state: 'running', queued: 0, in_flight: 0, sequence: 1, epoch: 1 },
  feed: { kind: 'live', markets: [market] },
  watchers: [watcher],
  checks: [],
  outbox_unsent: 0,
  webhooks: { active: 3, failing: 1, paused: 0, disabled: 0 },
  legal_placeholders: 0,
  sockets: 0,
};

test('nothing needs a look while all is well', () => {
  expect(troublesOf(sound)).toEqual([]);
});

test.each([
  ['books that do not add up', { is_sound: false }],
  ['a stop of all new orders', { trading: { ...sound.trading, mode: 'cancel_only', since: 1 } }],
  ['a sequencer that stopped', { sequencer: { ...sound.sequencer, state: 'stopped' } }],
  [
    'an open market without a price',
    { feed: { kind: 'live', markets: [{ ...market, is_stale: true }] } },
  ],
  ['a chain that stands still', { watchers: [{ ...watcher, paused: 'reorganisation' }] }],
  ['deposits that hang', { watchers: [{ ...watcher, stuck_deposits: 2 }] }],
  ['messages that pile up', { outbox_unsent: 21 }],
] as const)('%s needs one', (_name, part) => {
  expect(troublesOf({ ...sound, ...part } as SystemState)).toHaveLength(1);
});

test('a stale price of a halted market is no trouble', () => {
  const markets = [{ ...market, state: 'halted', is_stale: true }];
  expect(troublesOf({ ...sound, feed: { kind: 'live', markets } })).toEqual([]);
});

test('latencies have as many places as they deserve, and missing is missing', () => {
  expect([0.423, 18.778, 213.03].map(milliseconds)).toEqual(['0.42 ms', '18.8 ms', '213 ms']);
  expect(milliseconds(undefined)).toBeUndefined();
});

test('ages are never below nought', () => {
  expect(secondsSince(10_999, 8_000)).toBe(2);
  expect(secondsSince(8_000, 9_000)).toBe(0);
});
