// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON, NOW_MS } from '../../test/records.ts';
import { callsOf, refuse, renderAt, serve } from '../../test/render.tsx';
import { Page } from './operators.tsx';

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

test('a new operator’s password is shown once and goes with its panel', async () => {
  await open('owner', { [CREATE]: () => ({ operator_id: 5, password: 'Secret-Once-123' }) });
  fireEvent.click(screen.getByRole('button', { name: 'Add an operator' }));
  const name = panel().getByRole('textbox', { name: 'Name' });
  fireEvent.change(name, { target: { value: 'X' } });
  press('Add');
  expect(callsOf(CREATE)).toHaveLength(0);
  fireEvent.change(name, { target: { value: 'maya' } });
  press('Add');
  await settle();
  expect(callsOf(CREATE)[0]?.request).toEqual({ name: 'maya', role: 'reviewer' });
  expect(panel().getByText('Secret-Once-123')).toBeTruthy();
  expect(panel().getByRole('button', { name: 'Done' })).toHaveProperty('disabled', true);
  fireEvent.click(panel().getByRole('checkbox'));
  press('Done');
  expect(screen.queryByText('Secret-Once-123')).toBeNull();
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
