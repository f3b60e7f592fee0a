/**
 * Which account this tab acts as: the main one, or a sub-account of its user; or which account of somebody else it reads. Known once: a page that was loaded is of one account
 * to its end, and the way to another is another loading. So nothing that was read, typed or begun as one account is ever in the
 * memory of another: not for a frame, and no call that waits for its repetition goes out as somebody else.
 */
import { tabStorage } from '@fairlead/calls';
import type { RouteName } from '@fairlead/contract';
import { ROUTE_PATHS, type RoutePath } from '@fairlead/contract/paths';
import { SHARED_CALLS } from '@fairlead/contract/shared-calls';
import { SUB_ACCOUNT_CALLS } from '@fairlead/contract/sub-account-calls';
import { PRIVATE_ROUTES } from '../calls/private-routes.ts';
import { forgetDrafts } from '../draft.ts';
import { onTokenChange, sessionUser } from './session.ts';

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
const PATHS: Readonly<Partial<Record<RouteName, RoutePath>>> = ROUTE_PATHS;

/** Whether a call that an adviser may not make of somebody else's account is nobody's in particular, or the adviser's own. */
const isOfNobody = (name: RouteName): boolean =>
  OF_PERSON.has(name) ||
  OF_ANYBODY.has(name) ||
  (PATHS[name]?.[0] === 'GET' && !PRIVATE_ROUTES.has(name));

/** The account of somebody else that a call names. What the server does not take of one it refuses, and does not do as the reader. */
export const shareOf = (name: RouteName): string | undefined =>
  acting?.share !== undefined && (SHARED_CALLS.has(name) || !isOfNobody(name))
    ? acting.share
    : undefined;

/** Every other call goes as the account that is acted as: what the server does not take from one it refuses, and does not do as the main account. */
export const subAccountOf = (name: RouteName): number | undefined =>
  OF_PERSON.has(name) ? undefined : actingId();

/** The sub-account that is acted as; undefined as oneself, and where an account is only read. */
export const actingId = (): number | undefined => (isReading ? undefined : acting?.id);

/** Whether a read for users may be asked of the account that is acted as or read. */
export const mayAskActing = (name: RouteName): boolean =>
  acting === undefined ||
  OF_PERSON.has(name) ||
  (isReading ? SHARED_CALLS : SUB_ACCOUNT_CALLS).has(name);

/** Whether reports may be of several accounts as one: one's own, or all that are shared. */
export const mayReadTogether = acting === undefined || acting.isOfSeveral === true;

/** Pages of what only the main account does, below `pages/`. */
const OF_MAIN =
  /^pages\/(template|finance|publication|promotion|verification|bankbind|user\/address|help\/center\/chat|assets\/(deposit|withdraw|recurring)|settings\/(account|alerts|notifications|subAccounts|security\/(?!apiKeys)))/;

/** All pages that show an account of somebody else, and those that are everybody's. */
const OF_READER =
  /^pages\/(assets\/(index|tradeAccount|portfolio|record|statement|tax|transfer\/record)$|settlement\/(receipt|verify)|settings\/(language|about|legal)|help\/center\/(center|detail)|index\/notice)/;

/** Whether a page is of no use as the account that is acted as, or is not of what is read. */
export function isClosedActing(path: string): boolean {
  if (acting === undefined) return false;
  return isReading ? !OF_READER.test(path) : OF_MAIN.test(path);
}

/** Begins anew as another account; undefined is the main one. */
export function actAs(next: Omit<Acting, 'main'> | undefined, path?: string): void {
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
