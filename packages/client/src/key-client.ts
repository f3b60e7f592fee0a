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

/**
 * Signs each attempt anew. One that was refused for its time did nothing: the clock is set by the answer, and it is made again.
 * One that was taken before, as when something on the way sent it twice, is made again at a time of its own: what changes
 * anything keeps its idempotency key, so the second is answered with what the first did. Each once.
 */
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
    const tried = new Set<string>();
    for (;;) {
      const response = await attempt(url, init);
      const code = await refusalOf(response);
      if (code === undefined || tried.has(code)) return response;
      tried.add(code);
      if (code === 'api_time_outside') signer.observe(serverTimeOf(response));
    }
  };
}

/** Those refusals of a signature after which the same call may be signed anew: by status. */
const SIGNED_ANEW: Readonly<Record<string, number>> = {
  api_time_outside: 400,
  api_call_repeated: 409,
};

/** Why a call is to be signed anew; undefined for any other answer. */
async function refusalOf(response: Response): Promise<string | undefined> {
  if (!Object.values(SIGNED_ANEW).includes(response.status)) return undefined;
  const { error }: { error?: unknown } = await response
    .clone()
    .json()
    .catch(() => ({}));
  if (typeof error !== 'string' || SIGNED_ANEW[error] !== response.status) return undefined;
  const isTimed = error !== 'api_time_outside' || Number.isFinite(serverTimeOf(response));
  return isTimed ? error : undefined;
}

/** By the server's clock; NaN where it does not say. The header has whole seconds: in the mean half of one is gone. */
const serverTimeOf = (response: Response): number =>
  Date.parse(response.headers.get('date') ?? '') + 500;
