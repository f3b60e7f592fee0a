// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { chat, deskAnswer, userMessage } from '../../../test/chats.ts';
import { COMMON } from '../../../test/records.ts';
import { callsOf, pageOf, refuse, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const LIST = 'GET operator/chats';
const OPEN = 'GET operator/chats/open';
const SEND = 'POST operator/chats/send';
const TAKE = 'POST operator/chats/take';
const SETTINGS = 'GET operator/chats/settings';
const SAVE = 'POST operator/chats/settings/save';

const mine = (own = {}) =>
  chat({ status: 'active', is_mine: true, operator: 'Mara', operator_id: 3, ...own });
const listOf = (...list: ReturnType<typeof chat>[]) => ({
  ...pageOf(list),
  colleagues: [{ id: 8, name: 'Ines', active: 2, is_here: true }],
});

async function open(
  path: string,
  {
    role = 'support',
    isPhone = false,
    ...answers
  }: Record<string, unknown> & {
    role?: string;
    isPhone?: boolean;
  } = {},
) {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 3, name: 'mara', role, demo: true, has_otp: true }),
    [LIST]: () => listOf(chat()),
    [OPEN]: () => ({ chat: chat(), list: [userMessage(1)], has_more: false }),
    [SETTINGS]: () => ({}),
    'POST operator/chats/read': () => 'ok',
    ...(answers as Parameters<typeof serve>[0]),
  });
  await renderAt(path, <Page />, { isPhone });
  await act(async () => undefined);
}

const settle = () => act(async () => undefined);
const log = () => within(screen.getByRole('log', { name: 'Messages' }));

test('the queue says who waits, since when and how much is unread', async () => {
  await open('/chats', {
    [LIST]: () => listOf(chat({ waits_since: 1 }), mine({ id: 18, unread_at_desk: 0 })),
  });
  expect(await screen.findByRole('heading', { name: 'Waiting 1' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Mine 1' })).toBeTruthy();
  const row = screen.getByRole('button', { name: /1 ?unread/ });
  expect(row.textContent).toContain('Where is my deposit?');
});

test('a waiting conversation is taken before it is answered', async () => {
  await open('/chats?open=17', { [TAKE]: () => mine() });
  expect(await screen.findByText(/Take the conversation to answer/)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Answer' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Take' }));
  await settle();
  expect(callsOf(TAKE)[0]?.request).toEqual({ id: '17' });
});

test('Enter answers, the answer is there at once, and what the user wrote is read', async () => {
  const written: string[] = [];
  await open('/chats?open=17', {
    [LIST]: () => listOf(mine()),
    [OPEN]: () => ({ chat: mine(), list: [userMessage(1)], has_more: false }),
    [SEND]: (request: URLSearchParams) => {
      written.push(request.get('text') ?? '');
      return { message: deskAnswer(2), chat: mine() };
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Answer' });
  fireEvent.change(field, { target: { value: 'It has arrived.' } });
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
  fireEvent.keyDown(field, { key: 'Enter' });
  await settle();
  expect(log().getByText('It has arrived.')).toBeTruthy();
  expect(written).toEqual(['It has arrived.']);
  expect(callsOf('POST operator/chats/read')[0]?.request).toEqual({ id: '17', message_id: '1' });
});

test('an answer that failed says why and is sent again as the same answer', async () => {
  const names: (string | null)[] = [];
  await open('/chats?open=17', {
    [LIST]: () => listOf(mine()),
    [OPEN]: () => ({ chat: mine(), list: [userMessage(1)], has_more: false }),
    [SEND]: (request: URLSearchParams) => {
      names.push(request.get('client_message_id'));
      return refuse('chat_taken', 'Another operator has this conversation');
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Answer' });
  fireEvent.change(field, { target: { value: 'Hello' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(await screen.findByText(/Failed to submit. Another operator/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(names).toHaveLength(2));
  expect(names[0]).toBe(names[1]);
});

test.each([
  ['somebody else has it', { role: 'support' }, { can_take: false }, /Ines answers here/, null],
  ['whoever has it is away', { role: 'support' }, { can_take: true }, /Ines is away/, 'Take over'],
  ['the role reads only', { role: 'auditor' }, { can_take: true }, /Support answers/, null],
])('no field where %s', async (_name, who, own, note, button) => {
  const theirs = chat({ status: 'active', operator: 'Ines', operator_id: 8, ...own });
  await open('/chats?open=17', {
    ...who,
    [LIST]: () => listOf(theirs),
    [OPEN]: () => ({ chat: theirs, list: [userMessage(1)], has_more: false }),
  });
  expect(await screen.findByText(note)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Answer' })).toBeNull();
  if (button === null) expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull();
  else expect(screen.getByRole('button', { name: button })).toBeTruthy();
});

test('a conversation is passed to a colleague, or to the queue', async () => {
  await open('/chats?open=17', {
    [LIST]: () => listOf(mine()),
    [OPEN]: () => ({ chat: mine(), list: [userMessage(1)], has_more: false }),
    'POST operator/chats/pass': () => chat(),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Pass on' }));
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }));
  fireEvent.change(dialog.getByRole('combobox'), { target: { value: '8' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Pass on' }));
  await settle();
  expect(callsOf('POST operator/chats/pass')[0]?.request).toEqual({ id: '17', operator_id: '8' });
});

test('on a phone the list gives way to the conversation, which leads back', async () => {
  await open('/chats?open=17', { isPhone: true });
  expect(await screen.findByRole('button', { name: 'Back' })).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Conversations' })).toBeNull();
});

test('managers set hours and address, and see no conversation', async () => {
  await open('/chats', { role: 'manager', [SAVE]: () => ({}) });
  expect(await screen.findByRole('switch', { name: 'Always open' })).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Conversations' })).toBeNull();
  fireEvent.change(screen.getByRole('textbox', { name: 'Address of another help desk' }), {
    target: { value: 'https://help.example.org' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await settle();
  expect(callsOf(SAVE)[0]?.json ?? callsOf(SAVE)[0]?.request).toEqual({
    url: 'https://help.example.org',
  });
});

test('without a conversation the page says so', async () => {
  await open('/chats', { [LIST]: () => listOf() });
  expect(await screen.findByText(/Nobody has written/)).toBeTruthy();
});

test('what does not load can be asked for again', async () => {
  await open('/chats', { [LIST]: () => refuse('internal', 'Out of order', 500) });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
