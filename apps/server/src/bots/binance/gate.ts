/** Who calls, how much they have called, and whether they may. */
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { addressKey, type Rates } from '../../core/http/rates.ts';
import { API_KEY_FORM, type ApiKeys, type OpenApiKey } from '../api-keys.ts';
import { BinanceError } from './errors.ts';
import { REFUSED_KEY_WEIGHT, WEIGHT_PER_MINUTE } from './limits.ts';

/**
 * What a call needs: nothing, a key by itself, a signature, or a signature of a key that may trade.
 */
export type Security = 'none' | 'key' | 'read' | 'trade';

export interface Knock {
  readonly ip: string;
  readonly apiKey: string | undefined;
  readonly security: Security;
  readonly weight: number;
}

export interface GateOptions {
  readonly apiKeys: Pick<ApiKeys, 'find' | 'noteUse'>;
  /** Keeps what was used, of all processes together. */
  readonly rates: Pick<Rates, 'counter'>;
  /** Multiplies the limits; only in demo mode other than 1. */
  readonly limitFactor: number;
  /** Told of a key that was refused. */
  readonly onRefused: (refused: { readonly ip: string; readonly reason: string }) => void;
}

export class Gate {
  readonly #options: GateOptions;
  readonly #weights: RateLimiterAbstract;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#weights = options.rates.counter({
      keyPrefix: 'binance',
      points: WEIGHT_PER_MINUTE,
      duration: 60,
    });
  }

  /** Weight that one address may use in a minute. */
  get limit(): number {
    return WEIGHT_PER_MINUTE * this.#options.limitFactor;
  }

  /** Counts a call of an address, and gives what it has used in this minute. Throws -1003. */
  count(ip: string, weight: number): Promise<number> {
    return this.#count(addressKey(ip), weight);
  }

  /**
   * The key of a call that needs one. What is signed is neither counted to it nor noted as its use before `isSigned` has let
   * it pass: whoever read its name somewhere uses nothing of it up.
   */
  async admit(
    { ip, apiKey, weight }: Knock,
    isSigned: (key: OpenApiKey) => void = () => undefined,
  ): Promise<OpenApiKey> {
    const { apiKeys, onRefused } = this.#options;
    if (apiKey === undefined || !API_KEY_FORM.test(apiKey))
      throw new BinanceError(-2014, 'API-key format invalid.', { status: 401 });
    const key = await apiKeys.find(apiKey);
    if (key?.admits(ip) !== true) {
      onRefused({ ip, reason: key === undefined ? 'unknown' : 'address' });
      await this.#count(addressKey(ip), REFUSED_KEY_WEIGHT);
      throw new BinanceError(-2015, 'Invalid API-key, IP, or permissions for action.', {
        status: 401,
      });
    }
    isSigned(key);
    await this.#count(`key ${key.apiKeyId}`, weight);
    apiKeys.noteUse(key.apiKeyId, ip);
    return key;
  }

  async #count(name: string, weight: number): Promise<number> {
    try {
      return (await this.#weights.consume(name, weight)).consumedPoints;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new BinanceError(
        -1003,
        `Too much request weight used; current limit is ${this.limit} request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.`,
        { status: 429, retryAfterMs: refusal.msBeforeNext },
      );
    }
  }
}
