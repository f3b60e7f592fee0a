/** The sweeping signer's commands: its key, made here or brought from where the addresses' account was made, and its rounds. */
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { Esplora } from '../bitcoin/node.ts';
import { loadSweeperConfig, type SignerConfig, setting } from '../config.ts';
import { createAccountFile, openAccountFile } from '../key-file.ts';
import type { Say } from '../reports.ts';
import { Account, type AccountNetwork } from './account.ts';
import { BitcoinSweeper } from './bitcoin.ts';
import { HttpSweepDesk } from './desk.ts';
import { EthereumSweeper } from './ethereum.ts';
import { BitcoinSweepJournal, EthereumSweepJournal } from './journal.ts';
import { readBitcoinSweepPolicy, readSweepPolicy } from './policy.ts';

/** A signer of one chain, made of what every chain's has. */
export interface Running {
  readonly signer: { round(): Promise<void> };
  close(): void;
}

interface Means {
  readonly run: (config: SignerConfig, begin: () => Running) => Promise<void>;
  readonly print: (line: string) => void;
  readonly say: Say;
}

const ethereumNetwork = (): AccountNetwork => readSweepPolicy(setting('SIGNER_POLICY')).network;
const bitcoinNetwork = (): AccountNetwork =>
  readBitcoinSweepPolicy(setting('SIGNER_POLICY')).network === 'main' ? 'main' : 'test';

export const SWEEP_COMMANDS: Readonly<Record<string, (means: Means) => Promise<void>>> = {
  'create-sweep-key': async ({ print }) =>
    keepKey(Account.make(ethereumNetwork()), ethereumNetwork(), print),
  'import-sweep-key': async ({ print }) => keepKey(await readKey(), ethereumNetwork(), print),
  'run-sweep': ({ run, say }) => {
    const config = loadSweeperConfig('RPC_EVM');
    return run(config, () => beginEthereum(config, say));
  },
  'create-bitcoin-sweep-key': async ({ print }) =>
    keepKey(Account.make(bitcoinNetwork()), bitcoinNetwork(), print),
  'import-bitcoin-sweep-key': async ({ print }) =>
    keepKey(await readKey(), bitcoinNetwork(), print),
  'run-bitcoin-sweep': ({ run, say }) => {
    const config = loadSweeperConfig('RPC_BTC');
    return run(config, () => beginBitcoin(config, say));
  },
};

/** False for a command that is none of these. */
export async function runSweepCommand(command: string, means: Means): Promise<boolean> {
  const found = Object.hasOwn(SWEEP_COMMANDS, command) ? SWEEP_COMMANDS[command] : undefined;
  await found?.(means);
  return found !== undefined;
}

/** An extended private key comes by standard input: never as an argument, which every process of the machine can read. */
const readKey = async (): Promise<string> => (await text(process.stdin)).trim();

function keepKey(xprv: string, network: AccountNetwork, print: Means['print']): void {
  const { xpub } = new Account(xprv, network);
  createAccountFile(setting('SIGNER_KEY_FILE'), setting('SIGNER_PASSWORD'), { xpub, xprv });
  print(xpub);
}

const openAccount = (config: SignerConfig, network: AccountNetwork): Account =>
  new Account(openAccountFile(config.keyFile, config.password), network);

function beginEthereum(config: SignerConfig, say: Say): Running {
  const policy = readSweepPolicy(config.policyFile);
  const account = openAccount(config, policy.network);
  const journal = new EthereumSweepJournal(config.journalFile);
  const desk = new HttpSweepDesk(config.exchangeUrl, config.token, 'ERC20');
  const [rpcUrl = ''] = config.rpcUrls;
  const signer = new EthereumSweeper({ desk, account, rpcUrl, journal, policy, clock: Date, say });
  const { hot, cold } = policy;
  say('ready', { xpub: account.xpub, reserve: signer.reserve, hot, cold });
  return { signer, close: () => journal.close() };
}

function beginBitcoin(config: SignerConfig, say: Say): Running {
  const policy = readBitcoinSweepPolicy(config.policyFile);
  const account = openAccount(config, policy.network === 'main' ? 'main' : 'test');
  const journal = new BitcoinSweepJournal(config.journalFile);
  const desk = new HttpSweepDesk(config.exchangeUrl, config.token, 'OMNI');
  const [rpcUrl = ''] = config.rpcUrls;
  const node = new Esplora(rpcUrl);
  const signer = new BitcoinSweeper({ desk, account, node, journal, policy, clock: Date, say });
  say('ready', { xpub: account.xpub, hot: policy.hot?.address, cold: policy.cold?.address });
  return { signer, close: () => journal.close() };
}
