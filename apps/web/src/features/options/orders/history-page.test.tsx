// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { optionOrder, settledOrder } from '../../../../test/option.ts';
import { quotation } from '../../../../test/quotation.ts';
import { address, refuse, renderAt, serve } from '../../../../test/render.tsx';
import { user } from '../../../../test/user.ts';
import { startSession } from '../../../data/account/session.ts';
import { Page } from '../../../pages/option/orders.tsx';
import { forgetHeard, hearOrder } from './heard-orders.ts';

afterEach(cleanup);

const LIMIT = 20;

/** 25 settled orders of two markets in turn, newest first; one that runs. */
const SETTLED = Array.from({ length: 25 }, (_, index) =>
  settledOrder({ id: 100 - index, symbol: index % 2 === 0 ? 'BTC/USDT' : 'ETH/USDT' }),
);

function answer(request: URLSearchParams) {
  const symbol = request.get('symbol');
  const all = request.get('status') === 'open' ? [optionOrder({ id: 7 })] : SETTLED;
  const list = all.filter((order) => symbol === null || order.symbol === symbol);
  const page = Number(request.get('page'));
  const shown = list.slice((page - 1) * LIMIT, page * LIMIT);
  return { list: shown, page, limit: LIMIT, total: list.length };
}

const answers = {
  'GET currency/quotation_new': () => [
    quotation({ option: true }),
    quotation({ symbol: 'ETH/USDT', option: true }),
    quotation({ symbol: 'SOL/USDT' }),
  ],
  'GET microtrade/lists': answer,
};

async function open(query = '') {
  startSession({ token: 'token', user });
  await renderAt(`/pages/option/orders${query}`, <Page />);
}

test('settled orders grow by pages', async () => {
  serve(answers);
  await open();
  const rows = () => screen.findAllByRole('button', { name: /^Details of order/ });
  expect(await rows()).toHaveLength(20);
  screen.getByText('25 orders');
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByRole('button', { name: 'Details of order 76' });
  expect(await rows()).toHaveLength(25);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('one market can be chosen, of those that sell options, and stays in the address', async () => {
  serve(answers);
  await open();
  await screen.findByText('25 orders');
  fireEvent.click(screen.getByRole('button', { name: /All markets/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Market' }));
  const market = await sheet.findByRole('button', { name: /ETH\/USDT/ });
  expect(sheet.queryByText('SOL/USDT')).toBeNull();
  fireEvent.click(market);
  await screen.findByText('12 orders');
  expect(address()).toBe('/pages/option/orders?status=settled&symbol=ETH/USDT');
});

test('running ones have a tab of their own', async () => {
  serve(answers);
  await open('?status=open');
  await screen.findByText('1 order');
  screen.getByText('50.00 USDT, 60 s', { normalizer: (text) => text.replaceAll('\u00a0', ' ') });
});

test('nothing on one market is said as such and leads to its ticket', async () => {
  serve(answers);
  await open('?status=settled&symbol=SOL/USDT');
  await screen.findByText('No option has been settled yet. Shown is SOL/USDT only.');
  expect(screen.getByRole('link', { name: 'To options' }).getAttribute('href')).toBe(
    '#/pages/option/detail?symbol=SOL/USDT',
  );
});

test('a list that does not load can be asked for again', async () => {
  serve({ ...answers, 'GET microtrade/lists': () => refuse('internal', 'Went wrong', 500) });
  await open();
  await screen.findByText('Your settled orders did not load.');
  serve(answers);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('25 orders');
});

test('one that has ended says no seconds, and leaves the list once that is heard', async () => {
  serve({
    ...answers,
    'GET microtrade/lists': () => ({
      ...{ list: [optionOrder({ id: 7, delivers_at: Date.now() - 1_000 })], page: 1, limit: LIMIT },
      total: 1,
    }),
  });
  await open('?status=open');
  await screen.findByText('1 order');
  expect(screen.queryByText('0 s')).toBeNull();
  const rows = () => screen.queryAllByRole('button', { name: /50\.00/ });
  expect(rows()).toHaveLength(1);
  act(() => hearOrder(settledOrder({ id: 7 })));
  expect(rows()).toHaveLength(0);
  forgetHeard();
});
