// @vitest-environment jsdom
/** Whose wallet a deposit came from: asked at the deposit that waits, with the proof where it is wanted. */
import type { DepositOrigin, DepositRecord } from '@fairlead/contract';
import { preloadOverlays, Toasts } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { USDT } from '../../../../test/currency.ts';
import { refuse, renderAt, serve } from '../../../../test/render.tsx';
import { user } from '../../../../test/user.ts';
import { startSession } from '../../../data/account/session.ts';
import { queryClient } from '../../../data/calls/query.ts';
import { Page } from '../../../pages/assets/record.tsx';

const SAY = 'POST wallet/origin';
const FROM = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

beforeAll(() => preloadOverlays());
afterEach(async () => {
  cleanup();
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});

const row = (origin: DepositOrigin): DepositRecord => ({
  ...{ id: 90421, currency_id: 3, kind: 'chain', chain: 'ERC20', amount: '1000.000000' },
  ...{
    fee: '0',
    credited: '0',
    status: 'under_review',
    is_priority: false,
    time: 1_800_000_000_000,
  },
  reason: 'it is yours, and usable once it is known whose wallet it came from',
  origin,
});

let asked: Record<string, object[]> = {};
const noting = (name: string, answer: unknown) => (request: URLSearchParams) => {
  asked[name] = [...(asked[name] ?? []), Object.fromEntries(request)];
  return answer;
};

async function open(origin: DepositOrigin, answers: Parameters<typeof serve>[0] = {}) {
  queryClient.clear();
  asked = {};
  startSession({ token: 'a-token', user });
  serve({
    'GET config': () => ({ name: 'Fairlead', version: '2.5.8', time: Date.now(), languages: [] }),
    'GET currency/user_currency_list': () => [USDT],
    'GET charge_mention/log2': () => ({ list: [row(origin)], page: 1, limit: 20, total: 1 }),
    [SAY]: noting(SAY, { id: 90421 }),
    ...answers,
  });
  await renderAt(
    '/pages/assets/record?tab=deposits&id=90421',
    <>
      <Page />
      <Toasts closeLabel="Close" />
    </>,
  );
}
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('is asked: whose, then the two names, and sent as they stand', async () => {
  await open({ is_asked: true });
  await screen.findByRole('radiogroup', { name: 'Whose wallet did it come from?' });
  await press('Send the answer');
  const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(alerts).toContain('Please fill this in.');
  expect(asked[SAY]).toBeUndefined();
  fireEvent.click(screen.getByRole('radio', { name: 'At a provider' }));
  type('Name of the provider', 'Harbour');
  await press('Send the answer');
  const missing = screen.getByLabelText('Name of its customer who sent it');
  expect(missing.getAttribute('aria-invalid')).toBe('true');
  type('Name of its customer who sent it', ' Jon Lee ');
  await press('Send the answer');
  expect(asked[SAY]).toMatchObject([
    { id: '90421', wallet: 'provider', provider: 'Harbour', originator: 'Jon Lee' },
  ]);
});

test('an own wallet is proven first, by the address that is chosen', async () => {
  const message = 'exchange.example: the wallet is mine';
  await open(
    { is_asked: true, prove: [FROM, OTHER] },
    {
      'POST wallet/proof': noting('text', { id: 7, message, expires_at: 1_800_000_000_000 }),
      'POST wallet/proof/sign': () => refuse('signature_wrong', 'The signature is wrong'),
    },
  );
  fireEvent.click(await screen.findByRole('radio', { name: 'My own' }));
  expect(screen.queryByRole('button', { name: 'Send the answer' })).toBeNull();
  await press('Show the text to sign');
  expect(screen.getByText(message)).toBeTruthy();
  type('Signature', '0x12');
  await press('Send the signature');
  expect(screen.getByLabelText('Signature').getAttribute('aria-invalid')).toBe('true');
  expect(asked['text']).toMatchObject([{ chain: 'ERC20', address: FROM }]);
});

test('what was said stands there, and is not asked again', async () => {
  const said = { wallet: 'provider', provider: 'Harbour', originator: 'Jon Lee' } as const;
  await open({ is_asked: false, ...said });
  await screen.findByText('You said it came from Jon Lee at Harbour. That provider is asked.');
  expect(screen.queryByRole('button', { name: 'Send the answer' })).toBeNull();
});
