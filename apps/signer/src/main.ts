/**
 * The reference signer: a process of its own, on a machine of its own. `create-key` makes a key file, `address`
 * shows its address, `run` sends what is passed; `create-bitcoin-key` and `run-bitcoin` do so on Bitcoin,
 * `create-tron-key` and `run-tron` on Tron. What ends in `sweep` moves users' deposits to the operator's wallets. docs/operating/signer.md tells how to set it up.
 */
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Hex } from 'viem';
import { BitcoinJournal } from './bitcoin/journal.ts';
import { walletOf } from './bitcoin/network.ts';
import { Esplora } from './bitcoin/node.ts';
import { readBitcoinPolicy } from './bitcoin/policy.ts';
import { BitcoinSigner } from './bitcoin/signer.ts';
import { BitcoinWallet } from './bitcoin/wallet.ts';
import { loadSignerConfig, SettingError, type SignerConfig, setting } from './config.ts';
import { HttpDesk } from './desk.ts';
import { Journal } from './journal.ts';
import { addressOfKeyFile, createKeyFile, openKeyFile } from './key-file.ts';
import { PasskeyBook, PasskeyChecks } from './passkeys.ts';
import { readPolicy, type SignedRules } from './policy.ts';
import type { Say } from './reports.ts';
import { Signer } from './signer.ts';
import { lockJournal } from './single.ts';
import { type Running, runSweepCommand, SWEEP_COMMANDS } from './sweep/commands.ts';
import { tronAddressOf } from './tron/address.ts';
import { TronJournal } from './tron/journal.ts';
import { TronNodes } from './tron/nodes.ts';
import { readTronPolicy } from './tron/policy.ts';
import { TronSigner } from './tron/signer.ts';
import { TronWallet } from './tron/wallet.ts';
import { Wallet } from './wallet.ts';

const COMMANDS = [
  'create-key, create-bitcoin-key, create-tron-key, address, run, run-bitcoin, run-tron',
  ...Object.keys(SWEEP_COMMANDS),
].join(', ');

/** One JSON line for each thing that happens. */
const say: Say = (event, fields) => {
  const line = { time: new Date().toISOString(), event, ...fields };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** Rounds until it is told to stop; one signer alone on its journal. */
async function run(config: SignerConfig, begin: () => Running): Promise<void> {
  const unlock = lockJournal(config.journalFile);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  try {
    const { signer, close } = begin();
    try {
      while (!stopping.signal.aborted) {
        await signer.round().catch((error: unknown) => {
          say('round_failed', { error: error instanceof Error ? briefly(error) : String(error) });
        });
        await wait(config.everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    } finally {
      close();
    }
  } finally {
    unlock();
  }
}

function beginEthereum(config: SignerConfig): Running {
  const [rpcUrl = ''] = config.rpcUrls;
  const policy = readPolicy(config.policyFile);
  const wallet = new Wallet(openKeyFile(config.keyFile, config.password), rpcUrl);
  const journal = new Journal(config.journalFile);
  const passkeys = signedChecks(policy, config.passkeysFile);
  const desk = new HttpDesk(config.exchangeUrl, config.token);
  const signer = new Signer({ desk, wallet, journal, policy, passkeys, clock: Date, say });
  say('ready', { address: wallet.address, chain_id: policy.chainId });
  return { signer, close: () => journal.close() };
}

function beginBitcoin(config: SignerConfig): Running {
  const policy = readBitcoinPolicy(config.policyFile);
  const [rpcUrl = ''] = config.rpcUrls;
  const node = new Esplora(rpcUrl);
  const key = openKeyFile(config.keyFile, config.password);
  const wallet = new BitcoinWallet(key, policy.network, node);
  if (wallet.address !== addressOfKeyFile(config.keyFile))
    throw new SettingError('SIGNER_KEY_FILE is of another network than the policy');
  const journal = new BitcoinJournal(config.journalFile);
  const passkeys = signedChecks(policy, config.passkeysFile);
  const desk = new HttpDesk(config.exchangeUrl, config.token, 'OMNI');
  const parts = { desk, wallet, node, journal, policy, passkeys, clock: Date, say };
  say('ready', { address: wallet.address, network: policy.network });
  return { signer: new BitcoinSigner(parts), close: () => journal.close() };
}

function beginTron(config: SignerConfig): Running {
  const policy = readTronPolicy(config.policyFile);
  const nodes = new TronNodes(config.rpcUrls);
  const wallet = new TronWallet(openKeyFile(config.keyFile, config.password));
  if (wallet.address !== addressOfKeyFile(config.keyFile))
    throw new SettingError('SIGNER_KEY_FILE is of another chain');
  const journal = new TronJournal(config.journalFile);
  const passkeys = signedChecks(policy, config.passkeysFile);
  const desk = new HttpDesk(config.exchangeUrl, config.token, 'TRC20');
  const parts = { desk, wallet, nodes, journal, policy, passkeys, clock: Date, say };
  if (!nodes.areWitnesses)
    say('one_node', { why: 'that a payment has expired is believed of two nodes at least' });
  say('ready', { address: wallet.address, network: policy.network });
  return { signer: new TronSigner(parts), close: () => journal.close() };
}

/** What is asked of users' passkeys. Says what this policy asks for nothing of. */
function signedChecks(
  { passkeys, operators }: SignedRules,
  file: string,
): PasskeyChecks | undefined {
  if (operators === undefined) say('approvals_unchecked', { why: 'the policy has no operators' });
  if (passkeys === undefined) {
    say('passkeys_unchecked', { why: 'the policy has no passkeys' });
    return undefined;
  }
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
  const print = (address: string) => process.stdout.write(`${address}\n`);
  switch (command) {
    case 'create-key':
      print(createKeyFile(setting('SIGNER_KEY_FILE'), setting('SIGNER_PASSWORD')));
      return;
    case 'create-bitcoin-key': {
      const { network } = readBitcoinPolicy(setting('SIGNER_POLICY'));
      const addressOf = (key: Hex) => walletOf(key, network).address;
      print(createKeyFile(setting('SIGNER_KEY_FILE'), setting('SIGNER_PASSWORD'), addressOf));
      return;
    }
    case 'create-tron-key':
      print(createKeyFile(setting('SIGNER_KEY_FILE'), setting('SIGNER_PASSWORD'), tronAddressOf));
      return;
    case 'address':
      print(addressOfKeyFile(setting('SIGNER_KEY_FILE')));
      return;
    case 'run': {
      const config = loadSignerConfig('RPC_EVM');
      return run(config, () => beginEthereum(config));
    }
    case 'run-bitcoin': {
      const config = loadSignerConfig('RPC_BTC');
      return run(config, () => beginBitcoin(config));
    }
    case 'run-tron': {
      const config = loadSignerConfig('RPC_TRON');
      return run(config, () => beginTron(config));
    }
    default:
      if (!(await runSweepCommand(command, { run, print, say })))
        throw new Error(`${command} is none of ${COMMANDS}`);
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
