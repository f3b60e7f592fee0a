// @vitest-environment jsdom
/** Orders that depend on one another as they are listed: together, and cancelled together. */
import type { OrderList } from '@fairlead/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { order } from '../../../../test/order.ts';
import { quotation } from '../../../../test/quotation.ts';
import { renderAt, serve } from '../../../../test/render.tsx';
import { triggerOrder } from '../../../../test/trigger-order.ts';
import { user } from '../../../../test/user.ts';
import { startSession } from '../../../data/account/session.ts';
import { Page } from '../../../pages/trade/orders.tsx';
import { endOf, membersOf } from './list-figures.ts';

beforeEach(() => startSession({ token: 't', user }));

const AT = 1_795_271_467_000;
const list = (own: Partial<OrderList> = {}): OrderList => ({
  ...{ id: 12, symbol: 'BTC/USDT', kind: 'otoco', status: 'pending' },
  ...{ working_id: 11, first_id: 13, second_id: 14, created_at: AT, updated_at: AT },
  orders: [order({ id: 11, list_id: 12 })],
  trigger_orders: [
    triggerOrder({ id: 14, list_id: 12, status: 'pending' }),
    triggerOrder({ id: 13, list_id: 12, status: 'pending', trigger: 'take_profit' }),
  ],
  ...own,
});

test('the orders of a list come in the order in which they act, then what came of them', () => {
  const became = order({ id: 20, list_id: 12 });
  const { orders } = list();
  const members = membersOf(list({ orders: [became, ...orders] }));
  expect(members.map(({ id }) => id)).toEqual([11, 13, 14, 20]);
  expect(endOf({ end_reason: 'triggered' })).toBe('triggered');
  expect(endOf({ end_reason: 'market_terms' })).toBe('other');
});

describe('lists in their tab', () => {
  const sent: string[] = [];
  const open = async (lists: readonly OrderList[]) => {
    serve({
      'GET currency/quotation_new': () => [quotation()],
      'GET coin/order_list': () => ({ list: lists, page: 1, limit: 20, total: lists.length }),
      'PUT coin/order_list': (body: URLSearchParams) => {
        sent.push(String(body.get('list_id')));
        return { order_list: list({ status: 'done', end_reason: 'user' }) };
      },
    });
    await renderAt('/pages/trade/orders?status=lists', <Page />);
  };

  test('say how each was over, and offer no cancel of it', async () => {
    await open([list({ status: 'done', end_reason: 'triggered' })]);
    expect(
      await screen.findByText(/A price was reached, so the other was cancelled/),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Cancel list 12' })).toBeNull();
  });

  test('none says so', async () => {
    await open([]);
    expect(await screen.findByText('There are no order lists.')).toBeDefined();
  });

  test('stand with what is pending, and are cancelled as a whole after a question', async () => {
    await open([list()]);
    const group = await screen.findByRole('list', { name: 'List 12' });
    expect(within(group).getAllByRole('listitem')).toHaveLength(3);
    expect(within(group).getAllByText('Pending')).toHaveLength(2);
    expect(within(group).queryByRole('button', { name: /^Cancel/ })).toBeNull();
    await act(async () => screen.getByRole('button', { name: 'Cancel list 12' }).click());
    const question = await screen.findByRole('alertdialog');
    expect(within(question).getByText(/^All of its orders that wait are cancelled/)).toBeDefined();
    await act(async () => within(question).getByRole('button', { name: 'Cancel list' }).click());
    await waitFor(() => expect(sent).toEqual(['12']));
  });
});
