// @vitest-environment jsdom
import type { Hold } from '@fairlead/contract';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { HeldNote } from '../../app/parts/HeldNote.tsx';
import { OpenHolds } from '../../app/parts/OpenHolds.tsx';
import { startSession } from '../../data/account/session.ts';
import { Page } from '../../pages/user/holds.tsx';

const PAGE = '/pages/user/holds';
const DAY_MS = 86_400_000;
const HOLD: Hold = {
  id: 4,
  kind: 'withdrawal',
  record_id: 71,
  reason: 'we ask where this money comes from',
  words: 'Please send the invoice.',
  placed_at: 1_800_000_000_000,
  ends_at: 1_800_000_000_000 + 3 * DAY_MS,
};

beforeEach(() => startSession({ token: 't', user }));
afterEach(() => cleanup());

test('a hold says why, until when and what its end does, and takes one appeal', async () => {
  let holds: Hold[] = [HOLD];
  let sent: URLSearchParams | undefined;
  serve({
    'GET user/holds': () => holds,
    'POST user/holds/appeal': (request) => {
      sent = request;
      holds = [{ ...HOLD, appeal: { text: 'It is my own.', time: HOLD.placed_at } }];
      return holds[0];
    },
  });
  await renderAt(PAGE, <Page />);
  expect(await screen.findByText('Withdrawal 71')).toBeTruthy();
  expect(screen.getByText('We ask where this money comes from')).toBeTruthy();
  expect(screen.getByText('Please send the invoice.')).toBeTruthy();
  expect(screen.getByText(/the money goes back to your balance/)).toBeTruthy();
  const press = () =>
    act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Send the appeal' }));
    });
  await press();
  expect(await screen.findByText('Please write a few words.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Your appeal'), { target: { value: 'It is my own.' } });
  await press();
  expect(await screen.findByText('Another operator will answer.')).toBeTruthy();
  expect(Object.fromEntries(sent ?? [])).toEqual({ id: '4', text: 'It is my own.' });
  expect(screen.queryByRole('button', { name: 'Send the appeal' })).toBeNull();
});

test('one that ended shows the answer and takes no appeal', async () => {
  const appeal = { text: 'It is my own.', time: 1, answer: 'It was.', answered_at: 2 };
  serve({ 'GET user/holds': () => [{ ...HOLD, appeal, end: 'lapsed', ended_at: HOLD.ends_at }] });
  await renderAt(PAGE, <Page />);
  expect(await screen.findByText('It was.')).toBeTruthy();
  expect(screen.getByText('Ended by itself')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send the appeal' })).toBeNull();
});

test('without any it says so', async () => {
  serve({ 'GET user/holds': () => [] });
  await renderAt(PAGE, <Page />);
  expect(await screen.findByText('Nothing of yours is held.')).toBeTruthy();
});

test('other pages say what is held of the whole account, with the way to it', async () => {
  const { record_id: _none, ...account } = HOLD;
  serve({ 'GET user/holds': () => [HOLD, { ...account, id: 5, kind: 'account' }] });
  await renderAt('/', <OpenHolds />);
  expect(await screen.findByText(/Your account is frozen until/)).toBeTruthy();
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(screen.getByRole('link').getAttribute('href')).toContain('pages/user/holds');
});

test('a record that is not held says nothing', async () => {
  const { container } = await renderAt('/', <HeldNote kind="deposit" until={undefined} />);
  expect(container.textContent).toBe('');
});
