/**
 * Hands one message to an endpoint. The name is resolved once, every address of the answer must be public, and the connection is
 * made to an address that was checked: what the name says a moment later (DNS rebinding) changes nothing. Redirects are
 * not followed, and of an answer only its status is read.
 */
import { lookup, Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { WebhookFailure } from '@fairlead/contract';
import { SECOND_MS } from '@fairlead/units';
import { WEBHOOK_TIMEOUT_MS } from '../../core/http/limits.ts';
import {
  hostOf,
  isPublicAddress,
  plainHost,
  readWebhookUrl,
  type WebhookRules,
} from './addresses.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `code`: of an answer. `afterMs`: what a busy endpoint asks for. */
export interface WebhookOutcome {
  readonly code?: number;
  readonly failure?: WebhookFailure;
  readonly afterMs?: number;
}

export interface WebhookSenderParts {
  readonly rules: WebhookRules;
  /** All addresses of a name. Tests set it. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Whether an address may be connected to. Tests set it. */
  readonly admits?: (address: string) => boolean;
  readonly timeoutMs?: number;
}

/** Of a name that the operator named: as the machine knows it. */
const lookUp = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

const DNS_TIMEOUT_MS = 2_500;

/**
 * Asks name servers itself. The machine's own look-up holds one of a few threads until it is answered, whatever is given up meanwhile: names
 * whose servers never answer would hold up every other name of this process, of price feeds and databases too. Throws for a name that nobody knows.
 */
export async function resolveAll(
  host: string,
  servers?: readonly string[],
): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const asked = [resolver.resolve4(host), resolver.resolve6(host)];
  const found = (await Promise.allSettled(asked)).flatMap((each) =>
    each.status === 'fulfilled' ? each.value : [],
  );
  if (found.length === 0) await Promise.any(asked);
  return found;
}

const GONE = 410;
/** Whether an endpoint says that it never wants anything again. */
export const isGone = ({ code }: WebhookOutcome): boolean => code === GONE;

export class WebhookSender {
  readonly #parts: WebhookSenderParts;

  constructor(parts: WebhookSenderParts) {
    this.#parts = parts;
  }

  get rules(): WebhookRules {
    return this.#parts.rules;
  }

  /** Never rejects. */
  async send(request: WebhookRequest): Promise<WebhookOutcome> {
    const { rules, timeoutMs = WEBHOOK_TIMEOUT_MS } = this.#parts;
    // The rules may have become narrower since it was added.
    const url = readWebhookUrl(request.url, rules);
    if (url === undefined) return { failure: 'address' };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const address = await Promise.race([this.#addressOf(url), aborted(signal)]);
      if (address === undefined) return { failure: 'address' };
      return outcomeOf(await post(url, { ...request, address, signal }));
    } catch (error) {
      return { failure: signal.aborted ? 'timeout' : failureOf(error) };
    }
  }

  /** Undefined where any address of the name is not public. Throws for a name that nobody knows. */
  async #addressOf(url: URL): Promise<string | undefined> {
    const { rules, admits = isPublicAddress } = this.#parts;
    const host = plainHost(url);
    const isOwn = rules.privateHosts.includes(hostOf(url));
    const resolve = this.#parts.resolve ?? (isOwn ? lookUp : (name: string) => resolveAll(name));
    const found = isIP(host) === 0 ? await resolve(host) : [host];
    if (found.length === 0) throw new Error('the name has no address');
    return isOwn || found.every(admits) ? found[0] : undefined;
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

interface Sending extends WebhookRequest {
  /** The one that was checked. */
  readonly address: string;
  readonly signal: AbortSignal;
}

type Head = Pick<IncomingMessage, 'statusCode' | 'headers'>;

function post(url: URL, { address, headers, body, signal }: Sending): Promise<Head> {
  const pinned: LookupFunction = (_host, { all }, found) => {
    const family = isIP(address);
    if (all) found(null, [{ address, family }]);
    else found(null, address, family);
  };
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = open(
      url,
      {
        method: 'POST',
        // A connection of its own: none that was made for another name is used again, and no proxy stands between.
        agent: false,
        lookup: pinned,
        signal,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        resolve({ statusCode: answer.statusCode ?? 0, headers: answer.headers });
        answer.destroy();
      },
    );
    request.on('error', reject);
    // An answer that goes on as another protocol is no response and no error, and its socket is gone before the time is over.
    request.on('close', () => reject(new Error('closed without an answer')));
    request.end(body);
  });
}

function outcomeOf({ statusCode: code = 0, headers }: Head): WebhookOutcome {
  if (code >= 200 && code < 300) return { code };
  if (code >= 300 && code < 400) return { code, failure: 'redirect' };
  const asked = headers['retry-after'] ?? '';
  const isBusy = code === 429 || code === 503;
  if (!isBusy || !/^\d{1,5}$/.test(asked)) return { code, failure: 'status' };
  return { code, failure: 'status', afterMs: Number(asked) * SECOND_MS };
}

const CERTIFICATE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|ERR_SSL|EPROTO/;

const failureOf = (error: unknown): WebhookFailure =>
  CERTIFICATE.test(String((error as { code?: unknown }).code ?? ''))
    ? 'certificate'
    : 'unreachable';
