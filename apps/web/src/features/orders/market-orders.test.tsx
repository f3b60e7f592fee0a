// @vitest-environment jsdom
/** A terminal's orders are sorted among those that came: it says how many these are of how many, and brings the rest. */
import type { Order } from '@fairlead/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { order } from '../../../test/order.ts';
import { refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { MarketOrders } from './MarketOrders.tsx';

beforeEach(() => startSession({ token: 't', user }));
afterEach(cleanup);

const pageOf = <Item,>(all: readonly Item[], query: URLSearchParams) => {
  const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
  return { list: all.slice((page - 1) * limit, page * limit), page, limit, total: all.length };
};

/** Newest first, as the server lists them; the oldest has the highest price. */
const many = (count: number, own: Partial<Order> = {}): readonly Order[] =>
  Array.from({ length: count }, (_, index) =>
    order({ id: 1_000 - index, price: `${60_000 + index}.0`, ...own }),
  );

async function open(all: readonly Order[], width: number, secondPage?: () => unknown) {
  serve({
    'GET currency/quotation_new': () => [],
    'GET currency/user_currency_list': () => [],
    'GET coin/trigger': (query) => pageOf([], query),
    'GET coin/list': (query) => {
      const status = query.get('status');
      const wanted = all.filter((one) => status === null || one.status === status);
      if (query.get('page') !== '1' && secondPage !== undefined) return secondPage();
      return pageOf(wanted, query);
    },
  });
  await renderAt('/', <MarketOrders symbol="BTC/USDT" logInHref="#/" />, width);
}
const tap = async (name: string, role: 'button' | 'tab' = 'button') => {
  const button = await screen.findByRole(role, { name });
  await act(async () => button.click());
};
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name })).getAllByRole('row').slice(1);

test('open orders beyond the first hundred are told, loaded when wanted, and sorted with the rest', async () => {
  await open(many(250), 1_280);
  await screen.findByRole('table', { name: 'Open orders' });
  expect(screen.getByText('The newest 100 of 250.')).toBeDefined();
  await tap('Sort by Price');
  expect(rowsOf('Open orders')[0]?.textContent).toContain('60,099.0');
  await tap('Load all');
  await waitFor(() => expect(rowsOf('Open orders')).toHaveLength(250));
  expect(rowsOf('Open orders')[0]?.textContent).toContain('60,249.0');
  expect(screen.queryByText(/^The newest/)).toBeNull();
});

test('where all are there nothing is said', async () => {
  await open(many(3), 1_280);
  await screen.findByRole('table', { name: 'Open orders' });
  expect(screen.queryByText(/^The newest/)).toBeNull();
});

test('the history counts what is over alone', async () => {
  await open([...many(5), ...many(130, { status: 'completed' })], 1_280);
  await tap('History', 'tab');
  await screen.findByRole('table', { name: 'History' });
  expect(await screen.findByText('The newest 95 of 130.')).toBeDefined();
  await tap('Load all');
  await waitFor(() => expect(rowsOf('History')).toHaveLength(130));
  expect(screen.queryByText(/^The newest/)).toBeNull();
});

test('a history that lies behind everything that waits is not taken for none', async () => {
  await open([...many(25), ...many(2, { status: 'completed' })], 390);
  await tap('History', 'tab');
  const list = await screen.findByRole('list', { name: 'History' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
});

test('what did not come is said, and asked for again', async () => {
  let isDown = true;
  const all = many(120);
  await open(all, 1_280, () =>
    isDown
      ? refuse('not_found', 'Gone', 404)
      : { ...pageOf(all, new URLSearchParams('page=2&limit=100')) },
  );
  await screen.findByRole('table', { name: 'Open orders' });
  await tap('Load all');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(rowsOf('Open orders')).toHaveLength(100);
  isDown = false;
  await act(async () => retry.click());
  await waitFor(() => expect(rowsOf('Open orders')).toHaveLength(120));
});
