import type { RouteName } from '@fairlead/contract';
import type { Chains } from '../chains/index.ts';
import type { AuditLog } from '../core/acts/audit.ts';
import type { QueueLeases } from '../core/acts/queue-leases.ts';
import type { Reconciler } from '../core/checks/reconciler.ts';
import type { Config } from '../core/config/config.ts';
import type { ProductEngine } from '../core/config/engines.ts';
import type { Answer, Call, PictureAnswer } from '../core/http/handler.ts';
import type { Metrics } from '../core/operations/metrics.ts';
import type { Standstills } from '../core/operations/standstills.ts';
import type { ProductLoss, Trading } from '../core/operations/trading-mode.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';
import type { Proposals } from '../operators/index.ts';
import type { Treasury } from '../treasury/index.ts';

/** A product whose engine another process runs. */
export interface ProductElsewhere {
  /** What is asked of it goes there, and is refused there while its books are not proven. */
  readonly trading: Pick<Trading, 'resume'>;
  /** Has the process that runs it answer a call of an operator. */
  readonly ask: (route: RouteName, call: Call) => Promise<Answer | PictureAnswer>;
}

/** What stops each product that has an engine of its own, and what it was found by. */
export interface ProductTradings {
  /** Undefined of one that another process runs. */
  tradingOf?(
    name: ProductEngine,
  ): { readonly trading: Trading; readonly reconciler: Reconciler } | undefined;
  /** Of one that another process runs, asked by the home; undefined of all others. */
  elsewhereOf?(name: ProductEngine): ProductElsewhere | undefined;
  /** What the databases of all of them lost. */
  readonly losses?: readonly ProductLoss[];
}

/** What oversight is given by the composition root. */
export interface OversightNeeds {
  readonly config: Config;
  readonly clock: { now(): number };
  /** When this process began. */
  readonly startedAtMs: number;
  readonly database: Database;
  /** The database of each engine. */
  readonly everyBooks: () => readonly Database[];
  readonly sequencer: SequencerPort;
  /** While the books do not add up nothing new is traded; cancels go on. */
  readonly reconciler: Reconciler;
  /** What the whole exchange takes: everything, or cancels only. */
  readonly trading: Trading;
  readonly standstills: Standstills;
  /** The engines of products, where they have their own. */
  readonly products?: ProductTradings | undefined;
  readonly terms: Terms;
  readonly audit: AuditLog;
  /** Who has a record of a queue open. */
  readonly leases: QueueLeases;
  /** What needs two operators. */
  readonly proposals: Proposals;
  /** Deposit addresses and the watchers of chains. */
  readonly chains: Chains;
  /** Where the hot wallets stand. */
  readonly treasury: Treasury;
  readonly metrics: Metrics;
  readonly marketData: MarketData;
}
