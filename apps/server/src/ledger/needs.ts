import type { AuditLog } from '../core/acts/audit.ts';
import type { Reconciler } from '../core/checks/reconciler.ts';
import type { CommandPort } from '../core/commands/port.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database, Reads } from '../core/store/database.ts';
import type { CustodyTerms } from '../custody/terms/index.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';
import type { Proposals, SignedApprovals } from '../operators/index.ts';

/** What ledger is given by the composition root. */
export interface LedgerNeeds {
  readonly clock: { now(): number };
  readonly database: Database;
  /** Of what batches write, for lists and histories. */
  readonly reads: Reads;
  readonly sequencer: SequencerPort;
  /** The engines beside the home, where there are any. */
  readonly products?: object | undefined;
  readonly commands: CommandPort;
  /** While the books do not add up nothing new is traded; cancels go on. */
  readonly reconciler: Reconciler;
  readonly terms: Terms;
  readonly audit: AuditLog;
  /** What needs two operators. */
  readonly proposals: Proposals;
  /** What operators pass, signed by their passkeys. */
  readonly signedApprovals: SignedApprovals;
  /** What deposits and withdrawals cost and need. */
  readonly custodyTerms: CustodyTerms;
  readonly marketData: MarketData;
}
