/** A real local Ethereum chain, and the contracts of tokens.sol on it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import solc from 'solc';
import {
  type Abi,
  type Account,
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';

const require = createRequire(import.meta.url);
const MNEMONIC = 'test test test test test test test test test test test junk';

interface Compiled {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

let compiled: Readonly<Record<string, Compiled>> | undefined;

/** The contracts of tokens.sol, compiled once in a process. */
export function contracts(): Readonly<Record<string, Compiled>> {
  compiled ??= compile();
  return compiled;
}

function compile(): Readonly<Record<string, Compiled>> {
  const content = fs.readFileSync(new URL('./tokens.sol', import.meta.url), 'utf8');
  const input = {
    language: 'Solidity',
    sources: { 'tokens.sol': { content } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const errors = (output.errors ?? []).filter(
    ({ severity }: { severity: string }) => severity === 'error',
  );
  if (errors.length > 0) throw new Error(errors[0].formattedMessage);
  return Object.fromEntries(
    Object.entries<{ abi: Abi; evm: { bytecode: { object: string } } }>(
      output.contracts['tokens.sol'],
    ).map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` as const }]),
  );
}

export class Anvil {
  readonly url: string;
  readonly client: PublicClient;
  readonly #process: ChildProcess;
  #isMining = true;

  private constructor(child: ChildProcess, url: string) {
    this.#process = child;
    this.url = url;
    this.client = createPublicClient({
      chain: foundry,
      transport: http(url),
      cacheTime: 0,
      pollingInterval: 20,
    });
  }

  static async start(flags: readonly string[] = []): Promise<Anvil> {
    const bin = require
      .resolve('@foundry-rs/anvil/package.json')
      .replace('package.json', 'bin.mjs');
    const child = spawn(process.execPath, [bin, '--port', '0', '--order', 'fifo', ...flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const [, address] = /Listening on (\S+)/.exec(line) ?? [];
      if (address === undefined) continue;
      child.stdout.resume();
      return new Anvil(child, `http://${address}`);
    }
    throw new Error('anvil did not start');
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
  }

  /** One of anvil's rich accounts. */
  account(index: number): Account {
    return mnemonicToAccount(MNEMONIC, { addressIndex: index });
  }

  /** Any call of anvil's own. */
  rpc(method: string, parameters: readonly unknown[] = []): Promise<unknown> {
    return this.client.request({ method, params: parameters } as never);
  }

  /** Whether each transaction gets a block of its own at once. */
  async setMining(isMining: boolean): Promise<void> {
    await this.rpc('evm_setAutomine', [isMining]);
    this.#isMining = isMining;
  }

  async mine(blocks: number): Promise<void> {
    await this.rpc('anvil_mine', [`0x${blocks.toString(16)}`]);
  }

  async height(): Promise<number> {
    return Number(await this.client.getBlockNumber({ cacheTime: 0 }));
  }

  /** Puts a contract on the chain and gives its address. */
  async deploy(name: string, parameters: readonly unknown[] = []): Promise<Hex> {
    const { abi, bytecode } = contractNamed(name);
    const hash = await this.#wallet(0).deployContract({ abi, bytecode, args: [...parameters] });
    const { contractAddress } = await this.receipt(hash);
    if (contractAddress == null) throw new Error(`${name} was not deployed`);
    return contractAddress;
  }

  /** Sends coins; the transaction is in a block when it returns, unless mining is off. */
  async pay(to: string, wei: bigint, from = 0): Promise<Hex> {
    return this.#sent(await this.#wallet(from).sendTransaction({ to: to as Hex, value: wei }));
  }

  /** Calls a contract; `gas` skips the estimate, which refuses what will fail. */
  async write(
    call: {
      readonly contract: string;
      readonly address: Hex;
      readonly method: string;
      readonly parameters: readonly unknown[];
      readonly value?: bigint;
    },
    from = 0,
  ): Promise<Hex> {
    const { abi } = contractNamed(call.contract);
    const hash = await this.#wallet(from).writeContract({
      abi,
      address: call.address,
      functionName: call.method,
      args: [...call.parameters],
      gas: 1_000_000n,
      ...(call.value !== undefined && { value: call.value }),
    });
    return this.#sent(hash);
  }

  async #sent(hash: Hex): Promise<Hex> {
    if (this.#isMining) await this.receipt(hash);
    return hash;
  }

  /**
   * Asks until the transaction is in a block. viem's own wait asks again with each new block only,
   * and here the transaction's block may be the last for ever.
   */
  async receipt(hash: Hex): Promise<TransactionReceipt> {
    for (;;) {
      try {
        return await this.client.getTransactionReceipt({ hash });
      } catch (error) {
        if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
        await setTimeout(this.client.pollingInterval);
      }
    }
  }

  #wallet(index: number) {
    return createWalletClient({
      account: this.account(index),
      chain: foundry,
      transport: http(this.url),
    });
  }
}

function contractNamed(name: string): Compiled {
  const contract = contracts()[name];
  if (contract === undefined) throw new Error(`there is no contract ${name}`);
  return contract;
}
