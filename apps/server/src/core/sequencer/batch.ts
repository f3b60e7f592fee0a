/**
 * Executes the commands of one batch and gathers what its transaction writes. Nothing here waits: between
 * the first command and the encoded bytes no other code runs.
 */
import {
  type Command,
  type Counters,
  type PlaceTrailing,
  type PlaceTrigger,
  type Reject,
  type Result,
  SAMPLE_AHEAD_MAX_MS,
  type Stamp,
  sequenceOfLoss,
} from '@fairlead/engine';
import { assert, NewestSet } from '@fairlead/units';
import type { ChainHead, ReceiptChain } from '../../receipts/queries.ts';
import { BatchEncoder, type EncodedBatch } from '../store/batch/encoder.ts';
import {
  type AgreedDigests,
  type AnswerRow,
  encodeBatch,
  sampleKey,
} from '../store/batch/writer.ts';
import type { ExchangeTables } from '../store/exchange-tables.ts';
import type { StoredAnswer } from '../store/lookup-queries.ts';
import { smallAnswer } from '../store/small-answer.ts';
import { type AnswerCache, checked } from './answer-cache.ts';
import type { IndexTime } from './clock-return.ts';
import { RECENT_NAMES_MAX } from './limits.ts';
import { listNames } from './lookup.ts';
import type { Clock, EnginePort, RandomBytes } from './ports.ts';
import { ReceiptSealer } from './receipt-sealer.ts';
import type { CommittedBatch, Pending } from './submission.ts';
import { SubmitError } from './submit-error.ts';

/** A batch on its way to the tables. */
export interface Batch extends CommittedBatch {
  readonly pendings: readonly Pending[];
  readonly answers: readonly StoredAnswer[];
  readonly encoded: EncodedBatch;
  /** The end of the chain after it, where it added to that. */
  readonly head: ChainHead | undefined;
}

/** A batch from its writing to its commit. */
export interface InFlight extends Batch {
  readonly sentAtMs: number;
  written: Promise<void>;
  failure?: Error;
}

/** Where the engine stands: the last stamp it was given. */
export interface Position {
  readonly sequence: number;
  readonly timeMs: number;
}

/** The clock went back behind the time at the index: what was made ahead of it must be taken out first. */
export class ClockReturnedError extends Error {
  override readonly name = 'ClockReturnedError';
}

export interface BatchMakerParts {
  readonly tables: ExchangeTables;
  readonly clock: Clock;
  readonly cache: AnswerCache;
  readonly engine: EnginePort;
  /** Where the engine stands. */
  readonly counters: Counters;
  /** Where the time at the index stands. */
  readonly indexTime: IndexTime;
  /** Where the chain of receipts stands. */
  readonly receiptChain: ReceiptChain;
  readonly randomBytes?: RandomBytes;
  readonly agreed?: AgreedDigests | undefined;
}

export class BatchMaker {
  readonly #tables: ExchangeTables;
  readonly #clock: Clock;
  readonly #cache: AnswerCache;
  readonly #encoder = new BatchEncoder();
  readonly #recentNames = new NewestSet<string>(RECENT_NAMES_MAX);
  readonly #sealer: ReceiptSealer;
  readonly #agreed: AgreedDigests | undefined;
  #engine: EnginePort;
  #position: Position;
  #indexTime: IndexTime;
  /** Order ids above it are new to the tables. */
  #lastOrderId: number;

  constructor(parts: BatchMakerParts) {
    const { clock, cache, engine, counters, indexTime, receiptChain, randomBytes, agreed } = parts;
    this.#tables = parts.tables;
    this.#clock = clock;
    this.#cache = cache;
    this.#sealer = new ReceiptSealer(receiptChain, randomBytes);
    this.#agreed = agreed;
    this.#engine = engine;
    this.#position = { sequence: counters.sequence, timeMs: counters.timeMs };
    this.#indexTime = indexTime;
    this.#lastOrderId = counters.orderId;
  }

  get engine(): EnginePort {
    return this.#engine;
  }

  get position(): Position {
    return this.#position;
  }

  /** Goes on with an engine taken from the tables. */
  replaceEngine(
    engine: EnginePort,
    {
      counters,
      indexTime,
      receiptChain,
    }: Pick<BatchMakerParts, 'counters' | 'indexTime' | 'receiptChain'>,
  ): void {
    this.#engine = engine;
    this.#sealer.goOnFrom(receiptChain);
    this.#position = { sequence: counters.sequence, timeMs: counters.timeMs };
    this.#indexTime = indexTime;
    this.#lastOrderId = counters.orderId;
    this.#recentNames.clear();
    this.#encoder.reset();
  }

  /** Executes; undefined when nothing is left to write. A throw means that the engine is of no more use. */
  make(pendings: readonly Pending[], epoch: number): Batch | undefined {
    const previousSequence = this.#position.sequence;
    const executed: Pending[] = [];
    const answers: AnswerRow[] = [];
    const sampleSources = new Map<string, string>();
    for (const pending of pendings) {
      if (this.#isAnswered(pending)) continue;
      const rendered = pending.execute(this.#resultOf(pending));
      executed.push(pending);
      keepSources(pending, sampleSources);
      if (pending.idempotency === undefined || rendered === undefined) continue;
      // The command is executed: an answer that says otherwise is a bug, and would be repeated for ever.
      assert(rendered.status < 500, 'the answer to an executed command is final');
      const { status, body } = rendered;
      const kept = { status, body: smallAnswer(body) };
      answers.push({ ...pending.idempotency, ...kept, ...this.#position });
    }
    if (executed.length === 0) return undefined;
    const changes = this.#engine.takeChanges();
    const previousOrderId = this.#lastOrderId;
    this.#lastOrderId = changes.counters.orderId;
    const receipts = this.#sealer.seal(changes, sampleSources, (marketId) =>
      this.#engine.awaitedFromMs(marketId),
    );
    const last = receipts.at(-1);
    return {
      firstSequence: previousSequence + 1,
      lastSequence: this.#position.sequence,
      pendings: executed,
      answers,
      changes,
      sampleSources,
      encoded: encodeBatch(this.#encoder, this.#tables, {
        epoch,
        previousSequence,
        previousOrderId,
        changes,
        answers,
        sampleSources,
        receipts,
        agreed: this.#agreed,
      }),
      head: last && { receiptId: last.row.receiptId, hash: last.hash },
    };
  }

  /** Answers a repeated request from the table. */
  #isAnswered({ used, idempotency, replay, fail }: Pending): boolean {
    if (used?.answer === undefined || idempotency === undefined) return false;
    this.#cache.settle(used.answer);
    try {
      replay(checked(used.answer, idempotency));
    } catch (error) {
      fail(error instanceof SubmitError ? error : new SubmitError('unavailable', error));
    }
    return true;
  }

  #resultOf({ command, used, sampleAheadMs }: Pending): Result {
    const names = namesToUseOnce(command);
    const reject = used?.reject ?? this.#recentReject(names);
    const stamp = this.#nextStamp(command, sampleAheadMs);
    if (reject !== undefined) return this.#engine.execute({ kind: 'refuse', reject }, stamp);
    const result = this.#engine.execute(command, stamp);
    if (isNamed(result)) for (const { name } of names) this.#recentNames.add(name);
    return result;
  }

  #recentReject(names: readonly NameToUseOnce[]): Reject | undefined {
    return names.find(({ name }) => this.#recentNames.has(name))?.reject;
  }

  /**
   * Gapless sequence, but at a declared loss; time that stands still when the clock goes back. The time at the index stands still for a moment
   * only: were it to wait until a clock that had run ahead is caught up with, nothing would happen at the index until then.
   */
  #nextStamp(command: Command, sampleAheadMs: number): Stamp {
    const isLoss = command.kind === 'declare_loss';
    const { sequence, timeMs } = this.#position;
    const nowMs = this.#clock.now();
    const { indexTimeMs, isHeld } = this.#indexTime;
    const isBehind = indexTimeMs - nowMs > SAMPLE_AHEAD_MAX_MS;
    if (isBehind && !isHeld)
      throw new ClockReturnedError(`the clock went back by ${indexTimeMs - nowMs} ms`);
    // The receipt of a loss is of the time that was seen, and no receipt behind it is of one before; no sample is of a time to come.
    const reachedMs = isLoss ? command.seen.timeMs : sampleTimeOf(command, nowMs + sampleAheadMs);
    this.#position = {
      sequence: isLoss ? sequenceOfLoss(this.#position, command) : sequence + 1,
      timeMs: Math.max(timeMs, nowMs, reachedMs, afterSending(command, nowMs)),
    };
    this.#indexTime = { indexTimeMs: Math.max(indexTimeMs, nowMs, reachedMs), isHeld: isBehind };
    const isApart = this.#indexTime.indexTimeMs < this.#position.timeMs;
    return isApart
      ? { ...this.#position, indexTimeMs: this.#indexTime.indexTimeMs }
      : this.#position;
  }
}

/** Of a sample that is no further ahead than it may be. */
const sampleTimeOf = (command: Command, boundMs: number): number =>
  command.kind === 'index_tick' && command.sampleTimeMs <= boundMs ? command.sampleTimeMs : 0;

/**
 * Later than the engine that sent it says, so that what comes of it here has a time behind all that it came of. Of a clock that is
 * further ahead than clocks that agree may be no engine's time is dragged along: the engine refuses it until it is that late here.
 */
function afterSending(command: Command, nowMs: number): number {
  if (command.kind !== 'receive_transfer' || command.sentAtMs === undefined) return 0;
  const laterMs = command.sentAtMs + 1;
  return laterMs - nowMs > SAMPLE_AHEAD_MAX_MS ? 0 : laterMs;
}

/** Whether something has the name now that its command gave. */
const isNamed = (result: Result): boolean =>
  result.ok && !(result.value.kind === 'replacement' && typeof result.value.placed === 'string');

interface NameToUseOnce {
  readonly name: string;
  readonly reject: Reject;
}

const isTriggerPlacing = (command: Command): command is PlaceTrigger | PlaceTrailing =>
  command.kind === 'place_trigger' || command.kind === 'place_trailing';

/** All names that a command gives: a list of orders gives several. */
function namesToUseOnce(command: Command): readonly NameToUseOnce[] {
  if (command.kind !== 'place_list') {
    const name = nameToUseOnce(command);
    return name === undefined ? [] : [name];
  }
  return listNames(command).map(({ list, name: { owner, clientOrderId } }) => ({
    name: `${NAMED[list]} ${owner} ${clientOrderId}`,
    reject: 'duplicate_client_order_id',
  }));
}

const NAMED = { clientOrderIds: 'order', clientTriggerIds: 'trigger', clientListIds: 'list' };

/** The natural key of a command that has one, for ever unique in the tables. */
function nameToUseOnce(command: Command): NameToUseOnce | undefined {
  if (command.kind === 'place_order' && command.clientOrderId !== undefined) {
    const name = `order ${command.owner} ${command.clientOrderId}`;
    return { name, reject: 'duplicate_client_order_id' };
  }
  if (command.kind === 'replace_order' && command.placed.clientOrderId !== undefined) {
    const name = `order ${command.owner} ${command.placed.clientOrderId}`;
    return { name, reject: 'duplicate_client_order_id' };
  }
  if (isTriggerPlacing(command) && command.clientOrderId !== undefined) {
    const name = `trigger ${command.owner} ${command.clientOrderId}`;
    return { name, reject: 'duplicate_client_order_id' };
  }
  const isOpening = command.kind === 'open_position' || command.kind === 'reverse_position';
  if (isOpening && command.clientOrderId !== undefined) {
    const name = `position ${command.owner} ${command.clientOrderId}`;
    return { name, reject: 'duplicate_client_order_id' };
  }
  if (command.kind === 'post_entry') {
    const name = `entry ${command.reason} ${command.reference}`;
    return { name, reject: 'duplicate_reference' };
  }
  return undefined;
}

function keepSources({ command, sampleSources }: Pending, kept: Map<string, string>): void {
  if (command.kind !== 'index_tick' || sampleSources === undefined) return;
  const name = sampleKey(command.marketId, command.sampleTimeMs);
  // A second tick of one second is refused by the engine: the first one's sources stay.
  if (!kept.has(name)) kept.set(name, sampleSources);
}
