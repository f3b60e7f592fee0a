// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { settledOrder } from '../../../../test/option.ts';
import {
  factsOf,
  logIn,
  openOptions,
  optionAnswers,
  renderOptions,
  running,
  tidyAround,
} from '../../../../test/option-page.tsx';
import { serverNow } from '../../../data/live/server-clock.ts';
import { hearOrder } from './heard-orders.ts';

tidyAround();

describe('a deployment without options', () => {
  test('says so, and goes on showing what runs and what was', async () => {
    const who = logIn();
    const config = () => ({ options: false, time: Date.now() });
    const own = { open: [running()], settled: [settledOrder({ id: 5 })] };
    await renderOptions({ ...optionAnswers(own), ...who, 'GET config': config });
    await screen.findByText(/^Options are not sold here/);
    expect(screen.queryByRole('region', { name: 'Option ticket' })).toBeNull();
    await screen.findByRole('timer');
    await screen.findByRole('button', { name: 'Details of order 5' });
  });
});

describe('running orders', () => {
  test('stand with the nearest due first and say how they stand', async () => {
    const who = logIn();
    const later = running({ id: 8, direction: 'fall', delivers_at: serverNow() + 50_000 });
    await openOptions({ open: [later, running({ id: 9 })] }, who);
    await waitFor(() => expect(screen.getAllByRole('timer')).toHaveLength(2));
    const [first, second] = within(
      screen.getByRole('region', { name: 'Running orders' }),
    ).getAllByRole('article');
    expect(first?.textContent).toContain('Right pays 90.00, flat 50.00, wrong 0.00');
    expect(first?.textContent).toContain('+14.20');
    expect(first?.textContent).toContain('Right +39.50');
    expect(second?.textContent).toContain('Wrong −50.50');
  });

  test.each([
    ['win', '+39.50', 'Right'],
    ['lose', '−50.50', 'Wrong'],
    ['flat', '−0.50', 'Flat'],
  ] as const)('end as %s in the same quiet card with the receipt', async (result, profit, word) => {
    const who = logIn();
    await openOptions({ open: [running()] }, who);
    await screen.findByRole('timer');
    const profits = { win: '39.500000', lose: '-50.500000', flat: '-0.500000' };
    act(() =>
      hearOrder(settledOrder({ result, profit: profits[result], settled_at: serverNow() })),
    );
    const card = within(await screen.findByRole('status', { name: 'Result of order 70001' }));
    card.getByText(word);
    card.getByText(profit);
    expect(card.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe(
      '#/pages/settlement/receipt?id=512',
    );
    expect(screen.queryByRole('timer')).toBeNull();
    fireEvent.click(card.getByRole('button', { name: 'Put away' }));
    expect(screen.queryByRole('status', { name: 'Result of order 70001' })).toBeNull();
  });

  test('that are refunded say why (P4)', async () => {
    const who = logIn();
    await openOptions({}, who);
    const { delivery_price: _, outcome: __, ...refunded } = settledOrder();
    const ended = {
      result: 'refunded',
      paid: '50.5',
      profit: '0',
      settled_at: serverNow(),
    } as const;
    act(() => hearOrder({ ...refunded, ...ended }));
    const card = within(await screen.findByRole('status', { name: 'Result of order 70001' }));
    card.getByText(/Amount and fee were returned in full/);
  });
});

test('a settled row opens everything that is known, and both receipts', async () => {
  const who = logIn();
  await openOptions({ settled: [settledOrder()] }, who);
  fireEvent.click(await screen.findByRole('button', { name: 'Details of order 70001' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Order 70001' }));
  expect(factsOf(sheet)).toEqual([
    'Rise',
    'BTC/USDT',
    '60 s',
    expect.any(String),
    expect.any(String),
    '64,798.20',
    '64,810.05',
    'Rise',
    '50.00 USDT',
    '0.50 USDT',
    '80%',
    '90.00 USDT',
    '+39.50 USDT',
  ]);
  expect(sheet.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '#/pages/settlement/receipt?id=501',
    '#/pages/settlement/receipt?id=512',
  ]);
});
