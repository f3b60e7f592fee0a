/** The one door to the server's HTTP API. */
import { type Call, storage } from '@fairlead/calls';
import {
  type ApiClientOptions,
  ApiError,
  createApiClient,
  makeIdempotencyKey,
} from '@fairlead/client';
import { toast } from '@fairlead/ui';
import { currentLanguage } from '../../i18n/language.ts';
import { actAs, isReading, shareOf, subAccountOf } from '../account/acting.ts';
import { expireSession, sessionToken } from '../account/session.ts';
import { earlyFetch } from './early.ts';

/** Where what one gave and was given is listed. */
const SHARES_PATH = '/pages/settings/security/shares';
const DEVICE_KEY = 'device';

/** A random name of this browser, so that a login from a new one can be told. */
function deviceId(): string {
  const known = storage.read(DEVICE_KEY);
  if (known !== null && /^[\da-f]{32}$/.test(known)) return known;
  const made = makeIdempotencyKey();
  storage.write(DEVICE_KEY, made);
  return made;
}

/** 999: forgets token and user, shows the message, raises the event. Late answers to an older token do nothing. */
function onNotLoggedIn(error: ApiError, token: string | undefined): void {
  if (token !== sessionToken()) return;
  if (expireSession(token)) toast({ kind: 'bad', text: error.message });
}

/** Whose calls these are; the sender of pictures takes it too. */
export const apiOptions: ApiClientOptions = {
  baseUrl: '',
  deviceId: deviceId(),
  fetch: earlyFetch,
  getToken: sessionToken,
  getLanguage: currentLanguage,
  getSubAccount: subAccountOf,
  getShare: shareOf,
  onNotLoggedIn,
  solveWork: async (asked) => (await import('./solve-work.ts')).solveWork(asked),
};

/** For the client's own helpers; everything else calls `callApi`. */
export const apiClient = createApiClient(apiOptions);

/** Calls a route by its name. The client's own type makes an empty request optional; here it is always given. */
export const callApi: Call = isReading
  ? (((name, request, options) =>
      (apiClient.call as Call)(name, request, options).catch(leaveEnded)) as Call)
  : (apiClient.call as Call);

/** The owner, or time, ended what this tab reads: nothing of it is left to be shown. */
function leaveEnded(error: unknown): never {
  if (error instanceof ApiError && error.code === 'share_over') actAs(undefined, SHARES_PATH);
  throw error;
}
