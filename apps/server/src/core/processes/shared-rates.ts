/** Rate limits counted for all processes together, in Redis. While it does not answer each process counts for itself. */
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { Rates } from '../http/rates.ts';
import type { Names } from './names.ts';
import type { RedisClient } from './redis.ts';

export function sharedRates(factor: number, redis: RedisClient, names: Names): Rates {
  return new Rates(factor, (options) => {
    const keyPrefix = `${names.rates}:${options.keyPrefix}`;
    return new RateLimiterRedis({
      ...options,
      keyPrefix,
      storeClient: redis,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      // Who is over a limit is refused without another question.
      inMemoryBlockOnConsumed: (options.points ?? 0) + 1,
      insuranceLimiter: new RateLimiterMemory(options),
    });
  });
}
