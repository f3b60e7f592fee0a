import type { Language, RequestOf, ResponseOf, RouteName, WorkAsked } from '@fairlead/contract';
import { REQUEST_TIMEOUT_MS } from '@fairlead/contract/constants';
import {
  ROUTE_PATHS,
  type RoutePath,
  SHARE_HEADER,
  SUB_ACCOUNT_HEADER,
} from '@fairlead/contract/paths';
import { ApiError } from './api-error.ts';
import { decodeAnswer } from './decode-answer.ts';

/** A money call without an answer is repeated with its key this often in all, within its timeout. */
const MONEY_ATTEMPTS_MAX = 4;
const RETRY_FIRST_MS = 300;
/** Failures after which a repetition with the same key is safe and may help. */
const REPEATED = new Set(['network', 'unreadable', 'in_progress', 'overloaded', 'unavailable']);

export interface ApiClientOptions {
  /** Origin of the server, without `/api`; '' is the page's own. */
  readonly baseUrl: string;
  /** Method and path by route name; the app's, unless the console gives its own as well. */
  readonly paths?: Readonly<Partial<Record<RouteName, RoutePath>>>;
  readonly getToken?: () => string | null | undefined;
  readonly getLanguage?: () => Language;
  /** The sub-account of the user that a call is made as; undefined: the main account. */
  readonly getSubAccount?: (name: RouteName) => number | undefined;
  /** The account of somebody else that a call reads, as `accountShares` names it; undefined: the user's own. */
  readonly getShare?: (name: RouteName) => string | undefined;
  /** A random name of this device, sent so that a login from a new one can be told. */
  readonly deviceId?: string;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Of a whole call, repetitions included. */
  readonly timeoutMs?: number;
  /** Told of every 999 answer, with the token that was sent: the session has ended, or there was none. */
  readonly onNotLoggedIn?: (error: ApiError, token: string | undefined) => void;
  readonly wait?: Wait;
  /** Proves work that the server asks for; without it such a refusal is the caller's to see. */
  readonly solveWork?: (asked: WorkAsked) => Promise<string>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Money calls only; one is made when it is missing. */
  readonly idempotencyKey?: string;
  readonly timeoutMs?: number;
  /** Made as this sub-account of the user, whatever `getSubAccount` says. */
  readonly subAccount?: number | undefined;
}

/** With whose account it is. */
interface ChosenCall extends CallOptions {
  readonly share: string | undefined;
}

/** Routes without a required field may be called without a request. */
type CallArguments<Name extends RouteName> =
  Record<never, never> extends RequestOf<Name>
    ? [request?: RequestOf<Name>, options?: CallOptions]
    : [request: RequestOf<Name>, options?: CallOptions];

export interface ApiClient {
  /**
   * Calls a route by its name in the catalogue. Resolves with the envelope's DATA; rejects with ApiError, or
   * with the reason of `signal`. A money call that got no answer is repeated with the same key.
   */
  call<Name extends RouteName>(
    name: Name,
    ...given: CallArguments<Name>
  ): Promise<ResponseOf<Name>>;
}

/** The HTTP side of the API for the app, the bots and tests. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const paths: Readonly<Partial<Record<RouteName, RoutePath>>> = options.paths ?? ROUTE_PATHS;
  return {
    call: (name, ...[request = {}, call = {}]) => {
      const path = paths[name];
      if (path === undefined) throw new TypeError(`no path of route ${name}`);
      // Chosen once: a repetition is made as the same account.
      const { subAccount = options.getSubAccount?.(name) } = call;
      const share = options.getShare?.(name);
      return sendWorking(options, path, request, { ...call, subAccount, share });
    },
  };
}

/** What others spend meanwhile may make it dearer. */
const WORK_ATTEMPTS_MAX = 3;

/** Sends, and where work is asked for again with its proof: a call that was refused for it did nothing. */
async function sendWorking<Data>(
  client: ApiClientOptions,
  path: RoutePath,
  request: object,
  call: ChosenCall,
): Promise<Data> {
  let proved = request;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send<Data>(client, path, proved, call);
    } catch (error) {
      const work = error instanceof ApiError ? error.work : undefined;
      if (work === undefined || client.solveWork === undefined || attempt > WORK_ATTEMPTS_MAX)
        throw error;
      const proof = await client.solveWork(work).catch(() => undefined);
      if (call.signal?.aborted) throw call.signal.reason;
      if (proof === undefined) throw error;
      proved = { ...request, work: proof };
    }
  }
}

async function send<Data>(
  client: ApiClientOptions,
  [method, path, money]: RoutePath,
  request: object,
  call: ChosenCall,
): Promise<Data> {
  const query = method === 'GET' ? encodeForm(request) : '';
  const url = `${client.baseUrl}/api/${path}${query !== '' ? `?${query}` : ''}`;
  const body = method === 'GET' ? undefined : encodeBody(request);
  const idempotencyKey =
    money === undefined ? undefined : (call.idempotencyKey ?? makeIdempotencyKey());
  const deadline = startDeadline(call, client.timeoutMs);
  const { signal } = deadline;
  try {
    for (let attempt = 1; ; attempt += 1) {
      if (call.signal?.aborted) throw call.signal.reason;
      const headers = requestHeaders(client, body, idempotencyKey);
      if (call.subAccount !== undefined) headers[SUB_ACCOUNT_HEADER] = String(call.subAccount);
      if (call.share !== undefined) headers[SHARE_HEADER] = call.share;
      const init = { method, headers, signal, ...(body !== undefined && { body: body.text }) };
      const result = await attemptCall<Data>(client, { url, init, idempotencyKey });
      if (result.ok) return result.data;
      if (call.signal?.aborted) throw call.signal.reason;
      const { error } = result;
      if (error.code === 'not_logged_in') client.onNotLoggedIn?.(error, headers['authorization']);
      const isLast = idempotencyKey === undefined || attempt === MONEY_ATTEMPTS_MAX;
      if (isLast || signal.aborted || !REPEATED.has(error.code)) throw error;
      const delayMs = error.retryAfterMs ?? RETRY_FIRST_MS * 2 ** (attempt - 1);
      await (client.wait ?? waitOnTimer)(delayMs, signal).catch(() => {
        throw call.signal?.aborted ? call.signal.reason : error;
      });
    }
  } finally {
    deadline.clear();
  }
}

/** One signal for the caller's abort and the time a whole call may take. */
function startDeadline(call: CallOptions, clientTimeoutMs = REQUEST_TIMEOUT_MS) {
  const controller = new AbortController();
  const abort = () => controller.abort(call.signal?.reason);
  const expire = () => controller.abort(new DOMException('no answer in time', 'TimeoutError'));
  const timer = setTimeout(expire, call.timeoutMs ?? clientTimeoutMs);
  if (call.signal?.aborted) abort();
  call.signal?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', abort);
    },
  };
}

type Outcome<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly error: ApiError };

async function attemptCall<Data>(
  client: ApiClientOptions,
  call: {
    readonly url: string;
    readonly init: RequestInit;
    readonly idempotencyKey: string | undefined;
  },
): Promise<Outcome<Data>> {
  const { url, init, idempotencyKey } = call;
  // Called as a free function: a browser's fetch refuses another `this`.
  const { fetch = globalThis.fetch.bind(globalThis) } = client;
  try {
    return { ok: true, data: await decodeAnswer<Data>(await fetch(url, init), idempotencyKey) };
  } catch (thrown) {
    if (thrown instanceof ApiError) return { ok: false, error: thrown };
    const isTimeout = init.signal?.aborted ?? false;
    const error = new ApiError({
      code: isTimeout ? 'timeout' : 'network',
      message: isTimeout ? 'no answer in time' : 'no connection',
      status: 0,
      isRetryable: true,
      cause: thrown,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    return { ok: false, error };
  }
}

function requestHeaders(
  client: ApiClientOptions,
  body: Body | undefined,
  idempotencyKey: string | undefined,
): Record<string, string> {
  return {
    ...callerHeaders(client),
    ...(body !== undefined && { 'content-type': body.type }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
}

/** Who calls, from which device, in which language. */
export function callerHeaders(client: ApiClientOptions): Record<string, string> {
  const token = client.getToken?.();
  const language = client.getLanguage?.();
  return {
    accept: 'application/json',
    ...(token && { authorization: token }),
    ...(language && { 'language-mark': language }),
    ...(client.deviceId && { 'device-id': client.deviceId }),
  };
}

interface Body {
  readonly type: string;
  readonly text: string;
}

/** A form; JSON where a field is a list or an object, which no form can hold. */
function encodeBody(request: object): Body {
  const isFlat = Object.values(request).every((value) => typeof value !== 'object');
  return isFlat
    ? { type: 'application/x-www-form-urlencoded', text: encodeForm(request) }
    : { type: 'application/json', text: JSON.stringify(request) };
}

/** Form encoding; a field that is undefined is left out. */
function encodeForm(request: object): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    if (value !== undefined) form.append(name, String(value));
  }
  return form.toString();
}

const KEY_BYTES = 16;

/**
 * A new idempotency key: 32 hexadecimal digits, 128 random bits. Make it before the first attempt and keep it
 * until an answer came. Works on plain http too, where `crypto.randomUUID` is missing.
 */
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Waits; rejects with the signal's reason when it is aborted first. Replaced in tests. */
type Wait = (delayMs: number, signal: AbortSignal) => Promise<void>;

const waitOnTimer: Wait = (delayMs, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const timer = setTimeout(finish, delayMs);
    signal.addEventListener('abort', give, { once: true });
    function finish(): void {
      signal.removeEventListener('abort', give);
      resolve();
    }
    function give(): void {
      clearTimeout(timer);
      reject(signal.reason);
    }
  });
