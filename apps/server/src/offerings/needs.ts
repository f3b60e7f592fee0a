import type { Logger } from 'pino';
import type { AuditLog } from '../core/acts/audit.ts';
import type { QueueLeases } from '../core/acts/queue-leases.ts';
import type { Reconciler } from '../core/checks/reconciler.ts';
import type { CommandGate } from '../core/commands/gate.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database, Reads } from '../core/store/database.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';
import type { Proposals, SignedApprovals } from '../operators/index.ts';

/** What offerings is given by the composition root. */
export interface OfferingsNeeds {
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
  /** The database of its engine. */
  readonly books: Database;
  /** Of what batches write, for lists and histories. */
  readonly reads: Reads;
  readonly sequencer: SequencerPort;
  readonly gate: CommandGate;
  /** While the books do not add up nothing new is traded; cancels go on. */
  readonly reconciler: Reconciler;
  readonly terms: Terms;
  readonly audit: AuditLog;
  /** Who has a record of a queue open. */
  readonly leases: QueueLeases;
  /** What needs two operators. */
  readonly proposals: Proposals;
  /** What operators pass, signed by their passkeys. */
  readonly signedApprovals: SignedApprovals;
  readonly marketData: MarketData;
}
