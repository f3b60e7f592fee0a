// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { quotation } from '../../test/quotation.ts';
import { queryClient } from '../data/calls/query.ts';
import { connectionStore } from '../data/live/connection.ts';
import { applyTicks, forgetQuotations, knownQuotations } from '../data/markets/quotations.ts';
import { restoreLastKnown, saveLastKnown } from './last-known.ts';

const KEY = ['config', {}];
const SEEN_AT_MS = 1_790_000_000_000;

const symbols = () => knownQuotations().map(({ symbol }) => symbol);
/** The list shows a change a moment later. */
const untilShown = (...expected: string[]) => vi.waitFor(() => expect(symbols()).toEqual(expected));

/** As after a visit, with the app closed. */
async function visit(): Promise<void> {
  queryClient.setQueryData(KEY, { demo: true, feed: 'simulated' });
  applyTicks([quotation({ symbol: 'BTC/USDT', is_stale: false })]);
  connectionStore.setState({ lastDataAtMs: SEEN_AT_MS });
  await untilShown('BTC/USDT');
  saveLastKnown();
  forgetQuotations();
  queryClient.clear();
  connectionStore.setState({ lastDataAtMs: undefined });
}

beforeEach(() => {
  window.localStorage.clear();
  forgetQuotations();
  queryClient.clear();
  connectionStore.setState({ lastDataAtMs: undefined });
});

test('the markets come back as last seen, stale and with their time', async () => {
  await visit();
  restoreLastKnown();
  await untilShown('BTC/USDT');
  expect(knownQuotations().map(({ symbol, is_stale }) => [symbol, is_stale])).toEqual([
    ['BTC/USDT', true],
  ]);
  expect(connectionStore.getState().lastDataAtMs).toBe(SEEN_AT_MS);
  expect(queryClient.getQueryData(KEY)).toMatchObject({ demo: true });
  expect(queryClient.getQueryState(KEY)?.dataUpdatedAt).toBe(SEEN_AT_MS);
});

test('what came meanwhile is newer and stays', async () => {
  await visit();
  applyTicks([quotation({ symbol: 'ETH/USDT', is_stale: false })]);
  await untilShown('ETH/USDT');
  restoreLastKnown();
  expect(connectionStore.getState().lastDataAtMs).toBeUndefined();
  expect(queryClient.getQueryData(KEY)).toBeUndefined();
});

test.each(['', 'null', '{"atMs":1}', '{"atMs":"1","config":{},"quotations":[]}', '{'])(
  'spoiled memory %j is none',
  (text) => {
    window.localStorage.setItem('last', text);
    restoreLastKnown();
    expect(knownQuotations()).toEqual([]);
  },
);

test('nothing is written before anything is known', () => {
  saveLastKnown();
  expect(window.localStorage.getItem('last')).toBeNull();
});
