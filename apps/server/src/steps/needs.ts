import type { Logger } from 'pino';
import type { Config } from '../core/config/config.ts';
import type { ProductEngine } from '../core/config/engines.ts';
import type { TellChanges } from '../core/http/events.ts';
import type { ToldLayouts } from '../core/steps/batch.ts';
import type { Database, Queryable, Reads } from '../core/store/database.ts';

interface ProductSteps {
  of(name: ProductEngine): { readonly books: Queryable; readonly reads: Reads };
}

/** What steps are given by the composition root. */
export interface StepsNeeds {
  readonly config: Pick<Config, 'isDemo'>;
  readonly clock: { now(): number };
  readonly database: Database;
  readonly log: Pick<Logger, 'error'>;
  /** Of what batches write, for lists and histories. */
  readonly reads: Reads;
  /** The engines beside the home, which keep steps of their own. */
  readonly products?: ProductSteps | undefined;
  /** How the rows of a step lie in it. */
  readonly stepLayouts: ToldLayouts;
  /** What sockets are told of rows: steps say the same of them. */
  readonly told: TellChanges;
}
