#!/usr/bin/env node
/**
 * `npx fairlead-verify`: re-computes receipts, from files without any network, or from a server. Runs on the machine's
 * own Node (20.19 or later); one that does not read TypeScript hands over to the pinned Node of the repository.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const command = path.join(here, 'verify-command.ts');

if (process.features.typescript) {
  const { main } = await import(command);
  process.exitCode = await main(process.argv.slice(2));
} else {
  const pinned = path.resolve(here, '../../../node_modules/.bin/node');
  if (!existsSync(pinned)) {
    process.stderr.write('fairlead-verify needs the pinned Node: run `npm install` first\n');
    process.exit(2);
  }
  const { status } = spawnSync(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 2;
}
