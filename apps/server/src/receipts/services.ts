/** Makes what gives heads of the receipts to others. */
import type { Logger } from 'pino';
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/store/database.ts';
import { HeadPublisher } from './head-publisher.ts';

export interface ReceiptsParts {
  readonly config: Config;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
}

export interface ReceiptsServices {
  readonly headPublisher: HeadPublisher;
}

export function createReceipts({ config, ...parts }: ReceiptsParts): ReceiptsServices {
  const { heads, publicUrl, dataDir } = config;
  return { headPublisher: new HeadPublisher({ ...parts, heads, publicUrl, dataDir }) };
}
