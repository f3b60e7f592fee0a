// @vitest-environment jsdom
import type { Rank, ResponseOf } from '@fairlead/contract';
import { preloadOverlays, Toasts } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { address, calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { setSetting } from '../../data/account/settings.ts';
import { Page } from '../../pages/promotion/index.tsx';

type Invite = ResponseOf<'invite'>;
const PAGE = '/pages/promotion/index';
const LINK = 'https://fairlead.test/#/pages/user/login/register?invite=7KQ2MX';
const AT = Date.UTC(2026, 10, 24);

const invite = (own: Partial<Invite> = {}): Invite => ({
  invite_code: '7KQ2MX',
  share_url: LINK,
  invite_count: 14,
  rebate_ratio: '0.200000',
  is_partner: false,
  level: 'Level 2',
  currency: 'USDT',
  total_earnings: '252.907000',
  paid: '241.700000',
  pending: '11.207000',
  next_payout_at: AT,
  ...own,
});
const ranks: readonly Rank[] = [
  { rank: 1, account: 'm***a', invite_count: 96, earnings: '3184.200000' },
  { rank: 2, account: 'k***7', invite_count: 121, earnings: '2760.950000' },
  { rank: 23, account: 'y***u', invite_count: 14, earnings: '252.900000', is_own: true },
];
const page = <Item,>(list: readonly Item[], { at = 1, total = list.length } = {}) => ({
  list,
  page: at,
  limit: 20,
  total,
});
const friend = (account: string) => ({
  account,
  joined_at: AT,
  fees: '50.000000',
  rebate: '10.000000',
});
const rebates = [
  { id: 2, from_account: 'a***b', currency_id: 1, currency: 'BTC', amount: '0.00012300' },
  { id: 1, from_account: 'c***d', currency_id: 3, currency: 'USDT', amount: '1.500000' },
].map((one, index) => ({ ...one, status: index === 0 ? 'pending' : 'paid', time: AT }));
const terms = {
  levels: [
    { name: 'Level 1', ratio: '0.15', needs: 0 },
    { name: 'Level 2', ratio: '0.2', needs: 10 },
    { name: 'Level 3', ratio: '0.225', needs: 20 },
  ],
  rules: ['Rebates are paid each day.', 'They come out of the fee.'],
};
const answers = (own: Partial<Invite> = {}) => ({
  'GET config': () => ({ name: 'Fairlead', demo: true, time: Date.now(), channels: [] }),
  'GET user/invite': () => invite(own),
  'GET user/my_share': () => terms,
  'POST user/invite_list': () => ranks,
  'POST user/my_invite_list': () => page([friend('a***b'), friend('c***d')]),
  'POST user/my_account_return': () => page(rebates),
});
const open = async (given: Parameters<typeof serve>[0] = answers(), query = '') => {
  serve(given);
  await renderAt(
    `${PAGE}${query}`,
    <>
      <Page />
      <Toasts closeLabel="Close" />
    </>,
  );
  return screen.findByRole('region', { name: 'Earned in all' });
};
const press = async (name: string | RegExp) => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });
};
const textOf = (element: HTMLElement): string =>
  (element.textContent ?? '').replaceAll('\u00a0', ' ');
/** The browser's clipboard and its sheet to share, as far as a test wants them. */
const lend = (parts: object) => vi.stubGlobal('navigator', Object.assign(navigator, parts));

beforeAll(() => preloadOverlays());
beforeEach(() => startSession({ token: 'a-token', user }));
afterEach(async () => {
  cleanup();
  lend({ clipboard: undefined, share: undefined, canShare: undefined });
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});

test('shows what was earned, what of it is paid, what comes when, friends and share', async () => {
  const text = textOf(await open());
  expect(text).toContain('252.90USDT');
  expect(text).toContain('Paid out241.70');
  expect(text).toContain('Pending11.20');
  expect(text).toContain('Friends14');
  expect(text).toContain('Your share20%');
  expect(text).toContain('Level 2');
  expect(text).toMatch(/Next pay-out2[34] Nov, \d\d:\d\d/);
  expect(screen.getByText('7KQ2MX')).toBeDefined();
  expect(screen.getByRole('img', { name: 'QR code of your link' })).toBeDefined();
});

test('a partner has a badge and a ratio to the tenth of a percent', async () => {
  const own = { is_partner: true, level: 'Harbour pilot', rebate_ratio: '0.375000' };
  const text = textOf(await open(answers(own)));
  expect(text).toContain('Harbour pilot');
  expect(text).toContain('Your share37.5%');
  expect(screen.getByText(/You get 37.5% of the fees/)).toBeDefined();
});

test('hides amounts with the balances; counts and others stay', async () => {
  setSetting('hideBalances', true);
  const text = textOf(await open());
  expect(text).not.toContain('252');
  expect(text).not.toContain('241.70');
  expect(text).toContain('Friends14');
  const rows = (await screen.findAllByRole('row')).map(textOf);
  expect(rows[1]).toContain('3,184.20');
  expect(rows[3]).not.toContain('252.90');
});

describe('the link', () => {
  test('goes to the system where it can be shared', async () => {
    const shared: unknown[] = [];
    lend({ share: async (data: unknown) => shared.push(data) });
    await open();
    await press('Share link');
    expect(shared).toEqual([{ text: 'Join me on Fairlead', url: LINK }]);
  });

  test('is copied elsewhere, and so is the code', async () => {
    const copied: string[] = [];
    lend({ clipboard: { writeText: async (text: string) => copied.push(text) } });
    await open();
    await press('Share link');
    expect(await screen.findByText('Link copied')).toBeDefined();
    await press('Copy code');
    expect(copied).toEqual([LINK, '7KQ2MX']);
  });

  test('says what to do by hand where it cannot be copied', async () => {
    lend({ clipboard: { writeText: async () => Promise.reject(new Error('no')) } });
    await open();
    await press('Copy code');
    expect(await screen.findByText('Copy failed, please copy manually')).toBeDefined();
  });
});

describe('the poster', () => {
  /** A browser that draws what the server sends, or does not. */
  const drawing = (canDraw: boolean) => {
    vi.stubGlobal('fetch', async () => {
      const body = '<svg xmlns="http://www.w3.org/2000/svg"/>';
      return new Response(body, { headers: { 'content-type': 'image/svg+xml' } });
    });
    const made = { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined };
    vi.stubGlobal('URL', Object.assign(URL, made));
    vi.stubGlobal(
      'Image',
      class {
        src = '';
        naturalWidth = 375;
        naturalHeight = 667;
        decode = async () => (canDraw ? undefined : Promise.reject(new Error('broken')));
      },
    );
    const canvas = HTMLCanvasElement.prototype;
    const sizes: (readonly [number, number])[] = [];
    vi.spyOn(canvas, 'getContext').mockReturnValue({ drawImage: () => undefined } as never);
    vi.spyOn(canvas, 'toBlob').mockImplementation(function draw(this: HTMLCanvasElement, tell) {
      sizes.push([this.width, this.height]);
      tell(new Blob(['png'], { type: 'image/png' }));
    });
    return sizes;
  };
  afterEach(() => vi.restoreAllMocks());

  test('that cannot be drawn is said not to be saved', async () => {
    await open();
    drawing(false);
    await press('Save poster');
    expect(await screen.findByText('Failed to save picture')).toBeDefined();
  });

  test('is drawn three times as sharp and handed to the system as a file', async () => {
    const shared: (readonly string[])[] = [];
    lend({
      canShare: () => true,
      share: async ({ files }: { files: File[] }) =>
        shared.push(files.map(({ name, type }) => `${name} ${type}`)),
    });
    await open();
    const sizes = drawing(true);
    await press('Save poster');
    await screen.findByRole('img', { name: /^Poster with your code 7KQ2MX/ });
    expect(sizes).toEqual([[1_125, 2_001]]);
    await press('Share picture');
    expect(shared).toEqual([['7KQ2MX.png image/png']]);
  });

  test('is only to be saved where the system takes no files', async () => {
    const saved: string[] = [];
    await open();
    drawing(true);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    await press('Save poster');
    await screen.findByRole('img', { name: /^Poster with your code/ });
    expect(screen.queryByRole('button', { name: 'Share picture' })).toBeNull();
    await press('Save picture');
    expect(await screen.findByText('Picture saved')).toBeDefined();
    expect(saved).toEqual(['7KQ2MX.png']);
  });
});

test('a poster that did not come can be asked for again', async () => {
  await open({ ...answers(), 'GET user/my_poster': () => refuse('not_found', 'Not here.', 404) });
  await press('Save poster');
  expect(await screen.findByText('Not here.')).toBeDefined();
  await press('Retry');
  expect(calls.filter((call) => call === 'GET user/my_poster')).toHaveLength(2);
});

describe('the lists', () => {
  test('rank the ten, and mark oneself', async () => {
    await open();
    const rows = await screen.findAllByRole('row');
    expect(rows.map(textOf)).toEqual([
      '#RankNameFriendsEarned USDT',
      '1m***a963,184.20',
      '2k***71212,760.95',
      '23You14252.90',
    ]);
    expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, null, null, 'true']);
  });

  test('friends bring fees, page by page', async () => {
    const asked: (string | null)[] = [];
    await open({
      ...answers(),
      'POST user/my_invite_list': (request: URLSearchParams) => {
        asked.push(request.get('page'));
        const at = Number(request.get('page'));
        return page([friend(at === 1 ? 'a***b' : 'z***z')], { at, total: 21 });
      },
    });
    fireEvent.click(screen.getByRole('tab', { name: 'Friends 14' }));
    const list = await screen.findByRole('list', { name: 'Friends' });
    expect(textOf(list)).toContain('+10.00 USDT');
    expect(textOf(list)).toContain('of fees of 50.00');
    expect(address()).toBe('/pages/promotion/index?tab=friends');
    await press('Show more');
    expect(await screen.findByText('z***z')).toBeDefined();
    expect(asked).toEqual(['1', '2']);
  });

  test('rebates are in the currency of their fee, pending or paid', async () => {
    await open(answers(), '?tab=rebates');
    const list = await screen.findByRole('list', { name: 'Rebates' });
    const [pending, paid] = within(list).getAllByRole('listitem').map(textOf);
    expect(pending).toContain('+0.000123 BTC');
    expect(pending).toContain('Pending');
    expect(paid).toContain('+1.50 USDTPaid');
  });

  test.each([
    ['', 'POST user/invite_list', [], 'Nobody has earned a rebate yet.'],
    ['?tab=friends', 'POST user/my_invite_list', page([]), 'No friend has joined yet.'],
    ['?tab=rebates', 'POST user/my_account_return', page([]), /^No rebates yet/],
  ])('that are empty (%s) offer the link', async (query, call, answer, sentence) => {
    await open({ ...answers(), [call]: () => answer }, query);
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Share link' })).toHaveLength(2);
  });

  test('that fail can be tried again', async () => {
    let fails = true;
    await open({
      ...answers(),
      'POST user/invite_list': () => (fails ? refuse('not_found', 'Later.', 404) : ranks),
    });
    expect(await screen.findByText('Later.')).toBeDefined();
    fails = false;
    await press('Retry');
    expect(await screen.findByText('m***a')).toBeDefined();
  });
});

test('levels mark the own one and say how far the next is', async () => {
  await open();
  await press('Levels and rules');
  expect(await screen.findByText('6 more friends to 22.5%.')).toBeDefined();
  const own = screen.getAllByRole('row').find((row) => row.textContent?.includes('Yours'));
  expect(own && textOf(own)).toBe('Level 2 Yours1020%');
  expect(screen.getByText('They come out of the fee.')).toBeDefined();
});

test('a page that did not load can be tried again', async () => {
  let fails = true;
  serve({
    ...answers(),
    'GET user/invite': () => (fails ? refuse('not_found', 'Later.', 404) : invite()),
  });
  await renderAt(PAGE, <Page />);
  expect(await screen.findByText('Later.')).toBeDefined();
  fails = false;
  await press('Retry');
  expect(await screen.findByText('7KQ2MX')).toBeDefined();
});
