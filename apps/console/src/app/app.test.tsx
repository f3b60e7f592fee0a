// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { COMMON, COUNTS, ME, NOW_MS } from '../../test/records.ts';
import { address, callsOf, notLoggedIn, pageOf, serve, stubBrowser } from '../../test/render.tsx';
import { sessionToken, startSession } from '../data/session.ts';
import { App } from './App.tsx';

const ANSWERS = { ...COMMON, 'GET operator/subscriptions': () => pageOf([]) };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW_MS });
});

async function start(path: string, answers: Parameters<typeof serve>[0] = ANSWERS) {
  stubBrowser();
  serve(answers);
  window.history.replaceState(null, '', `#${path}`);
  startSession('operator-token');
  render(<App />);
  await screen.findByRole('main');
}

const navigation = () => screen.findByRole('navigation', { name: 'Console' });

test('the navigation has the pages of the role with what waits in each', async () => {
  await start('/subscriptions');
  const nav = within(await navigation());
  expect((await nav.findByRole('link', { name: /Withdrawals/ })).textContent).toContain('12');
  expect(nav.getByRole('link', { name: /Verification/ }).textContent).toContain('7');
  expect(nav.getByRole('link', { name: 'Subscriptions' }).getAttribute('aria-current')).toBe(
    'page',
  );
});

test('a role that may not read a page is told so and asks for nothing', async () => {
  await start('/subscriptions', {
    ...ANSWERS,
    'GET operator/me': () => ({ ...ME, role: 'support' }),
  });
  expect(await screen.findByText('This page is not open to the role support.')).toBeTruthy();
  expect(callsOf('GET operator/subscriptions')).toHaveLength(0);
});

test('g and a letter go to a page', async () => {
  await start('/subscriptions');
  await navigation();
  fireEvent.keyDown(document.body, { key: 'g' });
  fireEvent.keyDown(document.body, { key: 'd' });
  expect(address()).toBe('/deposits');
});

test('books that do not add up are said on every page', async () => {
  await start('/subscriptions', {
    ...ANSWERS,
    'GET operator/counts': () => ({ ...COUNTS, is_sound: false }),
  });
  expect(await screen.findByText(/The books do not add up/)).toBeTruthy();
});

test('whom the server’s machine let in anew is said on every page of an owner', async () => {
  await start('/subscriptions', {
    ...ANSWERS,
    'GET operator/me': () => ({
      ...ME,
      role: 'owner',
      machine_resets: [{ name: 'rita', time: NOW_MS }],
    }),
  });
  expect(await screen.findByText(/^rita was reset on the server's machine/)).toBeTruthy();
});

test('an ended session leads to login with the reason, and the address stays', async () => {
  await start('/subscriptions', { ...ANSWERS, 'GET operator/counts': notLoggedIn });
  expect(await screen.findByText(/Your session has ended/)).toBeTruthy();
  expect(sessionToken()).toBeUndefined();
  expect(address()).toBe('/subscriptions');
});

test('untouched for as long as the server allows, the session ends here too, after a warning', async () => {
  await start('/subscriptions', { ...ANSWERS, 'POST operator/logout': () => 'done' });
  await navigation();
  await act(() => vi.advanceTimersByTimeAsync(ME.idle_ms - 30_000));
  expect(screen.getByText(/you are logged out in 0:/)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  expect(await screen.findByText(/because nothing was touched/)).toBeTruthy();
  expect(callsOf('POST operator/logout')).toHaveLength(1);
  expect(sessionToken()).toBeUndefined();
});

test('a touch begins the wait anew', async () => {
  await start('/subscriptions');
  await navigation();
  await act(() => vi.advanceTimersByTimeAsync(ME.idle_ms - 30_000));
  fireEvent.pointerDown(document.body);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByText(/you are logged out in/)).toBeNull();
  expect(sessionToken()).toBe('operator-token');
});

test('the end of the session is counted down in its last five minutes', async () => {
  await start('/subscriptions', {
    ...ANSWERS,
    'GET operator/me': () => ({ ...ME, session_ends_at: NOW_MS + 4 * 60_000 }),
  });
  expect(await screen.findByText(/This session ends in [34]:/)).toBeTruthy();
});

test('one box finds pages, people and records; each leads to where it is worked at', async () => {
  await start('/subscriptions', {
    ...ANSWERS,
    'POST operator/search': () => ({
      by: 'id',
      users: [{ id: 17, account: 'k***7@mail.test' }],
      records: [
        {
          ...{ kind: 'withdrawal', id: 17, user_id: 9, user: 'a***@mail.test' },
          ...{ status: 'passed', send_state: 'sent', time: NOW_MS },
        },
      ],
    }),
  });
  await navigation();
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  const box = await screen.findByRole('combobox', { name: /^A page, or a user/ });
  fireEvent.change(box, { target: { value: ' 17 ' } });
  const options = within(screen.getByRole('listbox', { name: 'Go to or find' }));
  expect(options.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Find “17” among users and records',
  ]);
  fireEvent.keyDown(box, { key: 'Enter' });
  const found = within(await screen.findByRole('list', { name: 'Found' }));
  expect(callsOf('POST operator/search')[0]?.request).toEqual({ text: '17' });
  const links = found.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links[0]).toContain('/users?open=17');
  expect(links[1]).toContain('/withdrawals?no=17&open=17');
  // Another text is another search.
  fireEvent.change(box, { target: { value: '18' } });
  expect(screen.queryByRole('list', { name: 'Found' })).toBeNull();
});

test('a folded group says how much waits in it, and stays folded on this device', async () => {
  await start('/subscriptions');
  const nav = within(await navigation());
  const head = nav.getByRole('button', { name: /^People/ });
  fireEvent.click(head);
  expect(head.getAttribute('aria-expanded')).toBe('false');
  expect(nav.queryByRole('link', { name: /^Users/ })).toBeNull();
  expect(localStorage.getItem('con.nav.closed')).toContain('people');
  // Whoever stands in a group sees it.
  const review = nav.getByRole('button', { name: /^Review/ });
  fireEvent.click(review);
  expect(nav.getByRole('link', { name: /^Subscriptions/ })).toBeTruthy();
});
