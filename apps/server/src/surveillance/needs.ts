import type { AuditLog } from '../core/acts/audit.ts';
import type { Database } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';

/** What surveillance is given by the composition root. */
export interface SurveillanceNeeds {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly terms: Terms;
  readonly audit: AuditLog;
}
