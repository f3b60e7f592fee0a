/** What the cold wallets are given. */
import type { Logger } from 'pino';
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/store/database.ts';

export interface ColdOptions {
  readonly config: Pick<Config, 'chains' | 'isDemo'>;
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn'>;
}
