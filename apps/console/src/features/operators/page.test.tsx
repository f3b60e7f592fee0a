// @vitest-environment jsdom
import { createHash } from 'node:crypto';
import { approvalText, operatorApproval } from '@fairlead/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { COMMON, NOW_MS } from '../../../test/records.ts';
import { callsOf, refuse, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const startAuthentication = vi.hoisted(() => vi.fn());
vi.mock('@simplewebauthn/browser', () => ({ startAuthentication }));

const NONCE = 'm1x2y3z4.abcdefghijklmnop.qrstuvwxyz012345';

const rita = {
  id: 4,
  name: 'rita',
  role: 'reviewer',
  is_active: true,
  has_otp: true,
  created_at: NOW_MS,
};
const CREATE = 'POST operator/operators/create';
const CHANGE = 'POST operator/operators/change';

async function open(role: string, answers: Parameters<typeof serve>[0] = {}) {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 1, name: 'owner', role, demo: true, has_otp: true }),
    'GET operator/operators': () => [rita],
    ...answers,
  });
  await renderAt('/operators', <Page />);
  await screen.findByText('rita');
}

const panel = () => within(screen.getByRole('complementary'));
const settle = () => act(async () => undefined);
const press = (name: string) => fireEvent.click(panel().getByRole('button', { name }));

test('Q4: a new operator’s link is shown once and goes with its panel; there is no password', async () => {
  const link = 'https://x.example/console/#/enrol/once';
  await open('owner', { [CREATE]: () => ({ operator_id: 5, link, expires_at: NOW_MS }) });
  fireEvent.click(screen.getByRole('button', { name: 'Add an operator' }));
  const name = panel().getByRole('textbox', { name: 'Name' });
  fireEvent.change(name, { target: { value: 'X' } });
  press('Add');
  expect(callsOf(CREATE)).toHaveLength(0);
  fireEvent.change(name, { target: { value: 'maya' } });
  press('Add');
  await settle();
  expect(callsOf(CREATE)[0]?.request).toEqual({ name: 'maya', role: 'reviewer' });
  expect(panel().getByText(link)).toBeTruthy();
  expect(panel().getByRole('button', { name: 'Done' })).toHaveProperty('disabled', true);
  fireEvent.click(panel().getByRole('checkbox'));
  press('Done');
  expect(screen.queryByText(link)).toBeNull();
});

test('Q4: where it was sent nobody sees the link', async () => {
  const sent = { operator_id: 5, sent_to: 'ma•••@x.example', expires_at: NOW_MS };
  await open('owner', { [CREATE]: () => sent });
  fireEvent.click(screen.getByRole('button', { name: 'Add an operator' }));
  const type = (label: string, value: string) =>
    fireEvent.change(panel().getByRole('textbox', { name: label }), { target: { value } });
  type('Name', 'maya');
  type('E-mail of the person', 'maya@x.example');
  press('Add');
  await settle();
  expect(callsOf(CREATE)[0]?.request).toEqual({
    name: 'maya',
    role: 'reviewer',
    email: 'maya@x.example',
  });
  expect(panel().getByText(/Sent to ma•••@x.example/)).toBeTruthy();
});

test('what the server refuses of a new operator stands at its field, and what was typed stays', async () => {
  await open('owner', { [CREATE]: () => refuse('name_taken', 'This name is taken.') });
  fireEvent.click(screen.getByRole('button', { name: 'Add an operator' }));
  const box = (name: string) => panel().getByRole<HTMLInputElement>('textbox', { name });
  fireEvent.change(box('Name'), { target: { value: 'rita' } });
  fireEvent.change(box('E-mail of the person'), { target: { value: 'rita@x.example' } });
  press('Add');
  expect((await panel().findByRole('alert')).textContent).toBe('This name is taken.');
  await waitFor(() => expect(document.activeElement).toBe(box('Name')));
  expect(box('E-mail of the person').value).toBe('rita@x.example');
  fireEvent.change(box('Name'), { target: { value: 'rita2' } });
  expect(panel().queryByRole('alert')).toBeNull();
});

test('Q4: a third person confirms who came in; whoever made the link cannot', async () => {
  const CONFIRM = 'POST operator/operators/confirm';
  const waiting = { ...rita, needs_confirmation: true, link_by: 'another' };
  await open('reviewer', {
    'GET operator/operators': () => [waiting],
    [CONFIRM]: () => 'Saved',
  });
  fireEvent.click(screen.getByText('rita'));
  press('It is the right person');
  await settle();
  expect(callsOf(CONFIRM)[0]?.request).toEqual({ id: '4' });
});

test('who has a passkey signs whom they confirm as the page shows them, and confirms nobody without', async () => {
  const CONFIRM = 'POST operator/operators/confirm';
  const waiting = { ...rita, needs_confirmation: true, link_by: 'another' };
  const me = { id: 3, name: 'mara', role: 'reviewer', demo: true, has_passkey: true };
  await open('reviewer', {
    'GET operator/me': () => me,
    'POST operator/passkey/intent': () => ({
      nonce: NONCE,
      deployment: 'here',
      options: { rpId: 'localhost' },
    }),
    'GET operator/operators': () => [waiting],
    [CONFIRM]: () => 'Saved',
  });
  fireEvent.click(screen.getByText('rita'));
  startAuthentication.mockRejectedValueOnce(
    Object.assign(new Error(), { name: 'NotAllowedError' }),
  );
  press('It is the right person');
  await vi.waitFor(() => expect(startAuthentication).toHaveBeenCalledOnce());
  await settle();
  expect(callsOf(CONFIRM)).toHaveLength(0);
  startAuthentication.mockResolvedValueOnce({ id: 'used' });
  press('It is the right person');
  await vi.waitFor(() => expect(callsOf(CONFIRM)).toHaveLength(1));
  const intent = { version: 1, kind: 'approval', deployment: 'here', operator: 3 } as const;
  const shown = { id: 4, name: 'rita', role: 'reviewer', link_by: 'another' };
  const text = approvalText({ ...intent, nonce: NONCE, ...operatorApproval(shown) });
  const challenge = createHash('sha256').update(text).digest('base64url');
  expect(startAuthentication).toHaveBeenLastCalledWith({
    optionsJSON: { rpId: 'localhost', challenge },
  });
  const request = { id: '4', nonce: NONCE, credential: '{"id":"used"}' };
  expect(callsOf(CONFIRM)[0]?.request).toEqual(request);
});

test('who came in by a link of the server’s machine is named as such', async () => {
  await open('owner', {
    'GET operator/operators': () => [{ ...rita, needs_confirmation: true }],
  });
  fireEvent.click(screen.getByText('rita'));
  expect(panel().getByText("The server's machine")).toBeTruthy();
  expect(panel().getByText(/where any of you could have opened it/)).toBeTruthy();
});

test('what takes two says so, and that it is done again afterwards', async () => {
  await open('owner', { [CHANGE]: () => refuse('four_eyes', 'Another operator must agree') });
  fireEvent.click(screen.getByText('rita'));
  press('Stop the account');
  fireEvent.change(panel().getByRole('textbox', { name: 'Reason' }), {
    target: { value: 'Left the company' },
  });
  press('Stop rita');
  await settle();
  expect(callsOf(CHANGE)[0]?.request).toEqual({
    id: '4',
    is_active: 'false',
    reason: 'Left the company',
  });
  expect(panel().getByText(/do the same again within 24 hours/)).toBeTruthy();
});

test('an auditor sees operators and changes none', async () => {
  await open('auditor');
  expect(screen.queryByRole('button', { name: 'Add an operator' })).toBeNull();
  fireEvent.click(screen.getByText('rita'));
  expect(panel().queryByRole('button', { name: 'Stop the account' })).toBeNull();
});
