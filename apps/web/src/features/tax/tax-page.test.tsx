// @vitest-environment jsdom
import type { TaxReport } from '@fairlead/contract';
import { Toasts } from '@fairlead/ui';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { serverNow } from '../../data/live/server-clock.ts';
import { Page } from '../../pages/assets/tax.tsx';

const report: TaxReport = {
  year: 2026,
  method: 'fifo',
  currency: 'USDT',
  time_zone: 'UTC',
  deposit_cost: 'unknown',
  stated_deposits: 0,
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
  expect(calls.filter((name) => name === 'POST wallet/tax/report')).toHaveLength(2);
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

/** A body with a list is JSON. */
const bodyOf = (request: URLSearchParams): Record<string, unknown> => {
  const [text = ''] = request.keys();
  return text.startsWith('{')
    ? (JSON.parse(text) as Record<string, unknown>)
    : Object.fromEntries(request);
};
const refusedAt = (fields: Record<string, string>) => {
  const refusal = refuse('validation_failed', 'Check it', 422);
  return { ...refusal, envelope: { ...refusal.envelope, fields } };
};

const withToasts = (
  <>
    <Page />
    <Toasts closeLabel="Close" />
  </>
);

describe('what a deposit had cost', () => {
  const deposit = {
    ...line,
    entry_id: 42,
    kind: 'deposit' as const,
    time: Date.UTC(2026, 2, 1, 12),
    value: '100.000000',
    cost: undefined,
    gain: undefined,
    missing: 'cost' as const,
    lots: [],
    lots_total: 0,
  };
  const page = (one: object) => ({ list: [{ ...deposit, ...one }], page: 1, limit: 20, total: 1 });
  const stated = { cost: '12.500000', currency: 'USDT', acquired: '2025-03-01', stated_at: 1 };
  const sent: unknown[] = [];
  const saved = (request: URLSearchParams) => {
    sent.push(bodyOf(request));
    return { costs: [] };
  };
  beforeEach(() => {
    sent.length = 0;
  });

  test('is asked for in full, and sent once it is there', async () => {
    serve({
      'POST wallet/tax/lines': () => page({}),
      'POST wallet/tax/costs/save': saved,
    });
    await renderAt('/pages/assets/tax?figure=deposits', withToasts);
    fireEvent.click(await screen.findByRole('button', { name: 'Say what it had cost' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText('An amount, 0 if nothing');
    expect(screen.getByText('A day up to that of the deposit')).toBeDefined();
    expect(sent).toEqual([]);
    fireEvent.change(screen.getByLabelText(/Cost of all of it/), { target: { value: '12.5' } });
    fireEvent.change(screen.getByLabelText('Bought on'), { target: { value: '2025-03-01' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    const put = [{ entry_id: 42, cost: '12.5', currency: 'USDT', acquired: '2025-03-01' }];
    expect(sent).toEqual([{ put, remove: [] }]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ put: [], remove: [42] }));
  });

  test('what the server refuses stands at its field', async () => {
    serve({
      'POST wallet/tax/lines': () => page({}),
      'POST wallet/tax/costs/save': () => refusedAt({ 'put.0.acquired': 'Too late' }),
    });
    await renderAt('/pages/assets/tax?figure=deposits', withToasts);
    fireEvent.click(await screen.findByRole('button', { name: 'Say what it had cost' }));
    fireEvent.change(await screen.findByLabelText(/Cost of all of it/), { target: { value: '0' } });
    fireEvent.change(screen.getByLabelText('Bought on'), { target: { value: '2025-03-01' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Too late')).toBeDefined();
  });

  test('is forgotten, and put back by Undo as it was', async () => {
    serve({
      'POST wallet/tax/lines': () => page({ missing: undefined, cost: '12.500000', stated }),
      'POST wallet/tax/costs/save': saved,
    });
    await renderAt('/pages/assets/tax?figure=deposits', withToasts);
    expect(await screen.findByText('You said, bought 1 Mar 2025')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    const { stated_at: _, ...before } = stated;
    await waitFor(() =>
      expect(sent).toEqual([
        { put: [], remove: [42] },
        { put: [{ entry_id: 42, ...before }], remove: [] },
      ]),
    );
  });

  test('of money that is its own measure nothing is asked', async () => {
    serve({ 'POST wallet/tax/lines': () => page({ currency: 'USDT', missing: undefined }) });
    await renderAt('/pages/assets/tax?figure=deposits', withToasts);
    await screen.findByText(/bought elsewhere/);
    await screen.findByText('Entry 42 in the journal');
    expect(screen.queryByRole('button', { name: 'Say what it had cost' })).toBeNull();
  });

  test('a sale whose cost is missing leads to the deposits of that year', async () => {
    const lots = [{ entry_id: 42, acquired_at: serverNow(), quantity: '1.50000000' }];
    const sale = { ...line, gain: undefined, cost: undefined, missing: 'cost' as const, lots };
    serve({
      'POST wallet/tax/lines': (request) =>
        bodyOf(request)['figure'] === 'gains'
          ? { list: [sale], page: 1, limit: 20, total: 1 }
          : page({}),
    });
    await renderAt('/pages/assets/tax?figure=gains', <Page />);
    fireEvent.click(await screen.findByRole('button', { name: /^Deposits of/ }));
    expect(await screen.findByRole('button', { name: 'Say what it had cost' })).toBeDefined();
  });

  test('a report says how much of it is by that word', async () => {
    serve({ 'POST wallet/tax/report': () => ({ ...report, stated_deposits: 2 }) });
    await renderAt('/pages/assets/tax', <Page />);
    expect(await screen.findByText(/2 deposits count at the costs that you gave/)).toBeDefined();
  });
});
