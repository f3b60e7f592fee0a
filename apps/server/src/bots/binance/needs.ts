import type { Logger } from 'pino';
import type { Chains } from '../../chains/index.ts';
import type { Config } from '../../core/config/config.ts';
import type { Database, Reads } from '../../core/store/database.ts';
import type { CustodyTerms } from '../../custody/terms/index.ts';
import type { Candles } from '../../market/candles/index.ts';
import type { MarketData } from '../../market/data/index.ts';
import type { Terms } from '../../market/index.ts';
import type { ApiKeys } from '../api-keys.ts';

/** What binance is given by the composition root. */
export interface BinanceNeeds {
  readonly config: Config;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
  /** Of what batches write, for lists and histories. */
  readonly reads: Reads;
  readonly terms: Terms;
  /** Keys of users' programs. */
  readonly apiKeys: ApiKeys;
  /** What deposits and withdrawals cost and need. */
  readonly custodyTerms: CustodyTerms;
  /** Deposit addresses and the watchers of chains. */
  readonly chains: Chains;
  readonly marketData: MarketData;
  readonly candles: Candles;
}
