/** A client for programs: signed calls, and only those that a key may make or anybody. */
import type { RequestOf, ResponseOf } from '@fairlead/contract';
import type { API_KEY_CALLS, ApiKeyCall } from '@fairlead/contract/key-calls';
import { type ApiClientOptions, type CallOptions, createApiClient } from './api-client.ts';
import type { CallSigner } from './call-signer.ts';

/** Calls that anybody may make, of those that programs use. */
type OpenCall =
  | 'quotations'
  | 'candles'
  | 'indexSamples'
  | 'deal'
  | 'currencies'
  | 'upcomingTerms'
  | 'optionTimes'
  | 'hostingProducts'
  | 'offerings'
  | 'receipts'
  | 'config';

/** What a program calls; of its key's permissions it needs the one that the table names. */
export type KeyCall = ApiKeyCall | OpenCall;
/** The calls of one permission. */
export type CallsOf<Permission> = {
  [Name in ApiKeyCall]: (typeof API_KEY_CALLS)[Name] extends Permission ? Name : never;
}[ApiKeyCall];

type Given<Name extends KeyCall> =
  Record<never, never> extends RequestOf<Name>
    ? [request?: RequestOf<Name>, options?: CallOptions]
    : [request: RequestOf<Name>, options?: CallOptions];

export interface KeyClient {
  /** As `ApiClient.call`, signed; what no key may call is no name of it. */
  call<Name extends KeyCall>(name: Name, ...given: Given<Name>): Promise<ResponseOf<Name>>;
}

type Fetch = NonNullable<ApiClientOptions['fetch']>;

export interface KeyClientOptions
  extends Pick<ApiClientOptions, 'baseUrl' | 'fetch' | 'getLanguage' | 'timeoutMs' | 'wait'> {
  readonly signer: CallSigner;
}

export function createKeyClient({
  signer,
  fetch = globalThis.fetch.bind(globalThis),
  ...options
}: KeyClientOptions): KeyClient {
  return createApiClient({ ...options, fetch: signedFetch(signer, fetch) });
}

const ORIGIN = /^[a-z]+:\/\/[^/]+/i;

/** Signs each attempt anew. One that was refused for its time did nothing: the clock is set by the answer, and it is made again. */
function signedFetch(signer: CallSigner, fetch: Fetch): Fetch {
  const attempt = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = init.headers as Record<string, string>;
    const signed = await signer.headersFor({
      method: init.method ?? 'GET',
      target: url.replace(ORIGIN, ''),
      idempotencyKey: headers['idempotency-key'] ?? '',
      body: typeof init.body === 'string' ? init.body : '',
    });
    return fetch(url, { ...init, headers: { ...headers, ...signed } });
  };
  return async (url, init) => {
    const response = await attempt(url, init);
    const serverTimeMs = await timeOfRefusal(response);
    if (serverTimeMs === undefined) return response;
    signer.observe(serverTimeMs);
    return attempt(url, init);
  };
}

/** When a call was refused for its time, by the server's clock; undefined for any other answer. */
async function timeOfRefusal(response: Response): Promise<number | undefined> {
  const date = response.headers.get('date');
  if (response.status !== 400 || date === null) return undefined;
  const { error }: { error?: unknown } = await response
    .clone()
    .json()
    .catch(() => ({}));
  const time = Date.parse(date);
  // The header has whole seconds: in the mean half of one is gone.
  return error === 'api_time_outside' && Number.isFinite(time) ? time + 500 : undefined;
}
