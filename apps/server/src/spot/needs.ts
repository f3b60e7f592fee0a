import type { Reconciler } from '../core/checks/reconciler.ts';
import type { CommandPort } from '../core/commands/port.ts';
import type { OrderGate } from '../core/operations/order-gate.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database, Reads } from '../core/store/database.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';

/** What spot is given by the composition root. */
export interface SpotNeeds {
  readonly database: Database;
  /** Of what batches write, for lists and histories. */
  readonly reads: Reads;
  readonly commands: CommandPort;
  readonly terms: Terms;
  readonly marketData: Pick<MarketData, 'book' | 'indexPrice'>;
  readonly clock: { now(): number };
  /** By which a user's agreements are known again. */
  readonly secrets: Pick<Secrets, 'digests'>;
}

/** What its commands are given beside the writer. */
export interface SpotCommandNeeds {
  readonly database: Database;
  readonly sequencer: Pick<SequencerPort, 'waitingOrderId'>;
  /** While the books do not add up nothing new is traded; cancels go on. */
  readonly reconciler: Pick<Reconciler, 'isSound'>;
  readonly terms: Terms;
  readonly orderGate: OrderGate;
}
