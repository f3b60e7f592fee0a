// @vitest-environment jsdom
import type { Wallet } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hostingOrder, productInfo } from '../../../../test/hosting.ts';
import { quotation } from '../../../../test/quotation.ts';
import { address, refuse, renderAt, serve } from '../../../../test/render.tsx';
import { user } from '../../../../test/user.ts';
import { startSession } from '../../../data/account/session.ts';
import { serverNow } from '../../../data/live/server-clock.ts';
import { applyTicks } from '../../../data/markets/quotations.ts';
import { Page } from '../../../pages/finance/buyPage.tsx';

const PAGE = '/pages/finance/buyPage?id=2';

const wallet = (available: string): Wallet => ({
  convert_currency: 'USDT',
  total: '0',
  time: 1,
  accounts: [
    {
      account: 'trust',
      total: available,
      balances: [{ currency_id: 3, name: 'USDT', available, frozen: '0', total: available }],
    },
  ],
});

/** What was sent, and what the server says to it. */
let sent: { readonly request: object; readonly key: string | null }[];
let refusals: unknown[];
beforeEach(() => {
  sent = [];
  refusals = [];
});
afterEach(async () => {
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});

const answers = {
  'GET lh/deposit/product_info': () => productInfo(),
  'POST wallet/list': () => wallet('10572.000000'),
  'POST lh/deposit': (request: URLSearchParams, headers: Headers) => {
    sent.push({ request: Object.fromEntries(request), key: headers.get('idempotency-key') });
    const order = hostingOrder({
      remaining_days: 15,
      earned: '0.000000',
      next_at: serverNow() + DAY_MS,
      completes_at: serverNow() + 15 * DAY_MS,
    });
    return refusals.shift() ?? { order };
  },
};

const logIn = () => startSession({ token: 'token', user });
const shown = (element: HTMLElement): string =>
  (element.textContent ?? '').replaceAll('\u00a0', ' ');
const amountField = () => screen.findByLabelText<HTMLInputElement>('Amount');
const enter = async (text: string) =>
  fireEvent.change(await amountField(), { target: { value: text } });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const agree = () => fireEvent.click(screen.getByRole('checkbox'));
const facts = () => screen.getAllByRole('definition').map(shown);

/** The page with the wallet there. */
async function open(own: Parameters<typeof serve>[0] = {}, path = PAGE): Promise<void> {
  logIn();
  serve({ ...answers, ...own });
  await renderAt(path, <Page />);
  await screen.findByText('10,572.00');
}

test('locked funds stand still: it is said, and nothing can be locked until they go on', async () => {
  const away = { product: 'wealth', why: 'away', takes_cancels: false } as const;
  await open();
  await act(async () => applyTicks([quotation({ standstill: [away] })]));
  await screen.findByText(/^Locked funds: out of reach right now/);
  expect(button(/^Lock 1/)).toHaveProperty('disabled', true);
  await act(async () => applyTicks([quotation()]));
  await vi.waitFor(() => expect(screen.queryByText(/out of reach/)).toBeNull());
  expect(button(/^Lock 1/)).toHaveProperty('disabled', false);
});

describe('any amount', () => {
  test('shows what comes back, of which how much is interest, and each step', async () => {
    await open();
    await enter('10000');
    const page = shown(document.body);
    expect(page).toContain('10,600.00USDT');
    expect(page).toContain('Interest, 15 × 40.00+600.00 (6.00%)');
    const steps = shown(screen.getByRole('list', { name: 'When it comes' }));
    expect(steps).toContain('10,000.00 locked');
    expect(steps).toContain('+40.00 to Trust');
    expect(steps).toContain('10,000.00 released');
    expect(page).toContain('All 600.00 USDT is set aside in the yield treasury at purchase.');
    expect(page).toContain('Interest is 0.4 % of the amount a day.');
  });

  test('shows what leaving early takes; the day can be moved', async () => {
    await open();
    await enter('10000');
    expect(shown(screen.getByRole('region', { name: 'If you leave early' }))).toContain(
      '3 days left',
    );
    expect(facts()).toEqual(['−120.00', '−60.00', '9,820.00', '+480.00', '10,300.00 USDT']);
    screen.getByText('In all, 300.00 less');
    fireEvent.change(screen.getByRole('slider', { name: 'Day of leaving' }), {
      target: { value: '0' },
    });
    expect(facts()).toEqual(['−600.00', '−60.00', '9,340.00', '0.00', '9,340.00 USDT']);
  });

  test('may be a guest’s; login returns to it', async () => {
    serve(answers);
    await renderAt(PAGE, <Page />);
    await enter('10000');
    expect(shown(document.body)).toContain('10,600.00USDT');
    expect(screen.queryByRole('checkbox')).toBeNull();
    const link = screen.getByRole('link', { name: 'Log in to lock' }).getAttribute('href') ?? '';
    expect(new URLSearchParams(link.split('?')[1]).get('back')).toBe(
      '/pages/finance/buyPage?id=2&amount=10000',
    );
  });

  test('begins with the minimum, or with that of the address', async () => {
    await open();
    expect((await amountField()).value).toBe('100');
    await enter('');
    expect(shown(document.body)).toContain('–USDT');
  });
});

describe('shares', () => {
  test('are of what is available', async () => {
    await open();
    fireEvent.click(button('25%'));
    expect((await amountField()).value).toBe('2,643');
    fireEvent.click(button('Max'));
    expect((await amountField()).value).toBe('10,572');
  });
});

describe('a purchase', () => {
  test('sends the amount and the consent once, and tells until when it is locked', async () => {
    await open();
    await enter('10000');
    agree();
    fireEvent.click(button(/^Lock 10,000.00/));
    const question = await screen.findByRole('alertdialog', {
      name: /^Lock 10,000.00.USDT for 15 days\?$/,
    });
    expect(shown(question)).toContain('10,600.00 USDT');
    expect(shown(question)).toContain('Back if you left today9,340.00 USDT');
    expect(sent).toEqual([]);
    const confirm = within(question).getByRole('button', { name: /^Lock 10,000.00/ });
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    await screen.findByRole('heading', { name: /^10,000.00.USDT locked$/ });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.request).toEqual({
      ...{ product_id: '2', amount: '10000.000000', agreed: 'true' },
      ...{ shown_daily_yield: '0.004000', shown_damages_rate: '0.004000', shown_days: '15' },
    });
    expect(sent[0]?.key).toMatch(/^[\da-f]{32}$/);
    expect(facts()).toEqual(['10,600.00 USDT', '+600.00', '+40.00', '70001']);
    screen.getByText(/^First interest, tomorrow \d\d:\d\d$/);
    expect(screen.getByRole('link', { name: 'See the order' }).getAttribute('href')).toBe(
      '#/pages/finance/ordersPage?status=hosting',
    );
  });

  test('needs the agreement, which can be read', async () => {
    await open();
    fireEvent.click(button(/^Lock 100.00/));
    await screen.findByText('Read and accept the custody agreement to go on.');
    expect(sent).toEqual([]);
    fireEvent.click(button('custody agreement'));
    await screen.findByRole('dialog', { name: 'Custody agreement' });
    fireEvent.click(button('Accept'));
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  });

  test.each([
    ['99', 'At least 100.00 USDT.'],
    ['50001', 'At most 50,000.00 USDT an order.'],
    ['20000', 'Insufficient balance'],
  ])('of %s is refused before it is sent: %s', async (text, sentence) => {
    await open();
    await enter(text);
    agree();
    fireEvent.click(button(/^Lock/));
    const field = await amountField();
    expect(shown(field.closest('div')?.parentElement as HTMLElement)).toContain(sentence);
    expect(sent).toEqual([]);
  });

  test('that lacks funds leads to a transfer of what is missing, and is found again', async () => {
    await open();
    await enter('11000');
    screen.getByText(/^The trust account is 428.00.USDT short\.$/);
    const link = screen.getByRole('link', { name: 'Transfer' });
    expect(link.getAttribute('href')).toBe(
      '#/pages/assets/transfer/index?from=coin&to=trust&currency_id=3&amount=428',
    );
    // The router of the app walks links; here it is seen what it comes back to.
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link);
    expect(address()).toBe('/pages/finance/buyPage?id=2&amount=11000');
  });

  test('that the server refuses says so under the amount', async () => {
    await open();
    refusals = [refuse('house_limit', 'More than the house can guarantee')];
    agree();
    fireEvent.click(button(/^Lock/));
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: /^Lock/ }));
    await screen.findByText('More than the house can guarantee');
    await enter('200');
    expect(screen.queryByText('More than the house can guarantee')).toBeNull();
  });
});

describe('a product', () => {
  test('that is sold out can be reckoned with but not bought', async () => {
    await open({
      'GET lh/deposit/product_info': () => productInfo({ remaining_capacity: '0.000000' }),
    });
    screen.getByText(/^This product is sold out\./);
    expect(button(/^Lock/).hasAttribute('disabled')).toBe(true);
  });

  test('that does not exist leads to those that do', async () => {
    serve({});
    await renderAt('/pages/finance/buyPage?id=77', <Page />);
    await screen.findByText('This product does not exist, or not any more.');
    screen.getByRole('link', { name: 'See products' });
  });

  test('that does not load can be asked for again', async () => {
    serve({ 'GET lh/deposit/product_info': () => refuse('internal', 'Went wrong', 500) });
    await renderAt(PAGE, <Page />);
    await screen.findByText('The product did not load.');
    serve(answers);
    fireEvent.click(button('Retry'));
    await amountField();
  });
});
