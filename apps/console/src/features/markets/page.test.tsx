// @vitest-environment jsdom
import { Toasts } from '@fairlead/ui';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { COMMON, ME } from '../../../test/records.ts';
import { callsOf, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const STATE = 'POST operator/markets/state';
const market = {
  market_id: 1,
  symbol: 'BTC/USDT',
  tick_size: '0.01',
  lot_size: '0.0001',
  min_notional: '5',
  maker_fee: '0.0008',
  taker_fee: '0.001',
  market_band: '0.02',
  limit_band: '0.2',
  open_orders_max: 200,
  state: 'closed',
};

test('a closed market is opened by two: one operator’s word is no opening', async () => {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ ...ME, role: 'manager' }),
    'GET operator/markets': () => [market],
    [STATE]: () => ({ is_effective: false, proposal_id: 9, symbol: 'BTC/USDT', state: 'open' }),
  });
  const page = (
    <>
      <Page />
      <Toasts closeLabel="Close" />
    </>
  );
  await renderAt('/markets?open=1', page);
  const panel = within(await screen.findByRole('complementary', { name: 'BTC/USDT' }));
  fireEvent.click(await panel.findByRole('button', { name: 'Resume' }));
  expect(panel.getByText(/a second operator passes it/)).toBeTruthy();
  fireEvent.change(panel.getByRole('textbox', { name: 'Reason' }), { target: { value: 'asked' } });
  fireEvent.click(panel.getByRole('button', { name: 'Resume BTC/USDT' }));
  await act(async () => undefined);
  expect(callsOf(STATE)[0]?.request).toMatchObject({ symbol: 'BTC/USDT', state: 'open' });
  expect(await screen.findByText(/proposal 9 waits for a second operator/)).toBeTruthy();
  expect(screen.queryByText('BTC/USDT is open')).toBeNull();
});

const quotation = (symbol: string, index_price: string) => ({
  symbol,
  index_price,
  is_stale: false,
});

test('a new market is proposed from the prices of its two currencies, previewed, and checked as it is typed', async () => {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ ...ME, role: 'manager' }),
    'GET operator/markets': () => [market],
    'GET currency/user_currency_list': () => [
      ...COMMON['GET currency/user_currency_list'](),
      {
        currency_id: 2,
        name: 'ETH',
        full_name: 'ETH',
        scale: 8,
        chains: [],
        deposit: true,
        withdraw: true,
      },
    ],
    'GET currency/quotation_new': () => [
      quotation('BTC/USDT', '64812.40'),
      quotation('ETH/USDT', '3418.26'),
    ],
  });
  await renderAt('/markets', <Page />);
  fireEvent.click(await screen.findByRole('button', { name: 'New market' }));
  const panel = within(await screen.findByRole('complementary', { name: 'New market' }));
  const box = (name: string) => panel.getByRole<HTMLInputElement>('textbox', { name });
  fireEvent.change(box('Symbol'), { target: { value: 'ETH/BTC' } });
  const propose = await panel.findByRole('button', { name: 'Start from Liquid pair' });
  const boxes = panel.getAllByRole('textbox').map((each) => each.getAttribute('id'));
  const [symbol, price] = [box('Symbol').id, box('Price to begin with').id];
  expect(boxes.slice(0, 2)).toEqual([symbol, price]);
  await vi.waitFor(() => expect(box('Price to begin with').value).toBe('0.05274083'));
  fireEvent.click(propose);
  expect([box('Price step').value, box('Quantity step').value, box('Taker fee').value]).toEqual([
    '0.00001',
    '0.001',
    '0.1',
  ]);
  const preview = within(panel.getByRole('region', { name: 'What a user sees' }));
  expect(preview.getByText('0.05274 BTC')).toBeTruthy();
  expect(preview.getByText('0.05275')).toBeTruthy();
  fireEvent.change(box('Quantity step'), { target: { value: '0.0005' } });
  expect(box('Quantity step').getAttribute('aria-invalid')).toBe('true');
  expect(box('Price step').getAttribute('aria-invalid')).toBe('true');
  expect(panel.getByText('Does not fit “Quantity step”.')).toBeTruthy();
});
