/** Four engines' databases on one server, and the reports on another, for tests. */
import process from 'node:process';
import { expect, vi } from 'vitest';
import { ENGINE_NAMES, type EngineName } from '../../../core/config/engines.ts';
import { Cluster } from '../../../core/processes/test/cluster/clusters.ts';
import type { Database } from '../../../core/store/database.ts';
import { ensurePartitions } from '../../../core/store/maintenance.ts';
import { migrate } from '../../../core/store/migrator.ts';
import { openPostgres } from '../../../core/store/postgres/database.ts';
import { countFrom } from '../../queries.ts';
import { numbersAfter } from '../../shares.ts';
import { ReportReads } from '../report-reads.ts';
import { type SetUpReports, setUpReports } from '../set-up.ts';
import { subscriptionOf } from '../subscription-queries.ts';

export const NOW_MS = Date.UTC(2027, 0, 15);
export const PATIENCE = { timeout: 60_000, interval: 50 };
const REPORTS = 'reports';

export class Reported {
  readonly engines: Cluster;
  readonly server: Cluster;
  readonly databases: ReadonlyMap<EngineName, Database>;
  readonly reports: Database;

  private constructor(
    engines: Cluster,
    server: Cluster,
    databases: ReadonlyMap<EngineName, Database>,
    reports: Database,
  ) {
    this.engines = engines;
    this.server = server;
    this.databases = databases;
    this.reports = reports;
  }

  /** Migrated, but nothing published yet. */
  static async create(): Promise<Reported> {
    const workers = ['max_logical_replication_workers = 12', 'max_worker_processes = 20'];
    const slots = ['max_replication_slots = 20', 'max_wal_senders = 20'];
    const engines = await Cluster.create(['wal_level = logical', ...slots]);
    const server = await Cluster.create([
      ...workers,
      ...slots,
      // A worker that failed is started again soon.
      'wal_retrieve_retry_interval = 100ms',
    ]);
    const databases = new Map<EngineName, Database>();
    for (const name of ENGINE_NAMES) {
      await engines.query(`CREATE DATABASE ${name}`);
      const database = await openPostgres({ url: urlOf(engines, name) });
      await migrate(database);
      await ensurePartitions(database, NOW_MS);
      await countFrom(database, numbersAfter(name));
      databases.set(name, database);
    }
    await server.query(`CREATE DATABASE ${REPORTS}`);
    const reports = await openPostgres({ url: urlOf(server, REPORTS) });
    return new Reported(engines, server, databases, reports);
  }

  of(name: EngineName): Database {
    const database = this.databases.get(name);
    if (database === undefined) throw new Error(`no ${name}`);
    return database;
  }

  setUp(options: Partial<Parameters<typeof setUpReports>[0]> = {}): Promise<SetUpReports> {
    const engines = ENGINE_NAMES.map((name) => ({
      name,
      database: this.of(name),
      url: urlOf(this.engines, name),
    }));
    return setUpReports({ engines, reports: this.reports, nowMs: NOW_MS, ...options });
  }

  reads(waitMs = 30_000, reports = this.reports): ReportReads {
    const engines = ENGINE_NAMES.map((name) => ({ name, database: this.of(name) }));
    return new ReportReads({ engines, reports, waitMs });
  }

  /** A batch as the writer's: rows and the number of its last command, in one commit. Gives that number. */
  batch(name: EngineName, ...statements: readonly string[]): Promise<number> {
    return this.of(name).transaction(async (transaction) => {
      for (const statement of statements) await transaction.query(statement);
      const [row] = await transaction.query<{ last_sequence: bigint }>(
        'UPDATE leader SET last_sequence = last_sequence + 1 RETURNING last_sequence',
      );
      return Number(row?.last_sequence);
    });
  }

  /** Whoever applies an engine's log stands still until the answer is called. */
  async pause(name: EngineName): Promise<() => void> {
    const pid = await vi.waitFor(async () => {
      const [row] = await this.server.query(
        `SELECT pid FROM pg_stat_subscription WHERE subname = '${subscriptionOf(name)}' AND relid IS NULL`,
      );
      expect(Number(row?.['pid'])).toBeGreaterThan(0);
      return Number(row?.['pid']);
    }, PATIENCE);
    process.kill(pid, 'SIGSTOP');
    return () => process.kill(pid, 'SIGCONT');
  }

  async remove(): Promise<void> {
    for (const database of [...this.databases.values(), this.reports]) await database.close();
    await this.server.remove();
    await this.engines.remove();
  }
}

export const urlOf = (cluster: Cluster, database: string): string =>
  `postgres://postgres@127.0.0.1:${cluster.port}/${database}`;
