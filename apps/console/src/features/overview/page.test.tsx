// @vitest-environment jsdom
import type { ResponseOf } from '@fairlead/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { COMMON, NOW_MS } from '../../../test/records.ts';
import { renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

type Overview = ResponseOf<'operatorOverview'>;

const sums = { today: '12.00', week: '34.00' };
const OVERVIEW: Overview = {
  time: NOW_MS,
  queues: [{ queue: 'withdrawals', count: 3, oldest_at: NOW_MS, is_late: false }],
  spot_traded: sums,
  futures_traded: sums,
  options_bought: sums,
  deposited: sums,
  withdrawn: sums,
  fees: sums,
  fees_by_reason: [],
  unpriced: [],
  counted_since: NOW_MS,
};

beforeEach(() => {
  vi.setSystemTime(NOW_MS);
});

async function show(more: Partial<Overview>): Promise<string[]> {
  serve({ ...COMMON, 'GET operator/overview': () => ({ ...OVERVIEW, ...more }) });
  await renderAt('/', <Page />);
  const region = await screen.findByRole('region', { name: 'Traded' });
  return within(region)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
}

test('all that is known is shown, and nothing is said to be missing', async () => {
  expect(await show({})).toEqual([
    'Spot12.0034.00',
    'Futures, opened and closed12.0034.00',
    'Options, stakes12.0034.00',
  ]);
  expect(screen.queryByText(/does not answer/)).toBeNull();
});

test('a product that could not be asked is named, its sums are no zeros, and all else is shown', async () => {
  expect(
    await show({ missing: ['futures', 'wealth'], futures_traded: { today: '0', week: '0' } }),
  ).toEqual(['Spot12.0034.00', 'Futures, opened and closed––', 'Options, stakes12.0034.00']);
  expect(screen.getByText(/^The database of futures, locked funds does not answer/)).toBeTruthy();
  expect(screen.getByRole('row', { name: /Withdrawals under review/ }).textContent).toContain('3');
});
