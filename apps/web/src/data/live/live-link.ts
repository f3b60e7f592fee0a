/** Opens the live socket; a chunk of its own, so that the first paint does not wait for the socket library. */
import { createLiveClient, type LiveClient, watchBook } from '@fairlead/client';
import { acting } from '../account/acting.ts';
import { sessionToken } from '../account/session.ts';
import { callApi } from '../calls/api.ts';

export { watchBook };

/** As many as the call gives. */
const STEPS_A_CALL = 100;

/** What happened while there was no connection is told as if there had been one: no fill goes by unsaid. */
export const openLive = (): LiveClient =>
  createLiveClient({
    url: '',
    getToken: sessionToken,
    getSubAccount: () => acting?.id,
    readSteps: (after, product) =>
      callApi('steps', { after, limit: STEPS_A_CALL, ...(product !== undefined && { product }) }),
  });
