// @vitest-environment jsdom
import { MESSAGE_KINDS, messageLink } from '@fairlead/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { address, calls, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { findRoute } from '../../app/routes.ts';
import { startSession } from '../../data/account/session.ts';
import { invalidateAfter } from '../../data/live/private-events.ts';
import { Page as HomePage } from '../../pages/index/index.tsx';
import { Page as NoticesPage } from '../../pages/notice/index.tsx';
import { LOOKS, lookOf, NOWHERE } from './model.ts';

const message = (id: number, own: object = {}) => ({
  id,
  kind: 'deposit_passed',
  title: `Title ${id}`,
  body: `Body ${id}`,
  is_read: false,
  time: 1_788_000_000_000,
  ...own,
});
const MESSAGES = '/pages/notice/index?tab=messages';

/** A mailbox that keeps what was read. */
function mailbox(count: number) {
  const read = new Set<string>();
  let total = count;
  const list = () =>
    Array.from({ length: total }, (_, index) =>
      message(total - index, { is_read: read.has(String(total - index)) || read.has('all') }),
    );
  return {
    add: () => {
      total += 1;
    },
    answers: {
      'POST news/list': () => ({ list: [], page: 1, limit: 20, total: 0 }),
      'GET user/messages': () => ({
        list: list(),
        page: 1,
        limit: 20,
        total,
        unread: list().filter((one) => !one.is_read).length,
      }),
      'POST user/messages/read': (request: URLSearchParams) => {
        read.add(request.get('id') ?? 'all');
        return 'Read';
      },
    },
  };
}

test('every kind has a look and leads to a page that exists', () => {
  for (const kind of MESSAGE_KINDS) {
    expect(findRoute(messageLink(kind).split('?', 1)[0] ?? '')).toBeDefined();
    expect(LOOKS[kind]).toBeDefined();
  }
  expect(findRoute(NOWHERE)).toBeDefined();
  expect(lookOf('made_by_a_newer_server').icon).toBe('mail');
});

test('a tap reads a message and leads to what it is about', async () => {
  serve(mailbox(2).answers);
  startSession({ token: 't', user });
  await renderAt(MESSAGES, <NoticesPage />);
  expect(await screen.findByRole('tab', { name: 'Messages 2' })).toBeDefined();
  const link = await screen.findByRole('link', { name: /Title 2/ });
  expect(link.textContent).toContain('Unread');
  fireEvent.click(link);
  expect(await screen.findByRole('tab', { name: 'Messages 1' })).toBeDefined();
  expect(calls).toContain('POST user/messages/read');
});

test('all are read at once', async () => {
  serve(mailbox(3).answers);
  startSession({ token: 't', user });
  await renderAt(MESSAGES, <NoticesPage />);
  await act(async () => (await screen.findByRole('button', { name: 'Mark all as read' })).click());
  expect(await screen.findByRole('tab', { name: 'Messages' })).toBeDefined();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull(),
  );
});

test('a live notice brings the new message without a tap', async () => {
  const box = mailbox(1);
  serve(box.answers);
  startSession({ token: 't', user });
  await renderAt(MESSAGES, <NoticesPage />);
  await screen.findByText('Title 1');
  box.add();
  invalidateAfter('notice');
  expect(await screen.findByText('Title 2')).toBeDefined();
});

test('none yet is said, and a guest is asked to log in and comes back', async () => {
  serve(mailbox(0).answers);
  const view = await renderAt(MESSAGES, <NoticesPage />);
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain(
    'back=%2Fpages%2Fnotice%2Findex%3Ftab%3Dmessages',
  );
  view.unmount();
  startSession({ token: 't', user });
  await renderAt(MESSAGES, <NoticesPage />);
  expect(await screen.findByText(/^No message yet\./)).toBeDefined();
});

test('tabs keep their place in the address', async () => {
  serve(mailbox(0).answers);
  startSession({ token: 't', user });
  await renderAt('/pages/notice/index', <NoticesPage />);
  await act(async () => screen.getByRole('tab', { name: 'Messages' }).click());
  expect(address()).toBe(MESSAGES);
});

test('the bell of home leads to unread messages', async () => {
  serve(mailbox(1).answers);
  startSession({ token: 't', user });
  await renderAt('/', <HomePage />);
  const bell = await screen.findByRole('link', { name: 'Notices, there are new ones' });
  expect(bell.getAttribute('href')).toBe('#/pages/notice/index?tab=messages');
});
