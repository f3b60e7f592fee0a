// @vitest-environment jsdom
import type { User } from '@fairlead/contract';
import { beforeEach, expect, test } from 'vitest';
import { endSession, expireSession, startSession, updateUser } from './session.ts';

const userOf = (id: number): User => ({ id, account: `user${id}@example.org` }) as User;
const kept = (): string | null => window.sessionStorage.getItem('draft spot BTC/USDT');

beforeEach(() => {
  endSession();
  startSession({ token: 'one', user: userOf(1) });
  window.sessionStorage.setItem('draft spot BTC/USDT', '{"amount":"5"}');
});

test.each([
  ['who logs out', endSession],
  ['who is logged out', () => expireSession('one')],
  ['who gives way to somebody else', () => startSession({ token: 'two', user: userOf(2) })],
])('%s leaves nothing that was typed', (_, leave) => {
  leave();
  expect(kept()).toBeNull();
});

test('fresh figures of the same user, and a new session, leave it', () => {
  updateUser(userOf(1));
  startSession({ token: 'new', user: userOf(1) });
  expect(kept()).toBe('{"amount":"5"}');
});
