/**
 * `npm run operator -- reset NAME`: for whoever holds the server's machine, where nobody can let an operator in by the
 * console. A server that runs here does it itself; otherwise it is done in its database. Exit codes as the server's.
 */
import process from 'node:process';
import { HOUR_MS } from '@fairlead/units';
import { AuditLog } from './core/acts/audit.ts';
import { ask } from './core/backup/control.ts';
import { BackupError } from './core/backup/records.ts';
import { type Config, loadConfig } from './core/config/config.ts';
import { readEnvironment } from './core/config/environment.ts';
import { ConfigError } from './core/config/values.ts';
import { systemClock } from './core/operations/clock.ts';
import { refuseOtherSecret, refuseSecret } from './core/operations/deployment.ts';
import { EXIT_FAULT, EXIT_REFUSED } from './core/processes/exit-codes.ts';
import { StartRefusedError } from './core/store/database.ts';
import { writePrivately } from './core/store/embedded/private-folder.ts';
import { openExchange } from './core/store/open-database.ts';
import { askKept, refuseMode, refuseOtherMode } from './demo/index.ts';
import { Passwords } from './identity/passwords.ts';
import { OperatorEnrolment } from './operators/access/enrolment.ts';
import { OperatorGate } from './operators/access/gate.ts';
import {
  type MachineReset,
  RESET_REQUEST,
  resetByMachine,
  UnknownOperatorError,
} from './operators/access/machine-reset.ts';

const USAGE = 'npm run operator -- reset NAME';

class UsageError extends Error {
  override readonly name = 'UsageError';
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Where no server answers on this machine: in the database, which PostgreSQL's other processes may be using. */
async function resetHere(config: Config, name: string): Promise<MachineReset> {
  const database = await openExchange(config, async (exchange) => {
    await refuseOtherMode(exchange, config);
    await refuseOtherSecret(exchange, config);
  });
  try {
    const [clock, passwords] = [systemClock, new Passwords()];
    const audit = new AuditLog(database, clock);
    const coolingOffMs = config.coolingOffHours * HOUR_MS;
    const outbox = { sendsMail: false, put: async () => undefined };
    const parts = { database, clock, passwords, audit, coolingOffMs };
    const enrolment = new OperatorEnrolment({ ...parts, outbox, publicUrl: config.publicUrl });
    const gate = new OperatorGate(database, config.isDemo);
    return await resetByMachine({ ...parts, gate, enrolment }, name);
  } finally {
    await database.close();
  }
}

/** A server that runs says whose exchange it is: another's settings lead to it by a mistake. */
async function refuseByServer(config: Config): Promise<void> {
  const kept = await askKept(config.dataDir);
  if (kept === undefined) return;
  refuseMode(kept.mode, config);
  refuseSecret(kept, config);
}

async function reset(name: string): Promise<void> {
  const config = loadConfig(readEnvironment(), process.execArgv);
  await refuseByServer(config);
  const made =
    (await ask<MachineReset>(config.dataDir, `${RESET_REQUEST} ${name}`)) ??
    (await resetHere(config, name));
  const time = (timeMs: number): string =>
    `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  say(`${name} is reset: password, second factor and sessions are gone.`);
  say(`They come in by this link, which works once, until ${time(made.expiresAtMs)}:`);
  say(made.link);
  say(
    made.waitsFor === undefined
      ? `They count as one of two operators from ${time(made.approvesFromMs)} on.`
      : `They do not count as one of two operators: ${made.waitsFor} was there within the last 30 days (docs/operating/console.md#lost-access).`,
  );
  say('The audit log has it, and every owner sees it in the console.');
}

async function run([command, name, ...rest]: readonly string[]): Promise<void> {
  if (command !== 'reset' || name === undefined || rest.length > 0) throw new UsageError(USAGE);
  if (!/^[A-Za-z0-9._-]{1,60}$/.test(name)) throw new UsageError(`"${name}" is no name: ${USAGE}`);
  await reset(name);
}

try {
  writePrivately();
  await run(process.argv.slice(2));
} catch (error) {
  const isRefusal = [
    BackupError,
    ConfigError,
    StartRefusedError,
    UnknownOperatorError,
    UsageError,
  ].some((kind) => error instanceof kind);
  const words = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(isRefusal ? `Refused. ${words.message}\n` : `${words.stack}\n`);
  process.exitCode = isRefusal ? EXIT_REFUSED : EXIT_FAULT;
}
