// @vitest-environment jsdom
import { createHash } from 'node:crypto';
import { approvalText, type Proposal, proposalApproval } from '@fairlead/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { COMMON, NOW_MS } from '../../../test/records.ts';
import { callsOf, pageOf, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const { startAuthentication } = vi.hoisted(() => ({ startAuthentication: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => ({ startAuthentication }));

const DECIDE = 'POST operator/proposals/decide';
const entry: Proposal = {
  id: 41,
  kind: 'journal_entry',
  payload: '{"currency_id":3,"amount":"250.5","source":"house:capital","target":"user:17:coin"}',
  reason: 'Goodwill',
  status: 'open',
  proposed_by: 'mara',
  proposed_by_id: 7,
  time: NOW_MS,
};

const NONCE = 'm1x2y3z4.abcdefghijklmnop.qrstuvwxyz012345';

const panel = () => within(screen.getByRole('complementary'));
const settle = () => act(async () => undefined);

async function open(id: number, role: string, row: Proposal = entry, has_passkey = false) {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id, name: 'rita', role, demo: true, has_otp: true, has_passkey }),
    'POST operator/passkey/intent': () => ({
      nonce: NONCE,
      deployment: 'here',
      options: { rpId: 'localhost' },
    }),
    'GET operator/proposals': () => pageOf([row]),
    [DECIDE]: (request) => ({ ...row, status: request.get('decision') }),
  });
  await renderAt('/proposals?open=41', <Page />);
  await screen.findByRole('complementary', { name: 'Proposal 41' });
  await screen.findAllByText('USDT');
  await settle();
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

test('another operator sees both postings and passes after a last look', async () => {
  await open(3, 'reviewer');
  expect(panel().getByText('\u2212250.50')).toBeTruthy();
  expect(panel().getByText('+250.50')).toBeTruthy();
  expect(panel().getByText('zero')).toBeTruthy();
  press('a');
  expect(callsOf(DECIDE)).toHaveLength(0);
  fireEvent.click(panel().getByRole('button', { name: 'Put in force' }));
  await settle();
  expect(callsOf(DECIDE)[0]?.request).toEqual({ id: '41', decision: 'passed' });
});

test('who has a passkey signs what the page shows, and passes nothing without', async () => {
  await open(3, 'reviewer', entry, true);
  press('a');
  startAuthentication.mockRejectedValueOnce(
    Object.assign(new Error(), { name: 'NotAllowedError' }),
  );
  const pass = () => panel().getByRole('button', { name: 'Put in force' });
  fireEvent.click(pass());
  await vi.waitFor(() => expect(startAuthentication).toHaveBeenCalledOnce());
  await settle();
  expect(callsOf(DECIDE)).toHaveLength(0);
  startAuthentication.mockResolvedValueOnce({ id: 'used' });
  fireEvent.click(pass());
  await vi.waitFor(() => expect(callsOf(DECIDE)).toHaveLength(1));
  const intent = { version: 1, kind: 'approval', deployment: 'here', operator: 3 } as const;
  const text = approvalText({ ...intent, nonce: NONCE, ...proposalApproval(entry) });
  const challenge = createHash('sha256').update(text).digest('base64url');
  expect(startAuthentication).toHaveBeenLastCalledWith({
    optionsJSON: { rpId: 'localhost', challenge },
  });
  const credential = '{"id":"used"}';
  const signed = { id: '41', decision: 'passed', nonce: NONCE, credential };
  expect(callsOf(DECIDE)[0]?.request).toEqual(signed);
});

test('rejecting needs a reason', async () => {
  await open(3, 'reviewer');
  press('r');
  fireEvent.click(panel().getByRole('button', { name: 'Reject' }));
  expect(callsOf(DECIDE)).toHaveLength(0);
  fireEvent.change(panel().getByRole('textbox', { name: 'Reason' }), {
    target: { value: 'Wrong user' },
  });
  fireEvent.click(panel().getByRole('button', { name: 'Reject' }));
  await settle();
  expect(callsOf(DECIDE)[0]?.request).toMatchObject({ decision: 'rejected', reason: 'Wrong user' });
});

test('the proposer is told why it is not theirs to decide, and no key does it (V8)', async () => {
  await open(7, 'owner');
  expect(panel().getByText(/Whoever proposes cannot decide/)).toBeTruthy();
  expect(panel().queryByRole('button', { name: 'Put in force' })).toBeNull();
  press('a');
  expect(panel().queryByRole('button', { name: 'Put in force' })).toBeNull();
});

test('a role that does not decide this kind is told which do', async () => {
  await open(3, 'support');
  expect(panel().getByText(/reviewer, manager/)).toBeTruthy();
});

test('one that nobody decided in time can only be rejected', async () => {
  await open(3, 'reviewer', { ...entry, expires_at: 1 });
  expect(panel().getByText(/can only be rejected/)).toBeTruthy();
  expect(panel().getByRole('button', { name: 'Put in force' })).toHaveProperty('disabled', true);
});
