// @vitest-environment jsdom
import { Toasts } from '@fairlead/ui';
import { act, fireEvent, getConfig, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { address, calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { followTheme, resolveTheme } from '../../app/theme.ts';
import { isLoggedIn, startSession } from '../../data/account/session.ts';
import { settingsStore } from '../../data/account/settings.ts';
import { Page as AccountPage } from '../../pages/settings/account/index.tsx';
import { Page } from '../../pages/settings/index.tsx';
import { Page as LanguagePage } from '../../pages/settings/language/language.tsx';

const security = {
  has_fund_password: true,
  has_otp: false,
  recovery_codes_left: 0,
  sessions: 2,
};
const answers = {
  'GET user/center': () => ({ user }),
  'GET user/security': () => security,
  'GET user/messages': () => ({ list: [], page: 1, limit: 1, total: 0, unread: 0 }),
  'POST news/list': () => ({ list: [], page: 1, limit: 1, total: 0 }),
  'GET config': () => ({
    name: 'F',
    version: '2.5.8',
    demo: true,
    feed: 'simulated',
    time: 1,
    languages: [],
    channels: [],
    company_name: 'Example Exchange Ltd',
  }),
  'POST user/logout': () => 'Bye',
};

test('a guest sets language and theme and is offered login', async () => {
  serve(answers);
  await renderAt('/pages/settings/index', <Page />);
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain(
    'back=%2Fpages%2Fsettings%2Findex',
  );
  expect(screen.queryByText('Login password')).toBeNull();
  expect(screen.getByRole('link', { name: /Language/ })).toBeDefined();
  expect(await screen.findByText('Operated by Example Exchange Ltd')).toBeDefined();
});

test('theme and rise colour reach the document and are kept', async () => {
  serve(answers);
  await renderAt('/pages/settings/index', <Page />);
  followTheme();
  fireEvent.click(screen.getByRole('radio', { name: 'Light' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Red' }));
  expect(document.documentElement.dataset['theme']).toBe('light');
  expect(document.documentElement.dataset['rise']).toBe('red');
  expect(window.localStorage.getItem('settings')).toContain('"theme":"light"');
});

test('system follows the system', () => {
  expect([
    resolveTheme('system', true),
    resolveTheme('system', false),
    resolveTheme('dark', true),
  ]).toEqual(['light', 'dark', 'dark']);
});

test('what protects the account stands beside each name, verification first', async () => {
  const known = { ...user, basic_verification: 'under_review' as const };
  serve({
    ...answers,
    'GET user/center': () => ({ user: known }),
    'GET user/security': () => ({ ...security, password_changed_at: 1_788_000_000_000 }),
  });
  startSession({ token: 't', user });
  await renderAt('/pages/settings/index', <Page />);
  const row = async (name: RegExp) => (await screen.findByRole('link', { name })).textContent;
  await screen.findByText('Under review');
  expect(await row(/^Identity verification/)).toContain('Under review');
  expect(await row(/^Fund password/)).toContain('Set');
  expect(await row(/^Authenticator app/)).toContain('Off');
  expect(await row(/^Login password/)).toMatch(/Changed \d+ Aug/);
  expect(await row(/^Devices and sessions/)).toContain('2');
});

test('confirmations are switched off one by one', async () => {
  serve(answers);
  startSession({ token: 't', user });
  await renderAt('/pages/settings/index', <Page />);
  await act(async () => screen.getByRole('button', { name: /Order confirmations/ }).click());
  fireEvent.click(await screen.findByRole('switch', { name: 'Market orders' }));
  expect(settingsStore.getState().silenced).toEqual(['market_order']);
  expect(screen.getByText('4 of 5 on')).toBeDefined();
});

test('logging out ends the session here and on the server', async () => {
  serve(answers);
  startSession({ token: 't', user });
  await renderAt('/pages/settings/index', <Page />);
  await act(async () => screen.getByRole('button', { name: 'Log out' }).click());
  await vi.waitFor(() => expect(isLoggedIn()).toBe(false));
  expect(calls).toContain('POST user/logout');
  expect(address()).toBe('/');
});

test('logging out works without an answer', async () => {
  serve({ ...answers, 'POST user/logout': () => refuse('internal', 'Broken', 500) });
  startSession({ token: 't', user });
  await renderAt('/pages/settings/index', <Page />);
  await act(async () => screen.getByRole('button', { name: 'Log out' }).click());
  await vi.waitFor(() => expect(isLoggedIn()).toBe(false));
});

test('a language is loaded, stored under its bare key and told to the server', async () => {
  const told = vi.fn((request: URLSearchParams) => ({ lang: request.get('lang') }));
  serve({ 'POST set/lang': told });
  await renderAt('/pages/settings/language/language', <LanguagePage />);
  await act(async () => screen.getByRole('button', { name: 'ไทย' }).click());
  // The catalogues of the language are loaded first: as patient as what looks for elements.
  const { asyncUtilTimeout: timeout } = getConfig();
  await vi.waitFor(() => expect(window.localStorage.getItem('lang')).toBe('th'), { timeout });
  expect(document.documentElement.lang).toBe('th');
  await vi.waitFor(() => expect(told.mock.calls[0]?.[0].get('lang')).toBe('th'), { timeout });
});

test('cleaning the cache says so', async () => {
  serve(answers);
  const page = (
    <>
      <Page />
      <Toasts closeLabel="Close" />
    </>
  );
  await renderAt('/pages/settings/index', page);
  await act(async () => screen.getByRole('button', { name: /Clear cache/ }).click());
  expect(await screen.findByText('Cache cleaning completed')).toBeDefined();
});

test('the account page shows who one is, and the invite code to copy', async () => {
  serve(answers);
  startSession({ token: 't', user });
  await renderAt('/pages/settings/account/index', <AccountPage />);
  expect(screen.getByText(user.nickname)).toBeDefined();
  expect(screen.getByText(String(user.id))).toBeDefined();
  expect(screen.getByRole('button', { name: new RegExp(user.invite_code) })).toBeDefined();
});
