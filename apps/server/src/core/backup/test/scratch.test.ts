/** What a killed drill leaves is a whole exchange in the temporary folder: the next one removes it, and nothing else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeScratch } from '../scratch.ts';

const MODULE = path.resolve(import.meta.dirname, '../scratch.ts');
/** Makes one with a file in it, says where, and goes on. */
const OTHER = `
  const { makeScratch } = await import(${JSON.stringify(MODULE)});
  const { writeFileSync } = await import('node:fs');
  const { folder } = await makeScratch('drill', []);
  writeFileSync(folder + '/rows', 'x');
  process.stdout.write(folder);
  setInterval(() => undefined, 1_000);`;

describe('a scratch folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'fairlead-scratch-'));
    vi.stubEnv('TMPDIR', folder);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  test('of a process that was killed is removed by the next, one of a process that lives is not', async () => {
    const other = spawn(process.execPath, ['--input-type=module', '-e', OTHER], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(other, 'exit');
    const [said] = (await once(other.stdout, 'data')) as [Buffer];
    const left = String(said);
    const first = await makeScratch('recovery', []);
    expect(existsSync(path.join(left, 'rows'))).toBe(true);
    other.kill('SIGKILL');
    await ended;
    expect(existsSync(path.join(left, 'rows'))).toBe(true);

    const second = await makeScratch('drill', []);
    expect(readdirSync(folder).toSorted()).toEqual(
      [first, second].map((each) => path.basename(each.folder)).toSorted(),
    );
    await first.remove();
    await second.remove();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is not taken for one where others may write there, or it leads elsewhere', async () => {
    const open = path.join(folder, 'fairlead-drill-aaaaaa');
    mkdirSync(open);
    chmodSync(open, 0o777);
    const kept = path.join(folder, 'kept');
    mkdirSync(path.join(kept, 'inner'), { recursive: true, mode: 0o700 });
    symlinkSync(kept, path.join(folder, 'fairlead-drill-bbbbbb'));
    mkdirSync(path.join(folder, 'fairlead-other-cccccc'), { mode: 0o700 });
    const before = readdirSync(folder).toSorted();
    await (await makeScratch('drill', [])).remove();
    expect(readdirSync(folder).toSorted()).toEqual(before);
    expect(readdirSync(kept)).toEqual(['inner']);
  });

  test('of several that begin together is nobody else’s', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => makeScratch('drill', [])));
    for (const each of made) expect(existsSync(each.folder)).toBe(true);
    expect(new Set(made.map((each) => each.folder)).size).toBe(made.length);
    await Promise.all(made.map((each) => each.remove()));
    expect(readdirSync(folder)).toEqual([]);
  });
});
