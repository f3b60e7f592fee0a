/**
 * Who is logged in. Kept in local storage under the specification's plain keys: `token` (text) and `user`
 * (JSON). Another tab that logs out logs this one out too.
 */

import { storage } from '@fairlead/calls';
import type { User } from '@fairlead/contract';
import { STORAGE_KEYS } from '@fairlead/contract/constants';
import { create } from 'zustand';
import { forgetDrafts } from '../draft.ts';

interface SessionState {
  readonly token: string | undefined;
  readonly user: User | undefined;
}

const NOBODY: SessionState = { token: undefined, user: undefined };

function readUser(text: string | null): User | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isUser = typeof value === 'object' && value !== null && 'id' in value;
    // Written by this app; a spoiled value fails at `id` and counts as nobody.
    return isUser && typeof value.id === 'number' ? (value as User) : undefined;
  } catch {
    return undefined;
  }
}

const readStored = (): SessionState => ({
  token: storage.read(STORAGE_KEYS.token) || undefined,
  user: readUser(storage.read(STORAGE_KEYS.user)),
});

const sessionStore = create<SessionState>()(readStored);

// Whoever logs out, here or in another tab, or is logged out, leaves nothing that was typed to who comes next.
sessionStore.subscribe((state, before) => {
  if (before.user !== undefined && state.user?.id !== before.user.id) forgetDrafts();
});

const isComplete = ({ token, user }: SessionState): boolean =>
  token !== undefined && user !== undefined;

/** Both token and user are needed: one alone counts as a guest. */
export const isLoggedIn = (): boolean => isComplete(sessionStore.getState());
export const useIsLoggedIn = (): boolean => sessionStore(isComplete);
/** The logged-in user; undefined for a guest. */
export const useUser = (): User | undefined =>
  sessionStore((state) => (isComplete(state) ? state.user : undefined));
/** The same outside of components. */
export const sessionUser = (): User | undefined => {
  const state = sessionStore.getState();
  return isComplete(state) ? state.user : undefined;
};
export const sessionToken = (): string | undefined => sessionStore.getState().token;

function set(next: SessionState): void {
  storage.write(STORAGE_KEYS.token, next.token ?? null);
  storage.write(STORAGE_KEYS.user, next.user === undefined ? null : JSON.stringify(next.user));
  sessionStore.setState(next);
}

/** After login or registration. */
export const startSession = (session: { readonly token: string; readonly user: User }): void =>
  set({ token: session.token, user: session.user });

/** Fresh figures of the same user, from user/center. */
export function updateUser(user: User): void {
  const { token } = sessionStore.getState();
  if (token !== undefined) set({ token, user });
}

/** Forgets token and user. The server's session is ended by `user/logout`, not here. */
export const endSession = (): void => set(NOBODY);

/** Calls back whenever the token changes: login, logout, another tab. */
export function onTokenChange(listener: (token: string | undefined) => void): () => void {
  return sessionStore.subscribe((state, before) => {
    if (state.token !== before.token) listener(state.token);
  });
}

const notLoggedIn = new EventTarget();

/** The server answered 999: token and user are already cleared when listeners run. */
export function onNotLoggedIn(listener: () => void): () => void {
  notLoggedIn.addEventListener('not-logged-in', listener);
  return () => notLoggedIn.removeEventListener('not-logged-in', listener);
}

/**
 * Clears the session whose token was refused and raises the not-logged-in event. False where another tab has begun one of which this
 * one has not heard yet: that one stays, and is this tab's now.
 */
export function expireSession(refused: string | undefined): boolean {
  const stored = readStored();
  if (stored.token !== undefined && stored.token !== refused) {
    sessionStore.setState(stored);
    return false;
  }
  endSession();
  notLoggedIn.dispatchEvent(new Event('not-logged-in'));
  return true;
}

/** Takes what other tabs wrote while this page was put away; whether it is of another session. */
export function takeStored(): boolean {
  const before = sessionToken();
  sessionStore.setState(readStored());
  return sessionToken() !== before;
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === STORAGE_KEYS.token || key === STORAGE_KEYS.user)
      sessionStore.setState(readStored());
  });
}
