import type { AuditLog } from '../core/acts/audit.ts';
import type { Database } from '../core/store/database.ts';

/** What content is given by the composition root. */
export interface ContentNeeds {
  readonly clock: { now(): number };
  readonly database: Database;
  readonly audit: AuditLog;
}
