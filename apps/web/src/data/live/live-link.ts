/** Opens the live socket; a chunk of its own, so that the first paint does not wait for the socket library. */
import { createLiveClient, type LiveClient, watchBook } from '@fairlead/client';
import { actingId, isReading } from '../account/acting.ts';
import { sessionToken } from '../account/session.ts';
import { callApi } from '../calls/api.ts';

export { watchBook };

/** As many as the call gives. */
const STEPS_A_CALL = 100;

/** What happened while there was no connection is told as if there had been one: no fill goes by unsaid. */
export const openLive = (): LiveClient =>
  createLiveClient({
    url: '',
    // What is told is of whose session it is, and never of an account that somebody shares.
    getToken: () => (isReading ? undefined : sessionToken()),
    getSubAccount: actingId,
    readSteps: (after, product) =>
      callApi('steps', { after, limit: STEPS_A_CALL, ...(product !== undefined && { product }) }),
  });
