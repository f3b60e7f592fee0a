import type { AuditLog } from '../core/acts/audit.ts';
import type { OperatorViews } from '../core/acts/looks.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database, Reads } from '../core/store/database.ts';
import type { BankCards } from '../custody/index.ts';
import type { Holds } from '../holds/index.ts';
import type { Recoveries, SecurityLocks, Sessions } from '../identity/index.ts';
import type { Terms } from '../market/index.ts';
import type { Proposals } from '../operators/index.ts';
import type { Verifications } from '../verification/index.ts';

/** What people is given by the composition root. */
export interface PeopleNeeds {
  readonly clock: { now(): number };
  readonly database: Database;
  /** Of all engines together, for what reads across. */
  readonly reports: Reads;
  readonly sequencer: SequencerPort;
  readonly terms: Terms;
  readonly sessions: Sessions;
  readonly securityLocks: SecurityLocks;
  readonly recoveries: Recoveries;
  readonly verification: Verifications;
  readonly audit: AuditLog;
  /** Looks behind masks, counted. */
  readonly views: OperatorViews;
  /** What needs two operators. */
  readonly proposals: Proposals;
  readonly bankCards: BankCards;
  /** Freezes and holds, each with its end. */
  readonly holds: Pick<Holds, 'place'>;
}
