// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON } from '../../../test/records.ts';
import { callsOf, named, pageOf, refuse, renderAt, serve } from '../../../test/render.tsx';
import { partner } from '../../../test/wealth-records.ts';
import { Page } from './page.tsx';

const READ = 'GET operator/referral';
const SAVE = 'POST operator/referral/save';
const PARTNERS = 'GET operator/partners';
const SAVE_PARTNER = 'POST operator/partners/save';

async function open(
  path: string,
  { role = 'manager', ...answers }: { role?: string } & Record<string, unknown> = {},
) {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 3, name: 'mara', role, demo: true, has_otp: true }),
    [READ]: () => ({
      levels: [
        { ratio: '0.2', needs: 0 },
        { ratio: '0.25', needs: 10 },
      ],
      inviters: 12,
      invitees: 340,
      pending: [{ currency_id: 3, currency: 'USDT', amount: '12.340000' }],
    }),
    [PARTNERS]: () => pageOf([partner()]),
    ...(answers as Parameters<typeof serve>[0]),
  });
  await renderAt(path, <Page />);
  await act(async () => undefined);
}

const panel = () => within(screen.getByRole('complementary'));
const settle = () => act(async () => undefined);
const press = (name: string | RegExp) => fireEvent.click(panel().getByRole('button', { name }));
const type = (name: string, value: string) =>
  fireEvent.change(panel().getByRole('textbox', { name }), { target: { value } });

test('levels stand with what rebates come to, and others are proposed as a whole', async () => {
  await open('/referral', { [SAVE]: () => ({ proposal_id: 4 }) });
  expect(await screen.findByText(named('12.34 USDT'))).toBeTruthy();
  expect(screen.getByText('340')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Propose levels' }));
  press('Add a level');
  type('Invitees from, line 3', '50');
  type('Share of fees, line 3', '60');
  press('Review the change');
  expect(panel().getByText('At most 50%.')).toBeTruthy();
  type('Share of fees, line 3', '30');
  press('Review the change');
  expect(panel().getByText('Takes a second operator and a notice')).toBeTruthy();
  type('Reason', 'For large channels');
  press('Propose');
  await settle();
  expect(callsOf(SAVE)[0]?.json).toEqual({
    reason: 'For large channels',
    terms: {
      levels: [
        { needs: 0, ratio: '0.2' },
        { needs: 10, ratio: '0.25' },
        { needs: 50, ratio: '0.3' },
      ],
    },
  });
});

test("a partner's share is changed with a reason, and is never above half", async () => {
  const answer = () => ({ user_id: 10_482, ratio: '0.4' });
  await open('/referral?tab=partners&open=10482', { [SAVE_PARTNER]: answer });
  await screen.findByRole('complementary', { name: 'Partner 10482' });
  press('Change the share');
  type('Own share of fees', '50.0001');
  press('Set the share');
  expect(panel().getByText('From 0% to 50%.')).toBeTruthy();
  expect(panel().getByText('Say why, in three characters or more.')).toBeTruthy();
  type('Own share of fees', '40');
  type('Reason', 'Grew by half');
  press('Set 40.00%');
  await settle();
  expect(callsOf(SAVE_PARTNER)[0]?.request).toEqual({
    user_id: '10482',
    ratio: '0.4',
    reason: 'Grew by half',
  });
});

test('a partner is removed with a reason and without a share', async () => {
  await open('/referral?tab=partners&open=10482', {
    [SAVE_PARTNER]: () => ({ user_id: 10_482 }),
  });
  await screen.findByRole('complementary');
  press('Remove');
  type('Reason', 'The contract is over.');
  press('Remove partner 10482');
  await settle();
  expect(callsOf(SAVE_PARTNER)[0]?.request).toEqual({
    user_id: '10482',
    reason: 'The contract is over.',
  });
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('a new partner is named by id; one that is not there is said at the field', async () => {
  await open('/referral?tab=partners', {
    [SAVE_PARTNER]: () => refuse('not_found', 'Not found', 404),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'New partner' }));
  type('Own share of fees', '30');
  type('Reason', 'A large channel');
  press('Set 30.00%');
  expect(panel().getByText('A user’s id, in digits.')).toBeTruthy();
  expect(callsOf(SAVE_PARTNER)).toHaveLength(0);
  type('User id', '77');
  press('Set 30.00%');
  await settle();
  expect(await panel().findByText('There is no such user.')).toBeTruthy();
});

test('an auditor reads levels and partners and changes neither', async () => {
  await open('/referral?tab=partners&open=10482', { role: 'auditor' });
  await screen.findByRole('complementary');
  expect(panel().getByText('Your role reads partners. Managers set them.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New partner' })).toBeNull();
  fireEvent.click(screen.getByRole('tab', { name: 'Levels' }));
  expect(screen.queryByRole('button', { name: 'Propose levels' })).toBeNull();
});

test('without levels, partners or rebates the page says so', async () => {
  const none = { levels: [], inviters: 0, invitees: 0, pending: [] };
  await open('/referral', { [READ]: () => none, [PARTNERS]: () => pageOf([]) });
  expect(await screen.findByText(/There are no levels/)).toBeTruthy();
  expect(screen.getByText('Nothing is pending.')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Partners' }));
  expect(await screen.findByText(/There are no partners/)).toBeTruthy();
});
