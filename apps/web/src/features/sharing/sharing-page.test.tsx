// @vitest-environment jsdom
import { preloadOverlays } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { Page } from '../../pages/settings/security/shares.tsx';
import { draftOf, lastDay, problemsOf, requestOf } from './model.ts';

const PAGE = '/pages/settings/security/shares';
const NOW = new Date(2027, 0, 15, 12).getTime();
const GIVEN = {
  ...{ id: 3, email: 'adviser@example.com', accounts: [{ id: user.id, name: '' }] },
  ...{ until: NOW + 1e9, created_at: NOW, state: 'active', accepted_at: NOW },
  ...{ reads: 4, last_read_at: NOW },
};
const RECEIVED = {
  ...{ id: 5, owner: 'a***a', until: NOW + 1e9, created_at: NOW, state: 'offered' },
  accounts: [{ share: '5.0', name: '' }],
};
const answers = (given: object[], received: object[]) => ({
  'GET user/security': () => ({
    ...{ has_fund_password: true, has_otp: false, recovery_codes_left: 0, sessions: 1 },
  }),
  'GET user/sub_accounts': () => [],
  'GET user/account_shares': () => ({ given, received }),
});
const press = (name: string, at = -1) =>
  act(async () => {
    fireEvent.click(screen.getAllByRole('button', { name }).at(at) as HTMLElement);
  });

beforeAll(() => preloadOverlays());
beforeEach(() => startSession({ token: 't', user }));
afterEach(async () => {
  cleanup();
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});

test('an owner sees to whom, what and how often, and ends it', async () => {
  let ended: URLSearchParams | undefined;
  serve({
    ...answers([GIVEN], []),
    'POST user/account_shares/end': (form) => {
      ended = form;
      return 'ended';
    },
  });
  renderAt(PAGE, <Page />);
  await screen.findByText('adviser@example.com');
  screen.getByText('Active');
  screen.getByText(/^Read 4 times, last on/);
  await press('End');
  await press('End');
  await vi.waitFor(() => expect(ended?.get('id')).toBe('3'));
});

test('a reader is offered an account under a masked name, and accepts it', async () => {
  let accepted: URLSearchParams | undefined;
  serve({
    ...answers([], [RECEIVED]),
    'POST user/account_shares/accept': (form) => {
      accepted = form;
      return { ...RECEIVED, state: 'active' };
    },
  });
  renderAt(PAGE, <Page />);
  await screen.findByText('Account of a***a');
  await press('Accept');
  await vi.waitFor(() => expect(accepted?.get('id')).toBe('5'));
});

test('the form asks for an address, an account, a day within a year, and what proves the owner', () => {
  const draft = draftOf(7, NOW);
  expect(problemsOf(draft, { nowMs: NOW, hasFactor: true })).toEqual({
    ...{ email: 'email', password: 'password', otp: 'otp' },
  });
  const right = { ...draft, email: ' adviser@example.com ', password: 'x' };
  const terms = { nowMs: NOW, hasFactor: false };
  expect(problemsOf(right, terms)).toEqual({});
  for (const until of ['2027-01-14', '2028-01-16', ''])
    expect(problemsOf({ ...right, until }, terms)).toEqual({ until: 'until' });
  expect(problemsOf({ ...right, until: lastDay(NOW) }, terms)).toEqual({});
  expect(problemsOf({ ...right, chosen: [] }, terms)).toEqual({ accounts: 'accounts' });
  expect(requestOf({ ...right, until: '2027-01-15' })).toEqual({
    ...{ email: 'adviser@example.com', accounts: [7], password: 'x' },
    until: new Date(2027, 0, 16).getTime() - 1,
  });
});
