/**
 * What the whole exchange takes: everything, or cancels only. The engine holds it, so that no order that was read
 * before a stop runs after it, and the tables keep it over a restart. One operator stops; two resume. A drift stops
 * by itself and holds until every check has run since then and found nothing (cases.md B10). A loss of the
 * database's newest commits stops as well, in the command that declares it.
 */
import { type Loss, ProblemError, type Trading as TradingView } from '@fairlead/contract';
import type { Command, TradingRow } from '@fairlead/engine';
import type { Logger } from 'pino';
import { type DeclaredLoss, readLosses } from '../../receipts/queries.ts';
import { runCommand } from '../acts/acts.ts';
import type { AuditLog } from '../acts/audit.ts';
import { isStoppedForLoss, type Resumes } from '../checks/missing-queries.ts';
import { CHECK_NAMES, type CheckName, type CheckResult } from '../checks/reconciler.ts';
import { type Drift, driftWords } from '../checks/reconciliation.ts';
import { PRODUCT_ENGINES, type ProductEngine } from '../config/engines.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import { SubmitError } from '../sequencer/submit-error.ts';
import type { Database, Queryable } from '../store/database.ts';
import { readTrading } from '../store/trading-record.ts';
import type { DiskWatch } from './disk-watch.ts';

/** The reconciler as it is used here. */
export interface Books {
  readonly results: ReadonlyMap<CheckName, CheckResult>;
  checkEverything(): Promise<unknown>;
}

export interface TradingParts {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, 'run' | 'onCommitted'>;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly log: Pick<Logger, 'error'>;
  /** Where operators resume, if elsewhere than in this database. */
  readonly resumes?: Resumes | undefined;
  /** Another process runs the engine: whether its books are proven is known there, and asked there once more. */
  readonly isElsewhere?: boolean;
}

/** Reads what holds now and follows it. */
export async function openTrading(parts: TradingParts): Promise<Trading> {
  const trading = new Trading(parts);
  await trading.load();
  return trading;
}

/** Declared by the engine of a product. */
export type ProductLoss = Loss & { readonly product: ProductEngine };

/** What says whether any engine is held for a loss. */
export interface LossHolds {
  readonly trading: Pick<Trading, 'isHeldForLoss'>;
  /** The database of each engine, the home's first. */
  readonly everyBooks: () => readonly Queryable[];
}

/**
 * Whether the home or an engine beside it is held for a loss: what one of those had sent to the home is money there. Theirs is read
 * each time, from the tables, as another process may run them.
 */
export async function isAnyHeldForLoss({ trading, everyBooks }: LossHolds): Promise<boolean> {
  if (trading.isHeldForLoss) return true;
  const [home, ...others] = everyBooks();
  const held = others.map((books, at) => isHeldIn(books, home, PRODUCT_ENGINES[at]));
  return (await Promise.all(held)).includes(true);
}

async function isHeldIn(
  books: Queryable,
  home: Queryable | undefined,
  product: string | undefined,
): Promise<boolean> {
  const row = await readTrading(books);
  if (row?.mode !== 'cancel_only') return false;
  if (row.cause === 'loss') return true;
  if (home === undefined || product === undefined) return false;
  return isStoppedForLoss(books, { home, product });
}

/** Money leaves by nobody's word while nobody knows what was lost: two operators end that. Throws `held_for_loss`. */
export async function checkNotLost(holds: LossHolds): Promise<void> {
  if (await isAnyHeldForLoss(holds)) throw new ProblemError('held_for_loss');
}

export class Trading {
  readonly #parts: TradingParts;
  #row: TradingRow | undefined;
  #losses: readonly DeclaredLoss[] = [];
  /** Whatever the stop is called by now. */
  #isLossOpen = false;
  #isRecounting = false;
  #disk: Pick<DiskWatch, 'level' | 'sinceMs' | 'freeBytes'> | undefined;

  constructor(parts: TradingParts) {
    this.#parts = parts;
    parts.sequencer.onCommitted(({ changes: { trading, receipts } }) => {
      if (trading !== undefined) this.#row = trading;
      if (trading?.mode === 'open') this.#isLossOpen = false;
      const declared = receipts.filter(({ kind }) => kind === 'loss');
      if (declared.length === 0) return;
      this.#losses = [...declared.toReversed(), ...this.#losses];
      this.#isLossOpen = true;
    });
  }

  /** Tells of what the disk stops too, which no operator resumes: it ends by itself. */
  heed(disk: Pick<DiskWatch, 'level' | 'sinceMs' | 'freeBytes'>): void {
    this.#disk = disk;
  }

  /** What the disk has room for; absent where nobody looks. */
  get disk(): Pick<DiskWatch, 'level' | 'sinceMs' | 'freeBytes'> | undefined {
    return this.#disk;
  }

  /** Takes what the tables hold, where commits may have been missed. */
  async load(): Promise<void> {
    const { database, resumes } = this.#parts;
    this.#row = await readTrading(database);
    this.#losses = await readLosses(database);
    this.#isLossOpen = await isStoppedForLoss(database, resumes);
  }

  /** Losses of the database that were declared, newest first. */
  get losses(): readonly Loss[] {
    return this.#losses.map(lossView);
  }

  /** Stopped because the database lost commits, and not resumed. */
  get isHeldForLoss(): boolean {
    return this.#isStopped && (this.#row?.cause === 'loss' || this.#isLossOpen);
  }

  get isCancelOnly(): boolean {
    return this.#isStopped || this.#isDiskShort;
  }

  get #isStopped(): boolean {
    return this.#row?.mode === 'cancel_only';
  }

  get #isDiskShort(): boolean {
    return this.#disk !== undefined && this.#disk.level !== 'room';
  }

  /** Stopped because the books did not add up, whatever the checks say meanwhile. */
  get isHeldForDrift(): boolean {
    return this.#isStopped && this.#row?.cause === 'drift';
  }

  view(books: Books): TradingView {
    const row = this.#row;
    if (this.#disk !== undefined && this.#isDiskShort && !this.#isStopped)
      return {
        mode: 'cancel_only',
        cause: 'disk',
        reason: diskWords(this.#disk),
        since: this.#disk.sinceMs,
        is_recounting: this.#isRecounting,
        is_resumable: false,
      };
    return {
      mode: row?.mode ?? 'open',
      ...(row !== undefined && { cause: row.cause, reason: row.reason, since: row.sinceMs }),
      is_recounting: this.#isRecounting,
      is_resumable: this.#isStopped && this.#isProven(books),
    };
  }

  /** Stops at once; while it is stopped this changes nothing. */
  async stop(reason: string): Promise<void> {
    const asked = { kind: 'set_trading_mode', mode: 'cancel_only', cause: 'operator' } as const;
    await runCommand(this.#parts, { ...asked, reason });
  }

  /** Stops for what a check found. A failure is logged: the next check finds it again. */
  async stopForDrift(drifts: readonly Drift[]): Promise<void> {
    if (this.isHeldForDrift) return;
    const reason = driftWords(drifts);
    const { audit, log } = this.#parts;
    try {
      const asked = { kind: 'set_trading_mode', mode: 'cancel_only', cause: 'drift' } as const;
      await runCommand(this.#parts, { ...asked, reason });
      await audit.add({
        action: 'trading.stopped',
        subject: 'exchange',
        detail: { cause: 'drift', reason },
      });
    } catch (error) {
      log.error({ err: error, found: reason }, 'the stop for a drift was not written');
    }
  }

  /** What a proposal to resume is made for. Throws `already_decided` while it is open, `recount_needed`. */
  intent(books: Books): { readonly since: number; readonly cause: TradingRow['cause'] } {
    const row = this.#row;
    if (row?.mode !== 'cancel_only') throw new ProblemError('already_decided');
    if (!this.#isProven(books)) throw new ProblemError('recount_needed');
    return { since: row.sinceMs, cause: row.cause };
  }

  /** Ends the stop that began then. Repeating it does nothing; another stop than that stays (`intent_changed`). */
  async resume(
    { since, reason }: { readonly since: number; readonly reason: string },
    books: Books | undefined,
  ): Promise<void> {
    const row = await readTrading(this.#parts.database);
    if (row?.mode === 'open' && row.sinceMs >= since) return;
    if (row?.sinceMs !== since) throw new ProblemError('intent_changed');
    if (!this.#isProven(books)) throw new ProblemError('recount_needed');
    const asked = { kind: 'set_trading_mode', mode: 'open', cause: 'operator' } as const;
    await runCommand(this.#parts, { ...asked, reason, endsSinceMs: since });
  }

  /** What another process asks to be resumed here. Throws SubmitError while that drift is not proven to be over. */
  refuseUnproven(command: Command, books: Books): void {
    if (command.kind !== 'set_trading_mode' || command.mode !== 'open') return;
    if (this.isHeldForDrift && command.endsSinceMs === this.#row?.sinceMs && !this.#isProven(books))
      throw new SubmitError('recount_needed');
  }

  /** Runs every check in the background; asked for again while it runs, it changes nothing. */
  recount(books: Books): void {
    if (this.#isRecounting) return;
    this.#isRecounting = true;
    books
      .checkEverything()
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'the recount failed'))
      .finally(() => {
        this.#isRecounting = false;
      });
  }

  /** After a drift: every check has run since then and found nothing. */
  #isProven(books: Books | undefined): boolean {
    if (this.#row?.cause !== 'drift' || this.#parts.isElsewhere === true) return true;
    const results = books?.results ?? new Map<CheckName, CheckResult>();
    const sinceMs = this.#row.sinceMs;
    return CHECK_NAMES.every((name) => {
      const result = results.get(name);
      return result !== undefined && result.beganMs >= sinceMs && result.drifts.length === 0;
    });
  }
}

const MB = 1e6;

/** Why the disk stops what it stops, for operators. */
function diskWords({ level, freeBytes }: Pick<DiskWatch, 'level' | 'freeBytes'>): string {
  const free = freeBytes === undefined ? 'no' : `${Math.floor(freeBytes / MB)} MB of`;
  return `${free} free space: ${level === 'openings' ? 'nothing opens' : 'only cancels and closes are taken'} until there is room`;
}

function lossView({ receiptId, timeMs, terms }: DeclaredLoss): Loss {
  const number = (name: string): number => Number(terms[name]);
  return {
    time: timeMs,
    receipt_id: receiptId,
    sequence_from: number('sequence_from'),
    sequence_seen: number('sequence_seen'),
    sequence_to: number('sequence_to'),
    time_from: number('time_from'),
    time_to: number('time_to'),
  };
}
