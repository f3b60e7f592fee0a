/**
 * An engine that another process runs: what it commits is followed, and what it is asked goes there. While it is away the others
 * go on.
 */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { Command, Result } from '@fairlead/engine';
import type { Logger } from 'pino';
import type { ProductEngine } from '../core/config/engines.ts';
import { Chore } from '../core/operations/chore.ts';
import { CallClient } from '../core/processes/calls/call-client.ts';
import type { Connected } from '../core/processes/connect.ts';
import { Follower } from '../core/processes/follower.ts';
import type { Teardown } from '../core/processes/lifetime.ts';
import { RETRY_MS, SIGHTING_MS } from '../core/processes/limits.ts';
import { lastBatch, listenTo, presentIn, tellSeen } from '../core/processes/listening.ts';
import type { RunOptions } from '../core/sequencer/submission.ts';
import { SubmitError } from '../core/sequencer/submit-error.ts';
import {
  type Database,
  DatabaseAwayError,
  NotThereError,
  type Queryable,
} from '../core/store/database.ts';
import { readLeader } from '../core/store/snapshot-reader.ts';

export interface ElsewhereParts {
  readonly name: ProductEngine;
  /** Of the whole deployment. */
  readonly connected: Connected;
  readonly books: Database;
  readonly deployment: string;
  /** Names this process's run. */
  readonly gateway: string;
  readonly log: Logger;
  /** What of the home's commits is known here. */
  readonly homeSequence: () => number;
}

/** Takes what of its tables is copied here, as of one moment. */
export type TakeCopies = (source: Queryable) => Promise<void>;

export class EngineElsewhere {
  readonly name: ProductEngine;
  readonly books: Database;
  readonly client: CallClient;
  readonly follower: Follower;
  readonly #parts: ElsewhereParts;
  #takeCopies: TakeCopies = async () => undefined;
  #isAwaited = false;

  constructor(parts: ElsewhereParts) {
    const { name, books, connected, gateway, log } = parts;
    this.#parts = { ...parts, connected: { ...connected, names: connected.names.of(name) } };
    this.name = name;
    this.books = books;
    this.client = new CallClient({ ...this.#parts.connected, gateway, log });
    this.follower = new Follower({
      run: (command, options) => this.#run(command, options),
      hasCommits: () => this.client.hasCommits,
    });
  }

  /** Follows its batches from here on, and hears its answers. */
  async begin(teardown: Teardown): Promise<void> {
    const { connected, deployment, gateway, log } = this.#parts;
    const { books, client, follower } = this;
    const sightings = await presentIn(connected, books, deployment);
    const batches = await lastBatch(connected);
    const { counters, epoch } = await readLeader(books);
    follower.begin(
      {
        ...connected,
        log,
        retake: () => this.#retake(),
        onLeader: (leader) => client.engineIs(leader),
        // People and messages are with the home.
        onTold: () => undefined,
      },
      { ...counters, epoch, receiptId: 0 },
    );
    await listenTo({ connected, follower, client, gateway, log, batches }, teardown);
    const chore = new Chore(SIGHTING_MS, () => tellSeen({ database: books, follower, sightings }));
    chore.start((error) => log.warn({ err: error, engine: this.name }, 'a chore failed'));
    teardown.add(`sightings of ${this.name}`, () => chore.stop());
  }

  /**
   * The same where its database is away, once it is there and proved: until then nothing of it is known here, and whatever it is
   * asked is `unavailable`.
   */
  beginOnceThere(
    prove: () => Promise<void>,
    onFatal: (cause: Error) => void,
    teardown: Teardown,
  ): void {
    const { log } = this.#parts;
    const steps = [prove, () => this.begin(teardown), () => this.follower.renew()];
    const chore = new Chore(RETRY_MS, async () => {
      for (let step = steps[0]; step !== undefined; [step] = steps) {
        await step();
        steps.shift();
        if (steps.length === 0)
          log.warn({ engine: this.name }, 'an engine is followed from now on');
      }
    });
    chore.start((error) => {
      if (error instanceof NotThereError || error instanceof DatabaseAwayError) return;
      onFatal(error instanceof Error ? error : new Error(String(error)));
    });
    teardown.add(`wait for ${this.name}`, () => chore.stop());
  }

  /** From here on copies of its tables are kept; they are taken at once, and again whenever something was missed. */
  async keepCopies(takeCopies: TakeCopies): Promise<void> {
    this.#takeCopies = takeCopies;
    await this.follower.renew();
  }

  /** Meanwhile what it is asked to run waits until it is there, as at a first start. */
  async awaited<Made>(make: () => Promise<Made>): Promise<Made> {
    this.#isAwaited = true;
    try {
      return await make();
    } finally {
      this.#isAwaited = false;
    }
  }

  #retake(): Promise<number> {
    return this.books.transaction(async (transaction) => {
      await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { counters } = await readLeader(transaction);
      await this.#takeCopies(transaction);
      return counters.sequence;
    });
  }

  async #run(command: Command, options?: RunOptions): Promise<Result> {
    for (;;) {
      const homeSequence = this.#parts.homeSequence();
      try {
        return await this.client.run({ command, homeSequence, ...(options && { options }) });
      } catch (error) {
        const isAway = error instanceof SubmitError && error.code === 'unavailable';
        if (!this.#isAwaited || !isAway) throw error;
      }
      await setTimeoutPromise(RETRY_MS);
    }
  }
}
