/** Callers that ask, with the same key, until they are answered. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@fairlead/contract';
import type { MoneyCall } from '../api.ts';
import { TortureError } from '../torture/post-mortem.ts';

/** A phone asks the other address when one says nothing for so long. */
const SILENCE_MS = 4_000;
const AGAIN_MS = 100;
/** Beyond any fault: who is never answered has found a mistake. */
const GIVE_UP_MS = 400_000;

interface Reply {
  readonly status: number;
  readonly body: string;
}

interface Asked {
  readonly url: string;
  readonly token: string;
  readonly method?: 'GET' | 'POST';
  readonly key?: string;
  readonly form?: string;
  readonly localAddress?: string;
}

const agent = new Agent({ keepAlive: true });

export function ask({
  url,
  token,
  key,
  method = 'GET',
  form,
  localAddress,
}: Asked): Promise<Reply> {
  const headers = {
    authorization: token,
    ...(form !== undefined && {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(form)),
    }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(SILENCE_MS);
    const from = localAddress === undefined ? {} : { localAddress };
    const sent = request(url, { agent, method, headers, signal, ...from }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(form);
  });
}

export class Callers {
  readonly #urls: readonly string[];
  /** Addresses of this machine: the balancers send each to a gateway of its own. */
  readonly #addresses: readonly string[];
  #answeredAtMs: number[] = [];
  #longestMs = 0;

  constructor(urls: readonly string[], addresses: readonly string[]) {
    this.#urls = urls;
    this.#addresses = addresses;
  }

  /** Sends a call until its answer is final. */
  async send({ route, token, key, form }: MoneyCall): Promise<string> {
    const { method, path } = routes[route];
    const startedAtMs = performance.now();
    let first = 0;
    for (const letter of key) first += letter.charCodeAt(0);
    let last = '';
    for (let tries = 0; performance.now() - startedAtMs < GIVE_UP_MS; tries += 1) {
      const base = this.#urls[(first + tries) % this.#urls.length] ?? '';
      const localAddress = this.#addresses[first % this.#addresses.length] ?? '';
      const asked = { url: `${base}/api/${path}`, token, key, method, form, localAddress };
      const reply = await ask(asked as Asked).catch((error: unknown) => String(error));
      if (typeof reply !== 'string' && isFinal(reply)) {
        if (reply.status === 401) throw new TortureError(`${route} ${key}: a session was refused`);
        const nowMs = performance.now();
        this.#answeredAtMs.push(nowMs);
        this.#longestMs = Math.max(this.#longestMs, nowMs - startedAtMs);
        return reply.body;
      }
      last = typeof reply === 'string' ? reply : reply.body;
      await wait(AGAIN_MS);
    }
    throw new TortureError(`${route} ${key} was never answered: ${last}`);
  }

  /** Since the last time: the longest that one waited, and the longest in which nobody was answered. */
  take(): { readonly longestMs: number; readonly silenceMs: number } {
    let silenceMs = 0;
    for (const [index, atMs] of this.#answeredAtMs.entries())
      silenceMs = Math.max(silenceMs, atMs - (this.#answeredAtMs[index - 1] ?? atMs));
    const taken = { longestMs: this.#longestMs, silenceMs };
    this.#answeredAtMs = [];
    this.#longestMs = 0;
    return taken;
  }
}

/** `unavailable`, `in_progress` and their like say: ask again with the same key. */
const isFinal = ({ status, body }: Reply): boolean =>
  status < 500 && status !== 429 && !body.includes('"error":"in_progress"');
