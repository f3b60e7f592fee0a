import type { AuditLog } from '../core/acts/audit.ts';
import type { OperatorViews } from '../core/acts/looks.ts';
import type { QueueLeases } from '../core/acts/queue-leases.ts';
import type { Database } from '../core/store/database.ts';
import type { Proposals } from '../operators/index.ts';
import type { Files } from './files.ts';
import type { CheckRoundNeeds, IdentityChecks } from './provider/checks.ts';
import type { Verifications } from './service.ts';

/** What verification is given by the composition root. */
export interface VerificationNeeds extends CheckRoundNeeds {
  readonly clock: { now(): number };
  readonly database: Database;
  readonly verification: Verifications;
  readonly files: Files;
  /** What a provider checks. */
  readonly identityChecks: IdentityChecks;
  readonly audit: AuditLog;
  /** What needs two operators. */
  readonly proposals: Pick<Proposals, 'propose'>;
  /** Who has a record of a queue open. */
  readonly leases: QueueLeases;
  /** Looks behind masks, counted. */
  readonly views: OperatorViews;
}
