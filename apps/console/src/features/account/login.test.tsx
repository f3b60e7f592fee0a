// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CONFIG } from '../../../test/records.ts';
import { callsOf, refuse, renderAt, serve } from '../../../test/render.tsx';
import { sessionToken } from '../../data/session.ts';
import { LoginPage } from './LoginPage.tsx';

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

const mfa = () => refuse('mfa_required', 'A second factor is needed.', 403);

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
    [LOGIN]: (request) => (request.has('otp') ? { token: 't-2', roles: ['owner'] } : mfa()),
    [ENROL]: () => refuse('otp_already_set', 'It is set.'),
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
      request.has('otp') ? refuse('login_failed', 'Account or password is wrong.') : mfa(),
    [ENROL]: () => refuse('otp_already_set', 'It is set.'),
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
    [LOGIN]: mfa,
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
