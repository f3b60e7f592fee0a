/** A server and whoever started it. Goal: it ends with its parent where it is told to, and with nobody else. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';

const place = path.join(import.meta.dirname, 'parent.ts');
const code = `
  const { whenParentGone } = await import(${JSON.stringify(place)});
  whenParentGone(() => process.exit(7));
  process.stdout.write('here');
  setTimeout(() => process.exit(9), 60_000);
`;

test('a parent that is gone is noticed by the channel that closes', async () => {
  const child = fork('-', [], { execArgv: ['--input-type=module', '-e', code], silent: true });
  await once(child.stdout ?? child, 'data');
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([7, null]);
});

test('one that was gone before anybody looked is missed as well', async () => {
  const late = `await new Promise((resolve) => process.once('disconnect', resolve)); ${code}`;
  const child = fork('-', [], { execArgv: ['--input-type=module', '-e', late], silent: true });
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([7, null]);
});

test('without a channel nobody is missed', async () => {
  const args = ['--input-type=module', '-e', code.replace('60_000', '1')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  expect(await once(child, 'exit')).toEqual([9, null]);
});
