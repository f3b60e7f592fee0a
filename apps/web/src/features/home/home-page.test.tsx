// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { walletOf } from '../../../test/wallet.ts';
import { startSession } from '../../data/account/session.ts';
import { Page } from '../../pages/index/index.tsx';

const page = (list: readonly object[]) => ({ list, page: 1, limit: 20, total: list.length });
const banner = { id: 7, title: 'Every fill has a receipt', summary: 'See it.', published_at: 1 };
const configOf = (demo: boolean) => () => ({
  name: 'Fairlead',
  version: '2.5.8',
  demo,
  feed: 'simulated',
  time: 1,
  languages: ['en'],
  channels: ['email'],
});
const answers = {
  'GET currency/quotation_new': () => [
    quotation(),
    quotation({ symbol: 'XRP/USDT', change_24h: '-0.01' }),
  ],
  'POST news/list': (request: URLSearchParams) =>
    page(request.get('category') === 'banner' ? [banner] : []),
  'GET config': configOf(true),
  'POST wallet/list': () => ({ ...walletOf(['BTC', '1', '64812.40']), total: '64812.40' }),
};

test('a guest sees a promise, two buttons and the gainers', async () => {
  serve(answers);
  await renderAt('/', <Page />);
  expect(
    await screen.findByRole('heading', { level: 1, name: /receipts on the table/ }),
  ).toBeDefined();
  expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toContain(
    'login/choose',
  );
  const list = await screen.findByRole('list', { name: 'Markets' });
  expect(within(list).getAllByRole('link')).toHaveLength(1);
});

const ZERO = '0.000000';
const PORTFOLIO = {
  ...{ convert_currency: 'USDT', as_of: 0, total: { pnl: '12.500000' }, unpriced: [] },
  days: [
    {
      ...{ date: '2026-11-21', opening_value: '1000.000000', closing_value: '1012.500000' },
      ...{ deposits: ZERO, withdrawals: ZERO, pnl: '12.500000', spot: '12.500000' },
      ...{ futures: ZERO, options: ZERO, hosting: ZERO, offerings: ZERO },
      ...{ referral: ZERO, other: ZERO },
    },
  ],
};

test('a user sees the total and what the day brought, and can hide both', async () => {
  serve({ ...answers, 'GET wallet/portfolio': () => PORTFOLIO });
  startSession({ token: 't', user });
  await renderAt('/', <Page />);
  const total = await screen.findByRole('region', { name: 'Total assets' });
  expect(await within(total).findByText('64,812')).toBeDefined();
  expect(await within(total).findByText(/\+12\.50 \(\+1\.25%\)/)).toBeDefined();
  await act(async () => screen.getByRole('button', { name: 'Hide balances' }).click());
  expect(within(total).queryByText('64,812')).toBeNull();
  expect(within(total).getAllByText('Hidden')).toHaveLength(2);
});

test('with nothing held the demo offers test funds', async () => {
  serve({ ...answers, 'POST wallet/list': () => walletOf() });
  startSession({ token: 't', user });
  await renderAt('/', <Page />);
  const link = await screen.findByRole('link', { name: /Get test funds/ });
  expect(link.getAttribute('href')).toBe('#/pages/assets/index?faucet=1');
});

test.each([true, false])(
  'money goes in and out from home, in the demo (%s) as outside it',
  async (isDemo) => {
    serve({ ...answers, 'GET config': configOf(isDemo) });
    await renderAt('/', <Page />);
    const actions = await screen.findByRole('navigation', { name: 'Quick actions' });
    const links = within(actions).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Deposit', '#/pages/assets/deposit/index'],
      ['Withdraw', '#/pages/assets/withdraw/index'],
      ['VIP deposit', '#/pages/assets/deposit/charge?vip=1'],
      ['New coins', '#/pages/publication/index'],
      ['Online chat', '#/pages/help/center/chat'],
    ]);
  },
);

test('a dismissed banner stays away', async () => {
  serve(answers);
  const { unmount } = await renderAt('/', <Page />);
  expect(await screen.findByText(banner.title)).toBeDefined();
  await act(async () => screen.getByRole('button', { name: `Dismiss “${banner.title}”` }).click());
  expect(screen.queryByText(banner.title)).toBeNull();
  unmount();
  await renderAt('/', <Page />);
  await screen.findByRole('navigation', { name: 'Quick actions' });
  expect(screen.queryByText(banner.title)).toBeNull();
});
