// @vitest-environment jsdom
import type { Offering, Quotation, Subscription } from '@fairlead/contract';
import { preloadOverlays, Toasts } from '@fairlead/ui';
import { DAY_MS } from '@fairlead/units';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { currencies, offering, subscription } from '../../../test/offering.ts';
import { quotation } from '../../../test/quotation.ts';
import { calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { setSetting } from '../../data/account/settings.ts';
import { serverNow } from '../../data/live/server-clock.ts';
import { Page as DetailsPage } from '../../pages/publication/details.tsx';
import { Page as IndexPage } from '../../pages/publication/index.tsx';
import { Page as PurchasePage } from '../../pages/publication/purchase.tsx';

const INDEX = '/pages/publication/index';
const DETAILS = '/pages/publication/details?id=1';
const PURCHASE = '/pages/publication/purchase?id=1';

const page = <Item,>(list: readonly Item[]) => ({ list, page: 1, limit: 20, total: list.length });
const details = (own: Partial<Offering> = {}, reader: object = {}) => ({
  ...offering(own),
  introduction: 'Harbour pays the **pilots**.',
  ...reader,
});
const reader = { available: '1000.000000', subscribed: '0.00' };

interface Around {
  readonly offerings?: readonly Offering[];
  readonly details?: object;
  readonly records?: readonly Subscription[];
  readonly markets?: readonly Quotation[];
  readonly demo?: boolean;
}
const answers = (own: Around = {}) => ({
  'GET config': () => ({
    name: 'Fairlead',
    demo: own.demo ?? true,
    time: Date.now(),
    channels: [],
  }),
  'GET currency/quotation_new': () => own.markets ?? [quotation()],
  'GET currency/user_currency_list': () => currencies,
  'GET lh/send/config': () => own.offerings ?? [offering()],
  'GET lh/send/product_info': () => own.details ?? details({}, reader),
  'GET lh/send/order_list': () => page(own.records ?? []),
});
const press = async (name: string | RegExp) => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });
};
const textOf = (element: HTMLElement): string =>
  (element.textContent ?? '').replaceAll('\u00a0', ' ');
const linkTo = (name: string | RegExp) =>
  screen.getByRole('link', { name }).getAttribute('href') ?? '';

beforeAll(() => preloadOverlays());
afterEach(async () => {
  cleanup();
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});

describe('the list', () => {
  test('shows what is on sale with what is sold, how long it stays open, and its price', async () => {
    serve(answers());
    await renderAt(INDEX, <IndexPage />);
    const list = await screen.findByRole('list', { name: 'Open now' });
    const text = textOf(list);
    expect(text).toContain('62.40% sold');
    expect(text).toContain('376,000 HBR left');
    expect(text).toContain('0.25USDT');
    expect(text).toMatch(/Closes in 2 d (1:00:00|0:59:59)/);
    expect(within(list).getByRole('img', { name: '62.40% sold' })).toBeDefined();
    expect(linkTo('Subscribe')).toBe('#/pages/publication/purchase?id=1');
  });

  test('lists what is to come and what is over by their dates', async () => {
    serve(
      answers({
        offerings: [
          offering({ id: 2, status: 'upcoming', currency: 'QAY' }),
          offering({ id: 3, status: 'sold_out', remaining: '0.00', currency: 'KEL' }),
          offering({ id: 4, status: 'redeeming', currency: 'MST', expected_return: '0.124000' }),
        ],
      }),
    );
    await renderAt(INDEX, <IndexPage />);
    const coming = textOf(await screen.findByRole('list', { name: 'Coming' }));
    expect(coming).toContain('QAY Upcoming');
    expect(coming).toContain('Opens');
    const past = textOf(screen.getByRole('list', { name: 'Closed and launched' }));
    expect(past).toContain('KEL Sold outLaunches');
    expect(past).toContain('MST LaunchedLaunched');
    expect(past).toContain('+12.40%');
  });

  test('says that nothing is offered and where to go', async () => {
    serve(answers({ offerings: [] }));
    await renderAt(INDEX, <IndexPage />);
    expect(await screen.findByText('No new coin is offered at the moment.')).toBeDefined();
    expect(linkTo('See markets')).toBe('#/pages/trade/index');
  });

  test('a failure is said and can be tried again', async () => {
    let fails = true;
    serve({
      ...answers(),
      'GET lh/send/config': () => (fails ? refuse('not_found', 'No.', 404) : [offering()]),
    });
    await renderAt(INDEX, <IndexPage />);
    expect(await screen.findByText('The offerings did not load.')).toBeDefined();
    fails = false;
    await press('Retry');
    expect(await screen.findByRole('list', { name: 'Open now' })).toBeDefined();
  });
});

describe('my subscriptions', () => {
  const open = async (records: readonly Subscription[]) => {
    serve(answers({ records }));
    await renderAt(`${INDEX}?tab=records`, <IndexPage />);
    return screen.findByRole('list', { name: 'My subscriptions' });
  };

  test('ask a guest to log in, and return here', async () => {
    serve(answers());
    await renderAt(`${INDEX}?tab=records`, <IndexPage />);
    expect(decodeURIComponent(linkTo('Log in'))).toContain(
      'back=/pages/publication/index?tab=records',
    );
    expect(calls).not.toContain('GET lh/send/order_list');
  });

  describe('of a user', () => {
    beforeEach(() => startSession({ token: 'a-token', user }));

    test('show what is under review, locked, released and rejected', async () => {
      const list = await open([
        subscription({ id: 44 }),
        subscription({
          id: 43,
          status: 'passed',
          time: serverNow() - 10 * DAY_MS,
          unlocks_at: serverNow() + 30 * DAY_MS - 60_000,
          accumulated_return: '12.400000',
          total_return: '0.124000',
        }),
        subscription({
          id: 42,
          status: 'passed',
          released: true,
          unlocks_at: serverNow() - DAY_MS,
        }),
        subscription({ id: 41, status: 'rejected', reason: 'Not in your country' }),
      ]);
      const [waiting, locked, released, rejected] = within(list)
        .getAllByRole('listitem')
        .map(textOf);
      expect(waiting).toContain('400.00 HBRUnder review');
      expect(waiting).toContain('100.00 USDT frozen until it is decided');
      expect(waiting).not.toContain('Return');
      expect(locked).toContain('Locked until');
      expect(locked).toContain('30 days left');
      expect(locked).toContain('Return so far+12.40 USDT +12.40%');
      expect(released).toContain('Released');
      expect(released).toContain('In your coin account since');
      expect(rejected).toContain('Reason: Not in your country');
      expect(rejected).toContain('100.00 USDT came back to your coin account');
    });

    test('hide their amounts with the balances, and no state', async () => {
      setSetting('hideBalances', true);
      const text = textOf(await open([subscription()]));
      expect(text).not.toContain('400.00');
      expect(text).not.toContain('100.00');
      expect(text).toContain('Under review');
    });

    test('say that there are none and where to begin', async () => {
      serve(answers());
      await renderAt(`${INDEX}?tab=records`, <IndexPage />);
      expect(await screen.findByText('You have not subscribed for a new coin yet.')).toBeDefined();
      expect(linkTo('See offerings')).toBe('#/pages/publication/index');
    });
  });
});

describe('an offering', () => {
  test('is introduced with its terms and dates, without a return while there is no market', async () => {
    serve(answers({ details: details() }));
    await renderAt(DETAILS, <DetailsPage />);
    await screen.findByText('Harbour');
    const terms = textOf(document.body);
    expect(terms).toContain('On sale in all1,000,000.00 HBR');
    expect(terms).toContain('Still available376,000.00 HBR');
    expect(terms).toContain('Smallest subscription100.00 HBR');
    expect(terms).toContain('Most per person20,000.00 HBR');
    expect(terms).toContain('Lock-up30 days from launch');
    expect(terms).not.toContain('Expected return');
    const steps = within(screen.getByRole('list', { name: 'Dates' })).getAllByRole('listitem');
    expect(steps.map((step) => step.dataset['state'])).toEqual(['done', 'now', 'later', 'later']);
    // What reads Markdown comes with the first article.
    expect((await screen.findByText('pilots')).tagName).toBe('STRONG');
  });

  test('leads a guest to login and back to the purchase', async () => {
    serve(answers({ details: details() }));
    await renderAt(DETAILS, <DetailsPage />);
    await screen.findByText('Harbour');
    expect(decodeURIComponent(linkTo('Log in to subscribe'))).toContain(
      'back=/pages/publication/purchase?id=1',
    );
  });

  test('says the return of a market, and what one has', async () => {
    startSession({ token: 'a-token', user });
    const own = { available: '1', subscribed: '400.00', expected_return: '-0.030000' };
    serve(answers({ details: details({ status: 'redeeming' }, own) }));
    await renderAt(DETAILS, <DetailsPage />);
    await screen.findByText('Harbour');
    const terms = textOf(document.body);
    expect(terms).toContain('−3.00%');
    expect(terms).toContain('You have subscribed for400.00 HBR');
  });

  test('that is launched leads to its market', async () => {
    const market = quotation({ symbol: 'HBR/USDT', base: 'HBR' });
    serve(answers({ details: details({ status: 'redeeming' }), markets: [market] }));
    await renderAt(DETAILS, <DetailsPage />);
    expect(await screen.findByRole('link', { name: 'Trade HBR' })).toBeDefined();
    expect(linkTo('Trade HBR')).toBe('#/pages/trade/spot?symbol=HBR/USDT');
  });

  test.each(['', '?id=x', '?id=9'])(
    'that does not exist (%s) leads to the others',
    async (query) => {
      serve({ ...answers(), 'GET lh/send/product_info': () => refuse('not_found', 'No.', 404) });
      await renderAt(`/pages/publication/details${query}`, <DetailsPage />);
      expect(await screen.findByText(/This offering does not exist/)).toBeDefined();
      expect(linkTo('See offerings')).toBe('#/pages/publication/index');
    },
  );
});

describe('Q1: terms that are about to change', () => {
  const later = {
    ...{ id: 7, product: 'offering', name: 'Offering HBR #1', product_id: 1, news_id: 31 },
    ...{ announced_at: 1, starts_at: Date.UTC(2027, 0, 5, 12), changes: [] },
  };
  test.each([
    ['an offering', DETAILS, <DetailsPage key="page" />],
    ['its purchase', PURCHASE, <PurchasePage key="page" />],
  ])('are said on the page of %s, with the announcement', async (_name, path, element) => {
    startSession({ token: 'a-token', user });
    serve({
      ...answers(),
      'GET terms/upcoming': () => [{ ...later, id: 6, product_id: 2 }, later],
    });
    await renderAt(path, element);
    const said = await screen.findByText(/^Terms change on 5 Jan/);
    const link = within(said).getByRole('link', { name: 'What changes' });
    expect(link.getAttribute('href')).toBe('#/pages/index/notice/notice?id=31');
  });
  test.each([
    ['fail', () => refuse('unavailable', 'Try later', 503)],
    ['do not come', 'offline' as const],
    ['are of others', () => [{ ...later, product_id: 2 }]],
  ])('leave the page as it is where they %s', async (_name, upcoming) => {
    serve({ ...answers(), 'GET terms/upcoming': upcoming });
    await renderAt(DETAILS, <DetailsPage />);
    expect(await screen.findByText('pilots')).toBeDefined();
    expect(calls).toContain('GET terms/upcoming');
    expect(screen.queryByText(/^Terms change on/)).toBeNull();
  });
});

describe('a purchase', () => {
  beforeEach(() => startSession({ token: 'a-token', user }));

  const open = async (own: Around = {}, others: Parameters<typeof serve>[0] = {}) => {
    serve({ ...answers(own), ...others });
    await renderAt(
      PURCHASE,
      <>
        <PurchasePage />
        <Toasts closeLabel="Close" />
      </>,
    );
    await screen.findByLabelText('Amount');
  };
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value } });

  test('says the whole cost, what is locked until when, and its number', async () => {
    const sent: URLSearchParams[] = [];
    const keys: (string | null)[] = [];
    await open(
      {},
      {
        'POST lh/send/order': (request, headers) => {
          sent.push(request);
          keys.push(headers.get('idempotency-key'));
          return { order: subscription() };
        },
      },
    );
    expect(textOf(document.body)).toContain('to 4,000.00 HBR');
    type('400');
    const course = within(screen.getByRole('list', { name: 'What happens' }));
    expect(course.getAllByRole('listitem').map(textOf)).toEqual([
      'Now100.00 USDT frozen',
      'After review400.00 HBR, locked',
      expect.stringMatching(/, \d\d:\d\d400\.00 HBR released$/),
    ]);
    await press(/^Subscribe for 400\.00\sHBR$/);
    const question = await screen.findByRole('alertdialog', {
      name: 'Subscribe for 400.00\u00a0HBR?',
    });
    expect(textOf(question)).toContain('You pay100.00 USDT');
    expect(textOf(question)).toContain('Only a rejection gives it back');
    expect(sent).toHaveLength(0);
    fireEvent.click(within(question).getByRole('button', { name: /^Subscribe for 400\.00/ }));
    expect(await screen.findByRole('heading', { name: 'Subscribed' })).toBeDefined();
    expect(sent).toHaveLength(1);
    const { shown_launches_at, ...request } = Object.fromEntries(sent[0] ?? []);
    expect(request).toEqual({
      ...{ offering_id: '1', amount: '400' },
      ...{ shown_issue_price: '0.25000000', shown_lockup_days: '30' },
    });
    expect(Number(shown_launches_at)).toBeGreaterThan(0);
    expect(keys[0]).not.toBeNull();
    expect(textOf(document.body)).toContain('Number41');
    expect(linkTo('My subscriptions')).toBe('#/pages/publication/index?tab=records');
  });

  test('Max is what the balance buys, shares are shares of it', async () => {
    await open();
    await press('Max');
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('4,000');
    await press('25%');
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('1,000');
  });

  test.each([
    ['99', 'At least 100.00 HBR.'],
    ['20001', 'You can subscribe for 20,000.00 HBR more at most.'],
    ['', 'Enter an amount.'],
  ])('of %j HBR is refused before it is sent', async (amount, sentence) => {
    await open();
    type(amount);
    await press(/^Subscribe/);
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(calls).not.toContain('POST lh/send/order');
  });

  test('of more than the balance buys offers the ways to top up', async () => {
    await open();
    type('5000');
    expect(screen.getByText('Insufficient balance')).toBeDefined();
    await press(/^Subscribe/);
    expect(await screen.findByText(/250\.00\sUSDT more is needed/)).toBeDefined();
    expect(linkTo(/^Deposit USDT/)).toBe('#/pages/assets/deposit/index?currency_id=3');
    expect(linkTo(/^Transfer/)).toBe('#/pages/assets/transfer/index?to=coin&currency_id=3');
    expect(screen.getByRole('button', { name: /^Get test funds/ })).toBeDefined();
    expect(calls).not.toContain('POST lh/send/order');
  });

  test('outside the demo there are no test funds', async () => {
    await open({ demo: false });
    type('5000');
    await press(/^Subscribe/);
    await screen.findByText(/more is needed/);
    expect(screen.queryByRole('button', { name: /^Get test funds/ })).toBeNull();
  });

  /** With the answer to the last look. */
  async function subscribe(): Promise<void> {
    await press(/^Subscribe/);
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: /^Subscribe/ }));
  }

  test('that came too late says so at the amount', async () => {
    await open({}, { 'POST lh/send/order': () => refuse('sold_out', 'Only 50 are left.', 409) });
    type('400');
    await subscribe();
    expect(await screen.findByText('Only 50 are left.')).toBeDefined();
  });

  test('whose balance went elsewhere meanwhile offers the ways to top up', async () => {
    await open({}, { 'POST lh/send/order': () => refuse('insufficient_balance', 'Low.', 409) });
    type('400');
    await subscribe();
    expect(await screen.findByText('Your balance is running low')).toBeDefined();
  });

  test.each([
    [details({ status: 'upcoming' }, reader), /^Opens /],
    [details({ status: 'sold_out', remaining: '0.00' }, reader), 'This offering is sold out.'],
    [details({ status: 'sold_out' }, reader), 'This offering is closed.'],
    [details({ remaining: '5.00' }, reader), 'This offering is sold out.'],
    [details({}, { ...reader, subscribed: '20000.00' }), /the most that one person may/],
  ])('that cannot be made says why', async (found, sentence) => {
    serve(answers({ details: found }));
    await renderAt(PURCHASE, <PurchasePage />);
    expect(await screen.findByText(sentence)).toBeDefined();
    await waitFor(() => expect(linkTo('See HBR')).toBe('#/pages/publication/details?id=1'));
  });
});
