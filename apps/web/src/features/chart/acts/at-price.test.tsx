// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderAt } from '../../../../test/render.tsx';
import { type TicketWish, useTicketWish, wishTicket } from '../../../data/ticket-wish.ts';
import { AtPriceSheet } from './AtPriceSheet.tsx';

test('what was pointed at can be typed anew, and a stop is for the side that the price lies on', async () => {
  const onChoose = vi.fn();
  await renderAt(
    '/',
    <AtPriceSheet
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

function Ticket({ symbol, onWish }: { symbol: string; onWish: (wish: TicketWish) => void }) {
  useTicketWish(symbol, onWish);
  return null;
}

test('a ticket of the market takes a wish once, also one that was there before it', async () => {
  const taken: string[] = [];
  const take = ({ price }: TicketWish) => taken.push(price);
  wishTicket({ symbol: 'BTC/USDT', side: 'buy', kind: 'limit', price: '1' });
  await renderAt('/', <Ticket symbol="ETH/USDT" onWish={take} />);
  expect(taken).toEqual([]);
  await renderAt('/', <Ticket symbol="BTC/USDT" onWish={take} />);
  await act(async () => wishTicket({ symbol: 'BTC/USDT', side: 'sell', kind: 'stop', price: '2' }));
  expect(taken).toEqual(['1', '2']);
});
