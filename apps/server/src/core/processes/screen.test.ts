/** What a start says at its end. Goal: a server that opens nothing does not look like one that is well. */
import { expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { readyLines, readyScreen } from './screen.ts';

test('a stopped exchange says so in the lines that say it is ready', () => {
  const ended = { durability: 'on disk', ownerPassword: undefined };
  const stopped = 'Nothing opens until two operators resume: in the console, System, Resume.';
  const config = loadConfig({ DATA_DIR: 'none' });
  expect(readyLines(config, ended)).not.toContain(stopped);
  expect(readyLines(config, { ...ended, stopped })).toContain(stopped);
  expect(readyScreen(config, { ...ended, stopped }, 'server.log')).toContain(stopped);
});
