/**
 * The sequencers of all engines as one: what is submitted goes to the engine that it belongs to, and what each commits is told.
 * Batches of one engine come in their order; between engines there is none.
 */
import type { Command, Result } from '@fairlead/engine';
import {
  ENGINE_NAMES,
  type EngineName,
  PRODUCT_ENGINES,
  type ProductEngine,
} from '../core/config/engines.ts';
import { KeysUnderWay } from '../core/http/money.ts';
import type { Idempotency, KeptAnswers } from '../core/sequencer/answer-cache.ts';
import type { CommitListener, EngineAtRest, SequencerHealth } from '../core/sequencer/options.ts';
import type { Settle } from '../core/sequencer/pending.ts';
import type { Sequencer, SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Answer, RunOptions, Submission } from '../core/sequencer/submission.ts';
import { SubmitError } from '../core/sequencer/submit-error.ts';
import { halvesOf, postHalves } from './halves.ts';
import { joinedSnapshot, ownBatch } from './own-changes.ts';
import { engineOf, HOME, ownerOf, senderOf } from './shares.ts';

/** One engine as others reach it. */
export interface Member {
  readonly sequencer: SequencerPort & Partial<Pick<Sequencer, 'take'>>;
  /**
   * What must be so before a command of an owner, if of any, can run there: it knows the terms and the account. Undefined
   * where nothing is missing.
   */
  readonly prepare?: (owner: number | undefined) => Promise<void> | undefined;
  /** It may have something that the home has not, so it looks before it goes on. */
  readonly fallBehind?: () => void;
  /** Another process runs it: of its keys and its state nothing is known here. */
  readonly isElsewhere?: boolean;
  /** What that has to a key; undefined where it has nothing or cannot be asked. Throws what it says of the key. */
  readonly find?: (request: Idempotency) => Promise<Answer | undefined>;
}

export interface JoinedParts {
  readonly members: Readonly<Record<EngineName, Member>>;
  /** Whose product a call is of, by its label; undefined of one that may be of any. */
  readonly engineOfCall: (label: string) => EngineName | undefined;
  /** A sample of the index that the home has, and this engine could not take. */
  readonly onTickLost: (name: ProductEngine, reason: unknown) => void;
}

export class JoinedSequencer implements SequencerPort {
  readonly #members: JoinedParts['members'];
  readonly #engineOfCall: JoinedParts['engineOfCall'];
  readonly #onTickLost: JoinedParts['onTickLost'];
  readonly #home: SequencerPort;
  /** Of calls that any engine may be the one of, while the others are asked. */
  readonly #keys = new KeysUnderWay();

  constructor({ members, engineOfCall, onTickLost }: JoinedParts) {
    this.#members = members;
    this.#engineOfCall = engineOfCall;
    this.#onTickLost = onTickLost;
    this.#home = members[HOME].sequencer;
  }

  submit(submission: Submission): Promise<Answer> {
    return new Promise((resolve, reject) => this.take(submission, { resolve, reject }));
  }

  take(submission: Submission, settle: Settle<Answer>): void {
    const { command, idempotency } = submission;
    // A refusal that is kept under a key is of the engine that its call would have reached.
    const called = idempotency && this.#engineOfCall(idempotency.route);
    const name = command.kind === 'refuse' ? (called ?? HOME) : engineOf(command);
    const { sequencer, prepare } = this.#members[name];
    const send = () => {
      if (sequencer.take === undefined)
        sequencer.submit(submission).then(settle.resolve, settle.reject);
      else sequencer.take(submission, settle);
    };
    const prepared = () => prepare?.(ownerOf(command));
    if (idempotency !== undefined && called === undefined) {
      this.#takeOnce(idempotency, { name, prepared, send, settle });
      return;
    }
    const preparing = prepared();
    if (preparing === undefined) send();
    else preparing.then(send).catch(settle.reject);
  }

  /**
   * A key of a call that any engine may be the one of is one call's in all of them: it is held here, then the others are asked, those
   * of other processes too, and then the engine itself has it. Whoever asks meanwhile hears that it is held: of two at once at
   * two engines the one that held it later hears of the first, so at most one goes on.
   */
  #takeOnce(request: Idempotency, { name, prepared, send, settle }: TakingOnce): void {
    const others = Object.values(this.#members).filter((member) => member !== this.#members[name]);
    const answered = async (): Promise<void> => {
      await prepared();
      const found = await Promise.all(others.map((member) => storedAt(member, request))).catch(
        // Two calls may have had one key while an engine was away: each has its own first answer.
        async (error: unknown) => [await ownAnswer(this.#members[name], request, error)],
      );
      const first = found.find((answer) => answer !== undefined);
      if (first === undefined) send();
      else settle.resolve(first);
    };
    this.#keys.hold(request, answered).catch(settle.reject);
  }

  replay(request: Idempotency): Answer | undefined {
    return this.#asked(request)
      .map(({ sequencer }) => sequencer.replay(request))
      .find((answer) => answer !== undefined);
  }

  async replayStored(request: Idempotency): Promise<Answer | undefined> {
    if (this.#engineOfCall(request.route) === undefined) this.#keys.refuseHeld(request);
    const found = this.#asked(request).map((member) => storedAt(member, request));
    return (await Promise.all(found)).find((answer) => answer !== undefined);
  }

  async run(command: Command, options?: RunOptions): Promise<Result> {
    if (command.kind === 'index_tick') return this.#tick(command, options);
    if (isStopOfOperators(command)) return this.#stopAll(command, options);
    const closed = closedMarketOf(command);
    if (closed !== undefined) return this.#close(closed, command, options);
    const halves = halvesOf(command);
    if (halves === undefined) return this.runAt(engineOf(command), command, options);
    return postHalves(halves, (name, half) => this.runAt(name, half, options));
  }

  /** At this engine and no other. */
  async runAt(name: EngineName, command: Command, options?: RunOptions): Promise<Result> {
    const { sequencer, prepare } = this.#members[name];
    const preparing = prepare?.(ownerOf(command));
    // What has nothing to wait for stays in its order.
    if (preparing !== undefined) await preparing;
    return sequencer.run(command, options);
  }

  onCommitted(listener: CommitListener): () => void {
    const stops = ENGINE_NAMES.map((name) =>
      this.#members[name].sequencer.onCommitted(
        name === HOME ? listener : (batch) => listener(ownBatch(batch)),
      ),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** All that this process runs rest meanwhile. */
  atRest<Result>(look: (engine: EngineAtRest) => Promise<Result>): Promise<Result> {
    return this.#restFrom(0, [], look);
  }

  #restFrom<Result>(
    at: number,
    resting: readonly (readonly [EngineName, EngineAtRest])[],
    look: (engine: EngineAtRest) => Promise<Result>,
  ): Promise<Result> {
    const name = ENGINE_NAMES[at];
    if (name === undefined)
      return look({
        holdSnapshot: () =>
          joinedSnapshot(resting.map(([each, engine]) => [each, engine.holdSnapshot()])),
      });
    const { sequencer, isElsewhere = false } = this.#members[name];
    if (isElsewhere) return this.#restFrom(at + 1, resting, look);
    return sequencer.atRest((engine) => this.#restFrom(at + 1, [...resting, [name, engine]], look));
  }

  /** Of the home; the others tell of themselves (`healthOf`). */
  health(): SequencerHealth {
    return this.#home.health();
  }

  healthOf(name: ProductEngine): SequencerHealth {
    return this.#members[name].sequencer.health();
  }

  /** What housekeeping of the home tells; that of the others is told to them by theirs, but for what operators let go of. */
  get answers(): KeptAnswers {
    const home = this.#home.answers;
    const products = PRODUCT_ENGINES.map((name) => this.#members[name].sequencer.answers);
    return {
      get unread() {
        return home.unread;
      },
      learn: (keys) => home.learn(keys),
      forgetBefore: (timeMs) => home.forgetBefore(timeMs),
      forget: (answers) => {
        for (const each of [home, ...products]) each.forget(answers);
      },
    };
  }

  waitingOrderId(
    ...target: Parameters<SequencerPort['waitingOrderId']>
  ): ReturnType<SequencerPort['waitingOrderId']> {
    return this.#home.waitingOrderId(...target);
  }

  sentTransfer(transferId: number): ReturnType<SequencerPort['sentTransfer']> {
    return this.#members[senderOf(transferId)].sequencer.sentTransfer(transferId);
  }

  async stop(): Promise<void> {
    for (const name of ENGINE_NAMES.toReversed()) await this.#members[name].sequencer.stop();
  }

  /** Every engine has the home's committed samples, so that a second has one price everywhere. */
  async #tick(tick: Command, options?: RunOptions): Promise<Result> {
    const result = await this.#home.run(tick, options);
    if (!result.ok) return result;
    for (const name of PRODUCT_ENGINES) {
      this.runAt(name, tick, { ...options, isOfHome: true }).then(
        (taken) => !taken.ok && this.#onTickLost(name, taken.reject),
        (error: unknown) => this.#onTickLost(name, error),
      );
    }
    return result;
  }

  /**
   * Everywhere, whatever the home is held for by itself: a stop that holds keeps its cause there, so nothing would tell the
   * others. The home is first, since they end a stop of operators that it has not. Throws what one of them could not take it for.
   */
  async #stopAll(command: Command, options?: RunOptions): Promise<Result> {
    const result = await this.#home.run(command, options);
    if (!result.ok) return result;
    // It waits for nothing that an engine would follow first.
    const runs = PRODUCT_ENGINES.map((name) => this.#members[name].sequencer.run(command, options));
    await Promise.allSettled(runs);
    const taken = await Promise.all(runs);
    return taken.find(({ ok }) => !ok) ?? result;
  }

  /**
   * A market closes at the products first, so that the first which has something open in it refuses for all. What others closed
   * meanwhile opens again as the home has it.
   */
  async #close(marketId: number, command: Command, options?: RunOptions): Promise<Result> {
    const asked = { kind: 'set_market_state', marketId, state: 'closed' } as const;
    const closed: Member[] = [];
    const reopen = () => {
      for (const { fallBehind } of closed) fallBehind?.();
    };
    try {
      for (const name of CLOSING) {
        const taken = await this.runAt(name, asked);
        if (taken.ok) closed.push(this.#members[name]);
        // The home refuses what it has not either.
        else if (taken.reject !== 'market_not_found') {
          reopen();
          return taken;
        }
      }
      const result = await this.#home.run(command, options);
      if (!result.ok) reopen();
      return result;
    } catch (error) {
      reopen();
      throw error;
    }
  }

  /**
   * Who may have answered a key: of a call that any engine may be asked all of them, so that its key is one call's. Those
   * elsewhere are asked there.
   */
  #asked({ route }: Idempotency): readonly Member[] {
    const name = this.#engineOfCall(route);
    const members = name === undefined ? Object.values(this.#members) : [this.#members[name]];
    return members.filter(({ isElsewhere = false }) => !isElsewhere);
  }
}

interface TakingOnce {
  readonly name: EngineName;
  /** Begun only where the key is free: whoever finds it held waits for nothing of it. */
  readonly prepared: () => Promise<void> | undefined;
  readonly send: () => void;
  readonly settle: Settle<Answer>;
}

/** Its keys are not known while it is away or takes its state from the tables again: the others do not wait for it. */
async function storedAt(
  { sequencer, isElsewhere = false, find }: Member,
  request: Idempotency,
): Promise<Answer | undefined> {
  if (isElsewhere) return find?.(request);
  try {
    return await sequencer.replayStored(request);
  } catch (error) {
    if (error instanceof SubmitError && error.code === 'unavailable') return undefined;
    throw error;
  }
}

/** What an engine has answered to this very request; throws what the others said of its key where there is nothing. */
async function ownAnswer(
  { sequencer }: Member,
  request: Idempotency,
  said: unknown,
): Promise<Answer> {
  // It is on its way there with the money, which it left here for.
  const isOfKey = said instanceof SubmitError && said.code !== 'unavailable';
  const own = isOfKey ? await sequencer.replayStored(request) : undefined;
  if (own === undefined) throw said;
  return own;
}

/** Closing cancels what waits at futures, so whoever has nothing that waits is asked before. Funds are locked in no market. */
const CLOSING = ['options', 'futures'] as const satisfies readonly ProductEngine[];

const isStopOfOperators = (command: Command): boolean =>
  command.kind === 'set_trading_mode' &&
  command.mode === 'cancel_only' &&
  command.cause === 'operator';

/** Which market a command closes. */
function closedMarketOf(command: Command): number | undefined {
  if (command.kind === 'set_market_state' && command.state === 'closed') return command.marketId;
  if (command.kind !== 'configure_market' || command.market.state !== 'closed') return undefined;
  return command.market.marketId;
}
