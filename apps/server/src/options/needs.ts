import type { Logger } from 'pino';
import type { AuditLog } from '../core/acts/audit.ts';
import type { Reconciler } from '../core/checks/reconciler.ts';
import type { CommandGate } from '../core/commands/gate.ts';
import type { Config } from '../core/config/config.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database, Reads } from '../core/store/database.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';
import type { Proposals } from '../operators/index.ts';
import type { Verifications } from '../verification/index.ts';

/** What options is given by the composition root. */
export interface OptionsNeeds {
  readonly config: Config;
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
  readonly verification: Verifications;
  readonly audit: AuditLog;
  /** What needs two operators. */
  readonly proposals: Proposals;
  readonly marketData: MarketData;
}
