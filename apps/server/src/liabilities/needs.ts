import type { AuditLog } from '../core/acts/audit.ts';
import type { Database } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import type { Proposals } from '../operators/index.ts';
import type { Liabilities } from './liabilities.ts';
import type { Reserves } from './reserves.ts';

/** What liabilities is given by the composition root. */
export interface LiabilitiesNeeds {
  readonly clock: { now(): number };
  readonly database: Database;
  readonly terms: Terms;
  readonly audit: AuditLog;
  /** What needs two operators. */
  readonly proposals: Proposals;
  /** Publications of what is owed to users. */
  readonly liabilities: Liabilities;
  /** Addresses of the house. */
  readonly reserves: Reserves;
}
