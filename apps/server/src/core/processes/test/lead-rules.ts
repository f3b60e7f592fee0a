/**
 * Who may lead, as rules that can be looked at by a test and by a process in which a mistake was planted. Each runs on a
 * database of its own; "another Redis" is another database of the same server, which is as deaf to the first.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { Engine } from '@fairlead/engine';
import {
  createDatabase,
  dropDatabase,
  POSTGRES_TEMPLATE,
  urlOf,
} from '../../../../test/support/postgres-server.ts';
import { REDIS_URL } from '../../../../test/support/redis-server.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { loadConfig } from '../../config/config.ts';
import { createLog } from '../../http/log.ts';
import { startSequencer } from '../../sequencer/sequencer.ts';
import { type Database, StartRefusedError } from '../../store/database.ts';
import { beatLeader, beginEpoch, leaderSigns } from '../../store/leader-queries.ts';
import { openPostgres } from '../../store/postgres/database.ts';
import { readLeader } from '../../store/snapshot-reader.ts';
import { Sealer } from '../calls/sealer.ts';
import { Candidate } from '../candidate.ts';
import { Names } from '../names.ts';
import { closeRedis, command, openRedis, type RedisClient } from '../redis.ts';
import { Sightings } from '../sightings.ts';
import { Standby } from '../standby.ts';

export interface LeadRule {
  readonly name: string;
  /** What is wrong; undefined if nothing is. */
  readonly problem: (stage: Stage) => Promise<string | undefined>;
}

/** One database, and what is opened on it. */
export class Stage {
  readonly url: string;
  readonly #database: string;
  readonly #leaving: (() => Promise<unknown> | undefined)[] = [];

  constructor(database: string) {
    this.#database = database;
    this.url = urlOf(database);
  }

  /** Gives what the rule finds, and leaves nothing. */
  static async look({ problem }: LeadRule): Promise<string | undefined> {
    const database = await createDatabase(process.env[POSTGRES_TEMPLATE]);
    const stage = new Stage(database);
    try {
      return await problem(stage);
    } finally {
      await stage.#leave();
    }
  }

  /** As one process of the exchange has it. */
  async process(role: 'gateway' | 'engine'): Promise<Database> {
    const database = await openPostgres({ url: this.url, role });
    this.onLeave(() => database.close());
    return database;
  }

  onLeave(leave: () => Promise<unknown> | undefined): void {
    this.#leaving.push(leave);
  }

  async #leave(): Promise<void> {
    for (const leave of this.#leaving.toReversed()) await leave();
    await dropDatabase(this.#database);
  }
}

const SILENT = { warn: () => undefined, error: () => undefined };

async function refusalOf(stage: Stage, folder: string): Promise<unknown> {
  const config = loadConfig({
    DATABASE_URL: stage.url,
    REDIS_URL,
    DATA_DIR: folder,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    ROLE: 'engine',
  });
  const log = createLog('silent');
  // It loads the whole server, which no other rule needs.
  const { bringUpDatabase } = await import('../../../composition/bring-up.ts');
  const { Teardown } = await import('../lifetime.ts');
  const teardown = new Teardown(log);
  try {
    await bringUpDatabase({ config, log, onFatal: () => undefined }, teardown);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await teardown.run();
  }
}

async function otherSecret(stage: Stage): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-secret-'));
  stage.onLeave(() => rm(folder, { recursive: true, force: true }));
  const first = await refusalOf(stage, folder);
  if (first !== undefined) return `the first one was refused: ${first}`;
  const second = await refusalOf(stage, folder);
  const isRefused = second instanceof StartRefusedError && second.message.startsWith('SECRET_KEY:');
  return isRefused ? undefined : `with another secret: ${second}`;
}

/** What processes of one secret say to one another in a Redis. */
class Place {
  readonly #redis: RedisClient;
  readonly #names: Names;
  readonly #sealer = new Sealer(new Uint8Array(32));

  private constructor(redis: RedisClient, names: Names) {
    this.#redis = redis;
    this.#names = names;
  }

  static async open(stage: Stage, url: string, keyId: string): Promise<Place> {
    const redis = await openRedis({ url, onError: () => undefined });
    const names = new Names(keyId);
    stage.onLeave(async () => {
      await command(redis, ['DEL', names.sightings]);
      closeRedis(redis);
    });
    return new Place(redis, names);
  }

  sightings(of: Database): Sightings {
    const own = { deployment: 'of the test', process: of.applicationName ?? '' };
    return new Sightings({ redis: this.#redis, sealer: this.#sealer, names: this.#names, ...own });
  }

  candidate(database: Database): Candidate {
    const waiting = { signal: undefined, onWaiting: () => undefined };
    return new Candidate({
      database,
      sightings: this.sightings(database),
      log: SILENT,
      ...waiting,
    });
  }
}

async function deafCandidate(stage: Stage): Promise<string | undefined> {
  const keyId = randomBytes(6).toString('hex');
  const own = await Place.open(stage, REDIS_URL, keyId);
  const other = await Place.open(stage, `${REDIS_URL}/1`, keyId);
  const engine = await stage.process('engine');
  if (!(await other.candidate(engine).isProven())) return 'alone it may not begin';
  const present: Database[] = [];
  for (const role of ['gateway', 'engine'] as const) {
    const database = await stage.process(role);
    const writer = role === 'engine' ? await database.openWriter() : undefined;
    stage.onLeave(() => writer?.close());
    await own.sightings(database).present();
    present.push(database);
    const among = present.map(({ applicationName }) => applicationName).join(', ');
    if (await other.candidate(engine).isProven()) return `deaf to ${among} it may lead`;
    if (!(await own.candidate(engine).isProven())) return `hearing ${among} it may not lead`;
  }
  return undefined;
}

async function lockOfTheDeaf(stage: Stage): Promise<string | undefined> {
  const database = await stage.process('engine');
  const before = (await readLeader(database)).epoch;
  const asked: string[] = [];
  const sequencer = await startSequencer({
    tables: EXCHANGE_TABLES,
    database,
    createEngine: (snapshot) => new Engine(snapshot),
    clock: { now: () => 1_800_000_000_000 },
    candidate: {
      untilProven: async () => {
        asked.push('before the lock');
      },
      isProven: async () => {
        const { epoch } = await readLeader(database);
        const isHeld = (await leaderSigns(database)) !== undefined;
        asked.push(isHeld && epoch === before ? 'with the lock' : 'too late');
        return asked.length > 2;
      },
    },
  });
  await sequencer.stop();
  const rounds = ['before the lock', 'with the lock', 'before the lock', 'with the lock'];
  return asked.join() === rounds.join() ? undefined : `it was asked ${asked.join(', ')}`;
}

const NONCE = 'of the leader';

/** A leader that holds the lock, and a standby that looks at it. */
async function watchedLeader(stage: Stage, { isHere }: { readonly isHere: boolean }) {
  const leader = await stage.process('engine');
  const own = await stage.process('engine');
  const writer = await leader.openWriter();
  stage.onLeave(() => writer.close());
  await beginEpoch(writer, { nonce: NONCE });
  const processes = isHere ? [leader.applicationName ?? ''] : [];
  let nowMs = 0;
  const lines: string[] = [];
  const standby = new Standby({
    redis: { sendCommand: () => new Promise(() => undefined) } as unknown as RedisClient,
    sealer: new Sealer(new Uint8Array(32)),
    names: new Names('test'),
    database: own,
    sightings: { read: async () => ({ seen: undefined, processes }) },
    log: { ...SILENT, error: (line: unknown) => void lines.push(String(line)) },
    now: () => nowMs,
  });
  stage.onLeave(async () => standby.stop());
  const word = (beat: number) => {
    return { epoch: 1, process: leader.applicationName ?? '', beat, isReady: true };
  };
  return {
    word,
    lines,
    hear: async (passedMs: number, said: ReturnType<typeof word> | undefined) => {
      nowMs += passedMs;
      await standby.heard(said);
    },
    beat: () => beatLeader(own, { epoch: 1, nonce: NONCE }),
    /** A session that was ended is gone a moment later. */
    isEnded: async () => {
      const isNoLonger = writer.lost.then(() => true);
      const endMs = performance.now() + 5_000;
      while (performance.now() < endMs) {
        if ((await leaderSigns(own)) === undefined) return isNoLonger;
      }
      return false;
    },
    isLeading: async () => (await leaderSigns(own)) !== undefined,
  };
}

async function neverHeard(stage: Stage): Promise<string | undefined> {
  const { hear, word, lines, isLeading } = await watchedLeader(stage, { isHere: false });
  for (let look = 0; look < 4; look += 1) await hear(40_000, undefined);
  if (lines.length === 0) return 'it did not complain';
  // Somebody else's word, which the database does not know.
  for (let beat = 1; beat < 4; beat += 1) await hear(400, { ...word(beat), process: 'another' });
  for (let look = 0; look < 4; look += 1) await hear(40_000, undefined);
  return (await isLeading()) ? undefined : 'a leader that was never heard was ended';
}

async function livesByTheDatabase(stage: Stage): Promise<string | undefined> {
  const { hear, word, beat, isLeading, isEnded } = await watchedLeader(stage, { isHere: true });
  await hear(0, word(1));
  await hear(400, word(2));
  for (let look = 0; look < 12; look += 1) {
    await beat();
    await hear(900, word(2));
  }
  if (!(await isLeading())) return 'a leader that beats in the database was ended';
  await hear(600, word(2));
  await hear(600, word(2));
  return (await isEnded()) ? undefined : 'a leader whose beats stopped was not ended';
}

async function hungBefore(stage: Stage): Promise<string | undefined> {
  const { hear, word, beat, isLeading, isEnded } = await watchedLeader(stage, { isHere: true });
  await beat();
  // All that it ever hears is what was left in Redis.
  await hear(200, word(7));
  await hear(900, word(7));
  await hear(900, word(7));
  if (!(await isLeading())) return 'it was ended too early';
  await hear(400, word(7));
  return (await isEnded()) ? undefined : 'a leader that hung before the standby began is kept';
}

async function hungLongBefore(stage: Stage): Promise<string | undefined> {
  const { hear, isLeading, isEnded } = await watchedLeader(stage, { isHere: true });
  await hear(1_000, undefined);
  await hear(28_000, undefined);
  if (!(await isLeading())) return 'it was ended too early';
  await hear(2_000, undefined);
  return (await isEnded()) ? undefined : 'a leader whose word has expired is kept';
}

export const LEAD_RULES: readonly LeadRule[] = [
  { name: 'a process with another secret is refused', problem: otherSecret },
  { name: 'who hears none of those that are there does not lead', problem: deafCandidate },
  { name: 'who no longer hears them gives the lock back', problem: lockOfTheDeaf },
  { name: 'who was never heard is not silent', problem: neverHeard },
  { name: 'who beats in the database is not ended', problem: livesByTheDatabase },
  { name: 'who hung before the standby began is ended', problem: hungBefore },
  { name: 'and so is who hung long before', problem: hungLongBefore },
];
