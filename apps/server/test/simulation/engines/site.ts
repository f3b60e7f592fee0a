/** One engine of the exchange: its database, what is known of it, and the processes that lead it or wait to. */
import type { EngineName } from '../../../src/core/config/engines.ts';
import type { CommitListener } from '../../../src/core/sequencer/options.ts';
import type { CommittedBatch } from '../../../src/core/sequencer/submission.ts';
import type { EncodedBatch } from '../../../src/core/store/batch/encoder.ts';
import type { Auditor } from '../auditor.ts';
import type { FaultPlan } from '../drawn/fault-plan.ts';
import { Evidence } from '../evidence.ts';
import type { BatchRecord } from '../records.ts';
import type { MemoryServer } from '../store/memory-server.ts';
import type { Undo } from '../store/memory-table.ts';
import type { Row } from '../store/sql-expression.ts';
import type { SiteProcess } from './site-process.ts';

export interface SiteParts {
  /** Undefined of one engine that is everything. */
  readonly name: EngineName | undefined;
  readonly plan: FaultPlan;
  readonly server: MemoryServer;
  readonly auditor: Auditor;
  readonly startProcess: (site: Site) => SiteProcess;
  /** How far the clocks of its machines are from those of the home's: near enough for nobody to notice. */
  readonly clockAheadMs?: number;
}

export class Site {
  readonly name: EngineName | undefined;
  readonly plan: FaultPlan;
  readonly server: MemoryServer;
  readonly auditor: Auditor;
  readonly clockAheadMs: number;
  readonly evidence = new Evidence();
  /** Batches on their way, with what they are made of. */
  readonly records = new WeakMap<EncodedBatch, BatchRecord>();
  /** Those that live; the one that was started last is the last. */
  processes: SiteProcess[] = [];
  /** Rises with each loss of commits that somebody had seen. */
  losses = 0;
  /** Up to which of them it was compared with the others, and what they took of transfers written again. */
  settledLosses = 0;
  /** No other engine reaches it. */
  isCutOff = false;
  /** A transfer that somebody who has its database wrote into it; no process has sent it. */
  forged: number | undefined;
  #unforge: Undo = [];
  readonly #startProcess: SiteParts['startProcess'];
  readonly #listeners = new Set<CommitListener>();

  constructor({ name, plan, server, auditor, startProcess, clockAheadMs = 0 }: SiteParts) {
    this.clockAheadMs = clockAheadMs;
    this.name = name;
    this.plan = plan;
    this.server = server;
    this.auditor = auditor;
    this.#startProcess = startProcess;
  }

  startProcess(): SiteProcess {
    return this.#startProcess(this);
  }

  get tables() {
    return this.server.tables;
  }

  get isServing(): boolean {
    return this.processes.some(({ isReady }) => isReady);
  }

  /** Whether nobody takes its state from the tables now. */
  get isRunning(): boolean {
    return this.leading?.sequencer?.health().state === 'running';
  }

  /** The one that other engines talk to. */
  get leading(): SiteProcess | undefined {
    return this.processes.findLast(({ isReady }) => isReady);
  }

  /** A loss that no start has dealt with: its rows and the others' say different things meanwhile. */
  get isUnsettled(): boolean {
    return this.losses > this.settledLosses;
  }

  forge(row: Row): void {
    this.tables.table('sent_transfers').insert(row, this.#unforge);
    this.forged = Number(row['transfer_id']);
  }

  /** As before, so that no engine takes it for its own when it reads its tables. */
  unforge(): void {
    for (const takeBack of this.#unforge.splice(0)) takeBack();
    this.forged = undefined;
  }

  /** Whoever listens hears what any process of it commits. */
  onCommitted(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(batch: CommittedBatch): void {
    for (const listener of this.#listeners) listener(batch);
  }
}
