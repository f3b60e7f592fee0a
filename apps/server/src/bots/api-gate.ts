/**
 * Who signed a call of the product's own API with a program's key (docs/operating/bots.md). The signature is over everything that
 * says what is asked: time, method, path with query, idempotency key and body. A signed call is taken once.
 */
import { hash } from 'node:crypto';
import {
  API_KEY_AHEAD_MAX_MS,
  API_KEY_WINDOW_MAX_MS,
  API_KEY_WINDOW_MS,
  ProblemError,
  signedTextOf,
} from '@fairlead/contract';
import type { Logger } from 'pino';
import type { AskedOfKey, SignedCall } from '../core/http/asked-route.ts';
import { type Caller, keySession } from '../core/http/handler.ts';
import { KEY_CALL_COST, REFUSED_KEY_COST } from '../core/http/limits.ts';
import type { Rates } from '../core/http/rates.ts';
import { API_KEY_FORM, type ApiKeys, type OpenApiKey } from './api-keys.ts';

export interface ApiGateParts {
  readonly apiKeys: Pick<ApiKeys, 'find' | 'isKnown' | 'noteUse'>;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'info'>;
  readonly rates: Pick<Rates, 'count' | 'isFirst'>;
}

const WHOLE = /^[1-9]\d{0,15}$/;

export class ApiGate {
  readonly #parts: ApiGateParts;

  constructor(parts: ApiGateParts) {
    this.#parts = parts;
  }

  /**
   * The program that signed a call, with the right for it: `needs` is undefined where no key has one. Whoever has not signed
   * learns nothing of what a key may do, and spends nothing of it.
   */
  async admit(signed: SignedCall, ip: string, { needs, rate }: AskedOfKey): Promise<Caller> {
    const { apiKeys, clock, rates } = this.#parts;
    const key = await this.#find(signed.key, ip);
    const { userId, apiKeyId } = key;
    const text = signedTextOf(signed);
    if (!key.signer.isBy(text, signed.signature)) {
      await this.#refused('signature', ip);
      throw new ProblemError('api_signature_wrong');
    }
    const nowMs = clock.now();
    const untilMs = takenUntil(signed, nowMs);
    // Whoever once heard a call can send it for ever: what is out of time takes nothing from what is not.
    const name = untilMs === undefined ? `k${apiKeyId} outside` : `k${apiKeyId}`;
    await rates.count(rate, name, ip, KEY_CALL_COST);
    if (untilMs === undefined) throw new ProblemError('api_time_outside');
    // By what was signed: a signature may have several writings.
    const once = hash('sha256', `${apiKeyId}\n${text}`, 'base64url');
    if (!(await rates.isFirst(once, untilMs - nowMs))) throw new ProblemError('api_call_repeated');
    if (needs === undefined) throw new ProblemError('api_not_for_keys');
    if (!key.opensApi || !key.permissions.has(needs))
      throw new ProblemError('api_permission_missing');
    apiKeys.noteUse(apiKeyId, ip);
    return { kind: 'user', userId, sessionId: 0, sessionKey: keySession(apiKeyId), apiKeyId };
  }

  /**
   * The key that works now, from this address. A guess at one is counted before it costs a query; one that worked a moment ago is
   * none, so its calls do not wait for what others of its address do.
   */
  async #find(name: string, ip: string): Promise<OpenApiKey> {
    const { apiKeys, rates } = this.#parts;
    let key: OpenApiKey | undefined;
    if (API_KEY_FORM.test(name)) {
      if (!apiKeys.isKnown(name)) await rates.count('read', '', ip);
      key = await apiKeys.find(name);
    }
    if (key?.admits(ip) === true) return key;
    await this.#refused(key === undefined ? 'unknown' : 'address', ip);
    throw new ProblemError('api_key_refused');
  }

  async #refused(reason: string, ip: string): Promise<void> {
    this.#parts.log.info({ event: 'api_key_refused', ip, reason }, 'key refused');
    await this.#parts.rates.count('read', '', ip, REFUSED_KEY_COST);
  }
}

/** Until when a call is taken; undefined for one that is too old, of a clock that is ahead, or of too long a window. */
function takenUntil({ timestamp, window }: SignedCall, nowMs: number): number | undefined {
  const windowMs = window === '' ? API_KEY_WINDOW_MS : millisecondsOf(window);
  const sentAtMs = millisecondsOf(timestamp);
  const isWithin =
    windowMs <= API_KEY_WINDOW_MAX_MS &&
    sentAtMs + windowMs >= nowMs &&
    sentAtMs < nowMs + API_KEY_AHEAD_MAX_MS;
  if (!isWithin) return undefined;
  return sentAtMs + windowMs + API_KEY_AHEAD_MAX_MS;
}

/** Not a number for what is none, which is within nothing. */
const millisecondsOf = (text: string): number => (WHOLE.test(text) ? Number(text) : Number.NaN);
