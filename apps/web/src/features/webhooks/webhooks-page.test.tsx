// @vitest-environment jsdom
import type { Webhook } from '@fairlead/contract';
import { STEP_EVENTS } from '@fairlead/contract';
import { preloadOverlays } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { Page } from '../../pages/settings/security/webhooks.tsx';
import { draftOf, EVENTS, requestOf } from './model.ts';

const PAGE = '/pages/settings/security/webhooks';
const HOOK: Webhook = {
  id: 7,
  label: 'Books',
  url: 'https://hooks.example.com/in',
  events: ['order', 'record'],
  state: 'active',
  created_at: 1,
  number: 4_711,
};
const answers = (hasOtp = false) => ({
  'GET user/security': () => ({
    has_fund_password: true,
    has_otp: hasOtp,
    recovery_codes_left: 0,
    sessions: 1,
  }),
});
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

test('the list of events is the server’s', () => {
  expect([...EVENTS].sort()).toEqual([...STEP_EVENTS].sort());
});

test('one is added with the password, and its secret stays until it is said to be saved', async () => {
  let sent: URLSearchParams | undefined;
  serve({
    ...answers(),
    'GET user/webhooks': () => [],
    'POST user/webhooks/create': (request) => {
      sent = request;
      return { webhook: HOOK, secret: 'whsec_secret' };
    },
  });
  await renderAt(PAGE, <Page />);
  await screen.findByText('No webhook yet.');
  await press('Add webhook');
  await screen.findByLabelText('Name');
  await press('Add webhook');
  for (const problem of ['Give it a name.', 'Enter an address that begins with https://.'])
    expect(screen.getByText(problem)).toBeDefined();
  type('Name', 'Books');
  type(/^Address/, 'https://hooks.example.com/in');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Positions' }));
  type('Login password', 'harbour-42');
  await press('Add webhook');
  await screen.findByText('whsec_secret');
  expect(Object.fromEntries(sent ?? [])).toEqual({
    label: 'Books',
    url: 'https://hooks.example.com/in',
    events: 'order,trigger_order,order_list,option,record',
    password: 'harbour-42',
  });
  fireEvent.click(screen.getByRole('checkbox', { name: 'I have saved it' }));
  await press('Done');
  await vi.waitFor(() => expect(screen.queryByText('whsec_secret')).toBeNull());
});

test('one that fails says since when and why, and is sent again from a delivery', async () => {
  let replayed: string | null | undefined;
  const failing = { ...HOOK, state: 'failing', failing_since: 1, next_try: 2 };
  const delivery = { id: 'msg_1', created_at: 1, attempts: 2, after: 10, number: 20 };
  serve({
    ...answers(),
    'GET user/webhooks': () => [failing],
    'GET user/webhooks/deliveries': () => ({
      list: [
        { ...delivery, state: 'waiting', code: 500, failure: 'status', last_try: 1 },
        { ...delivery, id: 'msg_0', after: 0, number: 10, state: 'delivered', code: 204 },
      ],
      ...{ page: 1, limit: 50, total: 2 },
    }),
    'POST user/webhooks/replay': (request) => {
      replayed = request.get('after');
      return HOOK;
    },
  });
  await renderAt(`${PAGE}?id=7`, <Page />);
  await screen.findByText(/It has taken nothing since/);
  await screen.findByText(/2 tries, answered 500/);
  await press('Send again', 0);
  await screen.findByText('Send again from here?');
  await press('Send again');
  await vi.waitFor(() => expect(replayed).toBe('10'));
});

test('a refusal stands under its field; the second factor is asked for where there is one', async () => {
  serve({
    ...answers(true),
    'GET user/webhooks': () => [HOOK],
    'GET user/webhooks/deliveries': () => ({ list: [], page: 1, limit: 50, total: 0 }),
    'POST user/webhooks/rotate': () => refuse('password_wrong', 'That is not the password'),
  });
  await renderAt(`${PAGE}?id=7`, <Page />);
  await screen.findByText('Nothing was sent yet.');
  await press('New secret');
  await screen.findByLabelText('Login password');
  type('Login password', 'wrong-horse');
  await press('Make a new secret');
  expect(screen.getByText('Enter the code.')).toBeDefined();
  type(/Authenticator|code/i, '123456');
  await press('Make a new secret');
  await screen.findByText('That is not the password');
  await press('Close');
});

test('a draft of one that is there keeps what it has', () => {
  const draft = { ...draftOf({ ...HOOK, state: 'disabled' }), password: 'p', otp: ' 123456 ' };
  expect(draft.isOn).toBe(false);
  expect(requestOf(draft)).toEqual({
    label: 'Books',
    url: HOOK.url,
    events: 'order,record',
    password: 'p',
    otp: '123456',
  });
});
