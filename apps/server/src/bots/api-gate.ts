/**
 * Who signed a call of the product's own API with a program's key (docs/operating/bots.md). The signature is over everything that
 * says what is asked: time, method, path with query, idempotency key and body. A signed call is taken once.
 */
import { hash } from 'node:crypto';
import {
  API_KEY_AHEAD_MAX_MS,
  API_KEY_WINDOW_MAX_MS,
  API_KEY_WINDOW_MS,
  type ApiKeyPermission,
  ProblemError,
  signedTextOf,
} from '@fairlead/contract';
import type { Logger } from 'pino';
import type { SignedCall } from '../core/http/asked-route.ts';
import { type Caller, keySession } from '../core/http/handler.ts';
import { REFUSED_KEY_COST } from '../core/http/limits.ts';
import type { Rates } from '../core/http/rates.ts';
import { API_KEY_FORM, type ApiKeys, type OpenApiKey } from './api-keys.ts';

export interface ApiGateParts {
  readonly apiKeys: Pick<ApiKeys, 'find' | 'findOpen' | 'noteUse'>;
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
   * learns nothing of what a key may do.
   */
  async admit(
    signed: SignedCall,
    ip: string,
    needs: ApiKeyPermission | undefined,
  ): Promise<Caller> {
    const { apiKeys, clock, rates } = this.#parts;
    const key = await this.#find(signed.key, ip);
    const nowMs = clock.now();
    const untilMs = takenUntil(signed, nowMs);
    const text = signedTextOf(signed);
    if (!key.signer.isBy(text, signed.signature)) {
      await this.#refused('signature', ip);
      throw new ProblemError('api_signature_wrong');
    }
    // By what was signed: a signature may have several writings.
    const name = hash('sha256', `${key.apiKeyId}\n${text}`, 'base64url');
    if (!(await rates.isFirst(name, untilMs - nowMs))) throw new ProblemError('api_call_repeated');
    if (needs === undefined) throw new ProblemError('api_not_for_keys');
    if (!key.opensApi || !key.permissions.has(needs))
      throw new ProblemError('api_permission_missing');
    const { userId, apiKeyId } = key;
    apiKeys.noteUse(apiKeyId, ip);
    return { kind: 'user', userId, sessionId: 0, sessionKey: keySession(apiKeyId), apiKeyId };
  }

  /** The key that works now, from this address; a guess at one is counted before it costs a query. */
  async #find(name: string, ip: string): Promise<OpenApiKey> {
    const { apiKeys, rates } = this.#parts;
    let key: OpenApiKey | undefined;
    if (API_KEY_FORM.test(name)) {
      key = apiKeys.findOpen(name);
      if (key === undefined) {
        await rates.count('read', '', ip);
        key = await apiKeys.find(name);
      }
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

/** Until when a call is taken. Throws `api_time_outside` for one that is too old, of a clock that is ahead, or of too long a window. */
function takenUntil({ timestamp, window }: SignedCall, nowMs: number): number {
  const windowMs = window === '' ? API_KEY_WINDOW_MS : millisecondsOf(window);
  const sentAtMs = millisecondsOf(timestamp);
  const isWithin =
    windowMs <= API_KEY_WINDOW_MAX_MS &&
    sentAtMs + windowMs >= nowMs &&
    sentAtMs < nowMs + API_KEY_AHEAD_MAX_MS;
  if (!isWithin) throw new ProblemError('api_time_outside');
  return sentAtMs + windowMs + API_KEY_AHEAD_MAX_MS;
}

/** Not a number for what is none, which is within nothing. */
const millisecondsOf = (text: string): number => (WHOLE.test(text) ? Number(text) : Number.NaN);
