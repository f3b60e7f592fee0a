/** Makes what proves that the house has what it owes. */
import type { Logger } from 'pino';
import type { Chains } from '../chains/index.ts';
import type { Config } from '../core/config/config.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database, Reads } from '../core/store/database.ts';
import { Liabilities } from './liabilities.ts';
import { checkProvable, type ProvableParts } from './provable.ts';
import { Reserves } from './reserves.ts';

export interface LiabilitiesParts extends ProvableParts {
  readonly config: Config;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
  /** Of all engines together. */
  readonly reports: Reads;
  readonly secrets: Secrets;
  readonly chains: Chains;
}

export interface LiabilitiesServices {
  readonly liabilities: Liabilities;
  readonly reserves: Reserves;
}

export function createLiabilities(parts: LiabilitiesParts): LiabilitiesServices {
  const { config, clock, log, database, secrets, chains, reports, products } = parts;
  const reserves = new Reserves({ database, clock, log, chains, config });
  const liabilities = new Liabilities({
    database,
    ...(products !== undefined && { reports }),
    clock,
    secrets,
    log,
    dataDir: config.dataDir,
    everyHours: config.liabilitiesHours,
    checkProvable: () => checkProvable(parts),
    onPublished: () => reserves.refresh(),
  });
  return { liabilities, reserves };
}
