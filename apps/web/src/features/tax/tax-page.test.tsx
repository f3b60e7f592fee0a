// @vitest-environment jsdom
import type { TaxReport } from '@fairlead/contract';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { Page } from '../../pages/assets/tax.tsx';

const report: TaxReport = {
  year: 2026,
  method: 'fifo',
  currency: 'USDT',
  time_zone: 'UTC',
  deposit_cost: 'unknown',
  as_of: 1,
  is_over: false,
  from: 0,
  to: 2,
  figures: [{ figure: 'gains', value: '-8.145661', count: 3, missing: 1 }],
  currencies: [],
  holdings: [
    { currency: 'BTC', quantity: '1.50000000', lots: 2 },
    {
      currency: 'ETH',
      quantity: '2.00000000',
      lots: 1,
      cost: '5.000000',
      value: '9.500000',
      unrealised: '4.500000',
    },
  ],
  unpriced: [{ currency: 'NEW', date: '2026-03-01', lines: 1 }],
};
const line = {
  entry_id: 77,
  time: 1,
  kind: 'trade' as const,
  reference: '5',
  currency: 'BTC',
  quantity: '1.50000000',
  value: '157.185000',
  cost: '165.330661',
  gain: '-8.145661',
  lots: [{ entry_id: 42, acquired_at: 1, quantity: '1.50000000', cost: '165.330661' }],
  lots_total: 1,
  postings: [{ account: 'coin', currency: 'BTC', amount: '-1.50000000' }],
};

beforeEach(() => startSession({ token: 't', user }));

test('a year says what it is, what is not counted, and what is not known', async () => {
  serve({ 'POST wallet/tax/report': () => report });
  await renderAt('/pages/assets/tax', <Page />);
  expect(await screen.findByText('Gains of sales')).toBeDefined();
  expect(screen.getByText(/not advice/)).toBeDefined();
  expect(screen.getByText('1 not counted')).toBeDefined();
  expect(screen.getByText('Cost or price not known')).toBeDefined();
  expect(screen.getByText(/NEW 2026-03-01/)).toBeDefined();
  expect(screen.getByText(/The year is not over/)).toBeDefined();
});

test('a figure opens its lines, with their lots and their entry', async () => {
  serve({
    'POST wallet/tax/report': () => report,
    'POST wallet/tax/lines': () => ({ list: [line], page: 1, limit: 20, total: 1 }),
  });
  await renderAt('/pages/assets/tax', <Page />);
  fireEvent.click(await screen.findByRole('button', { name: /Gains of sales/ }));
  expect(await screen.findByText(/From entry 42/)).toBeDefined();
  expect(screen.getByText('Entry 77 in the journal')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'All figures' }));
  expect(await screen.findByText('Held at the end')).toBeDefined();
});

test('another method asks for another report', async () => {
  serve({ 'POST wallet/tax/report': () => report });
  await renderAt('/pages/assets/tax', <Page />);
  await screen.findByText('Gains of sales');
  fireEvent.click(screen.getByRole('radio', { name: 'HIFO' }));
  await screen.findByText('What cost most is sold first.');
  expect(calls).toHaveLength(2);
});

test('a year without anything says so, and one that fails can be asked for again', async () => {
  serve({ 'POST wallet/tax/report': () => ({ ...report, figures: [], holdings: [] }) });
  const { unmount } = await renderAt('/pages/assets/tax', <Page />);
  expect(await screen.findByText('No movement until the end of this year.')).toBeDefined();
  unmount();
  serve({ 'POST wallet/tax/report': () => refuse('overloaded', 'Busy', 503) });
  await renderAt('/pages/assets/tax?year=2025', <Page />);
  expect(await screen.findByRole('button', { name: /Retry|Try again/ })).toBeDefined();
});
