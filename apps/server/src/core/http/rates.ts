/** Counts calls per class and account or address, and refuses what is too much. */
import { ProblemError, type RateClass } from '@fairlead/contract';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { RATE_LIMITS } from './limits.ts';

/** The longest that something is remembered to have been. */
const ONCE_MAX_S = 120;

/** Makes a counter, in this process or where all of them count. */
export type MakeCounter = (options: IRateLimiterOptions) => RateLimiterAbstract;

export class Rates {
  readonly #factor: number;
  readonly #make: MakeCounter;
  readonly #limiters: ReadonlyMap<RateClass, RateLimiterAbstract>;
  readonly #once: RateLimiterAbstract;

  /** `factor` multiplies every limit. `make` keeps the counters elsewhere than in this process. */
  constructor(factor: number, make: MakeCounter = (options) => new RateLimiterMemory(options)) {
    this.#factor = factor;
    this.#make = make;
    this.#limiters = new Map(
      Object.entries(RATE_LIMITS).map(([name, { points, seconds }]) => [
        name as RateClass,
        make({ keyPrefix: name, points: points * factor, duration: seconds }),
      ]),
    );
    this.#once = make({ keyPrefix: 'once', points: 1, duration: ONCE_MAX_S });
  }

  /**
   * Counts a call, or what is worth several; `account` is '' for a guest. Gives what was used in the present interval; throws
   * `rate_limited` with the time to wait.
   */
  async count(rate: RateClass, account: string, ip: string, calls = 1): Promise<number> {
    const key = keyOf(rate, account, ip);
    try {
      return (await this.#limiters.get(rate)?.consume(key, calls))?.consumedPoints ?? 0;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new ProblemError('rate_limited', { retryAfterMs: refusal.msBeforeNext });
    }
  }

  /** A counter of something else, kept where these are: so many points in so many seconds, times the factor. */
  counter({
    points,
    ...options
  }: Required<
    Pick<IRateLimiterOptions, 'points' | 'duration' | 'keyPrefix'>
  >): RateLimiterAbstract {
    return this.#make({ ...options, points: points * this.#factor });
  }

  /** Whether something of this name is there for the first time in so long. */
  async isFirst(name: string, forMs: number): Promise<boolean> {
    const customDuration = Math.min(Math.ceil(forMs / 1_000), ONCE_MAX_S);
    try {
      await this.#once.consume(name, 1, { customDuration });
      return true;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return false;
    }
  }

  /** What was used in the present interval; counts nothing. */
  async used(rate: RateClass, account: string, ip: string): Promise<number> {
    const found = await this.#limiters.get(rate)?.get(keyOf(rate, account, ip));
    return found?.consumedPoints ?? 0;
  }
}

const keyOf = (rate: RateClass, account: string, ip: string): string =>
  account === '' || RATE_LIMITS[rate].by === 'address' ? addressKey(ip) : account;

/** An IPv4 address, or the /64 of an IPv6 address: what one subscriber has. */
export function addressKey(ip: string): string {
  const mapped = mappedAddress(ip);
  return mapped ?? (ip.includes(':') ? groupsOf(ip, 4) : ip);
}

/** The /24 of an IPv4 address, or the /48 of an IPv6 address: what one provider hands out together. */
export function networkKey(ip: string): string {
  const address = mappedAddress(ip) ?? ip;
  if (address.includes(':')) return `${groupsOf(address, 3)}::`;
  return `${address.split('.').slice(0, 3).join('.')}.*`;
}

const mappedAddress = (ip: string): string | undefined =>
  /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];

/** The first groups of an IPv6 address. */
function groupsOf(ip: string, count: number): string {
  const [head = '', tail] = ip.split('::', 2);
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...right];
  return groups
    .slice(0, count)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
