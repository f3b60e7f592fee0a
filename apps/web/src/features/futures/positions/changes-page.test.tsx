// @vitest-environment jsdom
/** A part closed, margin added, reversed, stops of parts and an order amended, each said before it is sent. */
import type { Position } from '@fairlead/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { contractWallet, position } from '../../../../test/futures.ts';
import {
  answers,
  keep,
  logIn,
  open,
  plain,
  press,
  tidyAround,
  world,
} from '../../../../test/futures-page.tsx';
import { serve } from '../../../../test/render.tsx';

tidyAround();

/** Answers a call with positions, and keeps what was asked. */
const answering = (call: string, answer: object) => ({
  [call]: (request: URLSearchParams, headers: Headers) => {
    keep(request, headers);
    return answer;
  },
});

async function begin(call: string, answer: object, held: Partial<Position> = {}): Promise<void> {
  logIn();
  world.own.holding = [position(held)];
  serve(
    answers({}, { ...answering(call, answer), 'POST wallet/list': () => contractWallet('500.00') }),
  );
  await open();
}

/** Pressed once it can be: a button is shut until the wallet and terms have come, and while they are asked anew. */
const within_ = async (dialog: HTMLElement, name: string | RegExp) => {
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name })).toHaveProperty('disabled', false),
  );
  await act(async () => within(dialog).getByRole('button', { name }).click());
};

// They come late: what is tried here is not how long a file takes.
beforeAll(async () => {
  await Promise.all([
    import('./AddMargin.tsx'),
    import('./ReversePosition.tsx'),
    import('./EditStops.tsx'),
    import('./AmendWaiting.tsx'),
  ]);
});

test('a part is closed by lots or share, with what it brings and what stays open', async () => {
  const part = position({
    ...{ id: 7_100, part_of: 7_001, lots: 5, status: 'closed', close_price: '64815.00' },
    ...{ realised_pnl: '43.250000', net_pnl: '40.000000', receipt_id: 61 },
  });
  await begin('POST lever/close', { position: part, rest: position({ lots: 5 }) });
  await press('Close position');
  const dialog = await screen.findByRole('alertdialog', { name: 'Close this position?' });
  await within_(dialog, '50%');
  // Half of 86.24, and half of the margin of 319.75 comes back with it.
  await waitFor(() => expect(plain(dialog)).toContain('Result of the price+43.12'));
  expect(plain(dialog)).toContain('Stays open5 lots');
  expect(plain(dialog)).toContain('Comes back, about201.37469 USDT');
  await within_(dialog, 'Close 5 lots');
  await screen.findAllByText('5 lots closed at 64,815.00');
  expect(world.sent).toEqual({ position_id: '7001', lots: '5' });
});

test('lots that it does not have are not sent', async () => {
  await begin('POST lever/close', { position: position() });
  await press('Close position');
  const dialog = await screen.findByRole('alertdialog', { name: 'Close this position?' });
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Lots/ }), {
    target: { value: '11' },
  });
  await waitFor(() => expect(dialog.textContent).toContain('At most 10.'));
  const button = within(dialog).getByRole('button', { name: 'Close position' });
  expect(button).toHaveProperty('disabled', true);
});

test('margin is added with where the liquidation goes before it is confirmed', async () => {
  await begin('POST lever/add_margin', { position: position({ margin_added: '20.000000' }) });
  await press('Add margin');
  const sheet = await screen.findByRole('dialog', { name: 'Add margin' });
  const amount = within(sheet).getByRole('textbox', { name: /Amount USDT/ });
  expect(within(sheet).getByRole('button', { name: 'Add margin' })).toHaveProperty(
    'disabled',
    true,
  );
  fireEvent.change(amount, { target: { value: '600' } });
  await waitFor(() => expect(sheet.textContent).toContain('At most 500.00'));
  fireEvent.change(amount, { target: { value: '20' } });
  // 20 ÷ 0.1 BTC below 61,072.25.
  await waitFor(() => expect(plain(sheet)).toContain('Est. liquidation after60,872.25'));
  expect(plain(sheet)).toContain('Margin after339.75 USDT');
  await within_(sheet, 'Add margin');
  await screen.findAllByText('Margin added');
  expect(world.sent).toEqual({ position_id: '7001', amount: '20.000000' });
});

test('a reversal is asked with both sides of it, and names the price and terms that were shown', async () => {
  const opened = position({
    id: 7_200,
    side: 'short',
    open_price: '64805.91',
    open_receipt_id: 62,
  });
  await begin('POST lever/reverse', { position: opened });
  await press('Reverse');
  const dialog = await screen.findByRole('alertdialog', { name: 'Reverse this position?' });
  await waitFor(() => expect(plain(dialog)).toContain('At about64,805.91'));
  expect(plain(dialog)).toContain('The close, after fees, about+79.80');
  expect(plain(dialog)).toContain('Opens thenShort 20×, 10 lots, 0.1 BTC');
  expect(plain(dialog)).toContain('Margin324.02955 USDT');
  await within_(dialog, 'Reverse');
  await screen.findAllByText('Reversed at 64,805.91');
  expect(world.sent).toEqual({
    position_id: '7001',
    shown_price: '64805.91',
    shown_open_fee: '0.000500',
    shown_close_fee: '0.000500',
    shown_half_spread: '0.000100',
    shown_maintenance_rate: '0.005000',
    shown_profit_cap: '10',
  });
});

test('a multiple that is offered no more cannot be reversed', async () => {
  await begin('POST lever/reverse', {}, { multiple: 33 });
  await press('Reverse');
  const dialog = await screen.findByRole('alertdialog', { name: 'Reverse this position?' });
  await waitFor(() => expect(dialog.textContent).toContain('nothing can be opened now'));
  expect(within(dialog).getByRole('button', { name: 'Reverse' })).toHaveProperty('disabled', true);
});

test('stops of parts are added, changed and removed, each on its side', async () => {
  const level = { id: 7_300, stop: 'take_profit', price: '65500.00', lots: 4 } as const;
  await begin('POST lever/set_level', { position: position() }, { levels: [level] });
  const card = await screen.findByRole('list', { name: 'TP / SL of parts' });
  expect(card.textContent).toBe('Take profit 65,500.004 lots');
  await press('Edit TP / SL');
  const sheet = await screen.findByRole('dialog', { name: 'Take profit and stop loss' });
  await within_(sheet, 'Add');
  await act(async () => within(sheet).getByRole('radio', { name: 'Stop loss' }).click());
  const price = within(sheet).getByRole('textbox', { name: /Price USDT/ });
  fireEvent.change(price, { target: { value: '65000' } });
  await waitFor(() => expect(sheet.textContent).toContain('Must be below 64,812.40.'));
  fireEvent.change(price, { target: { value: '64000' } });
  const parts = within(sheet).getByRole('region', { name: 'Take profit and stop loss of parts' });
  await within_(parts, 'Save');
  await screen.findAllByText('Saved');
  expect(world.sent).toEqual({
    position_id: '7001',
    stop: 'stop_loss',
    price: '64000',
    lots: '5',
  });
  await within_(sheet, 'Change No. 7300');
  expect(within(sheet).getByRole('textbox', { name: /Price USDT/ })).toHaveProperty(
    'value',
    '65,500.00',
  );
  await within_(parts, 'Save');
  await waitFor(() => expect(world.sent).toMatchObject({ level_id: '7300', lots: '4' }));
});

test('an order that waits is changed in its place', async () => {
  logIn();
  const { open_price: _opened, ...rest } = position();
  const waiting = { ...rest, type: 'limit', status: 'waiting', price: '63000.00' } as Position;
  world.own.waiting = [waiting];
  serve(answers({}, answering('POST lever/amend', { position: waiting })));
  await open('/pages/lever/index?symbol=BTC/USDT&tab=waiting');
  await press('Edit No. 7001');
  const sheet = await screen.findByRole('dialog', { name: 'Change this order' });
  const save = () => within(sheet).getByRole('button', { name: 'Save' });
  expect(save()).toHaveProperty('disabled', true);
  fireEvent.change(within(sheet).getByRole('textbox', { name: /Limit price/ }), {
    target: { value: '62500' },
  });
  await waitFor(() => expect(save()).toHaveProperty('disabled', false));
  await act(async () => save().click());
  await screen.findAllByText('Order changed');
  expect(world.sent).toEqual({ position_id: '7001', price: '62500' });
});
