/** What a recovery is gone on with, in this browser, over days: it opens its own calls and nothing else. */
import { storage } from '@fairlead/calls';
import { create } from 'zustand';

const KEY = 'recovery';

const tokenStore = create<{ readonly token: string | undefined; readonly hasEnded: boolean }>()(
  () => ({ token: storage.read(KEY) || undefined, hasEnded: false }),
);

export const recoveryToken = (): string | undefined => tokenStore.getState().token;
export const useRecovery = tokenStore;

export function keepRecovery(token: string): void {
  storage.write(KEY, token);
  tokenStore.setState({ token, hasEnded: false });
}

/** It was stopped, refused or replaced; or it is done. */
export function forgetRecovery({ hasEnded }: { readonly hasEnded: boolean }): void {
  storage.write(KEY, null);
  tokenStore.setState({ token: undefined, hasEnded });
}
