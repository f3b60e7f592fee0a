/**
 * The reference signer: a process of its own, on a machine of its own. `create-key` makes a key file, `address`
 * shows its address, `run` sends what is passed. docs/operating/signer.md tells how to set it up.
 */
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { loadSignerConfig, SettingError, setting } from './config.ts';
import { HttpDesk } from './desk.ts';
import { Journal } from './journal.ts';
import { addressOfKeyFile, createKeyFile, openKeyFile } from './key-file.ts';
import { PasskeyBook, PasskeyChecks } from './passkeys.ts';
import { type Policy, readPolicy } from './policy.ts';
import { type Say, Signer } from './signer.ts';
import { lockJournal } from './single.ts';
import { Wallet } from './wallet.ts';

/** One JSON line for each thing that happens. */
const say: Say = (event, fields) => {
  const line = { time: new Date().toISOString(), event, ...fields };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

async function run(): Promise<void> {
  const config = loadSignerConfig();
  const policy = readPolicy(config.policyFile);
  const unlock = lockJournal(config.journalFile);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  const journal = new Journal(config.journalFile);
  const passkeys = passkeyChecks(policy, config.passkeysFile);
  try {
    const wallet = new Wallet(openKeyFile(config.keyFile, config.password), config.rpcUrl);
    const desk = new HttpDesk(config.exchangeUrl, config.token);
    const signer = new Signer({ desk, wallet, journal, policy, passkeys, clock: Date, say });
    say('ready', { address: wallet.address, chain_id: policy.chainId });
    if (passkeys === undefined) say('passkeys_unchecked', { why: 'the policy has no passkeys' });
    while (!stopping.signal.aborted) {
      await signer.round().catch((error: unknown) => {
        say('round_failed', { error: error instanceof Error ? briefly(error) : String(error) });
      });
      await wait(config.everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  } finally {
    journal.close();
    unlock();
  }
}

function passkeyChecks({ passkeys }: Policy, file: string): PasskeyChecks | undefined {
  if (passkeys === undefined) return undefined;
  if (file === '')
    throw new SettingError('SIGNER_PASSKEYS must be set, since the policy has passkeys');
  return new PasskeyChecks(passkeys, new PasskeyBook(file), ({ event, owner, credentialId }) =>
    say(event, { owner, credential_id: credentialId }),
  );
}

/** viem's whole messages hold the node's URL, which may hold a key. */
function briefly(error: Error): string {
  return 'shortMessage' in error ? String(error.shortMessage) : error.message;
}

async function main(): Promise<void> {
  const [command = 'run'] = process.argv.slice(2);
  if (command === 'create-key') {
    const address = createKeyFile(setting('SIGNER_KEY_FILE'), setting('SIGNER_PASSWORD'));
    process.stdout.write(`${address}\n`);
  } else if (command === 'address') {
    process.stdout.write(`${addressOfKeyFile(setting('SIGNER_KEY_FILE'))}\n`);
  } else if (command === 'run') {
    await run();
  } else {
    throw new Error(`${command} is none of create-key, address, run`);
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(
    `The signer cannot start. ${error instanceof Error ? briefly(error) : error}\n`,
  );
  process.exitCode = 1;
}
