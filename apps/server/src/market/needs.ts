import type { Logger } from 'pino';
import type { AuditLog } from '../core/acts/audit.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Proposals } from '../operators/index.ts';
import type { Terms } from './catalogue.ts';
import type { MarketData } from './data/market-data.ts';

/** What market is given by the composition root. */
export interface MarketNeeds {
  readonly log: Logger;
  readonly sequencer: SequencerPort;
  readonly terms: Terms;
  readonly audit: AuditLog;
  /** What needs two operators. */
  readonly proposals: Proposals;
  readonly marketData: MarketData;
}
