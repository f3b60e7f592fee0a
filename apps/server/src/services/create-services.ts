/** Makes the services that stand between routes and store, in the order in which they need one another. */

import { Engine } from '@fairlead/engine';
import type { Logger } from 'pino';
import { gaugeChains } from '../chains/chain-gauges.ts';
import { Chains } from '../chains/chains.ts';
import type { Config } from '../config.ts';
import type { Context, ContextClock } from '../context.ts';
import { Reconciler } from '../sequencer/reconciler.ts';
import type { SequencerPort } from '../sequencer/sequencer.ts';
import type { Database } from '../store/database.ts';
import type { ChainHead } from '../store/receipt-queries.ts';
import { driftWords } from '../store/reconciliation.ts';
import { AgreedTerms } from './agreed-terms.ts';
import { ApiKeys } from './api-keys.ts';
import { Codes } from './codes.ts';
import { openChannels } from './codes-channels.ts';
import { type Channels, Outbox } from './codes-outbox.ts';
import { createOperators } from './create-operators.ts';
import { createCustody } from './custody-services.ts';
import { loadCustodyTerms } from './custody-terms.ts';
import { createEvents } from './events.ts';
import { Faucet } from './faucet.ts';
import { HeadPublisher } from './heads/head-publisher.ts';
import { Identity } from './identity.ts';
import { Passwords } from './identity-passwords.ts';
import { createPeople } from './identity-services.ts';
import { Sessions } from './identity-sessions.ts';
import { Liabilities } from './liabilities/liabilities.ts';
import { Reserves } from './liabilities/reserves.ts';
import type { Metrics } from './metrics.ts';
import { createNotifications } from './notification-services.ts';
import { AuditLog } from './operators-audit.ts';
import { OrderGate } from './order-gate.ts';
import { openSecrets, type Secrets } from './secrets.ts';
import { rekey } from './secrets-rekey.ts';
import { openTrading } from './trading.ts';

export interface ServicesOptions {
  readonly config: Config;
  readonly clock: ContextClock;
  readonly log: Logger;
  readonly database: Database;
  readonly sequencer: SequencerPort;
  readonly metrics: Metrics;
  /** Instead of the configured ones, for tests. */
  readonly channels?: Channels;
  readonly passwords?: Passwords;
  /** What was opened before, where it was needed sooner. */
  readonly secrets?: Secrets;
  /** The end of the chain of receipts as it was kept outside the database before this start. */
  readonly keptHead?: ChainHead | undefined;
  /** Whether something outside the database knows that every open row has the digest of what was agreed. */
  readonly isAgreedBegun?: boolean;
}

/** Everything of the context but market data and what comes with it. */
export type Services = Omit<Context, 'marketData' | 'terms' | 'candles' | 'alerts'>;

export async function createServices(options: ServicesOptions): Promise<Services> {
  const { config, clock, log, database, sequencer, metrics } = options;
  const { isDemo, rateLimitFactor } = config;
  const secrets = options.secrets ?? (await openSecrets(database, config, clock.now()));
  // Whoever writes alone does it for all.
  if (config.previousSecretKeys !== undefined && config.role !== 'gateway') {
    const rows = await rekey(database, secrets);
    log.info({ rows }, 'encrypted with the present SECRET_KEY');
  }
  const events = createEvents();
  const passwords = options.passwords ?? new Passwords();
  const sessions = new Sessions({
    database,
    clock,
    onEnded: ({ userId, sessionKeys }) => {
      for (const sessionKey of sessionKeys) events.emit('session_ended', { userId, sessionKey });
    },
  });
  const channels = options.channels ?? openChannels(config);
  const outbox = new Outbox({ database, clock, secrets, log, isDemo, channels });
  const notifications = await createNotifications({ config, clock, database, log, secrets });
  const people = createPeople({
    config,
    clock,
    database,
    secrets,
    passwords,
    outbox,
    events,
    ...notifications,
  });
  const budgetFactor = rateLimitFactor;
  const codes = new Codes({ database, clock, secrets, outbox, budgetFactor });
  const apiKeys = new ApiKeys({
    database,
    clock,
    secrets,
    onEnded: (ended) => events.emit('api_key_ended', ended),
  });
  const identity = new Identity({
    database,
    clock,
    log,
    sequencer,
    secrets,
    passwords,
    sessions,
    apiKeys,
    codes,
    outbox,
    ...people,
    rateLimitFactor,
  });
  const faucet = new Faucet({ database, clock, factor: rateLimitFactor });
  const custodyTerms = await loadCustodyTerms({
    database,
    clock,
    onChanged: () => events.emit('terms_changed', undefined),
  });
  const custody = createCustody({ config, clock, database, secrets, codes, people, custodyTerms });
  const chains = new Chains({
    config,
    database,
    sequencer,
    findTerms: (currencyId, chain) => custodyTerms.chain(currencyId, chain),
    clock,
    log,
  });
  gaugeChains(metrics.registry, () => chains.status());
  const orderGate = new OrderGate();
  const audit = new AuditLog(database, clock, (error) =>
    log.error({ err: error }, 'an entry of the audit log was lost'),
  );
  const trading = await openTrading({ database, sequencer, audit, log });
  const reconciler = new Reconciler({
    database,
    sequencer,
    createEngine: (snapshot) => new Engine(snapshot),
    clock,
    keptHead: options.keptHead,
    ...(config.role !== 'gateway' && { agreed: new AgreedTerms(secrets) }),
    isAgreedBegun: options.isAgreedBegun === true,
    isHeld: () => trading.isHeldForDrift,
    onDrift: (drifts) => {
      log.fatal({ found: driftWords(drifts) }, 'the books do not add up: no new orders');
      return trading.stopForDrift(drifts);
    },
  });
  metrics.watchSoundness(() => reconciler.isSound);
  const reserves = new Reserves({ database, clock, log, chains, config });
  const liabilities = new Liabilities({
    database,
    clock,
    secrets,
    log,
    dataDir: config.dataDir,
    everyHours: config.liabilitiesHours,
    onPublished: () => reserves.refresh(),
  });
  const headPublisher = new HeadPublisher({
    database,
    clock,
    log,
    heads: config.heads,
    publicUrl: config.publicUrl,
    dataDir: config.dataDir,
  });
  if (config.role !== 'gateway') headPublisher.gauge(metrics.registry);
  const operation = {
    config,
    clock,
    log,
    database,
    sequencer,
    custodyTerms,
    reconciler,
    trading,
    audit,
    reserves,
  };
  return {
    startedAtMs: clock.now(),
    config,
    clock,
    log,
    database,
    sequencer,
    reconciler,
    trading,
    audit,
    sessions,
    identity,
    apiKeys,
    codes,
    ...notifications,
    ...people,
    outbox,
    ...createOperators({ ...operation, ...people, orderGate, secrets, passwords, outbox }),
    faucet,
    custodyTerms,
    ...custody,
    chains,
    liabilities,
    headPublisher,
    reserves,
    orderGate,
    metrics,
    events,
  };
}
