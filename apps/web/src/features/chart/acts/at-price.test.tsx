// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAt } from '../../../../test/render.tsx';
import { type TicketWish, useTicketWish, wishTicket } from '../../../data/ticket-wish.ts';
import { AtPriceSheet } from './AtPriceSheet.tsx';

afterEach(cleanup);

test('what was pointed at can be typed anew, and a stop is for the side that the price lies on', async () => {
  const onChoose = vi.fn();
  await renderAt(
    '/',
    <AtPriceSheet
      product="spot"
      symbol="BTC/USDT"
      price="64000.00"
      last="64500.00"
      tick="0.01"
      onChoose={onChoose}
      onClose={() => undefined}
    />,
  );
  // The sheet comes with its own code.
  const press = async (name: string) => {
    const button = await screen.findByRole('button', { name });
    await act(async () => button.click());
  };
  await press('Stop: sell at this price or below');
  const field = screen.getByRole('textbox', { name: 'Price USDT' });
  await act(async () => void fireEvent.change(field, { target: { value: '65000' } }));
  await press('Stop: buy at this price or above');
  await press('Buy limit at this price');
  await press('Alert at this price');
  expect(onChoose.mock.calls.flat()).toEqual([
    { kind: 'stop', side: 'sell', price: '64000.00' },
    { kind: 'stop', side: 'buy', price: '65000' },
    { kind: 'limit', side: 'buy', price: '65000' },
    { kind: 'alert', price: '65000' },
  ]);
  await act(async () => void fireEvent.change(field, { target: { value: '' } }));
  expect(screen.getByRole('button', { name: 'Alert at this price' })).toHaveProperty(
    'disabled',
    true,
  );
});

test.each([
  ['futures', ['Alert at this price', 'Long limit at this price', 'Short limit at this price']],
  ['options', ['Alert at this price']],
] as const)('of %s only what there is can be begun', async (product, names) => {
  const onChoose = vi.fn();
  await renderAt(
    '/',
    <AtPriceSheet
      {...{ product, onChoose }}
      symbol="BTC/USDT"
      price="64000.00"
      last="64500.00"
      tick="0.01"
      onClose={() => undefined}
    />,
  );
  const sheet = await screen.findByRole('dialog');
  const buttons = within(sheet).getAllByRole('button', { name: /this price/ });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(names);
  await act(async () => buttons.at(-1)?.click());
  expect(onChoose.mock.calls.flat()).toEqual([
    product === 'futures'
      ? { kind: 'limit', side: 'sell', price: '64000.00' }
      : { kind: 'alert', price: '64000.00' },
  ]);
});

function Ticket({ symbol, onWish }: { symbol: string; onWish: (wish: TicketWish) => void }) {
  useTicketWish({ product: 'spot', symbol }, onWish);
  return null;
}

test('a ticket of the market takes a wish once, also one that was there before it', async () => {
  const taken: string[] = [];
  const take = ({ price }: TicketWish) => taken.push(price);
  wishTicket({ product: 'spot', symbol: 'BTC/USDT', side: 'buy', kind: 'limit', price: '1' });
  await renderAt('/', <Ticket symbol="ETH/USDT" onWish={take} />);
  expect(taken).toEqual([]);
  await renderAt('/', <Ticket symbol="BTC/USDT" onWish={take} />);
  await act(async () =>
    wishTicket({ product: 'spot', symbol: 'BTC/USDT', side: 'sell', kind: 'stop', price: '2' }),
  );
  expect(taken).toEqual(['1', '2']);
});

test('a ticket of spot leaves a wish of futures alone', async () => {
  const taken: string[] = [];
  await renderAt('/', <Ticket symbol="BTC/USDT" onWish={({ price }) => taken.push(price)} />);
  await act(async () =>
    wishTicket({ product: 'futures', symbol: 'BTC/USDT', side: 'sell', kind: 'limit', price: '3' }),
  );
  expect(taken).toEqual([]);
});
