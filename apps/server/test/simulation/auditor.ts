/**
 * Checks what must hold, from the committed rows and the commands that made them: with each batch what follows from it
 * alone, now and then the whole. It keeps a twin, an engine that is given the commands of committed batches and no others,
 * so that what the tables give after a restart is compared with what was acknowledged.
 */
import {
  type Changes,
  type Command,
  Engine,
  indexTimeMs,
  type PlaceOrder,
  type Stamp,
  stateHash,
} from '@fairlead/engine';
import type { EngineName } from '../../src/core/config/engines.ts';
import { isBehind, type Seen } from '../../src/core/sequencer/seen.ts';
import type { Answer } from '../../src/core/sequencer/submission.ts';
import { wholeAnswer } from '../../src/core/store/small-answer.ts';
import type { TablesSnapshot } from '../../src/core/store/snapshot-reader.ts';
import { DumbBook } from './dumb-book.ts';
import { ListRules } from './list-rules.ts';
import { type BatchRecord, boundsOf, type Named } from './records.ts';
import { RowRules } from './row-rules.ts';
import type { MemoryTables } from './store/memory-tables.ts';
import type { Row } from './store/sql-expression.ts';
import { textOf } from './texts.ts';
import { TriggerRules } from './trigger-rules.ts';
import { must } from './violation.ts';

const INDEX_FRESH_MS = 10_000;
const AHEAD_MAX_MS = 2_000;

interface Loss {
  /** As the tables hold it after the loss. */
  readonly kept: Seen;
  /** What had been given out. */
  readonly seen: Seen;
  isDeclared: boolean;
}

/** An answer in the tables. */
export interface StoredAnswer extends Named {
  readonly body: string;
}

const lostName = ({ owner, key, fingerprint }: Named, body: string): string =>
  [owner, key, fingerprint, body].join(' ');

export class Auditor {
  readonly #tables: MemoryTables;
  readonly #rules: RowRules;
  readonly #lists: ListRules;
  readonly #triggers: TriggerRules;
  readonly #book = new DumbBook();
  /** Under which key each command was asked for; the server's own have none. */
  readonly #names = new WeakMap<Command, Named>();
  /** Sequences of commands that were executed, by command, in whatever life: committed or not. */
  readonly #sequences = new WeakMap<Command, number>();
  /** Answers that were in the tables, and that the database lost. */
  readonly #lost = new Set<string>();
  /** What was answered, by owner and key: for ever the same. */
  readonly #answers = new Map<string, string>();
  readonly #bounds: ReturnType<typeof boundsOf>;
  #twin: Engine;
  #sequence = 0;
  #timeMs = 0;
  /** What the last loss took: numbers of commands that are gone, and whether it was declared. */
  #loss: Loss | undefined;
  #isTwinOld = false;
  #isNew: boolean;

  /** `name`: of one engine of several, which begins with its first start. */
  constructor(tables: MemoryTables, name?: EngineName) {
    this.#bounds = boundsOf(name);
    this.#twin = new Engine(undefined, this.#bounds);
    this.#isNew = name !== undefined;
    this.#tables = tables;
    this.#rules = new RowRules(tables);
    this.#lists = new ListRules(tables);
    this.#triggers = new TriggerRules(tables);
  }

  /** The engine as all committed commands have left it. */
  get twin(): Engine {
    return this.#twin;
  }

  name(command: Command, named: Named): void {
    this.#names.set(command, named);
  }

  executed(command: Command, sequence: number): void {
    this.#sequences.set(command, sequence);
  }

  /** A batch is in the tables from now on. */
  committed(record: BatchRecord): void {
    const { executed, changes } = record;
    for (const { command, stamp, result } of executed) {
      if (command.kind === 'declare_loss') this.#checkDeclared(stamp, changes);
      else {
        must(this.#loss?.isDeclared !== false, 'a loss is declared before anything else', () =>
          textOf({ command, stamp, loss: this.#loss }),
        );
        must(
          stamp.sequence === this.#sequence + 1,
          'sequences are gapless',
          () => `${stamp.sequence} after ${this.#sequence}`,
        );
      }
      must(stamp.timeMs >= this.#timeMs, 'time does not go back', () => textOf(stamp));
      this.#sequence = stamp.sequence;
      this.#timeMs = stamp.timeMs;
      if (command.kind === 'place_order' && command.type === 'market' && result.ok) {
        this.#checkIndex(command, stamp);
      }
      const replayed = this.#twin.execute(command, stamp);
      must(
        textOf(replayed) === textOf(result),
        'a replay gives the same results',
        () => `${textOf(command)}: ${textOf(result)} and ${textOf(replayed)}`,
      );
      this.#answerOf(command, stamp);
    }
    this.#twin.takeChanges();
    must(
      this.#tables.leaderNumber('last_sequence') === this.#sequence,
      'the leader row moves with its batch',
      () => `${this.#tables.leaderNumber('last_sequence')} and ${this.#sequence}`,
    );
    this.#book.take(record);
    this.#rules.check(changes);
    this.#lists.check(changes);
    this.#triggers.check(record);
    this.#checkNumbers(changes);
  }

  /**
   * The tables went back to an earlier state; `seen` is what had been given out of what is gone, `answersBefore` what the
   * tables held before. Whether anybody had seen what is gone.
   */
  rolledBack(seen: Seen | undefined, answersBefore: readonly StoredAnswer[]): boolean {
    const number = (column: string): number => this.#tables.leaderNumber(column);
    const receipts = [...this.#tables.table('receipts').rows()].map((row) =>
      Number(row['receipt_id']),
    );
    const kept: Seen = {
      epoch: number('epoch'),
      sequence: number('last_sequence'),
      timeMs: number('last_time_ms'),
      orderId: number('last_order_id'),
      tradeId: number('last_trade_id'),
      entryId: number('last_entry_id'),
      receiptId: Math.max(this.#tables.beginsAfter, ...receipts),
    };
    this.#sequence = kept.sequence;
    this.#timeMs = kept.timeMs;
    this.#isTwinOld = true;
    this.#rules.rolledBack();
    const before = this.#loss?.isDeclared === false ? this.#loss.kept : kept;
    const isKnown = seen !== undefined && isBehind(kept, seen);
    this.#forgetLost(answersBefore, isKnown);
    if (!isKnown) return false;
    this.#loss = {
      kept: { ...kept, sequence: Math.min(before.sequence, kept.sequence) },
      seen,
      isDeclared: false,
    };
    return true;
  }

  /**
   * What was answered and is gone may be answered otherwise, but only where somebody knows that it is gone.
   */
  #forgetLost(before: readonly StoredAnswer[], isKnown: boolean): void {
    for (const row of before) {
      if (this.#answerRow(row) !== undefined) continue;
      this.#lost.add(lostName(row, row.body));
      const wasAnswered = this.#answers.delete(`${row.owner} ${row.key}`);
      must(isKnown || !wasAnswered, 'what was answered is known to be missing', () => textOf(row));
    }
  }

  /** Whether what a client was told is in no table any more. */
  isLost(named: Named, body: string): boolean {
    const row = this.#answerRow(named);
    return row?.['body'] !== body && this.#lost.has(lostName(named, body));
  }

  /** Whether the tables hold any answer under this key. */
  isAnswered(named: Named): boolean {
    return this.#answerRow(named) !== undefined;
  }

  /** All answers that the tables hold. */
  answersKept(): readonly StoredAnswer[] {
    return [...this.#tables.table('first_answers').rows()].map((row) => ({
      owner: Number(row['owner_id']),
      key: String(row['key']),
      fingerprint: String(row['fingerprint']),
      body: wholeAnswer(String(row['body'])),
    }));
  }

  /** With its answer as it was given. */
  #answerRow({ owner, key }: Pick<Named, 'owner' | 'key'>): Row | undefined {
    const row = this.#tables.table('first_answers').find(BigInt(owner), key);
    return row && { ...row, body: wholeAnswer(String(row['body'])) };
  }

  /** Beyond everything that was seen, stopped, and with a receipt that names what is gone. */
  #checkDeclared(stamp: Stamp, { trading, receipts, counters }: Changes): void {
    const loss = this.#loss;
    must(loss?.isDeclared === false, 'no loss is declared that was none', () => textOf(stamp));
    const receipt = receipts.find(({ kind }) => kind === 'loss');
    must(receipt?.terms['sequence_from'] === this.#sequence + 1, 'a loss has its receipt', () =>
      textOf({ receipt, loss }),
    );
    const mode = trading ?? this.#twin.trading();
    const isStopped = mode?.mode === 'cancel_only' && mode.cause !== 'operator';
    must(isStopped, 'a loss stops every opening', () => textOf({ trading }));
    loss.isDeclared = true;
    this.#sequence = stamp.sequence;
    this.#rules.goOnFrom(counters.entryId);
  }

  /** No number is given twice, whatever became of what had it first. */
  #checkNumbers({ orders, trades, entries, receipts, counters }: Changes): void {
    const loss = this.#loss;
    if (loss === undefined) return;
    const { kept, seen } = loss;
    const isAgain = (name: 'orderId' | 'tradeId' | 'entryId' | 'receiptId', id: number) =>
      id > kept[name] && id <= seen[name];
    const again = [
      ...orders.filter(({ orderId }) => isAgain('orderId', orderId)),
      ...trades.filter(({ tradeId }) => isAgain('tradeId', tradeId)),
      ...entries.filter(({ entryId }) => isAgain('entryId', entryId)),
      ...receipts.filter(({ receiptId }) => isAgain('receiptId', receiptId)),
    ];
    const isBeyond = counters.sequence > seen.sequence;
    must(again.length === 0 && isBeyond, 'no number is given twice', () =>
      textOf({ again, kept, seen, counters }),
    );
  }

  /** Market orders are taken only while the index is fresh (G12). */
  #checkIndex({ marketId }: PlaceOrder, stamp: Stamp): void {
    const timeMs = indexTimeMs(stamp);
    const { sampleTimeMs = 0, price } = this.#twin.indexOf(marketId) ?? {};
    const ageMs = timeMs - sampleTimeMs;
    const isFresh = price !== undefined && ageMs <= INDEX_FRESH_MS && ageMs >= -AHEAD_MAX_MS;
    must(isFresh, 'no price is used that is stale', () => `${timeMs - sampleTimeMs} ms, ${price}`);
  }

  /** What a client asked for and its answer are of one transaction. */
  #answerOf(command: Command, { sequence }: Stamp): void {
    const named = this.#names.get(command);
    if (named === undefined) return;
    const row = this.#answerRow(named);
    must(
      Number(row?.['sequence']) === sequence && row?.['fingerprint'] === named.fingerprint,
      'an effect comes with its answer, once',
      () => `${textOf(named)} ran as ${sequence}, its row is ${textOf(row)}`,
    );
  }

  /** A client has an answer: it must be in the tables, of this request, and the same as ever before. */
  acknowledged(command: Command, { status, body }: Answer): void {
    const named = this.#names.get(command);
    must(named !== undefined, 'each answer has its request', () => textOf(command));
    const row = this.#answerRow(named);
    // It was committed, and lost before its answer arrived; once that is declared nobody says so any more.
    const mayBeSaid = this.#loss?.isDeclared !== true;
    if (mayBeSaid && this.isLost(named, body)) return;
    must(row !== undefined, 'no answer before its commit', () => textOf(named));
    const isItsOwn =
      row['fingerprint'] === named.fingerprint &&
      row['body'] === body &&
      Number(row['status']) === status;
    must(
      isItsOwn,
      'an answer is the stored one of its request',
      () => `${textOf(named)} got ${body}, stored is ${textOf(row)}`,
    );
    const name = `${named.owner} ${named.key}`;
    const before = this.#answers.get(name) ?? body;
    must(before === body, 'an answer never changes', () => `${name}: ${before}, then ${body}`);
    this.#answers.set(name, body);
  }

  /** Whether the tables hold an answer of another body under this key. */
  isTaken(named: Named): boolean {
    const row = this.#answerRow(named);
    return row !== undefined && row['fingerprint'] !== named.fingerprint;
  }

  /** A command of the server itself was answered. */
  ran(command: Command): void {
    const sequence = this.#sequences.get(command) ?? 0;
    const { kept, seen } = this.#loss ?? {};
    if (kept && seen && sequence > kept.sequence && sequence <= seen.sequence) return;
    must(
      sequence <= this.#tables.leaderNumber('last_sequence'),
      'no result before its commit',
      () => `${command.kind} of ${sequence}`,
    );
  }

  /** An engine was made of the tables: it must be what was committed, and the twin forgets what an engine forgets then. */
  reloaded(snapshot: TablesSnapshot): void {
    if (snapshot.counters.sequence !== this.#tables.leaderNumber('last_sequence')) return;
    const fresh = new Engine(snapshot, this.#bounds);
    if (this.#isNew) {
      this.#isNew = false;
      this.#isTwinOld = true;
      this.#sequence = snapshot.counters.sequence;
      this.#rules.rolledBack();
    }
    if (this.#isTwinOld) {
      this.#isTwinOld = false;
      this.#twin = fresh;
      this.#book.restore(snapshot);
      this.#triggers.restore(snapshot.triggers);
      return;
    }
    const [reloaded, replayed] = [fresh.stateHash(), this.#twin.stateHash()];
    must(
      stateHash(snapshot) === reloaded,
      'rows as they are read give the hash of the engine that is made of them',
      () => reloaded,
    );
    must(
      reloaded === replayed,
      'the tables give the engine that was committed',
      () => `${reloaded} and ${replayed}`,
    );
    this.#twin = fresh;
    this.#book.restore(snapshot);
  }

  /** What has expired waits no more, once all that was due is done. */
  checkNothingLate(nowMs: number): void {
    this.#triggers.checkNothingLate(nowMs);
  }

  /** Everything that can be recounted. */
  checkAll(): void {
    this.#twin.checkInvariants();
    this.#book.checkUncrossed();
    this.#rules.checkAll();
    this.#lists.checkAll();
  }
}
