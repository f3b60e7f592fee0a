/**
 * Which account this tab acts as: the main one, or a sub-account of its user. Read once: a page that was loaded is of one account
 * to its end, and the way to another is another loading. So nothing that was read, typed or begun as one account is ever in the
 * memory of another: not for a frame, and no call that waits for its repetition goes out as somebody else.
 */
import { tabStorage } from '@fairlead/calls';
import type { RouteName } from '@fairlead/contract';
import { SUB_ACCOUNT_CALLS } from '@fairlead/contract/sub-account-calls';
import { forgetDrafts } from '../draft.ts';
import { onTokenChange, sessionUser } from './session.ts';

export interface Acting {
  readonly id: number;
  readonly name: string;
  /** Whose it is: of another user's session it is nothing. */
  readonly main: number;
}

/** Of the tab: it outlives a reload, and another tab acts as another account. */
const KEY = 'acting';

function read(): Acting | undefined {
  try {
    const kept: Partial<Acting> | null = JSON.parse(tabStorage.read(KEY) ?? 'null');
    const isOwn = kept !== null && kept.main === sessionUser()?.id;
    // Written below, in this tab.
    return isOwn && Number.isSafeInteger(kept.id) ? (kept as Acting) : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined for the main account, and for a guest. */
export const acting: Acting | undefined = read();
if (acting === undefined) tabStorage.write(KEY, null);

/** What is the person's and no account's, and so goes as the main account whoever is acted as. */
const OF_PERSON: ReadonlySet<RouteName> = new Set<RouteName>([
  'logout',
  'center',
  'center2',
  'security',
  'subscribePush',
  'unsubscribePush',
  'favourites',
  'saveFavourites',
  'drawings',
  'saveDrawings',
]);

/** Every other call goes as the account that is acted as: what the server does not take from one it refuses, and does not do as the main account. */
export const subAccountOf = (name: RouteName): number | undefined =>
  OF_PERSON.has(name) ? undefined : acting?.id;

/** Whether a read for users may be asked as the account that is acted as. */
export const mayAskActing = (name: RouteName): boolean =>
  acting === undefined || OF_PERSON.has(name) || SUB_ACCOUNT_CALLS.has(name);

/** Pages of what only the main account does, below `pages/`. */
const OF_MAIN =
  /^pages\/(template|finance|publication|promotion|verification|bankbind|user\/address|help\/center\/chat|assets\/(deposit|withdraw|recurring)|settings\/(account|alerts|notifications|subAccounts|security\/(?!apiKeys)))/;

/** Whether a page is of no use as the account that is acted as. */
export const isClosedActing = (path: string): boolean => acting !== undefined && OF_MAIN.test(path);

/** Begins anew as another account; undefined is the main one. */
export function actAs(next: Pick<Acting, 'id' | 'name'> | undefined, path?: string): void {
  const main = sessionUser()?.id;
  tabStorage.write(KEY, next && main ? JSON.stringify({ ...next, main }) : null);
  forgetDrafts();
  if (path !== undefined) window.history.replaceState(null, '', `#${path}`);
  window.location.reload();
}

/** Who logs out, here or in another tab, is nobody's sub-account any more. Once, at start-up. */
export function followActing(): void {
  if (acting === undefined) return;
  onTokenChange(() => {
    // When whoever ended the session has said where to go.
    if (sessionUser()?.id !== acting.main) setTimeout(actAs);
  });
}
