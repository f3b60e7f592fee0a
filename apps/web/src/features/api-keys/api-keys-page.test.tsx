// @vitest-environment jsdom
import type { ApiKey } from '@fairlead/contract';
import { preloadOverlays } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { Page } from '../../pages/settings/security/apiKeys.tsx';
import { draftOf, requestOf } from './model.ts';

const PAGE = '/pages/settings/security/apiKeys';
const KEY = {
  id: 7,
  label: 'grid bot',
  prefix: 'AbCdEfGh',
  permissions: ['read', 'trade'] as ApiKey['permissions'],
  opens_api: true,
  ips: ['203.0.113.7'],
  created_at: 1,
  expires_at: 2_000_000_000_000,
};
const answers = (hasOtp = false) => ({
  'GET user/security': () => ({
    has_fund_password: true,
    has_otp: hasOtp,
    recovery_codes_left: 0,
    sessions: 1,
  }),
});

const SPOT = { trade: true, futures: false, options: false, earn: false, transfer: false };

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp, at = -1) =>
  act(async () => {
    fireEvent.click(screen.getAllByRole('button', { name }).at(at) as HTMLElement);
  });

beforeAll(() => preloadOverlays());
beforeEach(() => startSession({ token: 't', user }));
afterEach(async () => {
  cleanup();
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});

test('a key is made with the password, and its secret stays until it is said to be saved', async () => {
  let sent: URLSearchParams | undefined;
  serve({
    ...answers(),
    'GET user/api_keys': () => [],
    'POST user/api_keys/create': (request) => {
      sent = request;
      return { api_key: KEY, key: 'K'.repeat(64), secret: 'S'.repeat(64) };
    },
  });
  await renderAt(PAGE, <Page />);
  await screen.findByText('No API key yet.');
  await press('Create API key');
  await screen.findByLabelText('Name');
  await press('Create API key');
  expect(screen.getByText('Give it a name.')).toBeDefined();
  type('Name', 'grid bot');
  for (const box of screen.getAllByRole('switch')) expect(box).toHaveProperty('checked', false);
  fireEvent.click(screen.getByRole('switch', { name: 'Spot' }));
  expect(screen.getByText(/can use it from anywhere/)).toBeDefined();
  fireEvent.click(screen.getByRole('switch', { name: 'Transfer' }));
  type(/^Allowed addresses/, '203.0.113.7');
  type('Login password', 'harbour-42');
  await press('Create API key');
  await screen.findByText('S'.repeat(64));
  expect(Object.fromEntries(sent ?? [])).toEqual({
    label: 'grid bot',
    trade: 'true',
    futures: 'false',
    options: 'false',
    earn: 'false',
    transfer: 'true',
    ips: '203.0.113.7',
    password: 'harbour-42',
  });
  const done = screen.getByRole('button', { name: 'Done' }) as HTMLButtonElement;
  expect(done.disabled).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', { name: 'I have saved both' }));
  await press('Done');
  await vi.waitFor(() => expect(screen.queryByText('S'.repeat(64))).toBeNull());
});

test('with a public key no secret is made, and none is shown', async () => {
  let sent: URLSearchParams | undefined;
  serve({
    ...answers(),
    'GET user/api_keys': () => [],
    'POST user/api_keys/create': (request) => {
      sent = request;
      return { api_key: { ...KEY, public_key: 'MCow' }, key: 'K'.repeat(64) };
    },
  });
  await renderAt(PAGE, <Page />);
  await screen.findByText('No API key yet.');
  await press('Create API key');
  await screen.findByLabelText('Name');
  type('Name', 'grid bot');
  type(/^Public key/, ' MCow ');
  type('Login password', 'harbour-42');
  await press('Create API key');
  await screen.findByText('K'.repeat(64));
  expect(sent?.get('public_key')).toBe('MCow');
  expect(screen.queryByText('Secret')).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'I have saved it' }));
  await press('Done');
});

test('refusals stand under their fields; the second factor is asked for where there is one', async () => {
  serve({
    ...answers(true),
    'GET user/api_keys': () => [KEY],
    'POST user/api_keys/edit': () => refuse('password_wrong', 'That is not the password'),
  });
  await renderAt(PAGE, <Page />);
  await screen.findByRole('button', { name: /grid bot/ });
  await press(/grid bot/);
  await screen.findByLabelText('Name');
  type('Login password', 'wrong-horse');
  await press('Save');
  expect(screen.getByText('Enter the code.')).toBeDefined();
  type(/Authenticator|code/i, '123456');
  await press('Save');
  await screen.findByText('That is not the password');
  await press('Close');
});

test('a key of before there was more says so, and has spot alone to choose', async () => {
  const old = { ...KEY, opens_api: false };
  const whole = { ...KEY, id: 8, label: 'all', permissions: ['read', 'options', 'earn'] as const };
  serve({ ...answers(), 'GET user/api_keys': () => [old, whole] });
  await renderAt(PAGE, <Page />);
  const row = await screen.findByRole('button', { name: /grid bot/ });
  expect(row.textContent).toMatch(/Read.*Spot.*Binance interface only/);
  expect(screen.getByRole('button', { name: /^all/ }).textContent).toMatch(/Read.*Options.*Earn/);
  await press(/grid bot/);
  await screen.findByText(/from before keys could do more/);
  expect(screen.getAllByRole('switch').map(({ ariaLabel }) => ariaLabel)).toEqual(['Spot']);
  await press('Close');
});

test('revoking asks once more', async () => {
  let revoked: string | null | undefined;
  serve({
    ...answers(),
    'GET user/api_keys': () => (revoked === undefined ? [KEY] : []),
    'POST user/api_keys/revoke': (request) => {
      revoked = request.get('id');
      return 'API key revoked';
    },
  });
  await renderAt(PAGE, <Page />);
  await screen.findByRole('button', { name: /grid bot/ });
  await press(/grid bot/);
  await screen.findByLabelText('Name');
  await press('Revoke');
  await screen.findByText('Revoke “grid bot”?');
  await press('Revoke');
  await screen.findByText('No API key yet.');
  expect(revoked).toBe('7');
});

test('an edit keeps the end of a key unless another is chosen', () => {
  const draft = { ...draftOf(KEY), password: 'p' };
  const at = { key: KEY, nowMs: 1_000 };
  expect(requestOf(draft, at)).toEqual({
    label: 'grid bot',
    ...SPOT,
    ips: '203.0.113.7',
    expires_at: KEY.expires_at,
    password: 'p',
  });
  expect(requestOf({ ...draft, lifetime: '30' }, at).expires_at).toBe(1_000 + 30 * 86_400_000);
  expect(requestOf({ ...draft, lifetime: 'never', ips: ' ' }, at)).toEqual({
    label: 'grid bot',
    ...SPOT,
    password: 'p',
  });
});
