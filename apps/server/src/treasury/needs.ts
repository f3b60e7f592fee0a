import type { Chains } from '../chains/index.ts';
import type { Cold } from '../cold/index.ts';
import type { AuditLog } from '../core/acts/audit.ts';
import type { Database, Reads } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import type { Proposals } from '../operators/index.ts';
import type { Treasury } from './treasury.ts';

/** What the treasury is given by the composition root. */
export interface TreasuryNeeds {
  readonly clock: { now(): number };
  readonly database: Database;
  /** Balances of all engines. */
  readonly reads: Reads;
  readonly audit: AuditLog;
  readonly terms: Terms;
  readonly chains: Chains;
  readonly cold: Cold;
  /** What needs two operators. */
  readonly proposals: Proposals;
  readonly treasury: Treasury;
}
