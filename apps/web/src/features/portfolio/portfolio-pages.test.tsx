// @vitest-environment jsdom
import type { Portfolio, PortfolioDay } from '@fairlead/contract';
import { preloadOverlays } from '@fairlead/ui';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { address, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { setSetting } from '../../data/account/settings.ts';
import { Page as PortfolioPage } from '../../pages/assets/portfolio.tsx';
import { Page as StatementPage } from '../../pages/assets/statement.tsx';

const ZERO = '0.000000';
const NOTHING = {
  deposits: ZERO,
  withdrawals: ZERO,
  pnl: ZERO,
  spot: ZERO,
  futures: ZERO,
  options: ZERO,
  hosting: ZERO,
  offerings: ZERO,
  referral: ZERO,
  other: ZERO,
};
const days: PortfolioDay[] = [
  {
    ...NOTHING,
    date: '2026-11-20',
    opening_value: ZERO,
    closing_value: '1000.000000',
    deposits: '1000.000000',
  },
  {
    ...NOTHING,
    date: '2026-11-21',
    opening_value: '1000.000000',
    closing_value: '1012.340000',
    pnl: '12.340000',
    spot: '-7.660000',
    futures: '20.000000',
  },
];
const portfolio = (own: Partial<Portfolio> = {}): Portfolio => ({
  convert_currency: 'USDT',
  as_of: Date.now(),
  days,
  total: {
    ...NOTHING,
    deposits: '1000.000000',
    pnl: '12.340000',
    spot: '-7.660000',
    futures: '20.000000',
  },
  return_rate: '0.01234',
  unpriced: [],
  ...own,
});

beforeAll(() => preloadOverlays());
beforeEach(() => startSession({ token: 'token', user }));
afterEach(() => setSetting('hideBalances', false));

const showPortfolio = (answer: unknown) => {
  serve({ 'GET wallet/portfolio': () => answer });
  renderAt('/pages/assets/portfolio', <PortfolioPage />);
};

describe('the portfolio', () => {
  test('shows the value, what the period brought and by what', async () => {
    showPortfolio(portfolio());
    expect(await screen.findAllByText('+12.34 (+1.23%)')).not.toHaveLength(0);
    const products = screen.getByText('Futures').closest('div');
    expect(products?.textContent).toContain('+20.00');
    expect(screen.getByRole('table', { name: 'Value by day' }).textContent).toContain('1,012.34');
  });

  test('arrow keys look at a day of the chart', async () => {
    showPortfolio(portfolio());
    const chart = await screen.findByRole('slider', { name: 'Value by day' });
    expect(chart.getAttribute('aria-valuetext')).toBe('21 Nov 2026, 1,012.34\u00a0USDT');
    fireEvent.keyDown(chart, { key: 'ArrowLeft' });
    expect(chart.getAttribute('aria-valuetext')).toBe('20 Nov 2026, 1,000.00\u00a0USDT');
    fireEvent.blur(chart);
    expect(chart.getAttribute('aria-valuenow')).toBe('1');
  });

  test('a day opens to what it came from', async () => {
    showPortfolio(portfolio());
    fireEvent.click(await screen.findByRole('button', { name: /^20 Nov 2026/ }));
    expect((await screen.findAllByText('Deposits')).length).toBeGreaterThan(0);
    expect(screen.getByText('Value at the end')).toBeDefined();
  });

  test('the formula stands in the figures of the page', async () => {
    showPortfolio(portfolio());
    fireEvent.click(await screen.findByRole('button', { name: 'How it is counted' }));
    const sheet = await screen.findByRole('dialog');
    const line = within(sheet).getByText('− Deposits').closest('div');
    expect(line?.textContent).toContain('1,000.00');
  });

  test('hidden, no figure is anywhere', async () => {
    setSetting('hideBalances', true);
    showPortfolio(portfolio());
    await screen.findByRole('slider');
    expect(document.body.textContent).not.toMatch(/12\.34|1,012|1,000|20\.00|1\.23/);
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toContain('Hidden');
  });

  test('what had no price is named', async () => {
    showPortfolio(portfolio({ unpriced: ['FLD'] }));
    await screen.findByText(/^FLD had no price/);
  });

  test('of a new user says so and leads to a deposit', async () => {
    showPortfolio(portfolio({ days: [], total: NOTHING }));
    await screen.findByText(/^Nothing here yet/);
    const link = screen.getByRole('link', { name: 'Deposit' });
    expect(link.getAttribute('href')).toBe('#/pages/assets/deposit/index');
  });

  test('that does not load says so and tries again', async () => {
    showPortfolio(refuse('unavailable', 'Try again later', 503));
    await screen.findByText('Try again later');
    serve({ 'GET wallet/portfolio': () => portfolio() });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('slider');
  });

  test('another range stands in the address and is asked for', async () => {
    const asked: (string | null)[] = [];
    serve({
      'GET wallet/portfolio': (request) => {
        asked.push(request.get('days'));
        return portfolio();
      },
    });
    renderAt('/pages/assets/portfolio', <PortfolioPage />);
    fireEvent.click(await screen.findByRole('radio', { name: '1 Y' }));
    await waitFor(() => expect(asked).toEqual(['30', '365']));
    expect(address()).toContain('days=365');
  });
});

const statement = {
  from: 0,
  to: 1,
  currencies: [
    {
      currency_id: 3,
      name: 'USDT',
      opening: '1000.000000',
      closing: '899.500000',
      movements: [{ kind: 'trade', label: 'Trades', amount: '-100.500000', count: 4 }],
    },
  ],
};

describe('the statement', () => {
  const saved: Blob[] = [];
  beforeEach(() => {
    saved.length = 0;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return 'blob:x';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    HTMLElement.prototype.scrollIntoView = () => undefined;
  });
  afterEach(() => vi.restoreAllMocks());

  test('shows opening, movements and closing', async () => {
    serve({ 'GET wallet/statement': () => statement });
    renderAt('/pages/assets/statement', <StatementPage />);
    const usdt = await screen.findByRole('region', { name: 'USDT' });
    expect(usdt.textContent).toContain('Opening balance1,000.00');
    expect(usdt.textContent).toContain('Trades ×4−100.50');
    expect(usdt.textContent).toContain('Closing balance899.50');
    expect(screen.queryByRole('region', { name: 'Corrections' })).toBeNull();
  });

  test('names each correction with its reason and operators', async () => {
    const note = 'Correction 77 by operators 3, 5: Claim 17 was credited twice';
    const correction = {
      id: 77_000,
      account: 'coin',
      currency_id: 3,
      kind: 'correction',
      amount: '-400.000000',
      balance: '100.000000',
      note,
      correction: { entry_id: 77, reason: 'Claim 17 was credited twice', operators: [3, 5] },
      time: Date.UTC(2026, 10, 21, 9, 30),
    };
    serve({ 'GET wallet/statement': () => ({ ...statement, corrections: [correction] }) });
    renderAt('/pages/assets/statement', <StatementPage />);
    const list = within(await screen.findByRole('region', { name: 'Corrections' }));
    expect(list.getByText(note)).toBeTruthy();
    expect(list.getByRole('listitem').textContent).toContain('−400.00 USDT');
  });

  test('parts of a kind are joined into one file', async () => {
    const asked: URLSearchParams[] = [];
    serve({
      'GET wallet/statement': () => statement,
      'POST wallet/export': (request) => {
        asked.push(request);
        const isFirst = request.get('after') === null;
        return isFirst
          ? { filename: 'fills.csv', csv: 'time,id\r\na,1\r\n', rows: 1, next: '1' }
          : { filename: 'fills.csv', csv: 'b,2\r\n', rows: 1 };
      },
    });
    renderAt('/pages/assets/statement?from=2026-01-05&to=2026-02-05', <StatementPage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Download Trades' }));
    await screen.findByText('Saved, 2 rows');
    expect(await saved[0]?.text()).toMatch(/time,id\r\na,1\r\nb,2\r\n$/);
    expect(asked.map((request) => [request.get('what'), request.get('after')])).toEqual([
      ['fills', null],
      ['fills', '1'],
    ]);
    expect(asked[0]?.get('from')).toBe('2026-01-05');
  });

  test('days in the wrong order ask for nothing', async () => {
    serve({});
    renderAt('/pages/assets/statement?from=2026-02-05&to=2026-01-05', <StatementPage />);
    await screen.findByText('The first day is after the last.');
    const download = screen.getByRole('button', { name: 'Download Trades' });
    expect(download.hasAttribute('disabled')).toBe(true);
  });
});
