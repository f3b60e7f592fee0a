// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { position } from '../../../../test/futures.ts';
import {
  answers,
  keep,
  logIn,
  open,
  plain,
  press,
  tap,
  tidyAround,
  world,
} from '../../../../test/futures-page.tsx';
import { serve } from '../../../../test/render.tsx';
import { setConfirmation, settingsStore } from '../../../data/account/settings.ts';

tidyAround();

test('a position shows its result, its six facts and how near the end is', async () => {
  logIn();
  world.own.holding = [position()];
  serve(answers());
  await open();
  const list = await screen.findByRole('list', { name: 'Positions' });
  await waitFor(() => expect(list.textContent).toContain('+79.80'));
  expect(list.textContent).toContain('+24.95% of margin');
  expect(plain(list)).toContain('Isolated margin 319.75 USDT');
  expect(
    within(list).getByRole('img', { name: 'Margin ratio 7.88%; closed at 100%' }),
  ).toBeDefined();
  await act(async () => within(list).getByRole('button', { name: 'Margin ratio' }).click());
  const sheet = await screen.findByRole('dialog', { name: 'Margin ratio' });
  expect(sheet.textContent).toContain('31.975 ÷ 405.997.88%');
});

test("positions beyond the first hundred are told and loaded, and sums of a part are the server's", async () => {
  logIn();
  const all = Array.from({ length: 120 }, (_, index) => position({ id: 9_000 - index }));
  serve(
    answers(
      {},
      {
        'POST lever/my_trade': (request) => {
          const [page, limit] = [Number(request.get('page')), Number(request.get('limit'))];
          const of = request.get('status') === 'holding' ? all : [];
          const list = of.slice((page - 1) * limit, page * limit);
          const summary = {
            margin: '38370.00',
            unrealised_pnl: '1',
            net_pnl: '9.00',
            risk_rate: '0.1',
          };
          return { list, page, limit, total: of.length, summary };
        },
      },
    ),
  );
  await open();
  const list = await screen.findByRole('list', { name: 'Positions' });
  expect(screen.getByText('The newest 100 of 120.')).toBeDefined();
  const sums = screen.getByLabelText('All positions');
  expect(sums.textContent).toContain('38,370.00');
  await press('Load all');
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(120));
  expect(screen.queryByText(/^The newest/)).toBeNull();
});

test('hidden balances hide results and margins, never prices', async () => {
  logIn();
  settingsStore.setState({ hideBalances: true });
  world.own.holding = [position()];
  serve(answers());
  await open();
  const list = await screen.findByRole('list', { name: 'Positions' });
  await waitFor(() => expect(list.textContent).toContain('+24.95% of margin'));
  expect(list.textContent).not.toMatch(/86\.24|79\.80/);
  expect(list.textContent).not.toContain('319.75');
  expect(list.textContent).toContain('64,812.40');
});

test('Q21: closing asks with what comes back, and names price, receipt and what it cost in all', async () => {
  logIn();
  world.own.holding = [position()];
  const closed = position({
    ...{ status: 'closed', close_price: '64815.00', realised_pnl: '6.430000', receipt_id: 60 },
    // The fees are more than the price brought.
    net_pnl: '-0.070000',
  });
  serve(
    answers(
      {},
      {
        'POST lever/close': (request, headers) => {
          keep(request, headers);
          return { position: closed };
        },
      },
    ),
  );
  await open();
  await press('Close position');
  const dialog = await screen.findByRole('alertdialog', { name: 'Close this position?' });
  expect(plain(dialog)).toContain('Result of the price+86.24');
  expect(plain(dialog)).toContain('Fees of opening and close, about6.43812 USDT');
  expect(plain(dialog)).toContain('After fees, about+79.80');
  expect(plain(dialog)).toContain('Comes back, about402.74938 USDT');
  await act(async () => within(dialog).getByRole('button', { name: 'Close position' }).click());
  await screen.findAllByText('Position closed at 64,815.00');
  expect(plain(document.body)).toContain('−0.07 USDT after fees (+6.43 before)');
  expect(world.sent).toEqual({ position_id: '7001' });
  expect(world.key).toMatch(/^[\da-f]{32}$/);
});

test('closing all asks how many and what comes back, whatever is switched off', async () => {
  logIn();
  setConfirmation('cancel_order', false);
  world.own.holding = [
    position(),
    position({
      ...{ id: 7_002, symbol: 'ETH/USDT', side: 'short', lots: 5, lot_size: '0.1', multiple: 10 },
      ...{ margin: '169.600000', maintenance: '8.480000', open_price: '3392.00' },
    }),
  ];
  serve(answers({}, { 'POST lever/close_all': () => ({ closed: [7_001, 7_002] }) }));
  await open();
  await screen.findByText('Positions 2');
  const totals = screen.getByLabelText('All positions');
  await waitFor(() =>
    expect(totals.textContent).toBe('Margin489.35Result after fees+62.61Risk7.20%'),
  );
  await tap('Close all');
  const dialog = await screen.findByRole('alertdialog', { name: 'Close all 2 positions?' });
  expect(plain(dialog)).toContain('After fees, about+62.61');
  expect(plain(dialog)).toContain('Comes back, about558.364815 USDT');
  await act(async () => within(dialog).getByRole('button', { name: 'Close all' }).click());
  await screen.findAllByText('2 positions closed');
});

test('stops are set with what each comes to, and an empty one is cleared', async () => {
  logIn();
  world.own.holding = [position()];
  serve(
    answers(
      {},
      {
        'POST lever/setstop': (request, headers) => {
          keep(request, headers);
          return { position: position() };
        },
      },
    ),
  );
  await open();
  await press('Edit TP / SL');
  const sheet = await screen.findByRole('dialog', { name: 'Take profit and stop loss' });
  const save = within(sheet).getByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  // Stops are measured against the index, which comes by the list of markets.
  await within(sheet).findByText('64,812.40');
  const stop = within(sheet).getByRole('textbox', { name: 'Stop loss' });
  await act(async () => fireEvent.change(stop, { target: { value: '65000' } }));
  expect(within(sheet).getByText('Must be below 64,812.40.')).toBeDefined();
  await act(async () => fireEvent.change(stop, { target: { value: '64000' } }));
  expect(within(sheet).getByText('−1.39')).toBeDefined();
  await act(async () => within(sheet).getAllByRole('button', { name: 'Remove' })[0]?.click());
  await act(async () => save.click());
  await screen.findAllByText('Take profit and stop loss saved');
  expect(world.sent).toEqual({ position_id: '7001', take_profit: '', stop_loss: '64000' });
});

test('a waiting order says what is frozen and is cancelled by its number', async () => {
  logIn();
  const {
    open_price: _,
    maintenance: __,
    ...rest
  } = position({
    ...{ id: 7_003, side: 'short', type: 'limit', status: 'waiting', price: '70000.00', lots: 1 },
    ...{ margin: '35.000000', open_fee: '0.350000' },
  });
  world.own.waiting = [rest];
  serve(
    answers(
      {},
      {
        'POST lever/close': (request, headers) => {
          keep(request, headers);
          return { position: { ...rest, status: 'cancelled' } };
        },
      },
    ),
  );
  await open('/pages/lever/index?symbol=BTC/USDT&tab=waiting');
  const row = await screen.findByRole('listitem');
  await waitFor(() => expect(plain(row)).toContain('Frozen 35.7035 USDT'));
  await tap('Cancel No. 7003');
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this order?' });
  await act(async () => within(dialog).getByRole('button', { name: 'Cancel order' }).click());
  await screen.findAllByText('Order cancelled');
  expect(world.sent).toEqual({ position_id: '7003' });
});

test('Q21: history names why, what it came to after all fees and where the proof is', async () => {
  logIn();
  world.own.closed = [
    position({
      ...{ status: 'closed', close_reason: 'liquidation', close_price: '61050.00' },
      ...{ realised_pnl: '-290.000000', close_fee: '3.052500', receipt_id: 60, closed_at: 1 },
      insurance_paid: '0.000000',
      net_pnl: '-296.250000',
    }),
  ];
  world.own.cancelled = [
    position({ status: 'cancelled', close_reason: 'house_limit', price: '60000' }),
  ];
  serve(answers());
  await open('/pages/lever/index?symbol=BTC/USDT&tab=history');
  const list = await screen.findByRole('list', { name: 'History' });
  expect(list.textContent).toContain('−296.25');
  await act(async () => within(list).getByRole('button', { name: 'After fees' }).click());
  const why = await screen.findByRole('dialog', { name: 'After fees' });
  expect(plain(why)).toContain('Result of the price−290.00');
  expect(plain(why)).toContain('Fee at the opening−3.19');
  expect(plain(why)).toContain('Fee at the close−3.05');
  await act(async () => within(why).getByRole('button', { name: 'Close' }).click());
  expect(list.textContent).toContain('Liquidated');
  expect(within(list).getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe(
    '#/pages/settlement/receipt?id=60',
  );
  await act(async () =>
    within(list)
      .getByRole('button', { name: /Details of No\. 7001/ })
      .click(),
  );
  const sheet = await screen.findByRole('dialog', { name: 'Position 7001' });
  expect(plain(sheet)).toContain('After fees−296.25 USDT');
  expect(sheet.textContent).not.toContain('insurance fund');
  expect(within(sheet).getByRole('link', { name: 'Opening' }).getAttribute('href')).toBe(
    '#/pages/settlement/receipt?id=41',
  );
  await act(async () => within(sheet).getByRole('button', { name: 'Close' }).click());
  await tap('Cancelled', 'radio');
  expect(await screen.findByText('House limit')).toBeDefined();
});
