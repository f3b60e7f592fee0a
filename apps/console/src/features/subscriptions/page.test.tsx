// @vitest-environment jsdom
import type { OperatorSubscription } from '@fairlead/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { COMMON, COUNTS, ME, NOW_MS } from '../../../test/records.ts';
import { callsOf, named, pageOf, refuse, renderAt, serve } from '../../../test/render.tsx';
import { offering, subscription } from '../../../test/wealth-records.ts';
import { Page } from './page.tsx';

const LIST = 'GET operator/subscriptions';
const DECIDE = 'POST operator/subscriptions/decide';
const OTHER = { operator_id: 9, operator: 'rita', since: NOW_MS };

beforeEach(() => {
  vi.setSystemTime(NOW_MS);
});

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const panel = () => within(screen.getByRole('complementary'));
const settle = () => act(async () => undefined);

async function list(
  rows: readonly OperatorSubscription[],
  answers: Parameters<typeof serve>[0] = {},
  path = '/subscriptions',
) {
  serve({
    ...COMMON,
    'GET operator/counts': () => ({ ...COUNTS, subscriptions: 2 }),
    'GET operator/offerings': () => [offering()],
    [LIST]: () => pageOf(rows),
    ...answers,
  });
  await renderAt(path, <Page />);
  await screen.findByText(String(rows[0]?.id));
}

async function open(row: OperatorSubscription, answers: Parameters<typeof serve>[0] = {}) {
  await list([row], answers);
  press('j');
  press('Enter');
}

test('the queue counts what waits and marks what somebody else has open', async () => {
  await list([subscription({ open_by: OTHER }), subscription({ id: 603 })]);
  expect(await screen.findByRole('tab', { name: 'Under review 2' })).toBeTruthy();
  expect(await screen.findByText('2 waiting, oldest 12 min')).toBeTruthy();
  expect(await screen.findByText('rita')).toBeTruthy();
});

test('a subscription is passed after a last look at amount, payment and user, by keys alone', async () => {
  await open(subscription(), { [DECIDE]: () => subscription({ status: 'passed' }) });
  press('a');
  expect(panel().getByText(named('for 100.00 USDT'))).toBeTruthy();
  expect(panel().getByText('to v***6@mail.test, 10482')).toBeTruthy();
  expect(callsOf(DECIDE)).toHaveLength(0);
  fireEvent.click(panel().getByRole('button', { name: named('Pass 2,000.00 FLD') }));
  await settle();
  expect(callsOf(DECIDE).map(({ request }) => request)).toEqual([
    { id: '602', decision: 'passed' },
  ]);
});

test('a rejection needs a reason, which the user reads', async () => {
  await open(subscription(), { [DECIDE]: () => subscription({ status: 'rejected' }) });
  press('r');
  const submit = () =>
    fireEvent.click(panel().getByRole('button', { name: named('Reject 2,000.00 FLD') }));
  submit();
  expect(panel().getByText('Say why, in three characters or more.')).toBeTruthy();
  expect(callsOf(DECIDE)).toHaveLength(0);
  fireEvent.click(panel().getByRole('button', { name: 'The verification is not complete' }));
  submit();
  await settle();
  expect(callsOf(DECIDE)[0]?.request).toEqual({
    id: '602',
    decision: 'rejected',
    reason: 'verification_incomplete',
  });
});

test('Esc leaves the form before it leaves the record', async () => {
  await open(subscription());
  press('a');
  press('Escape');
  expect(panel().getByRole('button', { name: 'Pass' })).toBeTruthy();
  press('Escape');
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('a record that somebody else has open says so beside it', async () => {
  await open(subscription({ open_by: OTHER }));
  expect(panel().getByText(/rita has had this open since/)).toBeTruthy();
});

test('what another operator decided first says so and offers nothing more', async () => {
  await open(subscription(), {
    [DECIDE]: () => refuse('already_decided', 'Already decided', 409),
  });
  press('a');
  fireEvent.click(panel().getByRole('button', { name: named('Pass 2,000.00 FLD') }));
  await settle();
  expect(panel().getByText(/Already decided/)).toBeTruthy();
  expect(panel().queryByRole('button', { name: 'Pass' })).toBeNull();
});

test('a passed one shows when it is released, and what it has gained', async () => {
  const row = subscription({
    status: 'passed',
    operator: 'rita',
    unlocks_at: NOW_MS + 86_400_000,
    released: false,
    accumulated_return: '12.500000',
    total_return: '0.125',
  });
  await list([row], {}, '/subscriptions?tab=passed&user=10482&offering=1');
  expect(callsOf(LIST)[0]?.request).toMatchObject({
    status: 'passed',
    user_id: '10482',
    offering_id: '1',
  });
  press('j');
  press('Enter');
  expect(panel().getByText('Locked until released')).toBeTruthy();
  expect(panel().getByText(named('+12.50 USDT'))).toBeTruthy();
  expect(panel().getByText('12.50%')).toBeTruthy();
  expect(panel().queryByRole('button', { name: 'Pass' })).toBeNull();
});

test.each(['auditor', 'manager'])(
  'the role %s reads the queue and decides nothing',
  async (role) => {
    await open(subscription(), { 'GET operator/me': () => ({ ...ME, role }) });
    expect(panel().getByText('Your role reads this queue. Reviewers decide.')).toBeTruthy();
    press('a');
    expect(panel().queryByRole('button', { name: /^Pass/ })).toBeNull();
  },
);
