/**
 * `npm run reports`: sets up the database that what reads across all engines is read in, or puts it right, and waits until everything is
 * there. To be run once, after each migration, and where the doctor says so (docs/operating/reports.md). `--anew`
 * copies everything again.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readEnvironment } from './core/config/environment.ts';
import { orUsage } from './core/config/usage.ts';
import { ConfigError } from './core/config/values.ts';
import { systemClock } from './core/operations/clock.ts';
import { StartRefusedError } from './core/store/database.ts';
import { DATABASE_ROLES } from './core/store/postgres/roles.ts';
import { runReports } from './engines/reports/command.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const { values } = orUsage('npm run reports -- [--anew]', () =>
    parseArgs({ options: { anew: { type: 'boolean' } } }),
  );
  const { copiedBecause } = await runReports({
    environment: readEnvironment(),
    isAnew: values.anew === true,
    roles: DATABASE_ROLES,
    nowMs: systemClock.now(),
    onStep: say,
  });
  say(
    copiedBecause === undefined
      ? 'The reports are up to date.'
      : `The reports are up to date; all was copied: ${copiedBecause}.`,
  );
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartRefusedError)) throw error;
  process.stderr.write(`The reports are not set up. ${error.message}\n`);
  process.exitCode = 1;
}
