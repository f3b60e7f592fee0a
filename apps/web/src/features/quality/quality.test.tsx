// @vitest-environment jsdom
import type { MarketDayView } from '@fairlead/contract';
import { MISSING } from '@fairlead/ui';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { calls, renderAt, serve } from '../../../test/render.tsx';
import { Page } from '../../pages/settlement/quality.tsx';

const DAY = Date.UTC(2027, 0, 15);
const day = (own: Partial<MarketDayView> = {}): MarketDayView => ({
  day: DAY,
  samples: 17_000,
  two_sided: '0.998000',
  spread: '0.000300',
  depth_10: '6000.000000',
  depth_50: '60000.000000',
  depth_100: '120000.000000',
  orders: 5_200,
  cancelled: '0.810000',
  fill_ratio: '0.120000',
  trades: 410,
  turnover: '81234.500000',
  effective_spread: '0.000310',
  realised_spread: '-0.000020',
  price_impact: '0.000330',
  house_maker: '0.950000',
  house_both: '0.900000',
  skipped: 0,
  findings: [{ rule: 'wash_trade', found: 2, dismissed: 1, acted: 0 }],
  ...own,
});

const open = async (list: readonly MarketDayView[]) => {
  const quoted = { symbol: 'BTC/USDT', state: 'open' };
  serve({
    'GET currency/quotation_new': () => [quoted],
    'GET currency/quality': () => ({
      ...{ list, page: 1, limit: 30, total: list.length },
      ...{ symbol: 'BTC/USDT', quote: 'USDT' },
    }),
  });
  await renderAt('/pages/settlement/quality?symbol=BTC/USDT', <Page />);
  await screen.findByText('What the figures mean');
};

test('the newest day is open, with spread, depth, the house’s share and what was found and dismissed', async () => {
  await open([day(), day({ day: DAY - 86_400_000, findings: [] })]);
  expect(await screen.findByText('95.0%')).toBeTruthy();
  expect(screen.getByText('Depth: within 0.5%')).toBeTruthy();
  expect(screen.getByText('−0.002%')).toBeTruthy();
  expect(screen.getByText('2 findings, 1 dismissed')).toBeTruthy();
  expect(screen.queryByText('Nothing was found on this day.')).toBeNull();
  const days = screen.getAllByRole('button', { expanded: false });
  fireEvent.click(days.at(-1) as HTMLElement);
  expect(screen.getByText('Nothing was found on this day.')).toBeTruthy();
});

test('what was not measured is a dash, never a nought', async () => {
  const { spread: _, house_maker: __, effective_spread: ___, ...rest } = day();
  await open([rest]);
  await screen.findByText('House as maker');
  expect(screen.getAllByText(MISSING).length).toBeGreaterThanOrEqual(3);
});

test('a day with windows that were not looked at says how many', async () => {
  await open([day({ skipped: 3 }), day({ day: DAY - 86_400_000 })]);
  await screen.findByText('Windows not looked at');
  const days = screen.getAllByRole('button', { expanded: false });
  fireEvent.click(days.at(-1) as HTMLElement);
  expect(screen.getAllByText('Windows not looked at')).toHaveLength(1);
});

test('before the first day there is a word about it', async () => {
  await open([]);
  expect(await screen.findByText(/No day is counted yet/)).toBeTruthy();
  expect(calls.some((call) => call.includes('currency/quality'))).toBe(true);
});
