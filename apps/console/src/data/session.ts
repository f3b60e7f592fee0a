/**
 * The operator's token. Kept in this tab's session storage, under a key of its own: it never meets a user's
 * token, no other tab reads it, and it is gone when the tab closes.
 */

import { tabStorage } from '@fairlead/calls';
import { create } from 'zustand';

const TOKEN_KEY = 'console.token';

/** Why the login page is shown; undefined when nobody was logged in before. */
export type Ended = 'logged_out' | 'expired' | 'idle' | 'password_set';

interface SessionState {
  readonly token: string | undefined;
  readonly ended: Ended | undefined;
}

const sessionStore = create<SessionState>()(() => ({
  token: tabStorage.read(TOKEN_KEY) || undefined,
  ended: undefined,
}));

export const sessionToken = (): string | undefined => sessionStore.getState().token;
export const useIsLoggedIn = (): boolean => sessionStore(({ token }) => token !== undefined);
export const useEnded = (): Ended | undefined => sessionStore(({ ended }) => ended);

export function startSession(token: string): void {
  tabStorage.write(TOKEN_KEY, token);
  sessionStore.setState({ token, ended: undefined });
}

/** Forgets the token. The server's session is ended by `operator/logout`, not here. */
export function endSession(ended?: Ended): void {
  tabStorage.write(TOKEN_KEY, null);
  sessionStore.setState({ token: undefined, ended });
}

/** Calls back whenever the token changes. */
export function onTokenChange(listener: (token: string | undefined) => void): () => void {
  return sessionStore.subscribe((state, before) => {
    if (state.token !== before.token) listener(state.token);
  });
}
