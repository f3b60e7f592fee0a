import type { Logger } from 'pino';
import type { AuditLog } from '../core/acts/audit.ts';
import type { Config } from '../core/config/config.ts';
import type { Database, Reads } from '../core/store/database.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';
import type { Proposals } from '../operators/index.ts';

/** What referral is given by the composition root. */
export interface ReferralNeeds {
  readonly config: Config;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
  /** Of what batches write, for lists and histories. */
  readonly reads: Reads;
  readonly terms: Terms;
  readonly audit: AuditLog;
  /** What needs two operators. */
  readonly proposals: Proposals;
  readonly marketData: MarketData;
}
