/**
 * Random stories with random failures: places, cancels, transfers and faucets with keys, while batches are
 * refused, answers lost, databases gone and processes killed. After each death a new process goes on.
 * Checked: every acknowledged request is there exactly once and repeats its answer; every other one is
 * there whole or not at all, and a retry settles it; engine, tables and sums agree. Seeds are fixed; a
 * failure prints its own.
 */
import { type Command, Engine } from '@fairlead/engine';
import { BTC, USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { expect, it } from 'vitest';
import { fingerprint } from '../../src/sequencer/fingerprint.ts';
import { Reconciler } from '../../src/sequencer/reconciler.ts';
import type { Sequencer } from '../../src/sequencer/sequencer.ts';
import type { Answer } from '../../src/sequencer/submission.ts';
import { SubmitError } from '../../src/sequencer/submit-error.ts';
import { describeDatabases, openTestDatabase, type TestDatabase } from '../store/test-database.ts';
import { FaultyDatabase, type WriteFault } from './faulty-database.ts';
import {
  FakeClock,
  hashes,
  limit,
  MAKER,
  ROUTE,
  render,
  seed,
  start,
  TAKER,
} from './test-sequencer.ts';

const SEEDS = [1, 2];
const LIVES = 4;
const BURSTS_PER_LIFE = 6;
const BURST = 12;
const FAULTS: readonly WriteFault[] = ['refuse', 'lose_before', 'lose_after', 'lose_during'];

/** A small generator of numbers in [0, 1) (mulberry32). */
function generator(seedNumber: number): () => number {
  let state = seedNumber;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Request {
  readonly key: string;
  readonly owner: number;
  readonly command: Command;
  answer?: Answer;
}

class Story {
  readonly #random: () => number;
  readonly #test: TestDatabase;
  readonly #clock = new FakeClock();
  readonly requests: Request[] = [];
  #database: FaultyDatabase;
  #sequencer: Sequencer | undefined;

  constructor(seedNumber: number, test: TestDatabase) {
    this.#random = generator(seedNumber);
    this.#test = test;
    this.#database = new FaultyDatabase(test.database);
  }

  get sequencer(): Sequencer {
    if (this.#sequencer === undefined) throw new Error('not begun');
    return this.#sequencer;
  }

  async begin(): Promise<void> {
    this.#database = new FaultyDatabase(await this.#test.openAnother());
    const batchCommandsMax = 1 + Math.floor(this.#random() * 8);
    this.#sequencer = await start(this.#database, {
      clock: this.#clock,
      limits: { batchCommandsMax, answersMax: 20 },
    });
  }

  /** Sends a burst of new and repeated requests; some batches fail. */
  async burst(): Promise<void> {
    this.#clock.nowMs += Math.floor((this.#random() - 0.3) * 5_000);
    this.#database.nextWriteFault = () => (this.#random() < 0.15 ? this.#pick(FAULTS) : undefined);
    this.#database.failingOpens = this.#random() < 0.2 ? 2 : 0;
    const sent = Array.from({ length: BURST }, () => {
      const request = this.#random() < 0.25 ? this.#repeated() : this.#fresh();
      return this.send(request);
    });
    await Promise.all(sent);
    this.#database.nextWriteFault = () => undefined;
  }

  /** Dies in the middle of a burst; who waits is never answered. */
  async die(): Promise<void> {
    const fault = this.#random() < 0.5 ? 'hang_before' : 'hang_after';
    await this.sequencer.atRest(async () => undefined);
    this.#database.nextWriteFault = () => fault;
    for (let at = 0; at < BURST; at += 1) void this.send(this.#fresh());
    if (this.#random() < 0.7) await this.#database.writesWaiting(1);
    await this.#database.die();
  }

  /** Sends a request; remembers its first answer and insists on it ever after. */
  async send(request: Request): Promise<boolean> {
    const { owner, key, command } = request;
    const body = JSON.parse(JSON.stringify(command, (_name, value) => textOf(value)));
    const idempotency = { owner, key, route: ROUTE, fingerprint: fingerprint(ROUTE, body) };
    try {
      const answer = await this.sequencer.submit({ command, idempotency, render });
      if (request.answer === undefined) request.answer = answer;
      expect(answer.body).toBe(request.answer.body);
      return true;
    } catch (error) {
      if (error instanceof SubmitError) return false;
      throw error;
    }
  }

  /** After all failures: every request is sent until it is answered. */
  async settle(): Promise<void> {
    for (const request of this.requests) {
      while (!(await this.send(request))) await this.sequencer.atRest(async () => undefined);
    }
  }

  #fresh(): Request {
    const owner = this.#random() < 0.5 ? MAKER : TAKER;
    const request = { key: `key ${this.requests.length}`, owner, command: this.#command(owner) };
    this.requests.push(request);
    return request;
  }

  #repeated(): Request {
    return this.requests.length === 0 ? this.#fresh() : this.#pick(this.requests);
  }

  #command(owner: number): Command {
    const dice = this.#random();
    if (dice < 0.7) {
      const price = 9_990 + Math.floor(this.#random() * 20);
      const side = this.#random() < 0.5 ? 'buy' : 'sell';
      const clientOrderId =
        this.#random() < 0.3 ? `mine ${Math.floor(this.#random() * 30)}` : undefined;
      return limit(owner, side, [price, 1 + Math.floor(this.#random() * 9)], clientOrderId);
    }
    if (dice < 0.85) {
      const orderId = 1 + Math.floor(this.#random() * 100);
      return { kind: 'cancel_order', owner, order: { orderId } };
    }
    if (dice < 0.95) {
      return {
        kind: 'transfer',
        owner,
        source: 'coin',
        target: 'contract',
        currencyId: this.#pick([BTC, USDT]).currencyId,
        amount: amountMinor(1n + BigInt(Math.floor(this.#random() * 1_000))),
      };
    }
    return {
      kind: 'post_entry',
      reason: 'faucet',
      reference: `faucet ${Math.floor(this.#random() * 20)}`,
      currencyId: BTC.currencyId,
      amount: amountMinor(7n),
      source: { house: 'external' },
      target: { owner, account: 'coin' },
    };
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }
}

const textOf = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

describeDatabases('simulation', (kind) => {
  it.each(SEEDS)('seed %i: nothing acknowledged is lost, nothing is done twice', async (number) => {
    const test = await openTestDatabase(kind);
    const story = new Story(number, test);
    for (let life = 0; life < LIVES; life += 1) {
      await story.begin();
      if (life === 0) await seed(story.sequencer);
      for (let at = 0; at < BURSTS_PER_LIFE; at += 1) await story.burst();
      await story.die();
    }
    await story.begin();
    await story.settle();
    await expectExactlyOnce(story, test);
    await story.sequencer.stop();
    await test.remove();
  });
});

async function expectExactlyOnce(story: Story, test: TestDatabase): Promise<void> {
  const { requests, sequencer } = story;
  const { running, reloaded } = await hashes(sequencer, test.database);
  expect(reloaded).toEqual(running);
  const reconciler = new Reconciler({
    database: test.database,
    sequencer,
    createEngine: (snapshot) => new Engine(snapshot),
    clock: new FakeClock(),
  });
  expect((await reconciler.checkQuick()).drifts).toEqual([]);
  expect((await reconciler.checkAll({ entriesPerStep: 7 })).drifts).toEqual([]);
  expect((await reconciler.checkEngine()).drifts).toEqual([]);
  const succeeded = (commandKind: Command['kind']): number =>
    requests.filter(({ command, answer }) => command.kind === commandKind && answer?.status === 200)
      .length;
  const [counts] = await test.database.query(
    `SELECT (SELECT count(*)::integer FROM orders) AS placed,
       (SELECT count(*)::integer FROM transfers) AS transferred,
       (SELECT count(*)::integer FROM journal_entries WHERE reference LIKE 'faucet %') AS granted,
       (SELECT count(*)::integer FROM idempotency_keys) AS keys`,
  );
  expect(counts).toEqual({
    placed: succeeded('place_order'),
    transferred: succeeded('transfer'),
    granted: succeeded('post_entry'),
    keys: requests.length,
  });
  expect(succeeded('place_order')).toBeGreaterThan(50);
}
