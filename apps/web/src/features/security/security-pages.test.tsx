// @vitest-environment jsdom
import { preloadOverlays } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { address, calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { Page as FundPage } from '../../pages/settings/security/changePayPassword.tsx';
import { Page as DevicesPage } from '../../pages/settings/security/devices.tsx';
import { Page as SecurityPage } from '../../pages/settings/security/index.tsx';
import { Page as OtpPage } from '../../pages/settings/security/otp.tsx';
import { Page as StopRecoveryPage } from '../../pages/user/stopRecovery.tsx';

const FUND = '/pages/settings/security/changePayPassword';
const OTP = '/pages/settings/security/otp';
const security = (own: object = {}) => ({
  has_fund_password: false,
  has_otp: false,
  recovery_codes_left: 0,
  sessions: 1,
  ...own,
});
const answers = (own: object = {}) => ({ 'GET user/security': () => security(own) });

/** The first of six boxes takes all digits, as when they are pasted. */
const digits = (label: string, value: string) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } });
  });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });

beforeAll(() => preloadOverlays());
beforeEach(() => startSession({ token: 't', user }));
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});

describe('overview', () => {
  test('says how each stands and when withdrawals open again', async () => {
    const usableAt = Date.UTC(2026, 10, 22, 14, 32);
    serve(answers({ has_otp: true, sessions: 3, withdrawals_usable_at: usableAt }));
    await renderAt('/pages/settings/security/index', <SecurityPage />);
    const fund = await screen.findByRole('link', { name: /^Fund password/ });
    expect(fund.textContent).toContain('Not set');
    expect(screen.getByRole('link', { name: /^Authenticator app/ }).textContent).toContain('On');
    expect(screen.getByRole('link', { name: /^Devices/ }).textContent).toContain('3');
    expect(screen.getByText(/^Something that protects this account/).textContent).toMatch(
      /22 Nov|Nov 22/,
    );
  });
});

describe('fund password', () => {
  test('the first is set without a pause and leads back', async () => {
    let sent: URLSearchParams | undefined;
    serve({
      ...answers(),
      'POST safe/update_password': (request) => {
        sent = request;
        return 'Set';
      },
    });
    await renderAt(FUND, <FundPage />);
    await screen.findByText(/^Six digits that only you know/);
    expect(screen.queryByText(/^Withdrawals then pause/)).toBeNull();
    fireEvent.change(screen.getByLabelText('Login password'), { target: { value: 'harbour-42' } });
    await digits('Fund password', '123456');
    await digits('The same again', '123456');
    await press('Set fund password');
    await screen.findByText('This is one of the first that are tried. Choose another.');
    expect(sent).toBeUndefined();
    await digits('Fund password', '482913');
    await digits('The same again', '482913');
    await press('Set fund password');
    await waitFor(() => expect(address()).toBe('/pages/settings/security/index'));
    expect(Object.fromEntries(sent ?? [])).toEqual({
      login_password: 'harbour-42',
      password: '482913',
      password_confirmation: '482913',
    });
  });

  test('a change says beforehand that withdrawals pause; a wrong present one is said there', async () => {
    serve({
      ...answers({ has_fund_password: true }),
      'POST safe/update_password': () => refuse('fund_password_wrong', 'Wrong fund password.'),
    });
    await renderAt(FUND, <FundPage />);
    await screen.findByText(/^Withdrawals then pause/);
    // What it is for is said to who changes it too.
    screen.getByText(/^Six digits that only you know/);
    await digits('Current fund password', '111111');
    await digits('New fund password', '482913');
    await digits('The same again', '482913');
    await press('Change fund password');
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong fund password.');
    expect(
      screen.getByLabelText<HTMLInputElement>('Current fund password', { selector: 'input' }).value,
    ).toBe('');
  });

  test('locked, it says for how long and offers the reset', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    serve({
      ...answers({ has_fund_password: true }),
      'POST safe/update_password': () => ({
        ...refuse('fund_password_locked', 'Later.'),
        retryAfterS: 600,
      }),
    });
    await renderAt(FUND, <FundPage />);
    await screen.findByText(/^Withdrawals then pause/);
    await digits('Current fund password', '111111');
    await digits('New fund password', '482913');
    await digits('The same again', '482913');
    await press('Change fund password');
    expect(await screen.findByText(/Try again in (10:00|9:59)\./)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Change fund password' })).toHaveProperty(
      'disabled',
      true,
    );
    await press('Forgotten?');
    expect(screen.getByLabelText('Login password')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reset fund password' })).toHaveProperty(
      'disabled',
      false,
    );
  });

  test('a reset takes login password, a code of its own scene, and the second factor', async () => {
    const sent: URLSearchParams[] = [];
    serve({
      ...answers({ has_fund_password: true, has_otp: true }),
      'GET config': () => ({ demo: true, time: 1 }),
      'POST set/sms_other_mail': (request) => {
        sent.push(request);
        return 'Sent';
      },
      'POST dev/inbox': () => [
        { to: 'm', scene: 'withdraw_address', code: '000000', time: 2 },
        { to: 'm', scene: 'fund_password', code: '481516', time: 1 },
      ],
      'POST safe/update_password': (request) => {
        sent.push(request);
        return 'Changed';
      },
    });
    await renderAt(`${FUND}?mode=reset`, <FundPage />);
    await screen.findByLabelText('Login password');
    type('Login password', 'correct horse');
    await press('Send code');
    await press('Fill in the code');
    await waitFor(() =>
      expect(screen.getByLabelText('Verification code')).toHaveProperty('value', '481516'),
    );
    await digits('Code of your authenticator app', '123456');
    await digits('New fund password', '482913');
    await digits('The same again', '482913');
    await press('Reset fund password');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.get('scene')).toBe('fund_password');
    expect(Object.fromEntries(sent[1] ?? [])).toEqual({
      login_password: 'correct horse',
      code: '481516',
      otp: '123456',
      password: '482913',
      password_confirmation: '482913',
    });
  });
});

describe('authenticator', () => {
  const begun = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/F:m?secret=JBSWY3DPEHPK3PXP' };
  const codes = ['k7m2p-x9t4w', 'aaaaa-bbbbb'];

  test('password, secret, first code, recovery codes, and only then done', async () => {
    let isOn = false;
    serve({
      'GET user/security': () => security({ has_otp: isOn, recovery_codes_left: 2 }),
      'POST user/otp/begin': (request) =>
        request.get('password') === 'correct horse'
          ? begun
          : refuse('password_wrong', 'Wrong password.'),
      'POST user/otp/confirm': (request) => {
        isOn = request.get('otp') === '123456';
        return isOn ? { recovery_codes: codes } : refuse('code_wrong', 'Wrong code.');
      },
    });
    await renderAt(OTP, <OtpPage />);
    await screen.findByLabelText('Login password');
    type('Login password', 'x');
    await press('Set up the authenticator');
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong password.');
    type('Login password', 'correct horse');
    await press('Set up the authenticator');
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeDefined();
    expect(screen.getByRole('img', { name: /^QR code/ })).toBeDefined();
    await digits('Code that the app shows', '000000');
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong code.');
    await digits('Code that the app shows', '123456');
    expect(await screen.findByText('k7m2p-x9t4w')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Done' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('checkbox'));
    await press('Done');
    await waitFor(() => expect(address()).toBe('/pages/settings/security/index'));
  });

  test('beside a passkey it takes a factor too, and names the pause', async () => {
    let sent: URLSearchParams | undefined;
    startSession({ token: 't', user: { ...user, has_otp: false, has_passkey: true } });
    serve({
      ...answers({ passkeys: 1 }),
      'POST user/otp/begin': (request) => {
        sent = request;
        return begun;
      },
    });
    await renderAt(OTP, <OtpPage />);
    await screen.findByLabelText('Login password');
    expect(screen.getByText(/^Withdrawals then pause/)).toBeDefined();
    type('Login password', 'correct horse');
    await press('Set up the authenticator');
    expect(calls).not.toContain('POST user/otp/begin');
    type('Recovery code', 'K7M2P X9T4W');
    await press('Set up the authenticator');
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeDefined();
    expect([sent?.get('password'), sent?.get('otp')]).toEqual(['correct horse', 'K7M2P X9T4W']);
  });

  test('a secret that is too old begins again', async () => {
    serve({
      ...answers(),
      'POST user/otp/begin': () => begun,
      'POST user/otp/confirm': () => refuse('otp_not_begun', 'Too old.'),
    });
    await renderAt(OTP, <OtpPage />);
    await screen.findByLabelText('Login password');
    type('Login password', 'correct horse');
    await press('Set up the authenticator');
    await screen.findByText('JBSW Y3DP EHPK 3PXP');
    await digits('Code that the app shows', '123456');
    expect(await screen.findByText('This secret is too old. Begin again.')).toBeDefined();
  });

  test('turning it off names the pause first and takes a recovery code', async () => {
    let sent: URLSearchParams | undefined;
    serve({
      ...answers({ has_otp: true, recovery_codes_left: 3 }),
      'POST user/otp/disable': (request) => {
        sent = request;
        return 'Off';
      },
    });
    await renderAt(OTP, <OtpPage />);
    expect(await screen.findByText(/^Few recovery codes are left/)).toBeDefined();
    expect(screen.getByText(/^Withdrawals then pause/)).toBeDefined();
    await press('Turn off');
    expect(screen.getByText('Six digits of the app, or a recovery code.')).toBeDefined();
    expect(calls).not.toContain('POST user/otp/disable');
    type('Login password', 'correct horse');
    type('Code of the app, or a recovery code', 'K7M2P X9T4W');
    await press('Turn off');
    await waitFor(() => expect(sent?.get('otp')).toBe('K7M2P X9T4W'));
  });
});

describe('devices', () => {
  const session = (id: number, own: object = {}) => ({
    id,
    device: `Device ${id}`,
    ip: '203.0.113.7',
    created_at: 1,
    last_seen_at: 1_788_000_000_000 + id,
    is_current: false,
    ...own,
  });
  const sessions = () => [session(2), session(3), session(1, { is_current: true })];

  test('this one comes first and cannot be ended here; another is ended by its id', async () => {
    const ended = vi.fn((_id: string | null) => 'Ended');
    serve({
      'GET user/sessions': sessions,
      'POST user/end_session': (request) => ended(request.get('id')),
    });
    await renderAt('/pages/settings/security/devices', <DevicesPage />);
    const list = await screen.findByRole('list', { name: 'Devices and sessions' });
    expect(list.querySelector('li')?.textContent).toContain('This device');
    expect(screen.queryByRole('button', { name: 'End the session on Device 1' })).toBeNull();
    await press('End the session on Device 2');
    await vi.waitFor(() => expect(ended).toHaveBeenCalledWith('2'));
  });

  test('all others are logged out after a question that counts them', async () => {
    let sent: URLSearchParams | undefined;
    serve({
      'GET user/sessions': sessions,
      'POST user/end_session': (request) => {
        sent = request;
        return 'Ended';
      },
    });
    await renderAt('/pages/settings/security/devices', <DevicesPage />);
    await screen.findByText('Device 2');
    await press('Log out all others');
    const dialog = await screen.findByRole('alertdialog', { name: 'Log out 2 other devices?' });
    expect(sent).toBeUndefined();
    const confirm = [...dialog.querySelectorAll('button')].at(-1);
    await act(async () => confirm?.click());
    await waitFor(() => expect(sent?.get('all_others')).toBe('true'));
  });

  test('alone, it says so and offers nothing to end', async () => {
    serve({ 'GET user/sessions': () => [session(1, { is_current: true })] });
    await renderAt('/pages/settings/security/devices', <DevicesPage />);
    expect(await screen.findByText('No other device is logged in.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Log out all others' })).toBeNull();
  });
});

describe('stopping a recovery by its link', () => {
  test.each(['ticket_invalid', 'validation_failed'] as const)(
    'a link that is refused with %s says so and leads to where it is stopped too',
    async (code) => {
      serve({ 'POST user/recovery/stop_by_mail': () => refuse(code, 'Please check it') });
      await renderAt('/pages/user/stopRecovery?token=0', <StopRecoveryPage />);
      await press('Stop the recovery');
      expect((await screen.findByRole('alert')).textContent).toContain('not complete');
      expect(screen.queryByText('Please check it')).toBeNull();
      expect(screen.getByRole('link', { name: 'Security' }).getAttribute('href')).toContain(
        'settings/security',
      );
    },
  );
});
