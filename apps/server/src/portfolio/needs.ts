import type { Config } from '../core/config/config.ts';
import type { Database, Reads } from '../core/store/database.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';

/** What portfolio is given by the composition root. */
export interface PortfolioNeeds {
  readonly config: Config;
  readonly clock: { now(): number };
  readonly database: Database;
  /** Of what batches write, for lists and histories. */
  readonly reads: Reads;
  readonly terms: Terms;
  readonly marketData: MarketData;
}
