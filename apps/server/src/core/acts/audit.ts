/**
 * The audit log: what operators and the server did, each row's hash over its content and the row before. The
 * table refuses change; the chain shows one that was made past it.
 */
import { hash } from 'node:crypto';
import type { Database } from '../store/database.ts';
import { type AuditRow, insertAudit, lastAudit, listAudit, lockAudit } from './audit-queries.ts';

export interface AuditEntry {
  /** Absent for what the server did by itself. */
  readonly operatorId?: number;
  readonly action: string;
  /** What it was done to, e.g. "market BTC/USDT". */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly ip?: string;
}

const GENESIS = new Uint8Array(32);
const PAGE = 1_000;

export class AuditLog {
  readonly #database: Database;
  readonly #clock: { now(): number };
  readonly #onLost: (error: unknown) => void;
  #tail: Promise<unknown> = Promise.resolve();

  /** `onLost` is told when an entry that nobody waits for could not be written. */
  constructor(
    database: Database,
    clock: { now(): number },
    onLost: (error: unknown) => void = () => undefined,
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#onLost = onLost;
  }

  /** Adds a row. One at a time: each needs the hash of the one before. */
  add(entry: AuditEntry): Promise<void> {
    const added = this.#tail.then(() => this.#add(entry));
    this.#tail = added.catch(() => undefined);
    return added;
  }

  /** Adds a row without making the caller wait: of what was refused anyway. */
  addLater(entry: AuditEntry): void {
    this.add(entry).catch(this.#onLost);
  }

  /** Resolves when every entry given so far is written or lost. */
  async written(): Promise<void> {
    await this.#tail;
  }

  #add(entry: AuditEntry): Promise<void> {
    return this.#database.transaction(async (transaction) => {
      await lockAudit(transaction);
      const last = await lastAudit(transaction);
      const row = {
        auditId: (last?.auditId ?? 0) + 1,
        timeMs: this.#clock.now(),
        operatorId: entry.operatorId,
        action: entry.action,
        subject: entry.subject,
        detail: JSON.stringify(entry.detail ?? {}),
        ip: entry.ip,
        previousHash: last?.hash ?? GENESIS,
      };
      await insertAudit(transaction, { ...row, hash: hashOf(row) });
    });
  }
}

export interface AuditVerdict {
  /** Rows that fit. */
  readonly rows: number;
  /** The first row that does not; absent when all do. */
  readonly brokenAt?: number;
  /** Hash of the last row that fits: kept elsewhere, it shows that the end was cut off. */
  readonly head?: Uint8Array;
}

/** Recomputes the chain from its first row on. */
export async function verifyAuditChain(database: Database): Promise<AuditVerdict> {
  let previousHash: Uint8Array = GENESIS;
  let lastId = 0;
  const verdict = () => ({ rows: lastId, ...(lastId > 0 && { head: previousHash }) });
  for (;;) {
    const rows = await listAudit(database, lastId, PAGE);
    for (const row of rows) {
      const fits =
        row.auditId === lastId + 1 &&
        Buffer.compare(row.previousHash, previousHash) === 0 &&
        Buffer.compare(row.hash, hashOf(row)) === 0;
      if (!fits) return { ...verdict(), brokenAt: row.auditId };
      lastId = row.auditId;
      previousHash = row.hash;
    }
    if (rows.length < PAGE) return verdict();
  }
}

function hashOf(row: Omit<AuditRow, 'hash'>): Uint8Array {
  const content = [
    row.auditId,
    row.timeMs,
    row.operatorId ?? null,
    row.action,
    row.subject,
    row.detail,
    row.ip ?? null,
    Buffer.from(row.previousHash).toString('hex'),
  ];
  return hash('sha256', JSON.stringify(content), 'buffer');
}
