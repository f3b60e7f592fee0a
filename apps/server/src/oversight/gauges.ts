/**
 * What an operator sets alarms on, beside what each part gauges itself: whether orders are taken, prices, checks, queues
 * and the database (docs/operating/monitoring.md). What is asked of the tables is asked at most every five seconds, and
 * a database that does not answer takes only its own figures away.
 */

import { VERSION } from '@fairlead/contract';
import { HELD_FOR } from '@fairlead/engine';
import { VALUE_SCALE } from '@fairlead/formula';
import type { Registry } from 'prom-client';
import { readArchiving } from '../core/backup/archiving.ts';
import { backedUpSince } from '../core/backup/last-backup.ts';
import type { Reconciler } from '../core/checks/reconciler.ts';
import { CHECK_NAMES } from '../core/checks/reconciler.ts';
import type { Config } from '../core/config/config.ts';
import { withdrawalLateMs } from '../core/http/limits.ts';
import { deploymentSince } from '../core/operations/deployment.ts';
import type { DiskLevel } from '../core/operations/disk-watch.ts';
import { type AddGauge, flag, gaugesOf } from '../core/operations/gauge.ts';
import { answered, type Metrics } from '../core/operations/metrics.ts';
import type { Trading } from '../core/operations/trading-mode.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import type { MarketData } from '../market/data/index.ts';
import type { ProductTradings } from './needs.ts';
import { type OperationFigures, readOperationFigures } from './queue-queries.ts';

export interface GaugedContext {
  readonly config: Config;
  readonly clock: { now(): number };
  readonly startedAtMs: number;
  readonly database: Database;
  readonly reconciler: Reconciler;
  readonly trading: Trading;
  readonly products?: Pick<ProductTradings, 'losses'> | undefined;
  readonly marketData: MarketData;
  readonly metrics: Metrics;
  readonly sequencer: SequencerPort;
}

/** Figures of the tables are at most this old. */
const FIGURES_KEPT_MS = 5_000;
const DISK_LEVELS: readonly DiskLevel[] = ['room', 'openings', 'endings'];
const MARKET_STATES = ['open', 'halted', 'closed'] as const;

/** Registers the gauges; each reading asks anew. */
export function gaugeOperation(registry: Registry, context: GaugedContext): void {
  const gauge = gaugesOf(registry);
  gaugeState(gauge, context);
  gaugePrices(gauge, context);
  gaugeTables(gauge, context);
  gaugeBackups(gauge, context);
}

function gaugeState(gauge: AddGauge, context: GaugedContext): void {
  const { config, clock, database, metrics, reconciler, sequencer, startedAtMs, trading } = context;
  const { products } = context;
  const info = {
    version: VERSION,
    mode: config.isDemo ? 'demo' : 'real',
    feed: config.feed.kind,
    database: database.kind,
  };
  gauge(
    { name: 'fairlead_info', help: 'Always 1; what runs', labelNames: Object.keys(info) },
    () => [[info, 1]],
  );
  gauge(
    { name: 'fairlead_cancel_only', help: '1 while the whole exchange takes cancels only' },
    () => flag(trading.isCancelOnly),
  );
  gauge(
    { name: 'fairlead_disk_free_bytes', help: 'Free space of the fullest volume that is watched' },
    () => trading.disk?.freeBytes,
  );
  gauge(
    {
      name: 'fairlead_disk_stop',
      help: 'What a disk without room stops: 0 nothing, 1 openings, 2 all but cancels and closes',
    },
    () => trading.disk && DISK_LEVELS.indexOf(trading.disk.level),
  );
  gauge(
    {
      name: 'fairlead_loss',
      help: '1 while the exchange is stopped because the database lost commits',
    },
    () => flag(trading.isHeldForLoss),
  );
  gauge(
    { name: 'fairlead_losses', help: 'Losses of commits that were declared, the last 20' },
    () => trading.losses.length + (products?.losses?.length ?? 0),
  );
  gauge(
    {
      name: 'fairlead_commit_wait_seconds',
      help: 'How long the oldest batch has waited for its commit, or for a replica to have it',
    },
    () => sequencer.health().commitWaitMs / 1_000,
  );
  gauge({ name: 'fairlead_sockets', help: 'Live sockets connected' }, () => metrics.sockets());
  gauge(
    {
      name: 'fairlead_check_age_seconds',
      help: 'Time since a check of the books ended, or since the start while it never did',
      labelNames: ['check'],
    },
    () =>
      CHECK_NAMES.map((check) => {
        const atMs = reconciler.results.get(check)?.atMs ?? startedAtMs;
        return [{ check }, (clock.now() - atMs) / 1_000];
      }),
  );
  gauge(
    {
      name: 'fairlead_check_drifts',
      help: 'Differences that the last check of the books found',
      labelNames: ['check'],
    },
    () => [...reconciler.results].map(([check, { drifts }]) => [{ check }, drifts.length]),
  );
}

function gaugePrices(gauge: AddGauge, { clock, marketData }: GaugedContext): void {
  const labelNames = ['symbol'];
  const listed = () => marketData.terms.markets().filter(({ state }) => state !== 'closed');
  gauge(
    {
      name: 'fairlead_market_state',
      help: '1 for the present state of a market',
      labelNames: ['symbol', 'state'],
    },
    () =>
      marketData.terms
        .markets()
        .flatMap(({ symbol, state: present }) =>
          MARKET_STATES.map((state) => [{ symbol, state }, flag(state === present)] as const),
        ),
  );
  gauge(
    { name: 'fairlead_index_stale', help: '1 while a market has no fresh index', labelNames },
    () =>
      listed().map(({ symbol }) => [
        { symbol },
        flag(marketData.indexMessage(symbol)?.is_stale ?? true),
      ]),
  );
  gauge(
    { name: 'fairlead_index_age_seconds', help: 'Age of the last index sample', labelNames },
    () =>
      listed().flatMap(({ symbol }) => {
        const sample = marketData.indexMessage(symbol);
        return sample === undefined ? [] : [[{ symbol }, (clock.now() - sample.time) / 1_000]];
      }),
  );
  gauge(
    { name: 'fairlead_index_sources', help: 'Quotes in the last index sample', labelNames },
    () =>
      listed().flatMap(({ symbol }) => {
        const sample = marketData.indexMessage(symbol);
        return sample === undefined ? [] : [[{ symbol }, sample.sources.length]];
      }),
  );
}

function gaugeTables(gauge: AddGauge, { config, clock, database }: GaugedContext): void {
  const figures = new Asked<OperationFigures>(async () => {
    const nowMs = clock.now();
    const lateBeforeMs = nowMs - withdrawalLateMs(config.reviewHours);
    const read = await readOperationFigures(database, { lateBeforeMs, nowMs });
    // The demo's messages go nowhere: none waits.
    if (!config.isDemo) return read;
    return { ...read, queues: { ...read.queues, outbox: 0 }, oldestUnsentMs: undefined };
  });
  const ageOf = (atMs: number | undefined): number =>
    atMs === undefined ? 0 : Math.max(0, clock.now() - atMs) / 1_000;
  gauge({ name: 'fairlead_database_up', help: '1 when the database answers queries' }, async () =>
    flag((await figures.read()) !== undefined),
  );
  gauge(
    {
      name: 'fairlead_database_connections',
      help: 'Connections of the pool for reads, and readers that wait for one; none on PGlite',
      labelNames: ['state'],
    },
    () =>
      Object.entries(database.connections?.() ?? {}).map(([state, count]) => [{ state }, count]),
  );
  const replication = new Asked(async () => database.replication?.());
  gauge(
    {
      name: 'fairlead_commit_machines',
      help: 'Machines that hold a commit before it is answered; none on PGlite',
    },
    async () => (await replication.read())?.commitMachines,
  );
  gauge(
    { name: 'fairlead_replicas', help: 'Replicas that are connected; none on PGlite' },
    async () => (await replication.read())?.replicas,
  );
  gauge(
    {
      name: 'fairlead_queue',
      help: 'Records that wait for an operator, or for the signer (to_send)',
      labelNames: ['queue'],
    },
    async () =>
      Object.entries((await figures.read())?.queues ?? {}).map(([queue, count]) => [
        { queue },
        count,
      ]),
  );
  gaugeLoneWords(gauge, config, figures);
  const age = (name: string, help: string, pick: (read: OperationFigures) => number | undefined) =>
    gauge({ name, help }, async () => {
      const read = await figures.read();
      return read === undefined ? [] : ageOf(pick(read));
    });
  age(
    'fairlead_oldest_withdrawal_seconds',
    'How long the oldest withdrawal under review has waited; 0 without one',
    ({ oldestWithdrawalMs }) => oldestWithdrawalMs,
  );
  age(
    'fairlead_outbox_oldest_seconds',
    'How long the oldest message to a user has waited to be sent; 0 without one',
    ({ oldestUnsentMs }) => oldestUnsentMs,
  );
}

function gaugeBackups(gauge: AddGauge, { config, clock, database }: GaugedContext): void {
  const ageOf = (atMs: number): number => Math.max(0, clock.now() - atMs) / 1_000;
  const backedUp = new Asked(() => backedUpSince(database, config.dataDir));
  gauge(
    {
      name: 'fairlead_backup_age_seconds',
      help: 'Time since the last backup, or since the first start while there is none',
    },
    async () => {
      const atMs = await backedUp.read();
      return atMs && ageOf(atMs);
    },
  );
  const archiving = new Asked(async () =>
    database.kind === 'postgres' ? readArchiving(database) : undefined,
  );
  gauge(
    {
      name: 'fairlead_archive_age_seconds',
      help: 'Time since PostgreSQL last archived a file of WAL; none where it archives none',
    },
    async () => (await archiving.read())?.ageSeconds,
  );
  const since = new Asked(() => deploymentSince(database));
  gauge(
    {
      name: 'fairlead_base_backup_age_seconds',
      help: 'Time since the last base backup, or since the first start while there is none; none where no WAL is archived',
    },
    async () => {
      const read = await archiving.read();
      if (read === undefined) return undefined;
      const firstMs = await since.read();
      return read.baseAgeSeconds ?? (firstMs && ageOf(firstMs));
    },
  );
}

/** What one person alone passes, and where one was not enough (V8). */
function gaugeLoneWords(
  gauge: AddGauge,
  { approvals }: Pick<Config, 'approvals'>,
  figures: Asked<OperationFigures>,
): void {
  gauge(
    {
      name: 'fairlead_lone_words_held',
      help: 'Approvals of the last 24 hours that needed a second operator by a rule of sums or of who passed the claim',
      labelNames: ['why'],
    },
    async () => {
      const read = await figures.read();
      return read === undefined
        ? []
        : HELD_FOR.map((why) => [{ why }, read.heldWords.get(why) ?? 0] as const);
    },
  );
  gauge(
    {
      name: 'fairlead_lone_sum_ratio',
      help: 'The most that one operator passed alone in 24 hours, as a part of what takes two',
    },
    async () => {
      const read = await figures.read();
      if (read === undefined) return [];
      return Number(read.largestLoneSum) / (approvals.dayFromUsdt * 10 ** VALUE_SCALE);
    },
  );
}

/** Asks the tables once for all gauges of a scrape; undefined while they do not answer. */
class Asked<Value> {
  readonly #ask: () => Promise<Value>;
  #asked: Promise<Value | undefined> | undefined;
  #askedAt = 0;

  constructor(ask: () => Promise<Value>) {
    this.#ask = ask;
  }

  read(): Promise<Value | undefined> {
    const now = performance.now();
    if (this.#asked === undefined || now - this.#askedAt > FIGURES_KEPT_MS) {
      this.#askedAt = now;
      this.#asked = answered(this.#ask());
    }
    return this.#asked;
  }
}
