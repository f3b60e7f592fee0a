// @vitest-environment jsdom
/** Whose wallet an address is: asked where the server says so, each refusal at its field. */
import { preloadOverlays } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { USDT } from '../../../../test/currency.ts';
import { renderAt, serve } from '../../../../test/render.tsx';
import { user } from '../../../../test/user.ts';
import { walletOf } from '../../../../test/wallet.ts';
import { startSession } from '../../../data/account/session.ts';
import { queryClient } from '../../../data/calls/query.ts';
import { Page } from '../../../pages/assets/withdraw/detail.tsx';

const TRON = 'TRgw44HTm9mY8Jy5yg8ksQ8AFBCowySsn1';

beforeAll(() => preloadOverlays());
afterEach(async () => {
  cleanup();
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});

async function open(asks: boolean) {
  queryClient.clear();
  startSession({ token: 'a-token', user: { ...user, has_fund_password: true } });
  serve({
    'GET config': () => ({ name: 'Fairlead', version: '2.5.8', time: Date.now(), languages: [] }),
    'GET currency/user_currency_list': () => [USDT],
    'POST wallet/list': () => walletOf(['USDT', '2000']),
    'POST wallet/get_address': () => [
      { id: 7, currency_id: 3, chain: 'TRC20', address: TRON, note: 'Cold', usable_at: 1 },
    ],
    'POST wallet/get_info': () => ({
      ...{ available: '2000.000000', min_withdraw: '10.000000', fee: '1.000000', needs: [] },
      ...{ remaining_today: 3, daily_count: 5, review_hours: 12, has_otp: false },
      ...{ remaining_value: '1000', daily_value: '1000' },
      ...(asks && { asks_recipient: true }),
    }),
    'GET user/security': () => ({
      ...{ has_fund_password: true, has_otp: false, recovery_codes_left: 0, sessions: 1 },
      passkeys: 0,
    }),
  });
  await renderAt('/pages/assets/withdraw/detail?currency_id=3&address_id=7', <Page />);
  await screen.findByText(/of 1,000/);
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: '100' } });
}
const press = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: /^Withdraw 100/ }));
  });

test('is asked before the sheet opens: whose, then the two names', async () => {
  await open(true);
  await screen.findByRole('radiogroup', { name: 'Whose wallet is it?' });
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe('Please fill this in.');
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'At a provider' }));
  fireEvent.change(screen.getByLabelText('Name of the provider'), { target: { value: 'Harbour' } });
  await press();
  expect(screen.getByLabelText('Name of its customer').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Name of the provider').getAttribute('aria-invalid')).not.toBe(
    'true',
  );
  fireEvent.change(screen.getByLabelText('Name of its customer'), { target: { value: 'Jon Lee' } });
  await press();
  expect(await screen.findByRole('dialog')).toBeDefined();
});

test('is not there where nobody asks', async () => {
  await open(false);
  expect(screen.queryByRole('radiogroup', { name: 'Whose wallet is it?' })).toBeNull();
  await press();
  expect(await screen.findByRole('dialog')).toBeDefined();
});
