// @vitest-environment jsdom
/** Options of a wider screen are lines of tables: sorted by any head, the newest first with a way to all of them. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { settledOrder } from '../../../../test/option.ts';
import { logIn, optionAnswers, running, tidyAround } from '../../../../test/option-page.tsx';
import { renderAt, serve } from '../../../../test/render.tsx';
import { serverNow } from '../../../data/live/server-clock.ts';
import { hearOrder } from './heard-orders.ts';
import { OptionHistory } from './OptionHistory.tsx';
import { OptionLists } from './table/OptionLists.tsx';

tidyAround();

const plain = (element: HTMLElement): string =>
  (element.textContent ?? '').replaceAll('\u00a0', ' ');
const rowsOf = (table: HTMLElement): readonly string[] =>
  within(table).getAllByRole('row').slice(1).map(plain);
const press = (table: HTMLElement, name: RegExp) =>
  act(async () => within(table).getByRole('button', { name }).click());

/** The lists of the page without the chart around them, for which jsdom has no canvas. */
async function openLists(own: Parameters<typeof optionAnswers>[0], width = 1_280) {
  const who = logIn();
  serve({ ...optionAnswers(own), ...who });
  await renderAt('/pages/option/detail', <OptionLists symbol="BTC/USDT" />, width);
}

const later = () => running({ id: 8, direction: 'fall', delivers_at: serverNow() + 50_000 });

test('what runs stands in columns, the nearest due first, with how it would end', async () => {
  await openLists({ open: [later(), running({ id: 9, amount: '75.000000' })] });
  const table = await screen.findByRole('table', { name: 'Running' });
  screen.getByRole('tab', { name: 'Running 2' });
  await waitFor(() => expect(rowsOf(table)[0]).toContain('Right'));
  expect(rowsOf(table)[0]).toContain('38 s');
  expect(rowsOf(table)[1]).toContain('Wrong');
  await press(table, /^Sort by Amount/);
  expect(rowsOf(table)[0]).toContain('75.00 USDT');
  await press(table, /^Sort by Amount/);
  expect(rowsOf(table)[0]).toContain('50.00 USDT');
  await act(async () => within(table).getByRole('button', { name: 'Details of order 8' }).click());
  await screen.findByRole('dialog', { name: 'Order 8' });
});

test('what is heard to be settled leaves the table of what runs', async () => {
  await openLists({ open: [running({ id: 8 }), running({ id: 9 })] });
  const table = await screen.findByRole('table', { name: 'Running' });
  expect(rowsOf(table)).toHaveLength(2);
  act(() => hearOrder(settledOrder({ id: 8, settled_at: serverNow() })));
  expect(rowsOf(table)).toHaveLength(1);
  screen.getByRole('tab', { name: 'Running 1' });
});

test('with nothing that runs the results stand first, and a head says what a strike is', async () => {
  await openLists({
    settled: [
      settledOrder({ id: 5 }),
      settledOrder({ id: 6, result: 'lose', profit: '-50.500000' }),
    ],
  });
  const table = await screen.findByRole('table', { name: 'Settled' });
  await press(table, /^Sort by Profit or loss/);
  expect(rowsOf(table)[0]).toContain('+39.50');
  await press(table, /^Sort by Profit or loss/);
  expect(rowsOf(table)[0]).toContain('−50.50');
  expect(within(table).getAllByRole('link', { name: 'Receipt' })).toHaveLength(2);
  await press(table, /^Strike$/);
  const sheet = within(await screen.findByRole('dialog', { name: 'Strike' }));
  sheet.getByText(/^The price that the result is compared with/);
});

test('a guest is led to the login', async () => {
  serve(optionAnswers());
  await renderAt('/pages/option/detail', <OptionLists symbol="BTC/USDT" />, 1_280);
  await screen.findByText('After login your orders and their receipts stand here.');
});

test('the history has the newest hundred, and all of them once they are wanted', async () => {
  const who = logIn();
  const all = Array.from({ length: 120 }, (_, index) => settledOrder({ id: 1_000 - index }));
  const page = (request: URLSearchParams) => {
    const [at, limit] = [Number(request.get('page')), Number(request.get('limit'))];
    const list = all.slice((at - 1) * limit, at * limit);
    return { list, page: at, limit, total: all.length };
  };
  serve({
    ...optionAnswers(),
    ...who,
    'GET microtrade/lists': page,
    'GET microtrade/refunds': () => ({ total: { refunded: 0, by_house: 0, paid_as_win: 0 } }),
  });
  const history = <OptionHistory key="settled" status="settled" symbol={undefined} />;
  await renderAt('/pages/option/orders', history, 1_024);
  const table = await screen.findByRole('table', { name: 'Settled' });
  expect(rowsOf(table)).toHaveLength(100);
  screen.getByText('The newest 100 of 120.');
  await act(async () => screen.getByRole('button', { name: 'Load all' }).click());
  await waitFor(() => expect(rowsOf(screen.getByRole('table'))).toHaveLength(120));
  expect(screen.queryByText(/^The newest/)).toBeNull();
});

test('a phone keeps rows', async () => {
  const who = logIn();
  serve({ ...optionAnswers({ settled: [settledOrder()] }), ...who });
  await renderAt(
    '/pages/option/orders',
    <OptionHistory status="settled" symbol={undefined} />,
    390,
  );
  await screen.findByRole('button', { name: 'Details of order 70001' });
  expect(screen.queryByRole('table')).toBeNull();
});
