/**
 * Which account this tab acts as: the main one, or a sub-account of its user; or which account of somebody else it reads. Known once:
 * a page that was loaded is of one account to its end, and the way to another is another loading. So nothing that was read, typed or begun as one account is ever in the
 * memory of another: not for a frame, and no call that waits for its repetition goes out as somebody else.
 */
import { tabStorage } from '@fairlead/calls';
import type { RouteName } from '@fairlead/contract';
import { ROUTE_PATHS, type RoutePath } from '@fairlead/contract/paths';
import type { ComponentType } from 'react';
import { PRIVATE_ROUTES } from '../calls/private-routes.ts';
import { forgetDrafts } from '../draft.ts';
import { onTokenChange, sessionUser, takeStored } from './session.ts';

export interface Acting {
  readonly id: number;
  readonly name: string;
  /** Whose it is: of another user's session it is nothing. */
  readonly main: number;
  /** Of an account that somebody else shares: what its calls name it by. It is read, and nothing is done as it. */
  readonly share?: string;
  /** The same share has other accounts too. */
  readonly isOfSeveral?: boolean;
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
/** Whether the tab shows an account of somebody else: nothing that changes anything is offered. */
export const isReading = acting?.share !== undefined;
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

/** Asked by POST, and for anybody. */
const OF_ANYBODY: ReadonlySet<RouteName> = new Set<RouteName>([
  ...(['setLang', 'getLang', 'areaCode', 'newsList', 'newsDetail', 'futuresDeal'] as const),
]);
/** For anybody, with more of one's own. */
const OWN_MORE: RouteName = 'receipt';
const PATHS: Readonly<Partial<Record<RouteName, RoutePath>>> = ROUTE_PATHS;

/** Whether it is nobody's in particular, or the reader's own whatever account is read. */
const isOfNobody = (name: RouteName): boolean =>
  OF_PERSON.has(name) ||
  OF_ANYBODY.has(name) ||
  (PATHS[name]?.[0] === 'GET' && name !== OWN_MORE && !PRIVATE_ROUTES.has(name));

/** The account of somebody else that a call names. What the server does not take of one it refuses, and does not do as the reader. */
export const shareOf = (name: RouteName): string | undefined =>
  isOfNobody(name) ? undefined : acting?.share;

/** Every other call goes as the account that is acted as: what the server does not take from one it refuses, and does not do as the main account. */
export const subAccountOf = (name: RouteName): number | undefined =>
  OF_PERSON.has(name) ? undefined : actingId();

/** The sub-account that is acted as; undefined as oneself, and where an account is only read. */
export const actingId = (): number | undefined => (isReading ? undefined : acting?.id);

/** Whether reports may be of several accounts as one: one's own, or all that are shared. */
export const mayReadTogether = acting === undefined || acting.isOfSeveral === true;

/** What only a tab that acts as a sub-account, or reads an account of somebody else, needs: what it is offered, and what says so. */
export interface ActingParts {
  /** Whether a call may be made as a sub-account, or of what is read. */
  readonly mayCall: (name: RouteName) => boolean;
  /** Whether a page is of what only the main account does, or not of what is read. */
  readonly isOfMain: (path: string) => boolean;
  readonly ActingBar: ComponentType<{ acting: Acting }>;
  readonly OfMain: ComponentType<{ acting: Acting; title: string; isTab: boolean }>;
}

let parts: ActingParts | undefined;

/** Before the first paint. If they do not come the account's name is shown all the same, and the server alone refuses. */
export const takeActingParts = (loaded: ActingParts): void => {
  parts = loaded;
};
export const actingParts = (): ActingParts | undefined => parts;

/** Whether a read for users may be asked as the account that is acted as. */
export const mayAskActing = (name: RouteName): boolean =>
  OF_PERSON.has(name) || parts?.mayCall(name) !== false;

/** Whether a page is of no use as the account that is acted as. */
export const isClosedActing = (path: string): boolean => parts?.isOfMain(path) === true;

/** Begins anew as another account; undefined is the main one. */
export function actAs(next: Omit<Acting, 'main'> | undefined, path?: string): void {
  const main = sessionUser()?.id;
  tabStorage.write(KEY, next && main ? JSON.stringify({ ...next, main }) : null);
  forgetDrafts();
  if (path !== undefined) window.history.replaceState(null, '', `#${path}`);
  window.location.reload();
}

/**
 * Who logs out, here or in another tab, is nobody's sub-account any more; and a page that comes back out of the browser's memory, which
 * missed what was done meanwhile, begins anew where it is another session's or another account's. Once, at start-up.
 */
export function followActing(reload = (): void => window.location.reload()): void {
  const kept = tabStorage.read(KEY);
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && (takeStored() || tabStorage.read(KEY) !== kept)) reload();
  });
  if (acting === undefined) return;
  onTokenChange(() => {
    // When whoever ended the session has said where to go.
    if (sessionUser()?.id !== acting.main) setTimeout(actAs);
  });
}
