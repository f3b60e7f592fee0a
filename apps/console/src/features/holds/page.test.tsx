// @vitest-environment jsdom
import type { OperatorHold } from '@fairlead/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON, NOW_MS } from '../../../test/records.ts';
import { callsOf, pageOf, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const hold: OperatorHold = {
  id: 4,
  kind: 'withdrawal',
  record_id: 71,
  reason: 'we ask where this money comes from',
  words: 'Please send the invoice.',
  placed_at: NOW_MS,
  ends_at: NOW_MS + 86_400_000,
  user_id: 17,
  user: 'k***7@mail.test',
  placed_by: 'otto',
  may_answer: false,
};
const appealed: OperatorHold = {
  ...hold,
  may_answer: true,
  appeal: { text: 'It is my own wallet.', time: NOW_MS },
};

async function open(
  row: OperatorHold,
  role = 'reviewer',
  answers: Parameters<typeof serve>[0] = {},
) {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 3, name: 'rita', role, demo: true, has_otp: true }),
    'GET operator/holds': () => pageOf([row]),
    ...answers,
  });
  await renderAt('/holds?open=4', <Page />);
  await screen.findByRole('complementary', { name: 'Hold 4' });
  if (role === 'reviewer') await screen.findByRole('button', { name: 'A later end' });
}

const settle = () => act(async () => undefined);
const panel = () => within(screen.getByRole('complementary'));
const press = (name: string) => fireEvent.click(panel().getByRole('button', { name }));
const type = (name: string, value: string) =>
  fireEvent.change(panel().getByRole('textbox', { name }), { target: { value } });

test('one shows what its user reads, who placed it and what its end does', async () => {
  await open(hold);
  expect(panel().getByText('we ask where this money comes from')).toBeTruthy();
  expect(panel().getByText('Please send the invoice.')).toBeTruthy();
  expect(panel().getByText('otto')).toBeTruthy();
  expect(panel().getByText(/goes back to the user’s balance/)).toBeTruthy();
  expect(panel().getByRole('link', { name: 'Record' }).getAttribute('href')).toContain('71');
});

test('an appeal is answered by whoever may, once', async () => {
  await open(appealed, 'reviewer', { 'POST operator/holds/answer': () => hold });
  expect(panel().getByText('It is my own wallet.')).toBeTruthy();
  press('Answer');
  type('Reason', 'Thank you, we look at it.');
  press('Answer');
  await settle();
  expect(callsOf('POST operator/holds/answer')[0]?.request).toEqual({
    id: '4',
    answer: 'Thank you, we look at it.',
  });
});

test('whoever placed it is told that another answers', async () => {
  await open({ ...appealed, may_answer: false });
  expect(panel().queryByRole('button', { name: 'Answer' })).toBeNull();
  expect(panel().getByText(/another operator answers/)).toBeTruthy();
});

test('a later end and letting go are proposed', async () => {
  await open(hold, 'reviewer', {
    'POST operator/holds/extend': () => ({ proposal_id: 8 }),
    'POST operator/holds/end': () => ({ proposal_id: 9 }),
  });
  press('A later end');
  type('Reason', 'The bank has not answered.');
  type('Days', '15');
  press('Propose');
  expect(await panel().findByText('A whole number from 1 to 14')).toBeTruthy();
  type('Days', '5');
  press('Propose');
  await settle();
  expect(callsOf('POST operator/holds/extend')[0]?.request).toEqual({
    id: '4',
    reason: 'The bank has not answered.',
    days: '5',
  });
  press('Let it go');
  type('Reason', 'They sent it.');
  press('Propose');
  await settle();
  expect(callsOf('POST operator/holds/end')[0]?.request).toEqual({
    id: '4',
    reason: 'They sent it.',
  });
});

test('of an account it is said where it is let go', async () => {
  const { record_id: _none, ...account } = hold;
  await open({ ...account, kind: 'account' });
  expect(panel().queryByRole('button', { name: 'Let it go' })).toBeNull();
  expect(panel().getByText(/let go from the user’s record/)).toBeTruthy();
});

test('an auditor reads', async () => {
  await open(appealed, 'auditor');
  expect(panel().queryByRole('button', { name: 'Answer' })).toBeNull();
  expect(panel().queryByRole('button', { name: 'A later end' })).toBeNull();
});
