/** The chain of receipts, and its heads given to others. */
import { MINUTE_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import type { Database, Reads } from '../core/store/database.ts';
import type { HeadPublisher } from './head-publisher.ts';
import { publishedHeads } from './published-heads.ts';
import { settlementHandlers } from './routes.ts';
import { createReceipts } from './services.ts';

interface ReceiptsNeeds {
  readonly database: Database;
  /** Of all engines together. */
  readonly reports: Reads;
  readonly clock: { now(): number };
  /** Gives heads of the receipts to others. */
  readonly headPublisher: HeadPublisher;
}

export const receipts = {
  services: createReceipts,
  routes: settlementHandlers,
  gauges: (registry, { headPublisher }) => headPublisher.gauge(registry),
  chores: ({ database, clock, headPublisher }) => [
    publishedHeads({ database, clock }),
    new Chore(MINUTE_MS, () => headPublisher.publishDue()),
  ],
} satisfies Capability<ReceiptsNeeds>;
