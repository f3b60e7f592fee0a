/** Folders of a start. Goal: a refusal can be followed by whoever reads it, and leaves nothing behind that it made. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPrivateFolder, removeMade } from '../embedded/private-folder.ts';

let scratch: string;
beforeAll(() => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-private-'));
});
afterAll(() => fs.rmSync(scratch, { recursive: true }));

test('a folder of somebody else names its owner, for nobody else can close it', () => {
  const folder = path.join(scratch, 'of-another');
  fs.mkdirSync(folder, { mode: 0o755 });
  fs.writeFileSync(path.join(folder, 'something'), '');
  const { uid } = fs.statSync(folder);
  const own = vi.spyOn(process, 'getuid').mockReturnValue(uid + 40_000);
  try {
    const name = uid === 0 ? 'root' : '\\S+';
    expect(() => openPrivateFolder(folder)).toThrow(
      new RegExp(`^DATA_DIR: ${folder} belongs to ${name}, and this is user ${uid + 40_000}: `),
    );
  } finally {
    own.mockRestore();
  }
  expect(() => openPrivateFolder(folder)).toThrow(`run: chmod -R go= ${folder}`);
});

test('only folders that were made are removed, and only while nothing is in them', () => {
  const there = path.join(scratch, 'there');
  fs.mkdirSync(there, { mode: 0o700 });
  removeMade(openPrivateFolder(there));
  expect(fs.existsSync(there)).toBe(true);
  const made = openPrivateFolder(path.join(there, 'a/b'));
  removeMade(made);
  expect(fs.readdirSync(there)).toEqual([]);
  const used = openPrivateFolder(path.join(there, 'c/d'));
  fs.writeFileSync(path.join(there, 'c/kept'), '');
  removeMade(used);
  expect(fs.readdirSync(path.join(there, 'c'))).toEqual(['kept']);
});
