/** Gets a private picture: its bytes come as they are, a refusal in the envelope as from any other call. */
import { REQUEST_TIMEOUT_MS } from '@fairlead/contract/constants';
import { ROUTE_PATHS } from '@fairlead/contract/paths';
import { type ApiClientOptions, callerHeaders } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { decodeAnswer } from './decode-answer.ts';

const [METHOD, PATH] = ROUTE_PATHS.ownFile;

const noConnection = (): ApiError =>
  new ApiError({ code: 'network', message: 'no connection', status: 0, isRetryable: true });

/** One of the own pictures; rejects with ApiError, or with the reason of `signal`. */
export async function fetchOwnPicture(
  client: ApiClientOptions,
  id: number,
  signal: AbortSignal,
): Promise<Blob> {
  const { fetch = globalThis.fetch.bind(globalThis) } = client;
  const headers = { ...callerHeaders(client), accept: 'image/*, application/json' };
  const url = `${client.baseUrl}/api/${PATH}?id=${id}`;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
  const response = await fetch(url, { method: METHOD, headers, signal: limited }).catch(() => {
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
