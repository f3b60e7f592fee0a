import type { AuditLog } from '../core/acts/audit.ts';
import type { Database } from '../core/store/database.ts';
import type { Proposals } from '../operators/index.ts';
import type { Holds } from './holds.ts';

/** What holds are given by the composition root. */
export interface HoldsNeeds {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly audit: AuditLog;
  readonly holds: Holds;
  /** What needs two operators. */
  readonly proposals: Pick<Proposals, 'propose'>;
}
