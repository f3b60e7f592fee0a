// @vitest-environment jsdom
import type { HostingOrder } from '@fairlead/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { endedOrder, hostingOrder, pageOf } from '../../../../test/hosting.ts';
import { address, refuse, renderAt, serve } from '../../../../test/render.tsx';
import { user } from '../../../../test/user.ts';
import { startSession } from '../../../data/account/session.ts';
import { Page } from '../../../pages/finance/ordersPage.tsx';

afterEach(async () => {
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});

const shown = (element: HTMLElement): string =>
  (element.textContent ?? '').replaceAll('\u00a0', ' ');
const lists: Readonly<Record<string, readonly HostingOrder[]>> = {
  hosting: [hostingOrder()],
  completed: [endedOrder('completed')],
  redeemed: [endedOrder('redeemed')],
};
const answers = {
  'GET lh/deposit/order': (request: URLSearchParams) =>
    pageOf(lists[request.get('status') ?? ''] ?? []),
};

async function open(own: Parameters<typeof serve>[0] = {}, query = ''): Promise<void> {
  startSession({ token: 'token', user });
  serve({ ...answers, ...own });
  await renderAt(`/pages/finance/ordersPage${query}`, <Page />);
}

const listed = async (name: string): Promise<string> =>
  shown(await screen.findByRole('list', { name }));

describe('an order in hosting', () => {
  test('shows how many days are posted, what they brought and what comes next', async () => {
    await open();
    const text = await listed('In hosting');
    expect(text).toContain('USDT, 15 days10,000.00 USDTNo. 70001Back on ');
    expect(text).toContain('12 of 15 days posted');
    expect(text).toContain('+480.00 of 600.00 earned');
    expect(text).toMatch(/\+40\.00 next, /);
    const bar = screen.getByRole('img', { name: '12 of 15 days posted' });
    expect(bar.querySelector('i')?.style.transform).toBe('scaleX(0.8)');
  });
});

describe('what is over', () => {
  test('completed: all the interest, and the principal back', async () => {
    await open({}, '?status=completed');
    const text = await listed('Completed');
    expect(text).toContain('Interest of 15 days+600.00');
    expect(text).toContain('Principal back10,000.00 USDT');
    expect(text).not.toContain('Damages');
  });

  test('redeemed: what was taken, what came back, what was kept', async () => {
    await open();
    fireEvent.click(await screen.findByRole('tab', { name: 'Redeemed' }));
    expect(address()).toBe('/pages/finance/ordersPage?status=redeemed');
    const text = await listed('Redeemed');
    expect(text).toContain('Damages−120.00');
    expect(text).toContain('Penalty−60.00');
    expect(text).toContain('Interest kept, 12 days+480.00');
    expect(text).toContain('Principal back9,820.00 USDT');
  });
});

describe('an early redemption', () => {
  const sheet = async (name = 'Redeem early') => screen.findByRole('dialog', { name });
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

  async function preview(own: Parameters<typeof serve>[0] = {}): Promise<HTMLElement> {
    await open(own);
    await screen.findByText('12 of 15 days posted');
    press('Redeem early');
    return sheet();
  }

  test('shows the sum by the order’s own figures before it is done', async () => {
    const text = shown(await preview());
    expect(text).toContain('Principal10,000.00 USDT');
    expect(text).toContain('Damages, 0.40% × 3 × 10,000.00−120.00');
    expect(text).toContain('Penalty, 1.5 × 40.00−60.00');
    expect(text).toContain('Principal back9,820.00');
    expect(text).toContain('Interest kept, 12 days+480.00');
    expect(text).toContain('In all, 300.00 less10,300.00 USDT');
    expect(text).toMatch(/Kept until .+ it would be 10,600\.00 USDT\./);
    press('Close');
  });

  test('is sent once, and what came of it is said', async () => {
    const sent = vi.fn();
    let isDone = false;
    const dialog = await preview({
      'GET lh/deposit/order': () => pageOf(isDone ? [] : [hostingOrder()]),
      'POST lh/deposit/order/cancel': (request) => {
        sent(request.get('id'));
        isDone = true;
        const order = endedOrder('redeemed');
        return { damages: '120', penalty: '60', returned: '9820.000000', order };
      },
    });
    const confirm = within(dialog).getByRole('button', { name: /^Redeem and get 9,820.00/ });
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    const done = await sheet('Redeemed');
    expect(shown(within(done).getByRole('status'))).toBe(
      '9,820.00 USDT of the principal is available in your trust account again.',
    );
    expect(sent.mock.calls).toEqual([['70001']]);
    expect(
      within(done).getByRole('link', { name: 'See it under Redeemed' }).getAttribute('href'),
    ).toBe('#/pages/finance/ordersPage?status=redeemed');
    press('Close');
  });

  test('takes the newest figures: a day that was posted meanwhile costs less', async () => {
    let order = hostingOrder();
    await preview({ 'GET lh/deposit/order': () => pageOf([order]) });
    press('Close');
    order = hostingOrder({
      remaining_days: 2,
      earned: '520.000000',
      damages: '80.000000',
      redeemable_amount: '9860.000000',
    });
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('Redeem early');
    await screen.findByText(/^Redeem and get 9,860.00/);
    expect(shown(await sheet())).toContain('Damages, 0.40% × 2 × 10,000.00−80.00');
    press('Close');
  });

  test('of an order that completed meanwhile takes nothing', async () => {
    let list = [hostingOrder()];
    const refusal = refuse('order_not_open', 'This order is not open any more');
    const dialog = await preview({
      'GET lh/deposit/order': () => pageOf(list),
      'POST lh/deposit/order/cancel': () => {
        list = [];
        return refusal;
      },
    });
    fireEvent.click(within(dialog).getByRole('button', { name: /^Redeem and get/ }));
    await screen.findByText(/^Nothing in hosting\./);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  });
});

describe('the list', () => {
  test('grows by pages', async () => {
    const all = Array.from({ length: 25 }, (_, index) => hostingOrder({ id: 100 - index }));
    await open({
      'GET lh/deposit/order': (request) => {
        const page = Number(request.get('page'));
        return { list: all.slice((page - 1) * 20, page * 20), page, limit: 20, total: 25 };
      },
    });
    await screen.findByText(/No\..81/);
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText(/No\..76/);
  });

  test('that does not load can be asked for again', async () => {
    await open({ 'GET lh/deposit/order': () => refuse('internal', 'Went wrong', 500) });
    await screen.findByText('Your orders did not load.');
    serve(answers);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('12 of 15 days posted');
  });
});
