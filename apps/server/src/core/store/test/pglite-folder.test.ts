/** Cases I9 and I10, with real processes on real folders. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StartRefusedError } from '../database.ts';
import { openPglite } from '../embedded/database.ts';
import { lockFolder } from '../embedded/folder-lock.ts';

const CHILD = fileURLToPath(new URL('./pglite-child.ts', import.meta.url));
const FAILING_SYNC = new URL('./failing-sync.mjs', import.meta.url).href;

type Task = 'write' | 'read' | 'hold' | 'without-sync';
type Line = {
  readonly committed?: number;
  readonly last?: number;
  readonly count?: number;
  readonly refused?: string;
  readonly isOpen?: boolean;
};

class Child {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly exitCode: Promise<number | null>;

  constructor(folder: string, task: Task, options: { syncsBeforeFailure?: number } = {}) {
    const { syncsBeforeFailure } = options;
    const isFailing = syncsBeforeFailure !== undefined;
    const flags = isFailing ? ['--import', FAILING_SYNC] : [];
    this.#process = spawn(process.execPath, [...flags, CHILD, folder, task], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, SYNCS_BEFORE_FAILURE: String(syncsBeforeFailure ?? '') },
    });
    const { stdout } = this.#process;
    if (stdout === null) throw new Error('stdout is a pipe');
    this.#lines = readline.createInterface({ input: stdout })[Symbol.asyncIterator]();
    this.exitCode = new Promise((resolve) => this.#process.once('exit', resolve));
  }

  async line(): Promise<Line | undefined> {
    const next = await this.#lines.next();
    return next.done === true ? undefined : JSON.parse(next.value);
  }

  /** Kills it without a warning and waits until it is gone. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.exitCode;
  }
}

describe('the embedded database on a folder', () => {
  let folder: string;
  let created: string;
  const children: Child[] = [];
  beforeAll(async () => {
    created = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-created-'));
    const database = await openPglite({ folder: created });
    await database.close();
  });
  afterAll(() => fs.rmSync(created, { recursive: true }));
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-test-'));
    fs.cpSync(created, folder, { recursive: true });
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await child.kill();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const spawnChild = (task: Task, options?: { syncsBeforeFailure?: number }): Child => {
    const child = new Child(folder, task, options);
    children.push(child);
    return child;
  };

  it('I9: a second process is refused in one line; the lock is free at once after SIGKILL', async () => {
    const first = spawnChild('hold');
    expect(await first.line()).toEqual({ isOpen: true });
    const second = spawnChild('read');
    expect(await second.line()).toEqual({
      refused: `another process is using the data folder ${folder}; stop it first`,
    });
    expect(await second.exitCode).toBe(1);
    await first.kill();
    const third = spawnChild('read');
    expect(await third.line()).toEqual({ last: 0, count: 0 });
    expect(await third.exitCode).toBe(0);
  });

  it('keeps every commit it told of when killed', async () => {
    let told = 0;
    for (const commits of [3, 7]) {
      const writer = spawnChild('write');
      for (let at = 0; at < commits; at += 1) {
        expect(await writer.line()).toHaveProperty('committed');
        told += 1;
      }
      await writer.kill();
    }
    const { count = 0 } = (await spawnChild('read').line()) ?? {};
    expect(count).toBeGreaterThanOrEqual(told);
  });

  it('I10: without the sync hook the self-test refuses the start', async () => {
    const child = spawnChild('without-sync');
    expect((await child.line())?.refused).toMatch(
      /^the embedded database does not sync: 0 syncs for 3 commits/,
    );
    expect(await child.exitCode).toBe(1);
  });

  it('I10: a failing sync ends the process with code 70, and the next start is clean', async () => {
    const writer = spawnChild('write', { syncsBeforeFailure: 40 });
    let told = 0;
    for (let line = await writer.line(); line !== undefined; line = await writer.line()) {
      told = line.committed ?? told;
    }
    expect(await writer.exitCode).toBe(70);
    const { last = 0, count } = (await spawnChild('read').line()) ?? {};
    expect(last).toBe(count);
    expect(last).toBeGreaterThanOrEqual(told);
  });

  it('a start interrupted while it creates the database leaves nothing that a later one trips over', async () => {
    fs.rmSync(path.join(folder, 'database'), { recursive: true });
    fs.mkdirSync(path.join(folder, 'database.unfinished'));
    fs.writeFileSync(path.join(folder, 'database.unfinished', 'PG_VERSION'), '18');
    expect(await spawnChild('read').line()).toEqual({ last: 0, count: 0 });
    expect(fs.readdirSync(folder)).toEqual(['database']);
  });
});

describe('the thread of the embedded database', () => {
  it('keeps nothing of what it answered', async () => {
    const database = await openPglite({});
    const ask = () =>
      database.query("SELECT at, repeat('x', 40) AS words FROM generate_series(1, 2000) AS at");
    try {
      await ask();
      const before = await database.heapBytes();
      // Kept, their rows would be 60 MB.
      for (let times = 0; times < 100; times += 1) expect(await ask()).toHaveLength(2_000);
      expect((await database.heapBytes()) - before).toBeLessThan(20_000_000);
    } finally {
      await database.close();
    }
  });
});

describe('the folder lock', () => {
  it.each<NodeJS.Platform>(['linux', 'darwin'])('on %s is one per folder', async (platform) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-lock-'));
    const link = `${folder}-link`;
    fs.symlinkSync(folder, link);
    const lock = await lockFolder(folder, platform);
    await expect(lockFolder(link, platform)).rejects.toThrow(StartRefusedError);
    await lock.release();
    const again = await lockFolder(link, platform);
    await again.release();
    fs.unlinkSync(link);
    fs.rmSync(folder, { recursive: true });
  });
});
