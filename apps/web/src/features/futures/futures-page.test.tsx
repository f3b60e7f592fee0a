// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contractWallet, position } from '../../../test/futures.ts';
import {
  answers,
  field,
  keep,
  logIn,
  open,
  plain,
  press,
  tap,
  tidyAround,
  type,
  world,
} from '../../../test/futures-page.tsx';
import { address, calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { setConfirmation } from '../../data/account/settings.ts';
import { queryClient } from '../../data/calls/query.ts';
import { serverNow } from '../../data/live/server-clock.ts';
import { wishTicket } from '../../data/ticket-wish.ts';
import { Page } from '../../pages/lever/index.tsx';

tidyAround();

const costs = () => plain(screen.getByLabelText('What it costs'));

test('a guest sees terms and costs, and the button leads to login and back', async () => {
  serve(answers());
  await open();
  await type('Lots', '10');
  expect(costs()).toContain('Margin648.189 USDT');
  expect(costs()).toContain('Available–');
  expect(screen.getByText('Log in to see your positions.')).toBeDefined();
  await tap('Log in to trade');
  expect(decodeURIComponent(address())).toBe(
    '/pages/user/login/login?back=/pages/lever/index?symbol=BTC/USDT&back_type=2',
  );
  expect(calls).not.toContain('POST wallet/list');
  expect(calls).not.toContain('POST lever/my_trade');
});

test('coin, quote, stops and the whole cost stand there before anything is pressed', async () => {
  logIn();
  serve(answers());
  await open();
  await tap(/Multiple/);
  await press(/^20×/);
  await type('Lots', '10');
  await type('Take profit', '66500');
  await type('Stop loss', '63900');
  expect(plain(document.body)).toContain('0.1 BTC, 6,481.88 USDT');
  expect(screen.getByText('+161.54')).toBeDefined();
  expect(screen.getByText('−98.32')).toBeDefined();
  expect(costs()).toBe(
    'Opens at about64,818.89Est. liquidation61,902.03Margin324.095 USDT' +
      'Fee 0.05%3.241 USDTAvailable1,500.00 USDTNeeded327.336 USDT',
  );
  expect(screen.getByRole('button', { name: 'Open long, 10 lots' })).toBeDefined();
});

test('a position is confirmed with its cost, sent once with a key, and its receipt is offered', async () => {
  logIn();
  serve(answers());
  await open();
  await tap('25%');
  await tap('Open long, 5 lots');
  const sheet = await screen.findByRole('dialog', { name: 'Open long?' });
  expect(plain(sheet)).toContain('Most you can lose325.714923 USDT');
  expect(plain(sheet)).toContain('Est. liquidation58,661.09 (9.50% away)');
  await act(async () => within(sheet).getByRole('button', { name: 'Open long, 5 lots' }).click());
  await screen.findAllByText('Position opened at 64,820.10');
  expect(world.sent).toEqual({
    symbol: 'BTC/USDT',
    side: 'long',
    type: 'market',
    shown_price: '64818.89',
    lots: '5',
    multiple: '10',
    shown_open_fee: '0.000500',
    shown_close_fee: '0.000500',
    shown_half_spread: '0.000100',
    shown_maintenance_rate: '0.005000',
    shown_profit_cap: '10',
    shown_lot_size: '0.01000000',
  });
  expect(world.key).toMatch(/^[\da-f]{32}$/);
  expect(calls.filter((call) => call === 'POST lever/submit')).toHaveLength(1);
  await waitFor(() => expect(field('Lots')).toHaveProperty('value', ''));
  await act(async () => screen.getAllByRole('button', { name: 'Receipt' })[0]?.click());
  expect(address()).toBe('/pages/settlement/receipt?id=55');
});

test('a limit begun at a price of the chart is filled into the ticket, and placed by nobody', async () => {
  logIn();
  serve(answers());
  await open();
  await act(async () =>
    wishTicket({
      ...{ product: 'futures', symbol: 'BTC/USDT', side: 'sell', kind: 'limit' },
      price: '66000.5',
    }),
  );
  expect(screen.getByDisplayValue('66,000.5')).toBeDefined();
  expect(screen.getByRole('radio', { name: /Short/ })).toHaveProperty('checked', true);
  expect(calls).not.toContain('POST lever/submit');
});

test('what no answer came to is confirmed and sent again with its own lots, not with new ones', async () => {
  logIn();
  const lots: (string | null)[] = [];
  let available = '2600';
  let isBroken = true;
  serve(
    answers(
      {},
      {
        'POST wallet/list': () => contractWallet(available),
        'POST lever/submit': (request) => {
          lots.push(request.get('lots'));
          if (isBroken) throw new TypeError('Failed to fetch');
          return { position: position() };
        },
      },
    ),
  );
  await open();
  await tap('50%');
  const label = screen.getByRole('button', { name: /^Open long, \d+ lots$/ }).textContent ?? '';
  await tap(label);
  const first = await screen.findByRole('dialog', { name: 'Open long?' });
  await act(async () => within(first).getByRole('button', { name: label }).click());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 20_000 });
  available = '1300';
  isBroken = false;
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(screen.queryByRole('button', { name: label })).toBeNull());
  await tap(/^Open long, \d+ lots$/);
  const again = await screen.findByRole('dialog', { name: 'Open long?' });
  expect(plain(again)).toContain('No answer came to your last attempt');
  await act(async () => within(again).getByRole('button', { name: label }).click());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(new Set(lots).size).toBe(1);
});

test('with the confirmation switched off one press sends a limit', async () => {
  logIn();
  setConfirmation('futures_order', false);
  const waiting = position({ id: 7_101, status: 'waiting', price: '66000.00' });
  serve(
    answers(
      {},
      {
        'POST lever/submit': (request, headers) => {
          keep(request, headers);
          return { position: waiting };
        },
      },
    ),
  );
  await open();
  await tap('Short', 'radio');
  await tap(/Order type/);
  await press(/^Limit/);
  await type(/Limit price/, '66000');
  await type('Lots', '2');
  await type('Stop loss', '67000');
  await tap('Place short limit, 2 lots');
  await screen.findAllByText('Waiting for 66,000.00');
  expect(world.sent).toMatchObject({ type: 'limit', price: '66000.00', stop_loss: '67000.00' });
  expect(world.sent).not.toHaveProperty('shown_price');
});

test('what looks wrong asks even then', async () => {
  logIn();
  setConfirmation('futures_order', false);
  serve(answers());
  await open();
  await type('Lots', '1');
  await type('Stop loss', '50000');
  await tap('Open long, 1 lot');
  const sheet = await screen.findByRole('dialog', { name: 'Open long?' });
  expect(sheet.textContent).toContain('it will never act');
  expect(calls).not.toContain('POST lever/submit');
});

test('a price that moved before the next sample asks again, with what was seen', async () => {
  logIn();
  setConfirmation('futures_order', false);
  let tries = 0;
  serve(
    answers(
      {},
      {
        'POST lever/submit': (request, headers) => {
          keep(request, headers);
          tries += 1;
          return tries === 1
            ? refuse('price_moved', 'The price has moved')
            : { position: position({ id: 7_102 }) };
        },
      },
    ),
  );
  await open();
  await type('Lots', '1');
  await tap('Open long, 1 lot');
  const dialog = await screen.findByRole('alertdialog', { name: 'The price has moved' });
  expect(dialog.textContent).toContain('You saw64,818.89');
  await act(async () =>
    within(dialog).getByRole('button', { name: 'Go on with 64,818.89' }).click(),
  );
  await screen.findAllByText(/^Position opened/);
  expect(tries).toBe(2);
});

test('an old price asks again and does not go without a newer one', async () => {
  logIn();
  serve(answers({ index_time: serverNow() - 60_000, is_stale: true }));
  await open();
  expect(screen.getByText(/^as of /)).toBeDefined();
  await type('Lots', '1');
  await tap('Open long, 1 lot');
  const dialog = await screen.findByRole('alertdialog', { name: 'The price is older than 5 s' });
  expect(within(dialog).getByRole('button', { name: 'Go on' })).toHaveProperty('disabled', true);
  expect(calls).not.toContain('POST lever/submit');
});

test('what is missing is said when the button is pressed, too much while it is typed', async () => {
  logIn();
  serve(answers());
  await open();
  await tap('Open long');
  expect(screen.getByText('Enter lots.')).toBeDefined();
  await type('Lots', '500');
  expect(screen.getByText('Not enough USDT in your contract account.')).toBeDefined();
});

test('an empty contract account says where to fill it', async () => {
  logIn();
  serve(answers({}, { 'POST wallet/list': () => contractWallet('0') }));
  await open();
  const link = screen.getByRole('link', { name: 'Transfer' });
  expect(link.getAttribute('href')).toBe(
    '#/pages/assets/transfer/index?from=coin&to=contract&currency_id=3',
  );
});

test('a frozen account is told so, and whom to ask', async () => {
  logIn();
  setConfirmation('futures_order', false);
  serve(
    answers({}, { 'POST lever/submit': () => refuse('account_frozen', 'Your account is frozen.') }),
  );
  await open();
  await type('Lots', '1');
  await tap('Open long, 1 lot');
  expect(await screen.findByText('Your account is frozen.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Contact support' })).toBeDefined();
});

test('a halted market shows everything and opens nothing', async () => {
  logIn();
  world.own.holding = [position()];
  serve(answers({ state: 'halted' }));
  await open();
  expect(screen.getByText(/Trading of BTC\/USDT is halted/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Trading is halted' })).toHaveProperty(
    'disabled',
    true,
  );
  expect(await screen.findByRole('button', { name: 'Close position' })).toBeDefined();
});

test('futures held for a drift open nothing and close what is open', async () => {
  logIn();
  world.own.holding = [position()];
  const held = { product: 'futures', why: 'held_for_drift', takes_cancels: true } as const;
  serve(answers({ standstill: [held] }));
  await open();
  expect(screen.getByText(/^Futures: no new orders while its books are checked/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'No orders right now' })).toHaveProperty(
    'disabled',
    true,
  );
  const close = await screen.findByRole('button', { name: 'Close position' });
  expect(close).toHaveProperty('disabled', false);
});

test('that spot alone takes cancels only shuts no futures', async () => {
  logIn();
  const spot = { product: 'spot', why: 'held_for_loss', takes_cancels: true } as const;
  serve(answers({ state: 'halted', cancel_only: true, standstill: [spot] }));
  await open();
  expect(screen.queryByText(/halted|no new orders/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Open long' })).toHaveProperty('disabled', false);
});

test('a market without futures says so and keeps the positions', async () => {
  logIn();
  world.own.holding = [position()];
  serve(answers());
  await renderAt('/pages/lever/index?symbol=XRP/USDT', <Page />);
  expect(
    await screen.findByText('Futures on XRP/USDT are not offered at the moment.'),
  ).toBeDefined();
  expect(await screen.findByText('Positions 1')).toBeDefined();
  expect(calls).not.toContain('POST lever/deal');
});

test('terms that do not load can be asked for again', async () => {
  serve(answers({}, { 'POST lever/deal': () => refuse('unavailable', 'Try later', 503) }));
  await renderAt('/pages/lever/index?symbol=BTC/USDT', <Page />);
  expect(await screen.findByText('The terms of this market did not load.')).toBeDefined();
  expect(screen.getAllByRole('button', { name: 'Retry' }).length).toBeGreaterThan(0);
});

test('without a symbol the first market with futures is shown', async () => {
  serve(answers({ contract: false }));
  await renderAt('/pages/lever/index', <Page />);
  expect(await screen.findByRole('heading', { name: 'ETH/USDT' })).toBeDefined();
});

test('the risk is explained with the ticket’s own figures', async () => {
  serve(answers());
  await open();
  await type('Lots', '10');
  await tap('Risk explained');
  const sheet = await screen.findByRole('dialog', { name: 'What can happen' });
  expect(sheet.textContent).toContain('At 10× a move of about 9.50% against you');
  expect(plain(sheet)).toContain('Opening and closing 10 lots costs about 6.48189 USDT');
  expect(sheet.textContent).toContain('what you lose it wins');
});
