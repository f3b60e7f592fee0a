// @vitest-environment jsdom
import { Toasts } from '@fairlead/ui';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON, ME } from '../../test/records.ts';
import { callsOf, renderAt, serve } from '../../test/render.tsx';
import { Page } from './markets.tsx';

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
