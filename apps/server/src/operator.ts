/**
 * `npm run operator`, for whoever holds the server's machine. `reset NAME`: where nobody can let an operator in by the
 * console. `passkeys`: operators' passkeys for the signer's policy. A server that runs here does it itself; otherwise it is done in its database. Exit codes as the server's.
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
import { type Database, StartRefusedError } from './core/store/database.ts';
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
import { PASSKEYS_REQUEST, type SignerList, signerList } from './operators/access/signer-list.ts';

const USAGE = 'npm run operator -- reset NAME, or -- passkeys';

class UsageError extends Error {
  override readonly name = 'UsageError';
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Where no server answers on this machine: in the database, which PostgreSQL's other processes may be using. */
async function inDatabase<Value>(
  config: Config,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = await openExchange(config, async (exchange) => {
    await refuseOtherMode(exchange, config);
    await refuseOtherSecret(exchange, config);
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function resetHere(config: Config, name: string): Promise<MachineReset> {
  return inDatabase(config, (database) => {
    const [clock, passwords] = [systemClock, new Passwords()];
    const audit = new AuditLog(database, clock);
    const coolingOffMs = config.coolingOffHours * HOUR_MS;
    const outbox = { sendsMail: false, put: async () => undefined };
    const parts = { database, clock, passwords, audit, coolingOffMs };
    const enrolment = new OperatorEnrolment({ ...parts, outbox, publicUrl: config.publicUrl });
    const gate = new OperatorGate(database, config.isDemo);
    return resetByMachine({ ...parts, gate, enrolment }, name);
  });
}

/** A server that runs says whose exchange it is: another's settings lead to it by a mistake. */
async function refuseByServer(config: Config): Promise<void> {
  const kept = await askKept(config.dataDir);
  if (kept === undefined) return;
  refuseMode(kept.mode, config);
  refuseSecret(kept, config);
}

/** The settings, of the exchange that runs here. */
async function ownConfig(): Promise<Config> {
  const config = loadConfig(readEnvironment(), process.execArgv);
  await refuseByServer(config);
  return config;
}

async function passkeys(): Promise<void> {
  const config = await ownConfig();
  const list =
    (await ask<SignerList>(config.dataDir, PASSKEYS_REQUEST)) ??
    (await inDatabase(config, (database) =>
      signerList({ database, clock: systemClock, passkeys: config.passkeys }),
    ));
  say(JSON.stringify({ operators: list }, undefined, 2));
}

async function reset(name: string): Promise<void> {
  const config = await ownConfig();
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
  if (command === 'passkeys' && name === undefined) return passkeys();
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
