// @vitest-environment jsdom
import type { OperatorUser, ResponseOf } from '@fairlead/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON, NOW_MS } from '../../../test/records.ts';
import { callsOf, pageOf, refuse, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const user: OperatorUser = {
  id: 17,
  account: 'k***7@mail.test',
  nickname: 'Kay',
  kind: 'email',
  created_at: NOW_MS,
  basic_verification: 'verified',
  advanced_verification: 'unverified',
  has_otp: true,
  passkeys: 1,
  has_fund_password: false,
  is_bot: false,
  is_frozen: false,
  is_partner: false,
};
const detail = (own: Partial<OperatorUser> = {}): ResponseOf<'operatorUser'> => ({
  user: { ...user, ...own },
  balances: [
    { account: 'coin', currency: 'USDT', available: '5.500000', frozen: '1.000000', total: '6.5' },
  ],
  sessions: 2,
  background: { devices: 1, totals: [] },
  receivables: [{ currency: 'BTC', amount: '0.10000000' }],
});
const me = (role: string) => ({
  ...COMMON,
  'GET operator/me': () => ({ id: 3, name: 'rita', role, demo: true, has_otp: true }),
});

async function open(role: string, answers: Parameters<typeof serve>[0] = {}) {
  serve({
    ...me(role),
    'GET operator/users': () => pageOf([user]),
    'GET operator/user': () => detail(),
    'GET operator/user/timeline': () => [],
    ...answers,
  });
  await renderAt('/users?open=17', <Page />);
  await screen.findByRole('complementary', { name: 'User 17' });
  await screen.findByText('2 devices');
}

const panel = () => within(screen.getByRole('complementary'));
const settle = () => act(async () => undefined);
const press = (name: string) => fireEvent.click(panel().getByRole('button', { name }));
const giveReason = (text: string) =>
  fireEvent.change(panel().getByRole('textbox', { name: 'Reason' }), { target: { value: text } });

test('the accounts of one person stand together, and how they are frozen', async () => {
  const family = [
    { id: 17, name: '' },
    { id: 268_435_473, name: 'Grid' },
  ];
  await open('reviewer', { 'GET operator/user': () => ({ ...detail(), family }) });
  const accounts = within(panel().getByRole('region', { name: 'Accounts of this person' }));
  expect(accounts.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '17 · main account',
    '268435473 · Grid',
  ]);
  // To all but the one that is looked at.
  expect(accounts.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    expect.stringContaining('/users?open=268435473'),
  ]);
  expect(accounts.getByText('Freezing the main account freezes all of them.')).toBeTruthy();
});

test('a user opens from the address with balances, debts and the way to the queues', async () => {
  await open('reviewer');
  expect(panel().getByText('5.50')).toBeTruthy();
  expect(panel().getByText(/Owes 0\.10\sBTC/)).toBeTruthy();
  expect(panel().getByRole('link', { name: 'Withdrawals' }).getAttribute('href')).toContain(
    '/withdrawals?user=17',
  );
});

test('a look behind the mask needs a reason and says how many are left (L4)', async () => {
  await open('support', {
    'POST operator/user/reveal': () => ({ field: 'name', value: 'Haruto Sato', views_left: 4 }),
  });
  press('Show: Real name');
  press('Show it');
  expect(callsOf('POST operator/user/reveal')).toHaveLength(0);
  giveReason('The bank asks for it');
  press('Show it');
  await settle();
  expect(callsOf('POST operator/user/reveal')[0]?.request).toEqual({
    id: '17',
    field: 'name',
    reason: 'The bank asks for it',
  });
  expect(panel().getByText('Haruto Sato')).toBeTruthy();
  expect(panel().getByText('4 looks left this hour')).toBeTruthy();
});

test('when no look is left the mask stays and the server says why', async () => {
  await open('support', {
    'POST operator/user/reveal': () => refuse('view_limit', 'No more looks this hour'),
  });
  press('Show: Bank cards');
  giveReason('Checking a payout');
  press('Show it');
  await settle();
  expect(panel().queryByText(/left this hour/)).toBeNull();
});

test('freezing is at once, with a reason; unfreezing becomes a proposal', async () => {
  await open('reviewer', { 'POST operator/user/freeze': () => ({ is_effective: true }) });
  press('Freeze');
  giveReason('Stolen phone');
  press('Freeze user 17');
  await settle();
  expect(callsOf('POST operator/user/freeze')[0]?.request).toEqual({
    id: '17',
    is_frozen: 'true',
    reason: 'Stolen phone',
    days: '7',
  });
});

test('withdrawals alone are held at once, for a ready-made word or what is written', async () => {
  await open('reviewer', { 'POST operator/user/hold_withdrawals': () => ({ is_effective: true }) });
  const asked = () =>
    callsOf('POST operator/user/hold_withdrawals').map(({ request }) => request['reason']);
  press('Hold withdrawals');
  press('The user asked for it');
  press('Hold withdrawals of user 17');
  await settle();
  expect(asked()).toEqual(['hold_wish']);
  press('Hold withdrawals');
  press('The user asked for it');
  giveReason('The user asked for it by post');
  press('Hold withdrawals of user 17');
  await settle();
  expect(asked()).toEqual(['hold_wish', 'The user asked for it by post']);
});

test('who is held is said with the reason that the user reads, and may be let go by two', async () => {
  await open('reviewer', {
    'GET operator/user': () => detail({ withdrawal_hold: 'you asked for it' }),
    'POST operator/user/hold_withdrawals': () => ({ is_effective: false, proposal_id: 9 }),
  });
  expect(panel().getByText('Withdrawals held')).toBeTruthy();
  expect(panel().getByText(/The user reads: you asked for it/)).toBeTruthy();
  press('Propose to let go');
  giveReason('They called');
  press('Propose');
  await settle();
  expect(callsOf('POST operator/user/hold_withdrawals')[0]?.request).toEqual({
    id: '17',
    is_held: 'false',
    reason: 'They called',
  });
});

test('a frozen user can only be proposed to be unfrozen', async () => {
  await open('reviewer', { 'GET operator/user': () => detail({ is_frozen: true }) });
  expect(panel().queryByRole('button', { name: 'Freeze' })).toBeNull();
  expect(panel().getByRole('button', { name: 'Propose to unfreeze' })).toBeTruthy();
});

test('support looks and logs out, and cannot freeze; an auditor reads', async () => {
  await open('support');
  expect(panel().queryByRole('button', { name: 'Freeze' })).toBeNull();
  expect(panel().getByRole('button', { name: 'Log out everywhere' })).toBeTruthy();
});

test('an auditor is offered nothing that changes or unmasks', async () => {
  await open('auditor');
  const names = panel()
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names).toEqual(['Close']);
});

test('the timeline says what happened, and a note is left for other operators', async () => {
  const events = [
    { kind: 'note', time: NOW_MS, operator: 'mira', text: 'Called about the card.' },
    { kind: 'act', time: NOW_MS - 1, operator: 'mira', text: 'user.withdrawals_held' },
    { kind: 'withdrawal_rejected', time: NOW_MS - 2, id: 96, text: 'the address is unknown' },
    ...Array.from({ length: 8 }, (_, at) => ({ kind: 'device', time: NOW_MS - 10 - at })),
  ];
  await open('support', {
    'GET operator/user/timeline': () => events,
    'POST operator/user/note': () => 'Saved',
  });
  const said = () =>
    panel()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(said()[0]).toMatch(/^Note.*Called about the card\.by mira$/);
  expect(said()[1]).toMatch(/^Withdrawals held/);
  expect(said()[2]).toMatch(/^Rejected withdrawal 96.*the address is unknown$/);
  expect(said()).toHaveLength(5);
  // It stands before what the user owns.
  const headings = screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent);
  expect(headings.indexOf('Notes and timeline')).toBeLessThan(headings.indexOf('Balances'));
  press('Show 6 more');
  expect(said()).toHaveLength(11);
  press('Write a note');
  press('Keep the note');
  expect(panel().getByText('Three characters or more.')).toBeTruthy();
  fireEvent.change(panel().getByRole('textbox', { name: 'Note' }), {
    target: { value: ' Speaks Japanese. ' },
  });
  press('Keep the note');
  await settle();
  expect(callsOf('POST operator/user/note')[0]?.request).toEqual({
    id: '17',
    text: 'Speaks Japanese.',
  });
  expect(panel().queryByRole('textbox', { name: 'Note' })).toBeNull();
});

test('a lock of the owner shows since when, and the photos that they ask with', async () => {
  const lock = {
    locked_at: NOW_MS,
    by_mail: true,
    asked_at: NOW_MS,
    document_photo: 5,
    holding_photo: 6,
  };
  await open('reviewer', { 'GET operator/user': () => ({ ...detail({ is_frozen: true }), lock }) });
  const shown = within(panel().getByRole('region', { name: 'Locked by its owner' }));
  expect(shown.getByText(/by the link of a mail/)).toBeTruthy();
  expect(shown.getByText(/They asked on/)).toBeTruthy();
  expect(shown.getByText('The document they show')).toBeTruthy();
  expect(shown.getByText('The person with the document')).toBeTruthy();
  expect(panel().getByRole('button', { name: 'Propose to unfreeze' })).toBeTruthy();
});

test('a lock that nobody asks to undo has no photos', async () => {
  const lock = { locked_at: NOW_MS, by_mail: false };
  await open('reviewer', { 'GET operator/user': () => ({ ...detail({ is_frozen: true }), lock }) });
  const shown = within(panel().getByRole('region', { name: 'Locked by its owner' }));
  expect(shown.getByText(/They have not asked/)).toBeTruthy();
  expect(shown.queryByText('The document they show')).toBeNull();
});
