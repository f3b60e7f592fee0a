/** Makes what gives test funds. */
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/store/database.ts';
import { Faucet } from './faucet.ts';

export interface DemoParts {
  readonly config: Pick<Config, 'rateLimitFactor'>;
  readonly clock: { now(): number };
  readonly database: Database;
}

export interface DemoServices {
  readonly faucet: Faucet;
}

export function createDemo({ config, clock, database }: DemoParts): DemoServices {
  return { faucet: new Faucet({ database, clock, factor: config.rateLimitFactor }) };
}
