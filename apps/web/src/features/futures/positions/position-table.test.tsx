// @vitest-environment jsdom
/** Positions of a wider screen are lines of tables: sorted by any head, with the acts of their cards. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { position } from '../../../../test/futures.ts';
import { answers, logIn, plain, tidyAround, world } from '../../../../test/futures-page.tsx';
import { renderAt, serve } from '../../../../test/render.tsx';
import { PositionLists } from './PositionLists.tsx';

tidyAround();

const first = position({ id: 7_001, margin: '319.750000' });
const second = position({ id: 7_002, margin: '95.000000', open_price: '64000.00', stop_loss: '' });

// Without the page around it: a wide one begins with its chart open, for which jsdom has no canvas.
const open = (width: number, tab = 'positions') =>
  renderAt(`/pages/lever/index?tab=${tab}`, <PositionLists logInHref="#/" />, width);
const rowsOf = (table: HTMLElement): readonly string[] =>
  within(table).getAllByRole('row').slice(1).map(plain);

test('what is held stands in columns, sorted by them, and acts on its own line', async () => {
  logIn();
  world.own.holding = [second, first];
  serve(answers());
  await open(1_024);
  const table = await screen.findByRole('table', { name: 'Positions' });
  expect(screen.queryByRole('list', { name: 'Positions' })).toBeNull();
  await waitFor(() => expect(rowsOf(table)[1]).toContain('+79.80'));
  const head = within(table).getByRole('columnheader', { name: /Margin$/ });
  await act(async () =>
    within(head)
      .getByRole('button', { name: /^Sort by/ })
      .click(),
  );
  expect(head.getAttribute('aria-sort')).toBe('descending');
  expect(rowsOf(table)[0]).toContain('319.75');
  await act(async () =>
    within(head)
      .getByRole('button', { name: /^Sort by/ })
      .click(),
  );
  expect(head.getAttribute('aria-sort')).toBe('ascending');
  expect(rowsOf(table)[0]).toContain('95.00');
  const acts = ['Edit TP / SL', 'Add margin', 'Reverse', 'Close position'];
  for (const name of acts)
    expect(within(table).getByRole('button', { name: `${name}, No. 7001` })).toBeDefined();
  await act(async () =>
    within(table).getByRole('button', { name: 'Add margin, No. 7002' }).click(),
  );
  expect(plain(await screen.findByRole('dialog', { name: 'Add margin' }))).toContain('BTC/USDT');
});

test('what waits and what is over stand in tables too', async () => {
  logIn();
  world.own.waiting = [
    position({ id: 8_001, status: 'waiting', type: 'limit', price: '60000.00' }),
  ];
  world.own.closed = [
    position({ id: 6_001, status: 'closed', close_price: '64000.00', net_pnl: '12.340000' }),
  ];
  serve(answers());
  await open(1_024, 'waiting');
  const waiting = await screen.findByRole('table', { name: 'Waiting' });
  expect(rowsOf(waiting)[0]).toContain('60,000.00');
  expect(within(waiting).getByRole('button', { name: 'Cancel No. 8001' })).toBeDefined();
  await act(async () => screen.getByRole('tab', { name: 'History' }).click());
  const history = await screen.findByRole('table', { name: 'History' });
  expect(rowsOf(history)[0]).toContain('+12.34');
  expect(within(history).getByRole('link', { name: /Receipt/ })).toBeDefined();
});

test('a phone keeps cards', async () => {
  logIn();
  world.own.holding = [first];
  serve(answers());
  await open(390);
  await screen.findByRole('list', { name: 'Positions' });
  expect(screen.queryByRole('table')).toBeNull();
});

test('heads of columns explain their words as cards do', async () => {
  logIn();
  world.own.holding = [first];
  serve(answers());
  await open(1_024);
  const table = await screen.findByRole('table', { name: 'Positions' });
  await act(async () => within(table).getByRole('button', { name: 'Margin ratio' }).click());
  const sheet = within(await screen.findByRole('dialog', { name: 'Margin ratio' }));
  sheet.getByText(/^How much of what is left of your margin is needed/);
});
