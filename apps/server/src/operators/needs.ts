import type { Logger } from 'pino';
import type { AuditLog } from '../core/acts/audit.ts';
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/store/database.ts';
import type { OperatorAdmin } from './access/admin.ts';
import type { OperatorEnrolment } from './access/enrolment.ts';
import type { OperatorGate } from './access/gate.ts';
import type { OperatorPasskeys } from './access/passkeys.ts';
import type { SignedApprovals } from './access/signed-approvals.ts';
import type { OperatorSso } from './access/sso.ts';
import type { Proposals } from './proposals.ts';
import type { Operators } from './service.ts';

/** What operators is given by the composition root. */
export interface OperatorsNeeds {
  readonly config: Config;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
  readonly operators: Operators;
  readonly operatorPasskeys: OperatorPasskeys;
  readonly operatorSso: OperatorSso;
  readonly signedApprovals: SignedApprovals;
  readonly operatorAdmin: OperatorAdmin;
  readonly operatorEnrolment: OperatorEnrolment;
  /** Every change of an operator runs in its turn here. */
  readonly operatorGate: OperatorGate;
  readonly audit: AuditLog;
  /** What needs two operators. */
  readonly proposals: Proposals;
}
