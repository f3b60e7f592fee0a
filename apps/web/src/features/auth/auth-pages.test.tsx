// @vitest-environment jsdom
import { CODE_RESEND_MS } from '@fairlead/contract/constants';
import { preloadOverlays } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { address, calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { isLoggedIn, startSession } from '../../data/account/session.ts';
import { Page as ChangePage } from '../../pages/settings/security/changePassword.tsx';
import { Page as ChoosePage } from '../../pages/user/login/choose.tsx';
import { Page as ForgetPage } from '../../pages/user/login/forgetPassword.tsx';
import { Page as LoginPage } from '../../pages/user/login/login.tsx';
import { Page as RegisterPage } from '../../pages/user/login/register.tsx';
import { draftStore } from './draft-store.ts';

const LOGIN = '/pages/user/login/login';
const REGISTER = '/pages/user/login/register';
const BACK = '?back=%2Fpages%2Fassets%2Findex&back_type=2';
const config = (own: object = {}) => ({
  'GET config': () => ({
    name: 'Fairlead',
    version: '2.5.8',
    demo: true,
    feed: 'simulated',
    time: Date.now(),
    languages: [],
    channels: ['phone', 'email'],
    ...own,
  }),
});
const session = { token: 'a-token', user };
const areaCodes = () => [
  { area_code: '1', country: 'US', name: 'United States' },
  { area_code: '81', country: 'JP', name: 'Japan' },
];

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input:not([type=radio])' }), {
    target: { value },
  });
const press = async (name: string | RegExp) => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });
};

// A closed sheet goes back one entry of the history a moment later; the next test must not see that.
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});
// Their code may take longer than a test waits for a sheet.
beforeAll(() => preloadOverlays());
beforeEach(() => draftStore.setState(draftStore.getInitialState(), true));

describe('login', () => {
  test('says where it returns to and goes there', async () => {
    const sent: string[] = [];
    serve({
      ...config(),
      'POST user/login': (request) => {
        sent.push(request.toString());
        return session;
      },
    });
    await renderAt(`${LOGIN}${BACK}`, <LoginPage />);
    expect(screen.getByText('You will return to Assets.')).toBeDefined();
    type('E-mail', 'mara@example.org');
    type('Password', 'correct horse');
    await press('Log in');
    await waitFor(() => expect(address()).toBe('/pages/assets/index'));
    expect(isLoggedIn()).toBe(true);
    expect(sent).toEqual(['account_type=email&account=mara%40example.org&password=correct+horse']);
  });

  test('asks for nothing more than account and password before it sends', async () => {
    serve(config());
    await renderAt(LOGIN, <LoginPage />);
    await press('Log in');
    expect(screen.getByText('Enter your e-mail address.')).toBeDefined();
    expect(screen.getByText('Enter a password.')).toBeDefined();
    expect(calls).not.toContain('POST user/login');
  });

  test('carries the target on to registration and to a forgotten password', async () => {
    serve(config());
    await renderAt(`${LOGIN}${BACK}`, <LoginPage />);
    for (const [name, page] of [
      ['Create an account', 'register'],
      ['Forgotten?', 'forgetPassword'],
    ] as const)
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(
        `#/pages/user/login/${page}${BACK}`,
      );
  });

  test("shows the server's refusal at the password", async () => {
    serve({ ...config(), 'POST user/login': () => refuse('login_failed', 'Wrong.') });
    await renderAt(LOGIN, <LoginPage />);
    type('E-mail', 'mara@example.org');
    type('Password', 'x');
    await press('Log in');
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong.');
    expect(isLoggedIn()).toBe(false);
  });

  test('locked out, a code for this device opens it', async () => {
    let code: string | null = null;
    serve({
      ...config(),
      'POST sms_mail': (request) => request.get('scene'),
      'POST user/login': (request) => {
        code = request.get('code');
        return code === null ? refuse('locked_out', 'Later.', 429) : session;
      },
    });
    await renderAt(LOGIN, <LoginPage />);
    type('E-mail', 'mara@example.org');
    type('Password', 'x');
    await press('Log in');
    await press('Get a code for this device');
    await press('Send code');
    expect(calls).toContain('POST sms_mail');
    type('Verification code', '123456');
    await press('Log in');
    await waitFor(() => expect(isLoggedIn()).toBe(true));
    expect(code).toBe('123456');
  });

  describe('with a second factor', () => {
    const factor = (right: string) => {
      const sent: URLSearchParams[] = [];
      serve({
        ...config(),
        'POST user/login': (request) => {
          sent.push(request);
          const otp = request.get('otp');
          if (otp === null) return refuse('mfa_required', 'A code is needed.', 403);
          return otp === right ? session : refuse('code_wrong', 'The code is wrong.');
        },
      });
      return sent;
    };
    const begin = async () => {
      await renderAt(`${LOGIN}${BACK}`, <LoginPage />);
      type('E-mail', 'mara@example.org');
      type('Password', 'correct horse');
      await press('Log in');
      await screen.findByRole('heading', { name: 'Second step' });
    };

    test('its code is asked for in place; six digits send it with what was typed', async () => {
      const sent = factor('123456');
      await begin();
      expect(screen.getByText(/mara@example\.org/)).toBeDefined();
      await act(async () => type('Code of your authenticator app', '123456'));
      await waitFor(() => expect(address()).toBe('/pages/assets/index'));
      expect(Object.fromEntries(sent.at(-1) ?? [])).toEqual({
        account_type: 'email',
        account: 'mara@example.org',
        password: 'correct horse',
        otp: '123456',
      });
    });

    test('a wrong code is said at the code, and the password is not lost', async () => {
      factor('123456');
      await begin();
      await act(async () => type('Code of your authenticator app', '000000'));
      expect((await screen.findByRole('alert')).textContent).toBe('The code is wrong.');
      expect(isLoggedIn()).toBe(false);
      await press('Log in with another account');
      expect(screen.getByLabelText('Password')).toHaveProperty('value', 'correct horse');
    });

    test('a recovery code does as well', async () => {
      const sent = factor('k7m2p-x9t4w');
      await begin();
      await press('Phone lost? Use a recovery code');
      type('Recovery code', 'k7m2p');
      await press('Log in');
      expect(screen.getByText('A recovery code has 10 letters and digits.')).toBeDefined();
      expect(sent).toHaveLength(1);
      type('Recovery code', 'k7m2p-x9t4w');
      await press('Log in');
      await waitFor(() => expect(isLoggedIn()).toBe(true));
    });
  });

  test('a phone goes with its calling code, chosen from a sheet with search', async () => {
    let sent: URLSearchParams | undefined;
    serve({
      ...config(),
      'POST area_code': areaCodes,
      'POST user/login': (request) => {
        sent = request;
        return session;
      },
    });
    await renderAt(LOGIN, <LoginPage />);
    fireEvent.click(screen.getByRole('radio', { name: 'Phone' }));
    await press(/Country or region/);
    await screen.findByRole('dialog');
    fireEvent.change(await screen.findByLabelText('Search country or code'), {
      target: { value: 'jap' },
    });
    expect(screen.queryByText('United States')).toBeNull();
    await press(/Japan/);
    type('Phone number', '090-1234-5678');
    type('Password', 'x');
    await press('Log in');
    await waitFor(() => expect(sent?.get('area_code')).toBe('81'));
    expect(sent?.get('account_type')).toBe('phone');
  });

  test('who is logged in does not see it', async () => {
    serve(config());
    startSession(session);
    await renderAt(`${LOGIN}${BACK}`, <LoginPage />);
    await waitFor(() => expect(address()).toBe('/pages/assets/index'));
  });
});

describe('registration', () => {
  const fill = () => {
    type('E-mail', 'mara@example.org');
    type('Verification code', '123456');
    type('Password', 'correct horse');
    type('Password again', 'correct horse');
  };

  test('sends everything and logs in', async () => {
    let sent: URLSearchParams | undefined;
    serve({
      ...config(),
      'POST user/register': (request) => {
        sent = request;
        return session;
      },
    });
    await renderAt(`${REGISTER}?invite_code=FAIR77`, <RegisterPage />);
    await screen.findByLabelText('Invite code (optional)');
    fill();
    fireEvent.click(screen.getByRole('checkbox'));
    await press('Create an account');
    await waitFor(() => expect(isLoggedIn()).toBe(true));
    expect(sent?.get('invite_code')).toBe('FAIR77');
    expect(sent?.get('agreed')).toBe('true');
  });

  test('keeps the invitation of the link while a visitor looks around', async () => {
    let sent: URLSearchParams | undefined;
    serve({
      ...config(),
      'POST user/register': (request) => {
        sent = request;
        return session;
      },
    });
    const { unmount } = await renderAt(`${REGISTER}?invite=7KQ2MX`, <RegisterPage />);
    const field = async () =>
      (await screen.findByLabelText<HTMLInputElement>(/^Invite code/)).value;
    expect(await field()).toBe('7KQ2MX');
    expect(screen.getByText('From your invitation.')).toBeDefined();
    unmount();
    await renderAt(REGISTER, <RegisterPage />);
    expect(await field()).toBe('7KQ2MX');
    fill();
    fireEvent.click(screen.getByRole('checkbox'));
    await press('Create an account');
    await waitFor(() => expect(isLoggedIn()).toBe(true));
    expect(sent?.get('invite_code')).toBe('7KQ2MX');
    expect(window.localStorage.getItem('invite')).toBeNull();
  });

  test('takes no invitation that is not a code', async () => {
    serve(config());
    await renderAt(`${REGISTER}?invite=${encodeURIComponent('<b>')}`, <RegisterPage />);
    expect((await screen.findByLabelText<HTMLInputElement>(/^Invite code/)).value).toBe('');
  });

  test("says 'Password twice inconsistent' and asks for the agreement", async () => {
    serve(config());
    await renderAt(REGISTER, <RegisterPage />);
    await screen.findByLabelText('Password again');
    fill();
    type('Password again', 'correct horsE');
    await press('Create an account');
    expect(await screen.findByText('Password twice inconsistent')).toBeDefined();
    expect(screen.getByText('Accept the user agreement to go on.')).toBeDefined();
    expect(calls).not.toContain('POST user/register');
  });

  test('a code may be asked for again after 60 seconds', async () => {
    serve({ ...config(), 'POST sms_mail': () => 'Sent' });
    await renderAt(REGISTER, <RegisterPage />);
    await screen.findByLabelText('E-mail', { selector: 'input[type=email]' });
    type('E-mail', 'mara@example.org');
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    await press('Send code');
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByRole('button', { name: 'Again in 60 s' })).toHaveProperty('disabled', true);
    await act(() => vi.advanceTimersByTimeAsync(CODE_RESEND_MS - 1));
    expect(screen.getByRole('button', { name: 'Again in 1 s' })).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByRole('button', { name: 'Send code' })).toHaveProperty('disabled', false);
  });

  test('a code is not asked for without a right account', async () => {
    serve({ ...config(), 'POST sms_mail': () => 'Sent' });
    await renderAt(REGISTER, <RegisterPage />);
    await screen.findByLabelText('E-mail', { selector: 'input[type=email]' });
    type('E-mail', 'mara');
    await press('Send code');
    expect(await screen.findByText('This is not an e-mail address.')).toBeDefined();
    expect(calls).not.toContain('POST sms_mail');
  });

  test('in demo mode the code is read from the inbox', async () => {
    serve({
      ...config(),
      'POST sms_mail': () => 'Sent',
      'POST dev/inbox': (request) => [
        { to: request.get('to'), scene: 'forget', code: '000000', time: 2 },
        { to: request.get('to'), scene: 'register', code: '481516', time: 1 },
      ],
    });
    await renderAt(REGISTER, <RegisterPage />);
    await screen.findByLabelText('E-mail', { selector: 'input[type=email]' });
    type('E-mail', 'Mara@example.org');
    await press('Send code');
    await press('Fill in the code');
    const code = screen.getByLabelText('Verification code');
    await waitFor(() => expect(code).toHaveProperty('value', '481516'));
  });

  test('outside demo mode no inbox is offered, and a closed way cannot be chosen', async () => {
    serve({ ...config({ demo: false, channels: ['phone'] }), 'POST area_code': areaCodes });
    await renderAt(REGISTER, <RegisterPage />);
    expect(await screen.findByLabelText('Phone number')).toBeDefined();
    expect(screen.getByRole('radio', { name: 'E-mail' })).toHaveProperty('disabled', true);
    expect(screen.queryByText('Fill in the code')).toBeNull();
  });

  test('is closed where no code can be sent', async () => {
    serve(config({ channels: [] }));
    await renderAt(REGISTER, <RegisterPage />);
    expect(await screen.findByText(/Registration is closed/)).toBeDefined();
  });

  test("the operator's agreement is a sheet that can be accepted", async () => {
    const body = '## Your account\n\nOne person, one account.';
    const legal = { slug: 'terms', title: 'User agreement', body, is_placeholder: true };
    serve({ ...config(), 'GET legal': () => legal });
    await renderAt(REGISTER, <RegisterPage />);
    await screen.findByRole('checkbox');
    await press('user agreement');
    expect(await screen.findByText(/^Placeholder: the operator has not provided/)).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Your account' })).toBeDefined();
    await press('Accept');
    expect(screen.getByRole('checkbox', { hidden: true })).toHaveProperty('checked', true);
  });
});

test('choosing carries target and invitation on', async () => {
  serve(config());
  await renderAt(`/pages/user/login/choose${BACK}&invite_code=FAIR77`, <ChoosePage />);
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(link('Register with a phone number')).toBe(`#${REGISTER}${BACK}&invite=FAIR77`);
  expect(link('Log in with an e-mail address')).toBe(`#${LOGIN}${BACK}`);
  fireEvent.click(screen.getByRole('link', { name: 'Log in with a phone number' }));
  expect(draftStore.getState().type).toBe('phone');
});

test('a forgotten password: code, ticket, new password, login with the same target', async () => {
  const sent: URLSearchParams[] = [];
  serve({
    ...config(),
    'POST user/check_email': (request) => {
      sent.push(request);
      return { ticket: 'abcdefghijklmnopqrstuvwxyz' };
    },
    'POST user/forget': (request) => {
      sent.push(request);
      return 'Changed';
    },
  });
  await renderAt(`/pages/user/login/forgetPassword${BACK}`, <ForgetPage />);
  type('E-mail', 'mara@example.org');
  type('Verification code', '123456');
  await press('Next');
  expect(await screen.findByText('Now a new password for mara@example.org.')).toBeDefined();
  type('New password', 'another horse');
  type('Password again', 'another horse');
  await press('Set new password');
  await waitFor(() => expect(address()).toBe(`${LOGIN}${BACK}`));
  expect(sent[0]?.get('scene')).toBe('forget');
  expect(sent[1]?.get('ticket')).toBe('abcdefghijklmnopqrstuvwxyz');
  expect(sent[1]?.get('account')).toBe('mara@example.org');
});

test('a reset does not go around the second factor (A7)', async () => {
  const sent: URLSearchParams[] = [];
  serve({
    ...config(),
    'POST user/check_email': () => ({ ticket: 'abcdefghijklmnopqrstuvwxyz' }),
    'POST user/forget': (request) => {
      sent.push(request);
      const otp = request.get('otp');
      if (otp === null) return refuse('mfa_required', 'A code is needed.', 403);
      return otp === '123456' ? 'Changed' : refuse('code_wrong', 'The code is wrong.');
    },
  });
  await renderAt('/pages/user/login/forgetPassword', <ForgetPage />);
  type('E-mail', 'mara@example.org');
  type('Verification code', '123456');
  await press('Next');
  await screen.findByLabelText('New password');
  type('New password', 'another horse');
  type('Password again', 'another horse');
  await press('Set new password');
  const field = 'Code of the app, or a recovery code';
  await screen.findByLabelText(field);
  type(field, '000000');
  await press('Set new password');
  expect((await screen.findByRole('alert')).textContent).toBe('The code is wrong.');
  type(field, '123456');
  await press('Set new password');
  await waitFor(() => expect(address()).toBe(LOGIN));
  expect(sent.at(-1)?.get('ticket')).toBe('abcdefghijklmnopqrstuvwxyz');
});

test('changing the password shows a wrong present one where it was typed', async () => {
  serve({
    ...config(),
    'POST user/e_pwd': (request) =>
      request.get('old_password') === 'right one'
        ? 'Changed'
        : refuse('password_wrong', 'The current password is wrong'),
  });
  startSession(session);
  await renderAt('/pages/settings/security/changePassword', <ChangePage />);
  type('Current password', 'wrong one');
  type('New password', 'another horse');
  type('Password again', 'another horse');
  await press('Change password');
  expect(await screen.findByText('The current password is wrong')).toBeDefined();
  type('Current password', 'right one');
  await press('Change password');
  await waitFor(() => expect(address()).toBe('/pages/settings/security/index'));
});

test('Q20: keeping API keys is asked for where there are any, and never by itself', async () => {
  const sent: (string | null)[] = [];
  serve({
    ...config(),
    'GET user/api_keys': () => [
      {
        id: 1,
        label: 'a',
        prefix: 'abcdefgh',
        permissions: ['read'],
        opens_api: true,
        ips: [],
        created_at: 1,
      },
    ],
    'POST user/e_pwd': (request) => {
      sent.push(request.get('keep_api_keys'));
      return refuse('password_wrong', 'The current password is wrong');
    },
  });
  startSession(session);
  await renderAt('/pages/settings/security/changePassword', <ChangePage />);
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Keep my API keys' });
  expect(box.checked).toBe(false);
  expect(screen.getByText(/Your API keys end as well/)).toBeDefined();
  type('Current password', 'right one');
  type('New password', 'another horse');
  type('Password again', 'another horse');
  await press('Change password');
  await waitFor(() => expect(sent).toEqual([null]));
  box.click();
  await press('Change password');
  await waitFor(() => expect(sent).toEqual([null, 'true']));
});
