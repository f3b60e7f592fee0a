import { Engine } from '@fairlead/engine';
import type { Logger } from 'pino';
import { AuditLog } from '../core/acts/audit.ts';
import type { ProposalEffects } from '../core/acts/effects.ts';
import { OperatorViews } from '../core/acts/looks.ts';
import { QueueLeases } from '../core/acts/queue-leases.ts';
import { AgreedTerms } from '../core/checks/agreed-terms.ts';
import {
  type ExchangeChecks,
  Reconciler,
  type ReconcilerParts,
} from '../core/checks/reconciler.ts';
import { driftWords } from '../core/checks/reconciliation.ts';
import type { Config } from '../core/config/config.ts';
import { type EngineName, PRODUCT_ENGINES, type ProductEngine } from '../core/config/engines.ts';
import { createEvents, type Events } from '../core/http/events.ts';
import { inTurns } from '../core/operations/in-turns.ts';
import type { Metrics } from '../core/operations/metrics.ts';
import { OrderGate } from '../core/operations/order-gate.ts';
import { Presence } from '../core/operations/presence.ts';
import { openSecrets, type Secrets } from '../core/operations/secrets.ts';
import { rekey } from '../core/operations/secrets-rekey.ts';
import { type EngineState, Standstills } from '../core/operations/standstills.ts';
import { openTrading, type ProductLoss, type Trading } from '../core/operations/trading-mode.ts';
import type { CreateEngine } from '../core/sequencer/ports.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { ToldLayouts } from '../core/steps/batch.ts';
import type { Database, Reads } from '../core/store/database.ts';
import { HOME } from '../engines/shares.ts';
import type { Passwords } from '../identity/index.ts';
import type { Channels } from '../notices/index.ts';
import { EXCHANGE_TABLES } from '../tables.ts';

export interface GroundOptions
  extends Pick<ReconcilerParts, 'keptHead' | 'isAgreedBegun' | 'areListsAgreed'> {
  readonly config: Config;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
  /** Where there are replicas to read from; otherwise the database itself. */
  readonly reads?: Reads | undefined;
  /** Where the tables of several engines lie together. */
  readonly reports?: Reads | undefined;
  readonly sequencer: SequencerPort;
  /** Of the home alone, where `sequencer` is of several engines. */
  readonly home?: SequencerPort;
  /** Makes an engine of the tables, to compare: of a home beside others with its bounds. */
  readonly createEngine?: CreateEngine;
  readonly metrics: Metrics;
  /** The engines beside the home. */
  readonly products?: ProductsGround | undefined;
  /** Instead of the configured ones, for tests. */
  readonly channels?: Channels;
  readonly passwords?: Passwords;
  /** What was opened before, where it was needed sooner. */
  readonly secrets?: Secrets;
}

/** What the ground needs of engines beside the home. */
export interface ProductsGround {
  of(name: ProductEngine): Pick<Ground, 'books' | 'reads' | 'reconciler'>;
  tradingOf?(name: ProductEngine): Pick<Ground, 'trading' | 'reconciler'> | undefined;
  stateOf?(name: ProductEngine): EngineState | undefined;
  exchangeOf?(name: EngineName): ExchangeChecks | undefined;
  readonly losses?: readonly ProductLoss[];
  watch?(parts: Pick<Ground, 'audit' | 'log' | 'clock'>): Promise<void>;
}

export interface Ground {
  readonly startedAtMs: number;
  readonly config: Config;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
  /** The database of a capability's own engine: of most the same. */
  readonly books: Database;
  /** Of what batches of its engine write, for lists and histories. */
  readonly reads: Reads;
  /** The same of all engines together. */
  readonly reports: Reads;
  /** The database of each engine, the home's first. */
  readonly everyBooks: () => readonly Database[];
  readonly sequencer: SequencerPort;
  readonly products?: ProductsGround | undefined;
  readonly metrics: Metrics;
  readonly secrets: Secrets;
  readonly events: Events;
  readonly presence: Presence;
  readonly orderGate: OrderGate;
  readonly audit: AuditLog;
  readonly trading: Trading;
  readonly reconciler: Reconciler;
  readonly standstills: Standstills;
  readonly leases: QueueLeases;
  readonly views: OperatorViews;
  /** What proposals of all capabilities do; there once all of them are made. */
  readonly effects: () => ProposalEffects;
  readonly channels?: Channels | undefined;
  readonly passwords?: Passwords | undefined;
  /** How what users are told of lies in the tables. */
  readonly stepLayouts: ToldLayouts;
}

export async function layGround(
  options: GroundOptions,
  effects: () => ProposalEffects,
): Promise<Ground> {
  const { config, clock, log, database, sequencer, metrics } = options;
  const home = options.home ?? sequencer;
  const secrets = options.secrets ?? (await openSecrets(database, config, clock.now()));
  // Whoever writes alone does it for all.
  if (config.previousSecretKeys !== undefined && config.role !== 'gateway') {
    const rows = await rekey(database, secrets);
    log.info({ rows }, 'encrypted with the present SECRET_KEY');
  }
  const audit = new AuditLog(database, clock, (error) =>
    log.error({ err: error }, 'an entry of the audit log was lost'),
  );
  await options.products?.watch?.({ audit, log, clock });
  // What stops is the home's own, but a stop of operators holds everywhere.
  const stopped: Pick<SequencerPort, 'run' | 'onCommitted'> = {
    run: (command, given) => sequencer.run(command, given),
    onCommitted: (listener) => home.onCommitted(listener),
  };
  const trading = await openTrading({ database, sequencer: stopped, audit, log });
  const reconciler = createReconciler({ ...options, sequencer: home }, { secrets, trading });
  const state = { health: () => home.health(), trading, reconciler };
  const standstills = new Standstills({
    stateOf: (name) => (name === HOME ? state : (options.products?.stateOf?.(name) ?? state)),
  });
  metrics.watchSoundness(() => reconciler.isSound);
  return {
    startedAtMs: clock.now(),
    config,
    clock,
    log,
    database,
    books: database,
    reads: options.reads ?? database,
    reports: options.reports ?? options.reads ?? database,
    everyBooks: () => [
      database,
      ...PRODUCT_ENGINES.flatMap((name) => options.products?.of(name).books ?? []),
    ],
    sequencer,
    products: options.products,
    metrics,
    secrets,
    events: createEvents(),
    presence: new Presence(),
    orderGate: new OrderGate(),
    audit,
    trading,
    reconciler,
    standstills,
    leases: new QueueLeases(clock),
    views: new OperatorViews({ database, clock, log }),
    effects,
    channels: options.channels,
    passwords: options.passwords,
    stepLayouts: EXCHANGE_TABLES.told,
  };
}

function createReconciler(
  {
    config,
    clock,
    log,
    database,
    sequencer,
    keptHead,
    isAgreedBegun,
    areListsAgreed,
    products,
    createEngine = (snapshot) => inTurns(Engine.restoreSteps(snapshot)),
  }: GroundOptions,
  { secrets, trading }: { readonly secrets: Secrets; readonly trading: Trading },
): Reconciler {
  return new Reconciler({
    createEngine,
    tables: EXCHANGE_TABLES,
    database,
    sequencer,
    clock,
    keptHead,
    ...(config.role !== 'gateway' && { agreed: new AgreedTerms(secrets) }),
    isAgreedBegun: isAgreedBegun === true,
    areListsAgreed: areListsAgreed === true,
    exchange: products?.exchangeOf?.(HOME),
    isHeld: () => trading.isHeldForDrift,
    onDrift: (drifts) => {
      log.fatal({ found: driftWords(drifts) }, 'the books do not add up: no new orders');
      return trading.stopForDrift(drifts);
    },
  });
}
