// @vitest-environment jsdom
import { createHash } from 'node:crypto';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CONFIG } from '../../../test/records.ts';
import { callsOf, refuse, renderAt, serve } from '../../../test/render.tsx';
import { sessionToken } from '../../data/session.ts';
import { LoginPage } from './LoginPage.tsx';

const { startAuthentication, startRegistration } = vi.hoisted(() => ({
  startAuthentication: vi.fn(),
  startRegistration: vi.fn(),
}));
vi.mock('@simplewebauthn/browser', () => ({ startAuthentication, startRegistration }));

const LOGIN = 'POST operator/login';
const ENROL = 'POST operator/enrol';
const CONFIRM = 'POST operator/enrol/confirm';

async function begin(answers: Parameters<typeof serve>[0]) {
  serve({ 'GET config': () => CONFIG, ...answers });
  await renderAt('/deposits', <LoginPage />, { isLoggedIn: false });
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' mira ' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a long password' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await act(async () => undefined);
}

const mfa = (field?: 'otp' | 'passkey') => {
  const refusal = refuse('mfa_required', 'A second factor is needed.', 403);
  const fields = field && { [field]: 'Required' };
  return { ...refusal, envelope: { ...refusal.envelope, ...(fields && { fields }) } };
};

test('name and password open the console where no factor is needed', async () => {
  await begin({ [LOGIN]: () => ({ token: 't-1', roles: ['reviewer'] }) });
  await act(async () => undefined);
  expect(callsOf(LOGIN)[0]?.request).toEqual({ name: 'mira', password: 'a long password' });
  expect(sessionToken()).toBe('t-1');
  expect(window.sessionStorage.getItem('console.token')).toBe('t-1');
  expect(window.localStorage.getItem('token')).toBeNull();
});

test('a wrong password is said in the words of the server and opens nothing', async () => {
  await begin({ [LOGIN]: () => refuse('login_failed', 'Name or password is wrong.') });
  expect(await screen.findByText('Name or password is wrong.')).toBeTruthy();
  expect(sessionToken()).toBeUndefined();
});

test('who has a factor is asked for its code, or for a recovery code', async () => {
  await begin({
    [LOGIN]: (request) => (request.has('otp') ? { token: 't-2', roles: ['owner'] } : mfa('otp')),
  });
  expect(await screen.findByRole('heading', { name: 'Second factor' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  fireEvent.change(screen.getByLabelText('Recovery code'), { target: { value: 'abcd-efgh' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await act(async () => undefined);
  await act(async () => undefined);
  expect(callsOf(LOGIN).at(-1)?.request).toMatchObject({ name: 'mira', otp: 'abcd-efgh' });
  expect(sessionToken()).toBe('t-2');
});

test('a refused code is said to be the code, and its fields are empty again', async () => {
  await begin({
    [LOGIN]: (request) =>
      request.has('otp') ? refuse('login_failed', 'Account or password is wrong.') : mfa('otp'),
  });
  await screen.findByRole('heading', { name: 'Second factor' });
  const boxes = await screen.findAllByRole('textbox');
  for (const box of boxes) fireEvent.change(box, { target: { value: '0' } });
  expect(await screen.findByText(/This code does not open it/)).toBeTruthy();
  for (const box of screen.getAllByRole<HTMLInputElement>('textbox')) expect(box.value).toBe('');
  expect(sessionToken()).toBeUndefined();
});

test('who has none sets one up, and goes on only after keeping the recovery codes', async () => {
  await begin({
    [LOGIN]: () => mfa(),
    [ENROL]: () => ({
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
    }),
    [CONFIRM]: () => ({
      token: 't-3',
      roles: ['owner'],
      recovery_codes: ['aaaa-bbbb', 'cccc-dddd'],
    }),
  });
  expect(await screen.findByRole('img', { name: 'QR code of your secret' })).toBeTruthy();
  const boxes = screen.getAllByRole('textbox');
  for (const [index, box] of boxes.entries())
    fireEvent.change(box, { target: { value: String(index + 1) } });
  expect(await screen.findByText('aaaa-bbbb')).toBeTruthy();
  expect(callsOf(CONFIRM)[0]?.request).toMatchObject({ name: 'mira', otp: '123456' });
  expect(sessionToken()).toBeUndefined();
  const go = screen.getByRole<HTMLButtonElement>('button', { name: 'Go to the console' });
  expect(go.disabled).toBe(true);
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(go);
  expect(sessionToken()).toBe('t-3');
});

describe('passkeys', () => {
  const PLACE = { ...CONFIG, passkeys: { rp_id: 'localhost' } };
  const OPTIONS = 'POST operator/passkey/options';
  const PASSKEY = 'POST operator/passkey/login';
  const BEGIN = 'POST operator/passkey/begin';
  const MADE = 'POST operator/passkey/confirm';
  const here = {
    'GET config': () => PLACE,
    [OPTIONS]: () => ({ options: { challenge: 'Y2hhbGxlbmdl' } }),
    [PASSKEY]: () => ({ token: 't-4', roles: ['owner'] }),
  };
  beforeEach(() => {
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('PublicKeyCredential', class {});
    startAuthentication.mockReset().mockResolvedValue({ id: 'used' });
    startRegistration.mockReset().mockResolvedValue({ id: 'made' });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('one logs in by itself, and signs no challenge of the server but a hash of it', async () => {
    serve(here);
    await renderAt('/deposits', <LoginPage />, { isLoggedIn: false });
    fireEvent.click(await screen.findByRole('button', { name: 'Log in with a passkey' }));
    await vi.waitFor(() => expect(sessionToken()).toBe('t-4'));
    const signed = createHash('sha256').update('login\nY2hhbGxlbmdl').digest('base64url');
    expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: signed } });
    expect(callsOf(PASSKEY)[0]?.request).toEqual({ credential: '{"id":"used"}' });
  });

  test('who has one is asked for it after the password; a dismissed question says nothing', async () => {
    await begin({ ...here, [LOGIN]: () => mfa('passkey') });
    expect(await screen.findByRole('heading', { name: 'Your passkey' })).toBeTruthy();
    const dismissed = Object.assign(new Error(), { name: 'NotAllowedError' });
    startAuthentication.mockRejectedValueOnce(dismissed);
    fireEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await vi.waitFor(() => expect(startAuthentication).toHaveBeenCalledOnce());
    await act(async () => undefined);
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await vi.waitFor(() => expect(sessionToken()).toBe('t-4'));
  });

  test('who has nothing makes one, with a name, and is in', async () => {
    await begin({
      ...here,
      [LOGIN]: () => mfa(),
      [BEGIN]: () => ({ options: { challenge: 'bWFrZQ' } }),
      [MADE]: () => ({ token: 't-5', roles: ['owner'] }),
    });
    expect(await screen.findByRole('heading', { name: 'Set up your passkey' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Make a passkey' }));
    expect(await screen.findByText('Give it a name.')).toBeTruthy();
    expect(startRegistration).not.toHaveBeenCalled();
    fireEvent.change(screen.getByLabelText('What you call it'), { target: { value: 'Blue ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Make a passkey' }));
    await vi.waitFor(() => expect(sessionToken()).toBe('t-5'));
    const asked = { name: 'mira', password: 'a long password' };
    expect(callsOf(BEGIN)[0]?.request).toEqual(asked);
    expect(callsOf(MADE)[0]?.request).toEqual({ credential: '{"id":"made"}', label: 'Blue' });
  });

  test('at another address it says where passkeys are', async () => {
    const elsewhere = { ...PLACE, passkeys: { rp_id: 'exchange.example' } };
    await begin({ 'GET config': () => elsewhere, [LOGIN]: () => mfa('passkey') });
    expect(await screen.findByText(/only at the public address/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });

  test('so it does where the exchange was given an address that admits none', async () => {
    const closed = { ...PLACE, passkeys: undefined };
    await begin({ 'GET config': () => closed, [LOGIN]: () => mfa('passkey') });
    expect(await screen.findByText(/only at the public address/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });
});
