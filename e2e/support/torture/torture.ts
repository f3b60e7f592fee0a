/**
 * Rounds of load, SIGKILL, post-mortem and restart on one exchange, reproducible as far as a kill can be: the seed decides what is
 * asked and when the kill comes, the machine decides what it hits. With `isPowerLoss` the folder is what a disk would have
 * kept, and not only the process is gone.
 */
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { askForChecks } from '../../../apps/server/src/core/backup/control.ts';
import { ENGINE_NAMES } from '../../../apps/server/src/core/config/engines.ts';
import type { Database } from '../../../apps/server/src/core/store/database.ts';
import { openPglite } from '../../../apps/server/src/core/store/embedded/database.ts';
import { openPostgres } from '../../../apps/server/src/core/store/postgres/database.ts';
import {
  createDatabase,
  dropDatabase,
  urlOf,
} from '../../../apps/server/test/support/postgres-server.ts';
import { call, indexPrice, sendMoney } from '../api.ts';
import { FIRST, FIRST_OPERATOR, logInOperator, newVerified, USDT } from '../people.ts';
import { startServer, type TestServer } from '../server.ts';
import { Draw } from './draw.ts';
import { DividedServer, patiently, withoutOthers } from './engines.ts';
import { Journal, readJournal } from './journal.ts';
import { examine, type Findings, TortureError, type Witness } from './post-mortem.ts';
import { losePower } from './power-loss.ts';
import { type Load, load, type Trader } from './workload.ts';

const TRADERS = 6;
const FUNDS = '40000';
/** Of each account but the coin account. */
const MOVED = '8000';
const KILL_MIN_MS = 100;
const KILL_SPAN_MS = 900;
/** What a client of several engines waits for an answer. */
const GIVE_UP_MS = 1_000;
/** Transfers that are on their way to the engine that was killed, before it comes back. */
const WAITING_MIN = 5;
/** After a call that an engine which is away could not answer. */
const REST_MS = 200;
/** Acknowledged successes that are sent again in each round. */
const REPEATED = 40;
/** Of these so many at once. */
const ASKING = 16;
const RECORDING = new URL('./recording-fs.mjs', import.meta.url).href;

export interface TortureOptions {
  readonly store: 'pglite' | 'postgres';
  /** Four: one for each product, in processes and databases of their own; on PostgreSQL, with Redis. */
  readonly engines?: 1 | 4;
  readonly rounds: number;
  readonly seed: number;
  readonly isPowerLoss?: boolean;
  /** With power loss: a disk whose syncs are promises only, on which rounds must fail. */
  readonly isLying?: boolean;
  /** Told of each round. */
  readonly onRound?: (round: number, figures: Figures) => void;
  /** No round begins after this. */
  readonly untilMs?: number;
}

export interface Figures {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly inDoubt: number;
  /** Doubtful calls that were found done. */
  readonly whole: number;
  /** Pages that the disk did not keep. */
  readonly pagesLost: number;
  /** Transfers that were on their way while an engine was dead, and arrived when it was back. */
  readonly carried: number;
}

export async function torture(options: TortureOptions): Promise<Figures> {
  const run = await begin(options);
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      if (Date.now() > (options.untilMs ?? Number.POSITIVE_INFINITY)) break;
      await run.round(options.seed + round);
      options.onRound?.(round, run.figures);
    }
    await run.finish();
  } catch (error) {
    await run.abandon();
    throw error;
  }
  return run.figures;
}

const SETTINGS = {
  RATE_LIMIT_FACTOR: '1000',
  BOTS: 'false',
  LOG_LEVEL: 'error',
  ...FIRST_OPERATOR,
};

async function beginDivided(scratch: string): Promise<Run> {
  // Whether it is up is told at this level.
  const divided = await DividedServer.open({ ...SETTINGS, LOG_LEVEL: 'warn' });
  const traders = await enrol(divided.url);
  const none = { isPowerLoss: false, isLying: false, name: undefined };
  return new Run({ scratch, server: divided, divided, traders, ...none });
}

async function begin(options: TortureOptions): Promise<Run> {
  const { store, engines = 1, isPowerLoss = false, isLying = false } = options;
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'fairlead-torture-'));
  if (engines === 4) return beginDivided(scratch);
  const name = store === 'postgres' ? await createDatabase() : undefined;
  const folder = path.join(scratch, 'data');
  if (name === undefined) await copyPrepared(folder);
  const server = await startServer(
    {
      ...SETTINGS,
      ...(name !== undefined && { DATABASE_URL: urlOf(name) }),
      ...(isPowerLoss && {
        TORTURE_LOG: path.join(scratch, 'writes.log'),
        TORTURE_FOLDER: path.join(folder, 'database'),
      }),
    },
    { folder, flags: isPowerLoss ? ['--import', RECORDING] : [] },
  );
  // Whatever ends this process ends that one.
  process.once('exit', () => void server.kill());
  const traders = await enrol(server.url);
  return new Run({ scratch, server, isPowerLoss, isLying, traders, name });
}

/** The first start that e2e's set-up made, where there is one. */
async function copyPrepared(folder: string): Promise<void> {
  const prepared = process.env['FAIRLEAD_E2E_PREPARED'];
  if (prepared !== undefined) await cp(prepared, folder, { recursive: true });
}

/** Verified users with money in each account. */
export async function enrol(url: string): Promise<Trader[]> {
  await indexPrice(url, 'BTC/USDT');
  const owner = await logInOperator(url, FIRST);
  const traders: Trader[] = [];
  for (let number = 0; number < TRADERS; number += 1) {
    const person = await newVerified(url, owner);
    const { token } = person;
    await call(url, 'faucet', { currency_id: USDT, amount: FUNDS }, token);
    await call(url, 'faucet', { currency_id: '2', amount: '5' }, token);
    for (const to_account of ['contract', 'option', 'trust']) {
      const moved = { from_account: 'coin', to_account, currency_id: USDT, amount: MOVED };
      await call(url, 'transfer', moved, token);
    }
    traders.push({ ...person, orders: [], positions: [], hostings: [] });
  }
  return traders;
}

/** Index prices that orders are placed around. */
export async function wholePrices(url: string): Promise<Load['prices']> {
  const whole = async (symbol: string): Promise<number> =>
    Math.round(Number(await indexPrice(url, symbol)));
  return { eth: await whole('ETH/USDT'), btc: await whole('BTC/USDT') };
}

interface Parts {
  readonly scratch: string;
  readonly server: TestServer;
  /** The same, where it is several engines. */
  readonly divided?: DividedServer;
  readonly isPowerLoss: boolean;
  readonly isLying: boolean;
  readonly traders: readonly Trader[];
  /** Of the PostgreSQL database. */
  readonly name: string | undefined;
}

class Run {
  readonly #parts: Parts;
  #isUp = true;
  #figures: Figures = {
    rounds: 0,
    acknowledged: 0,
    inDoubt: 0,
    whole: 0,
    pagesLost: 0,
    carried: 0,
  };
  #witness: Witness;
  #findings: Findings = new Map();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#witness = { owners: parts.traders.map(({ id }) => id), acknowledged: [], inDoubt: [] };
  }

  get figures(): Figures {
    return this.#figures;
  }

  async round(seed: number): Promise<void> {
    const { server, scratch, traders } = this.#parts;
    const draw = new Draw(seed);
    try {
      await this.#bringUp();
      const journal = new Journal(path.join(scratch, `acknowledged-${seed}.jsonl`));
      const carried = await this.#loadAndKill(seed, {
        send: async (call, signal) => (await sendMoney(server.url, call, this.#limit(signal))).body,
        traders,
        journal,
        draw,
        name: `r${seed}`,
        prices: await wholePrices(server.url),
        ...(this.#parts.divided && { restAfterFailureMs: REST_MS }),
      });
      journal.close();
      this.#witness = { ...this.#witness, ...readJournal(journal.file) };
      const pagesLost = await this.#cutPower(draw);
      this.#findings = await this.#postMortem();
      const { acknowledged, inDoubt } = this.#witness;
      this.#figures = {
        rounds: this.#figures.rounds + 1,
        acknowledged: this.#figures.acknowledged + acknowledged.length,
        inDoubt: this.#figures.inDoubt + inDoubt.length,
        whole: this.#figures.whole + this.#findings.size,
        pagesLost: this.#figures.pagesLost + pagesLost,
        carried: this.#figures.carried + carried,
      };
      await rm(journal.file);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new TortureError(
        `the round of seed ${seed} failed: ${why}\n${server.output().slice(-2_000)}\nkept: ${scratch} ${this.#kept}`,
        { cause: error },
      );
    }
  }

  /** What the last round left in doubt is asked once more, and all is removed. */
  async finish(): Promise<void> {
    const { server, scratch, name } = this.#parts;
    await this.#bringUp();
    await server.end();
    this.#isUp = false;
    await this.#postMortem();
    await server.stop();
    await rm(scratch, { recursive: true, force: true });
    if (name !== undefined) await dropDatabase(name);
  }

  /** Ends the process and leaves what it wrote. */
  async abandon(): Promise<void> {
    const { server, divided } = this.#parts;
    await (divided === undefined ? server.kill() : divided.abandon());
  }

  /** A restarted server is what its tables say, answers old keys as before and doubtful ones once. */
  async #bringUp(): Promise<void> {
    const { server, isPowerLoss, scratch, divided } = this.#parts;
    if (isPowerLoss) {
      if (this.#isUp) await server.end();
      this.#isUp = false;
      await rm(this.#log, { force: true });
      await rm(path.join(scratch, 'base'), { recursive: true, force: true });
      await cp(path.join(server.folder, 'database'), path.join(scratch, 'base'), {
        recursive: true,
      });
    }
    if (!this.#isUp) await server.start();
    this.#isUp = true;
    await this.#check();
    await this.#askAgain();
    await divided?.arrived(await divided.onTheWay());
  }

  async #check(): Promise<void> {
    const { server, divided } = this.#parts;
    if (divided !== undefined) return divided.checks();
    const checks = await askForChecks(server.folder);
    if (checks === undefined) throw new TortureError('the control socket does not answer');
    if (checks.drifts.length > 0) throw new TortureError(checks.drifts.join('; '));
  }

  /** A client goes on to something else where an engine is dead: what it had asked for may still come about. */
  #limit(signal: AbortSignal): AbortSignal {
    if (this.#parts.divided === undefined) return signal;
    return AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_MS)]);
  }

  async #askAgain(): Promise<void> {
    const { server, traders, divided } = this.#parts;
    // Of several engines one is heard of later than another, and a transfer's answer is on its way for a moment.
    const send = divided === undefined ? sendMoney : patiently;
    const { acknowledged, inDoubt } = this.#witness;
    const tokens = new Map(traders.map(({ id, token }) => [id, token]));
    const isOk = (body: string): boolean => body.includes('"type":"ok"');
    const known = acknowledged.filter(({ body }) => isOk(body)).slice(-REPEATED);
    const expected = new Map([
      ...this.#findings,
      ...known.map(({ key, body }) => [key, body] as const),
    ]);
    const attempts = [...known, ...inDoubt].values();
    const askOnce = async (): Promise<void> => {
      for (const attempt of attempts) {
        const again = { ...attempt, token: tokens.get(attempt.userId) ?? '' };
        const first = await send(server.url, again);
        const second = await send(server.url, again);
        const before = expected.get(attempt.key);
        if (before !== undefined && (first.body !== before || !first.isReplay))
          throw new TortureError(`${attempt.key} was ${before} and is now ${first.body}`);
        if (isOk(first.body) && (second.body !== first.body || !second.isReplay))
          throw new TortureError(`${attempt.key} ran twice: ${first.body}, then ${second.body}`);
      }
    };
    await Promise.all(Array.from({ length: ASKING }, askOnce));
    this.#findings = new Map();
    this.#witness = { ...this.#witness, acknowledged: [], inDoubt: [] };
  }

  /** Gives how many transfers had waited for an engine that was dead. */
  async #loadAndKill(seed: number, work: Load): Promise<number> {
    const stop = new AbortController();
    const running = load(work, stop.signal);
    // By what was answered, not by the clock: on a busy machine a kill after a second would hit nothing.
    await Promise.race([work.journal.firstAnswer, running]);
    const delayMs = KILL_MIN_MS + work.draw.below(KILL_SPAN_MS);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const carried = await this.#killOne(seed, work.draw);
    const { server, divided } = this.#parts;
    await (divided === undefined ? server.kill() : divided.crash());
    this.#isUp = false;
    stop.abort();
    await running;
    return carried;
  }

  /**
   * Of several engines one dies alone first, each in its turn, and comes back under load: what was on its way to it and from it
   * arrives, though nobody else began anew.
   */
  async #killOne(seed: number, draw: Draw): Promise<number> {
    const { divided } = this.#parts;
    const name = ENGINE_NAMES[seed % ENGINE_NAMES.length];
    if (divided === undefined || name === undefined) return 0;
    const pause = () =>
      new Promise((resolve) => setTimeout(resolve, KILL_MIN_MS + draw.below(KILL_SPAN_MS)));
    await divided.killOne(name);
    const waiting = await divided.waitingFor(name, WAITING_MIN);
    await divided.startOne(name);
    await divided.arrived(waiting);
    await pause();
    return waiting.size;
  }

  /** What is left to look at. */
  get #kept(): string {
    const { name = '', divided } = this.#parts;
    return divided?.kept ?? name;
  }

  get #log(): string {
    return path.join(this.#parts.scratch, 'writes.log');
  }

  /** Puts what the disk would have kept in the place of what the process wrote. */
  async #cutPower(draw: Draw): Promise<number> {
    const { server, scratch, isPowerLoss, isLying } = this.#parts;
    if (!isPowerLoss) return 0;
    const kept = path.join(scratch, 'base');
    const { pagesLost } = losePower({ folder: kept, log: this.#log, draw, isLying });
    const place = path.join(server.folder, 'database');
    await rm(path.join(scratch, 'written'), { recursive: true, force: true });
    await rename(place, path.join(scratch, 'written'));
    await rename(kept, place);
    return pagesLost;
  }

  /** On a copy of the folder, so that the server's own recovery is what the next round begins with. */
  async #postMortem(): Promise<Findings> {
    const { server, scratch, name, divided } = this.#parts;
    if (divided !== undefined) return divided.postMortem(this.#witness);
    const look = async (database: Database): Promise<Findings> => {
      try {
        return await examine([database], this.#witness);
      } finally {
        await database.close();
      }
    };
    if (name !== undefined) {
      const database = await openPostgres({ url: urlOf(name) });
      await withoutOthers(database);
      return look(database);
    }
    const copy = path.join(scratch, 'post-mortem');
    await rm(copy, { recursive: true, force: true });
    await mkdir(copy, { mode: 0o700 });
    await cp(path.join(server.folder, 'database'), path.join(copy, 'database'), {
      recursive: true,
    });
    return look(await openPglite({ folder: copy }));
  }
}
