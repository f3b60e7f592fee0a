/** Opens the live socket; a chunk of its own, so that the first paint does not wait for the socket library. */
import { createLiveClient, type LiveClient, watchBook } from '@fairlead/client';
import { sessionToken } from '../account/session.ts';

export { watchBook };

export const openLive = (): LiveClient => createLiveClient({ url: '', getToken: sessionToken });
