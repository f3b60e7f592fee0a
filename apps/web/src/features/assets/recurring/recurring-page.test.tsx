// @vitest-environment jsdom
import type { RecurringPlan } from '@fairlead/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { quotation } from '../../../../test/quotation.ts';
import { refuse, renderAt, serve } from '../../../../test/render.tsx';
import { user } from '../../../../test/user.ts';
import { walletOf } from '../../../../test/wallet.ts';
import { startSession } from '../../../data/account/session.ts';
import { Page } from '../../../pages/assets/recurring.tsx';

const plan = (own: Partial<RecurringPlan> = {}): RecurringPlan => ({
  ...{ id: 7, symbol: 'BTC/USDT', amount: '50.000000', weekdays: [1, 5], minute: 540 },
  ...{ state: 'active', spent: '100.000000', bought: '0.99800000' },
  ...{ next_at: Date.UTC(2027, 2, 5, 9), created_at: Date.UTC(2027, 2, 1) },
  ...own,
});

const answers = {
  'GET currency/quotation_new': () => [quotation()],
  'POST wallet/list': () => walletOf(['BTC', '1.00000000'], ['USDT', '1000.000000']),
};

const refusedAt = (fields: Record<string, string>) => {
  const { status, envelope } = refuse('validation_failed', 'Please check', 422);
  return { status, envelope: { ...envelope, fields } };
};

beforeEach(() => startSession({ token: 'a-token', user }));

test('a plan is set up, and what is left empty is no limit', async () => {
  let sent: URLSearchParams | undefined;
  serve({
    ...answers,
    'GET coin/recurring': () => [],
    'POST coin/recurring': (request: URLSearchParams) => {
      sent = request;
      return plan();
    },
  });
  await renderAt('/pages/assets/recurring', <Page />);
  await screen.findByText('No plan yet.');
  fireEvent.click(screen.getByRole('button', { name: 'New plan' }));
  const begin = await screen.findByRole('button', { name: 'Start the plan' });
  fireEvent.click(begin);
  expect(await screen.findByText('Enter an amount')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Amount each time'), { target: { value: '50' } });
  fireEvent.click(screen.getByRole('button', { name: 'Fri' }));
  fireEvent.change(screen.getByLabelText('Total at most'), { target: { value: '500' } });
  fireEvent.click(begin);
  await waitFor(() => expect(sent).toBeDefined());
  const { client_plan_id: name, ...rest } = Object.fromEntries(sent ?? []);
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(rest).toEqual({
    ...{ symbol: 'BTC/USDT', amount: '50', weekdays: '1,5', minute: '540', total: '500' },
  });
});

test('what the server refuses stands at its field', async () => {
  serve({
    ...answers,
    'GET coin/recurring': () => [],
    'POST coin/recurring': () => refusedAt({ total: 'Outside its bounds' }),
  });
  await renderAt('/pages/assets/recurring', <Page />);
  fireEvent.click(await screen.findByRole('button', { name: 'New plan' }));
  fireEvent.change(await screen.findByLabelText('Amount each time'), { target: { value: '50' } });
  fireEvent.click(screen.getByRole('button', { name: 'Start the plan' }));
  expect(await screen.findByText('Outside its bounds')).toBeDefined();
});

test('a plan says what became of each of its days, and is paused and ended', async () => {
  const states: (string | null)[] = [];
  const due = { done_at: 1, count: 1, spent: '0.000000', bought: '0.00000000' };
  serve({
    ...answers,
    'GET coin/recurring': () => [plan({ total: '500.000000' })],
    'GET coin/recurring/purchases': () => ({
      list: [
        {
          ...due,
          due_at: Date.UTC(2027, 2, 1, 9),
          outcome: 'failed',
          cause: 'insufficient_balance',
        },
        { ...due, due_at: Date.UTC(2027, 1, 12, 9), outcome: 'missed', cause: 'away', count: 3 },
        {
          ...{ ...due, due_at: Date.UTC(2027, 1, 1, 9), outcome: 'bought', order_id: 12 },
          ...{ spent: '50.000000', bought: '0.49900000' },
        },
      ],
      ...{ page: 1, limit: 20, total: 3 },
    }),
    'POST coin/recurring/state': (request: URLSearchParams) => {
      states.push(request.get('state'));
      return plan({ state: 'paused' });
    },
  });
  await renderAt('/pages/assets/recurring?id=7', <Page />);
  expect(await screen.findByText(/Mon, Fri, 09:00 UTC/)).toBeDefined();
  const history = within(await screen.findByRole('list', { name: 'History' }));
  expect(history.getByText('Not enough in your coin account')).toBeDefined();
  expect(history.getByText('3 days left out')).toBeDefined();
  expect(history.getByRole('link').getAttribute('href')).toContain('order=12');
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(states).toEqual(['paused']));
  fireEvent.click(await screen.findByRole('button', { name: 'End' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'End' }));
  await waitFor(() => expect(states).toEqual(['paused', 'ended']));
});
