// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  endedOrder,
  hostingOrder,
  hostingReport,
  PRODUCTS,
  pageOf,
  productInfo,
  RULES,
} from '../../../test/hosting.ts';
import { address, calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { setSetting } from '../../data/account/settings.ts';
import { invalidateAfter } from '../../data/live/private-events.ts';
import { Page as ReportPage } from '../../pages/finance/index.tsx';
import { Page as RulePage } from '../../pages/finance/rulePage.tsx';
import { Page } from '../../pages/template/index.tsx';

const answers = {
  'GET lh/deposit/config': () => PRODUCTS,
  'GET lh/deposit/product_info': () => productInfo(),
  'GET lh/deposit/report': () => hostingReport(),
  'GET lh/deposit/order': (request: URLSearchParams) =>
    pageOf(
      request.get('status') === 'hosting' ? [hostingOrder()] : [endedOrder('completed', { id: 9 })],
    ),
  'GET lh/send/get_recommend': () => [],
};
const logIn = () => startSession({ token: 'token', user });
const shown = (element: HTMLElement): string =>
  (element.textContent ?? '').replaceAll('\u00a0', ' ');
const textOf = (role: 'region' | 'list', name: string): string =>
  shown(screen.getByRole(role, { name }));

afterEach(async () => {
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});

describe('a guest', () => {
  test('sees the products and the way to log in, and nothing of anybody', async () => {
    serve(answers);
    await renderAt('/pages/template/index', <Page />);
    await screen.findByRole('list', { name: 'Products' });
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      '#/pages/user/login/login?back=%2Fpages%2Ftemplate%2Findex&back_type=2',
    );
    expect(screen.queryByRole('tablist')).toBeNull();
    expect(calls).not.toContain('GET lh/deposit/report');
  });
});

describe('products', () => {
  test('say yields, minimum, early exit and what 30 days bring', async () => {
    serve(answers);
    await renderAt('/pages/template/index', <Page />);
    const [first, second, third] = within(
      await screen.findByRole('list', { name: 'Products' }),
    ).getAllByRole('listitem');
    const text = shown(first as HTMLElement);
    expect(text).toContain('USDT, 15 days');
    expect(text).toContain('6.00% in all, 0.40% a day');
    expect(text).toContain('Minimum 100 USDT');
    expect(text).toContain('Early exit 0.40% per day left');
    expect(text).toContain('+12.00 in 30 days on 100 USDT, posted daily');
    expect(text).not.toContain(' left0');
    expect(shown(second as HTMLElement)).toContain('1.25 BTC left');
    expect(shown(third as HTMLElement)).toContain('Sold out');
    expect(screen.getByRole('link', { name: 'Lock USDT, 15 days' }).getAttribute('href')).toBe(
      '#/pages/finance/buyPage?id=2',
    );
    expect(screen.queryByRole('link', { name: 'Lock USDT, 30 days' })).toBeNull();
  });

  test('explain early exit in figures of their minimum', async () => {
    serve(answers);
    await renderAt('/pages/template/index', <Page />);
    fireEvent.click((await screen.findAllByRole('button', { name: 'Early exit' }))[0] as Element);
    const sheet = shown(await screen.findByRole('dialog', { name: 'Early exit' }));
    expect(sheet).toContain('Damages, 0.40% × 3 × 100.00−1.20');
    expect(sheet).toContain('Penalty, 1.5 × 0.40−0.60');
    expect(sheet).toContain('Principal back98.20');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  });

  test('that do not load can be asked for again; none is said as such', async () => {
    serve({ ...answers, 'GET lh/deposit/config': () => refuse('internal', 'Went wrong', 500) });
    await renderAt('/pages/template/index', <Page />);
    await screen.findByText('The products did not load.');
    serve({ ...answers, 'GET lh/deposit/config': () => [] });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('No product is on sale now.');
  });
});

describe('a user', () => {
  test('sees what is in hosting, what it earned and when it earns next', async () => {
    logIn();
    serve(answers);
    await renderAt('/pages/template/index', <Page />);
    await screen.findByText(/earned so far/);
    const hero = textOf('region', 'In hosting');
    expect(hero).toContain('2,000.00USDT');
    expect(hero).toContain('+72.00 earned so far');
    expect(hero).toMatch(/\+8\.00 next, .+ \d\d:\d\d/);
    screen.getByRole('tab', { name: 'In hosting 1' });
  });

  test('finds the orders behind tabs that stay in the address', async () => {
    logIn();
    serve(answers);
    await renderAt('/pages/template/index', <Page />);
    fireEvent.click(await screen.findByRole('tab', { name: 'In hosting 1' }));
    expect(address()).toBe('/pages/template/index?tab=hosting');
    await screen.findByText('12 of 15 days posted');
    fireEvent.click(screen.getByRole('tab', { name: 'Completed' }));
    await screen.findByText('Interest of 15 days');
  });

  test('who hides balances sees dots in place of what is theirs', async () => {
    logIn();
    setSetting('hideBalances', true);
    serve(answers);
    await renderAt('/pages/template/index?tab=hosting', <Page />);
    await screen.findByText('12 of 15 days posted');
    await screen.findByText(/earned so far/);
    const page = shown(document.body);
    expect(page).not.toMatch(/2,000|72\.00|10,000|480/);
    fireEvent.click(screen.getByRole('button', { name: 'Show balances' }));
    expect(textOf('region', 'In hosting')).toContain('2,000.00');
  });

  test('without anything in hosting reads what would come', async () => {
    logIn();
    const { next_at: _, next_amount: __, next_currency: ___, ...rest } = hostingReport();
    const none = { ...rest, principal: '0', earned_total: '0', earned_today: '0', orders: 0 };
    serve({
      ...answers,
      'GET lh/deposit/report': () => ({ ...none, by_currency: [] }),
      'GET lh/deposit/order': () => pageOf([]),
    });
    await renderAt('/pages/template/index?tab=hosting', <Page />);
    await screen.findByText('Nothing locked yet. Interest would come each day.');
    await screen.findByText(/^Nothing in hosting\./);
    expect(screen.getByRole('link', { name: 'See products' }).getAttribute('href')).toBe(
      '#/pages/template/index',
    );
    screen.getByRole('tab', { name: 'In hosting' });
  });

  test('sees a posting as soon as the balance moves', async () => {
    logIn();
    serve(answers);
    await renderAt('/pages/template/index', <Page />);
    await screen.findByText(/earned so far/);
    serve({ ...answers, 'GET lh/deposit/report': () => hostingReport({ earned_total: '80' }) });
    invalidateAfter('balance');
    await screen.findByText('+80.00');
  });
});

describe('the report', () => {
  test('adds up by currency, in each its own figures', async () => {
    logIn();
    serve(answers);
    await renderAt('/pages/finance/index', <ReportPage />);
    await screen.findByText('Earned today');
    const list = textOf('list', 'By currency');
    expect(list).toContain('USDT1 order2,000.00+8.00 today, +72.00 in all');
    expect(textOf('list', 'More')).toContain('My orders');
  });

  test('that does not load can be asked for again', async () => {
    logIn();
    serve({ ...answers, 'GET lh/deposit/report': 'offline' });
    await renderAt('/pages/finance/index', <ReportPage />);
    await screen.findByText('Your locked funds did not load.');
    serve(answers);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Earned today');
  });
});

describe('the rules', () => {
  test('are the server’s, of the product that is asked for', async () => {
    const info = vi.fn(() => productInfo());
    serve({ ...answers, 'GET lh/deposit/product_info': info });
    await renderAt('/pages/finance/rulePage?id=2', <RulePage />);
    for (const rule of RULES) await screen.findByText(rule);
    expect(calls).toEqual(['GET lh/deposit/product_info']);
  });

  test('come with a worked example: 600 kept to the end, 120 and 60 three days before', async () => {
    serve(answers);
    await renderAt('/pages/finance/rulePage', <RulePage />);
    const example = textOf('region', 'A worked example');
    expect(example).toContain('10,600.00USDT');
    expect(example).toContain('Interest, 15 × 40.00+600.00');
    expect(example).toContain('Damages, 0.40% × 3 × 10,000.00−120.00');
    expect(example).toContain('Penalty, 1.5 × 40.00−60.00');
    expect(example).toContain('10,300.00USDT');
    await screen.findByText(RULES[0] as string);
  });
});
