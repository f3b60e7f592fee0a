import type { Logger } from 'pino';
import type { Config } from '../core/config/config.ts';
import type { TellChanges } from '../core/http/events.ts';
import type { ToldLayouts } from '../core/steps/batch.ts';
import type { Database, Reads } from '../core/store/database.ts';

/** What steps are given by the composition root. */
export interface StepsNeeds {
  readonly config: Pick<Config, 'isDemo'>;
  readonly clock: { now(): number };
  readonly database: Database;
  readonly log: Pick<Logger, 'error'>;
  /** Of what batches write, for lists and histories. */
  readonly reads: Reads;
  /** How the rows of a step lie in it. */
  readonly stepLayouts: ToldLayouts;
  /** What sockets are told of rows: steps say the same of them. */
  readonly told: TellChanges;
}
