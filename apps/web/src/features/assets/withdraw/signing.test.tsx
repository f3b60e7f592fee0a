// @vitest-environment jsdom
/** Who is asked for a passkey when money leaves: what the server said last counts, not what the session began with. */
import { preloadOverlays } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { USDT } from '../../../../test/currency.ts';
import { calls, refuse, renderAt, serve } from '../../../../test/render.tsx';
import { user } from '../../../../test/user.ts';
import { walletOf } from '../../../../test/wallet.ts';
import { startSession } from '../../../data/account/session.ts';
import { queryClient } from '../../../data/calls/query.ts';
import { Page } from '../../../pages/assets/withdraw/detail.tsx';

// This page is on no domain of passkeys; it is said in place of who is asked.
const SIGNS =
  'A passkey is asked for here. Open this page at its own address in a browser that knows passkeys.';
const TRON = 'TRgw44HTm9mY8Jy5yg8ksQ8AFBCowySsn1';

beforeAll(() => preloadOverlays());
afterEach(async () => {
  cleanup();
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});

vi.mock('@simplewebauthn/browser', () => ({ startAuthentication: async () => ({ id: 'a' }) }));

const click = (button: HTMLElement) =>
  act(async () => {
    fireEvent.click(button);
  });
const sheet = () => screen.findByRole('dialog');
const ask = async () => {
  await click(screen.getByRole('button', { name: /^Withdraw 100/ }));
  await sheet();
};
const send = async () => {
  const [first] = screen.getAllByLabelText('Fund password', { selector: 'input' });
  fireEvent.change(first as HTMLElement, { target: { value: '246813' } });
  await click(within(await sheet()).getByRole('button', { name: /^Withdraw 100/ }));
};

/** Opens the sheet over 100 USDT. `passkeys` is what the server says at each asking. */
async function openSheet(
  hasPasskey: boolean,
  passkeys: () => number,
  out: () => unknown = () => refuse('internal', 'No'),
) {
  queryClient.clear();
  const own = { ...user, has_fund_password: true, has_passkey: hasPasskey };
  startSession({ token: 'a-token', user: own });
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
    }),
    'GET user/security': () => ({
      ...{ has_fund_password: true, has_otp: false, recovery_codes_left: 0, sessions: 1 },
      passkeys: passkeys(),
    }),
    'POST user/passkey/intent': () => ({
      ...{ nonce: 'n', deployment: 'd', options: { challenge: 'c', rpId: 'localhost' } },
    }),
    'POST wallet/out': out,
  });
  await renderAt('/pages/assets/withdraw/detail?currency_id=3&address_id=7', <Page />);
  await screen.findByText(/of 1,000/);
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: '100' } });
  await ask();
}

test('a passkey that was made elsewhere signs', async () => {
  await openSheet(false, () => 1);
  expect(await screen.findByText(SIGNS)).toBeDefined();
});

test('a passkey that was taken out elsewhere does not, and no other factor is asked for', async () => {
  await openSheet(true, () => 0);
  await vi.waitFor(() => expect(screen.queryByText(SIGNS)).toBeNull());
  expect(screen.queryByLabelText(/code/i)).toBeNull();
});

test('a refusal of its signature asks the server again whether there is one', async () => {
  await openSheet(
    true,
    () => 1,
    () => refuse('passkey_refused', 'No'),
  );
  expect(await screen.findByText(SIGNS)).toBeDefined();
  const asked = () => calls.filter((name) => name === 'GET user/security').length;
  const before = asked();
  await send();
  await vi.waitFor(() => expect(calls).toContain('POST wallet/out'));
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(before));
});

test('what was asked without a signature is signed once the server wants one', async () => {
  await openSheet(
    false,
    () => 0,
    () => refuse('signature_required', 'Sign it'),
  );
  expect(screen.queryByText(SIGNS)).toBeNull();
  await send();
  expect(await screen.findByText(SIGNS)).toBeDefined();
});
