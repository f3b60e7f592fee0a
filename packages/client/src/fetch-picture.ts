/** Gets a private picture: its bytes come as they are, a refusal in the envelope as from any other call. */
import { REQUEST_TIMEOUT_MS } from '@fairlead/contract/constants';
import { ROUTE_PATHS } from '@fairlead/contract/paths';
import { type ApiClientOptions, callerHeaders } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { decodeAnswer } from './decode-answer.ts';

const noConnection = (): ApiError =>
  new ApiError({ code: 'network', message: 'no connection', status: 0, isRetryable: true });

/** One of the own pictures; rejects with ApiError, or with the reason of `signal`. */
export const fetchOwnPicture = (
  client: ApiClientOptions,
  id: number,
  signal: AbortSignal,
): Promise<Blob> => fetchPicture(client, `${ROUTE_PATHS.ownFile[1]}?id=${id}`, signal);

/** The poster with the QR code of the own link, as SVG; rejects as `fetchOwnPicture` does. */
export const fetchPoster = (client: ApiClientOptions, signal: AbortSignal): Promise<Blob> =>
  fetchPicture(client, ROUTE_PATHS.poster[1], signal);

/** A picture behind a path of the API; rejects as `fetchOwnPicture` does. */
export async function fetchPicture(
  client: ApiClientOptions,
  path: string,
  signal: AbortSignal,
): Promise<Blob> {
  const { fetch = globalThis.fetch.bind(globalThis) } = client;
  const headers = { ...callerHeaders(client), accept: 'image/*, application/json' };
  const url = `${client.baseUrl}/api/${path}`;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
  const response = await fetch(url, { method: 'GET', headers, signal: limited }).catch(() => {
    signal.throwIfAborted();
    throw noConnection();
  });
  if (response.ok && response.headers.get('content-type')?.startsWith('image/') === true)
    return response.blob();
  try {
    return await decodeAnswer<never>(response, undefined);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_logged_in')
      client.onNotLoggedIn?.(error, callerHeaders(client)['authorization']);
    throw error;
  }
}
