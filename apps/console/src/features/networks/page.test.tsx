// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON } from '../../../test/records.ts';
import { callsOf, refuse, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const tron = {
  currency_id: 3,
  chain: 'TRC20',
  min_deposit: '1.000000',
  min_withdraw: '10.000000',
  withdraw_fee: '1.000000',
  confirmations: 20,
  is_deposit_open: true,
  is_withdraw_open: true,
  two_approvals_from: '10000.000000',
};
const SAVE = 'POST operator/chains/save';

async function edit(role: string, answers: Parameters<typeof serve>[0] = {}) {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 3, name: 'mara', role, demo: true, has_otp: true }),
    'GET operator/chains': () => [tron],
    ...answers,
  });
  await renderAt('/networks', <Page />);
  fireEvent.click(await screen.findByText('Tron'));
}

const panel = () => within(screen.getByRole('complementary'));
const settle = () => act(async () => undefined);
const press = (name: string) => fireEvent.click(panel().getByRole('button', { name }));
const type = (name: string, value: string) =>
  fireEvent.change(panel().getByRole('textbox', { name }), { target: { value } });

test('a change that is better for users is looked at, and holds at once', async () => {
  await edit('manager', { [SAVE]: () => ({ is_effective: true }) });
  press('Edit the terms');
  type('Withdrawal fee', '0.5');
  press('Review the change');
  expect(panel().getByText(/Holds at once/)).toBeTruthy();
  expect(callsOf(SAVE)).toHaveLength(0);
  press('Save');
  await settle();
  expect(callsOf(SAVE)[0]?.request).toMatchObject({
    currency_id: '3',
    chain: 'TRC20',
    withdraw_fee: '0.5',
    min_withdraw: '10',
    confirmations: '20',
    is_deposit_open: 'true',
  });
});

test('a change that weakens a safeguard says that it waits for a second operator (L3)', async () => {
  await edit('manager', { [SAVE]: () => ({ is_effective: false, proposal_id: 5 }) });
  press('Edit the terms');
  type('Confirmations', '2');
  press('Review the change');
  expect(panel().getByText('Takes a second operator')).toBeTruthy();
  expect(panel().getByText(/becomes a proposal/)).toBeTruthy();
  expect(panel().queryByRole('button', { name: 'Save' })).toBeNull();
  press('Propose');
  await settle();
  expect(callsOf(SAVE)).toHaveLength(1);
});

test('nothing changed is not saved, and a wrong field is not looked at', async () => {
  await edit('manager');
  press('Edit the terms');
  type('Smallest withdrawal', '1');
  press('Review the change');
  expect(panel().getByText('Does not fit “Withdrawal fee”.')).toBeTruthy();
  type('Smallest withdrawal', '10.0');
  press('Review the change');
  expect(panel().getByText('Nothing is changed.')).toBeTruthy();
  expect(panel().getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
});

test('what the server refuses of a field is shown at the field', async () => {
  const refusal = refuse('validation_failed', 'Check the fields');
  const envelope = { ...refusal.envelope, fields: { withdraw_fee: 'Too dear.' } };
  await edit('manager', { [SAVE]: () => ({ ...refusal, envelope }) });
  press('Edit the terms');
  type('Withdrawal fee', '4');
  press('Review the change');
  press('Propose');
  await settle();
  expect(panel().getByText('Too dear.')).toBeTruthy();
});

test('a reviewer reads the terms and changes none', async () => {
  await edit('reviewer');
  expect(panel().queryByRole('button', { name: 'Edit the terms' })).toBeNull();
  expect(panel().getByText(/Managers change them/)).toBeTruthy();
});
