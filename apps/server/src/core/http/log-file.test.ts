/** The log of a server at a terminal. Goal: nothing is lost of it, nothing written by a start that is refused, errors are seen. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from './log.ts';
import { LogFile } from './log-file.ts';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-log-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const messages = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly msg: string }).msg);

test('lines are held until there is a file, that of the run before is kept, and errors are shown', () => {
  const shown: string[] = [];
  const place = path.join(folder, 'server.log');
  fs.writeFileSync(place, 'the run before');
  const file = new LogFile((line) => shown.push(line));
  const log = createLog('info', file);
  log.info('first');
  log.error({ err: new Error('no room') }, 'the disk is full');
  expect(fs.readFileSync(place, 'utf8')).toBe('the run before');
  expect(shown).toEqual([expect.stringMatching(/^[\d:]{8} error: the disk is full: no room$/)]);
  file.open(place);
  log.warn({ isOver: true }, 'the disk has room again');
  expect(shown.at(-1)).toMatch(/^[\d:]{8} warn: the disk has room again$/);
  log.warn('second');
  expect(shown).toHaveLength(2);
  expect(fs.readFileSync(`${place}.1`, 'utf8')).toBe('the run before');
  expect(messages(fs.readFileSync(place, 'utf8'))).toEqual([
    'first',
    'the disk is full',
    'the disk has room again',
    'second',
  ]);
  expect(fs.statSync(place).mode & 0o077).toBe(0);
  expect(file.takeHeld()).toEqual([]);
});

test('a start that failed has what it would have written', () => {
  const file = new LogFile(() => undefined);
  createLog('info', file).info('before the fault');
  expect(messages(file.takeHeld().join(''))).toEqual(['before the fault']);
});
