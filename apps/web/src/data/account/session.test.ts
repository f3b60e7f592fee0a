// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { user } from '../../../test/user.ts';
import {
  endSession,
  expireSession,
  isLoggedIn,
  onNotLoggedIn,
  onTokenChange,
  sessionToken,
  startSession,
  updateUser,
} from './session.ts';

afterEach(() => endSession());

describe('local storage', () => {
  test('token is plain text and user JSON, under the plain keys', () => {
    startSession({ token: 'abc', user });
    expect(window.localStorage.getItem('token')).toBe('abc');
    expect(JSON.parse(window.localStorage.getItem('user') ?? '')).toEqual(user);
  });
  test('a log-out removes both', () => {
    startSession({ token: 'abc', user });
    endSession();
    expect(window.localStorage.getItem('token')).toBeNull();
    expect(window.localStorage.getItem('user')).toBeNull();
    expect(isLoggedIn()).toBe(false);
  });
  test('fresh figures replace the user and keep the token', () => {
    startSession({ token: 'abc', user });
    updateUser({ ...user, nickname: 'New' });
    expect(sessionToken()).toBe('abc');
    expect(window.localStorage.getItem('user')).toContain('New');
  });
  test('another tab that logs out logs this one out', () => {
    startSession({ token: 'abc', user });
    window.localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(isLoggedIn()).toBe(false);
  });
  test.each([
    ['a token alone', 'abc', null],
    ['a user alone', null, JSON.stringify(user)],
    ['a spoiled user', 'abc', '{"id":'],
    ['a user of another shape', 'abc', '"Mara"'],
  ])('%s counts as a guest', (_, token, text) => {
    if (token !== null) window.localStorage.setItem('token', token);
    if (text !== null) window.localStorage.setItem('user', text);
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(isLoggedIn()).toBe(false);
  });
});

test('an expired session is cleared before the event is raised', () => {
  startSession({ token: 'abc', user });
  const seen = vi.fn(() => expect(isLoggedIn()).toBe(false));
  const stop = onNotLoggedIn(seen);
  expireSession('abc');
  stop();
  expireSession(undefined);
  expect(seen).toHaveBeenCalledTimes(1);
});

test('a refusal of the token before does not end the session that another tab has begun', () => {
  startSession({ token: 'abc', user });
  const seen = vi.fn();
  const stop = onNotLoggedIn(seen);
  // Its event is on the way yet.
  window.localStorage.setItem('token', 'new');
  expireSession('abc');
  stop();
  expect(window.localStorage.getItem('token')).toBe('new');
  expect([sessionToken(), isLoggedIn()]).toEqual(['new', true]);
  expect(seen).not.toHaveBeenCalled();
});

test('a change of the token is told, a change of the user alone is not', () => {
  const told = vi.fn();
  const stop = onTokenChange(told);
  startSession({ token: 'abc', user });
  updateUser({ ...user, nickname: 'New' });
  endSession();
  stop();
  expect(told.mock.calls).toEqual([['abc'], [undefined]]);
});
