// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { chatState, conversation, fromDesk, fromUser } from '../../../test/chat.ts';
import { calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { Page } from '../../pages/help/center/chat.tsx';
import { keepConversation, keepMessage } from './thread-cache.ts';

const HERE = 'http://app.test/#/pages/help/center/chat';
const article = { id: 4, title: 'When a deposit is late', summary: 'Wait.', published_at: 1 };

type Answers = Parameters<typeof serve>[0];

async function open(own: Answers = {}) {
  serve({
    'GET chat': () => chatState(),
    'GET chat/messages': () => ({ list: [fromUser(1), fromDesk(2)], has_more: false }),
    'POST chat/read': () => 'ok',
    'POST news/list': () => ({ list: [article], page: 1, limit: 3, total: 1 }),
    'POST set/get_customer_url': () => ({ url: HERE }),
    ...own,
  });
  startSession({ token: 'token', user });
  await renderAt('/pages/help/center/chat', <Page />);
}

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' });
const log = () => within(screen.getByRole('log', { name: 'Conversation' }));
const settle = () => act(async () => undefined);

async function write(text: string) {
  const area = await field();
  fireEvent.change(area, { target: { value: text } });
  fireEvent.keyDown(area, { key: 'Enter' });
  await settle();
}

/** What the server has received, named as its sender named it. */
const sent = (request: URLSearchParams) => ({
  message: fromUser(9, {
    text: request.get('text') ?? '',
    client_message_id: request.get('client_message_id') ?? '',
  }),
  conversation: conversation(),
});

test('shows who answers, what was written and what was read', async () => {
  await open({
    'GET chat': () => chatState({ conversation: conversation({ read_by_operator: 1 }) }),
  });
  expect(await screen.findByText('Mara answers you')).toBeTruthy();
  expect(log().getByText('question 1')).toBeTruthy();
  expect(log().getByText('answer 2')).toBeTruthy();
  expect(log().getByText('Read')).toBeTruthy();
});

test('Enter sends, the field is empty and keeps the focus, and the message is there once', async () => {
  await open({ 'POST chat/send': sent });
  await write('Is anybody there?');
  expect(await screen.findByText('Is anybody there?')).toBeTruthy();
  expect(screen.getAllByText('Is anybody there?')).toHaveLength(1);
  expect((await field()).value).toBe('');
  expect(document.activeElement).toBe(await field());
});

test('Shift and Enter, an input method that composes and blank lines send nothing', async () => {
  await open({ 'POST chat/send': sent });
  const area = await field();
  fireEvent.change(area, { target: { value: 'half a' } });
  fireEvent.keyDown(area, { key: 'Enter', shiftKey: true });
  fireEvent.keyDown(area, { key: 'Enter', isComposing: true });
  fireEvent.change(area, { target: { value: '  \n ' } });
  fireEvent.keyDown(area, { key: 'Enter' });
  await settle();
  expect(calls).not.toContain('POST chat/send');
});

test('what could not be sent says so and goes again as the same message', async () => {
  const names: (string | null)[] = [];
  await open({
    'POST chat/send': (request) => {
      names.push(request.get('client_message_id'));
      return names.length === 1
        ? refuse('chat_limit', 'You are writing very fast', 429)
        : sent(request);
    },
  });
  await write('Hello');
  expect(await screen.findByText(/Failed to submit\. You are writing very fast/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(screen.queryByText(/Failed to submit/)).toBeNull());
  expect(log().getByText('Hello')).toBeTruthy();
  expect(names).toHaveLength(2);
  expect(names[0]).toBe(names[1]);
});

test('a message that failed can be given up', async () => {
  await open({ 'POST chat/send': () => refuse('internal', 'Out of order', 500) });
  await write('Never mind');
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(screen.queryByText('Never mind')).toBeNull();
});

test('an answer appears as it comes, without asking for the messages again, and is read', async () => {
  await open();
  await screen.findByText('answer 2');
  await vi.waitFor(() => expect(calls).toContain('POST chat/read'));
  const asked = calls.filter((call) => call === 'GET chat/messages').length;
  await act(async () => {
    keepMessage(fromDesk(3, { text: 'It has arrived.' }));
    keepConversation(conversation({ unread: 1 }));
  });
  expect(log().getByText('It has arrived.')).toBeTruthy();
  await vi.waitFor(() => expect(calls.filter((call) => call === 'POST chat/read')).toHaveLength(2));
  expect(calls.filter((call) => call === 'GET chat/messages')).toHaveLength(asked);
});

test('an answer that an event overtook takes no read mark back', async () => {
  await open({
    'GET chat': () => chatState({ conversation: conversation({ read_by_operator: 1 }) }),
  });
  expect(await screen.findByText('Read')).toBeTruthy();
  await act(async () => keepConversation(conversation({ read_by_operator: 0 })));
  expect(screen.getByText('Read')).toBeTruthy();
});

test.each([
  [{ position: 2, expected_wait_ms: 170_000 }, ['Place 2 in the queue', 'usually 3 minutes']],
  [{ position: 1, expected_wait_ms: 20_000 }, ['Place 1 in the queue', 'usually 1 minute']],
] as const)('who waits reads %j', async (own, texts) => {
  await open({
    'GET chat': () => chatState({ conversation: conversation({ ...own, status: 'waiting' }) }),
  });
  for (const text of texts) expect(await screen.findByText(text)).toBeTruthy();
});

test('out of hours it says when the desk opens, and still takes messages', async () => {
  const opens = new Date(2026, 10, 23, 9, 0).getTime();
  await open({ 'GET chat': () => ({ is_open: false, opens_at: opens }) });
  expect(await screen.findByText(/The desk opens on 23 Nov, 09:00, your time/)).toBeTruthy();
  expect((await field()).disabled).toBe(false);
});

test('before the first message it says what this is and links help', async () => {
  await open({
    'GET chat': () => ({ is_open: true }),
    'GET chat/messages': () => ({ list: [], has_more: false }),
  });
  expect(await screen.findByText(/A person reads it and answers here/)).toBeTruthy();
  const link = await screen.findByRole('link', { name: /When a deposit is late/ });
  expect(link.getAttribute('href')).toBe('#/pages/help/center/detail?id=4');
  expect(screen.queryByRole('button', { name: 'Conversation menu' })).toBeNull();
});

test('the conversation is ended after a question that says what follows', async () => {
  await open({
    'POST chat/close': () => chatState({ conversation: conversation({ status: 'closed' }) }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Conversation menu' }));
  fireEvent.click(await screen.findByRole('button', { name: 'End conversation' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/your next message begins a new conversation/)).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'End conversation' }));
  expect(await screen.findByText('Conversation ended. Write to begin another.')).toBeTruthy();
});

test('what does not load can be asked for again', async () => {
  await open({ 'GET chat': () => refuse('internal', 'Out of order', 500) });
  expect(await screen.findByRole('button', { name: 'Retry' }, { timeout: 15_000 })).toBeTruthy();
});

test('where the operator answers elsewhere, the page leads there beside the app', async () => {
  await open({
    'GET chat': () => ({ is_open: true }),
    'POST set/get_customer_url': () => ({ url: 'https://help.example.org/' }),
  });
  const link = await screen.findByRole('link', { name: 'Open help' });
  expect(link.getAttribute('href')).toBe('https://help.example.org/');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toBe('noopener');
});

test('a picture that is too large is refused before anything leaves', async () => {
  await open();
  await field();
  const file = new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' });
  const [picker] = document.querySelectorAll('input[type=file]');
  fireEvent.change(picker ?? document.body, { target: { files: [file] } });
  expect(await screen.findByText(/Out of allowable file size/)).toBeTruthy();
});
