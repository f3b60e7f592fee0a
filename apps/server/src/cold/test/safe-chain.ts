/** A real local chain with real Safes on it: the artifacts that Safe published, and owners who sign with viem. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import {
  type Abi,
  concat,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  keccak256,
  type LocalAccount,
  zeroAddress,
} from 'viem';
import { foundry } from 'viem/chains';
import { Anvil } from '../../chains/test/anvil.ts';

interface Artifact {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

const require = createRequire(import.meta.url);
const artifacts =
  (manifest: string) =>
  (name: string): Artifact =>
    require(manifest.replace('package.json', `build/artifacts/contracts/${name}`));
const of130 = artifacts(require.resolve('@gnosis.pm/safe-contracts/package.json'));
const of141 = artifacts(require.resolve('@safe-global/safe-contracts/package.json'));

/** The contracts of each version that may be a cold wallet. */
export const VERSIONS = {
  '1.3.0': {
    singleton: of130('GnosisSafe.sol/GnosisSafe.json'),
    proxy: of130('proxies/GnosisSafeProxy.sol/GnosisSafeProxy.json'),
    handler: of130('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json'),
  },
  '1.3.0+L2': {
    singleton: of130('GnosisSafeL2.sol/GnosisSafeL2.json'),
    proxy: of130('proxies/GnosisSafeProxy.sol/GnosisSafeProxy.json'),
    handler: of130('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json'),
  },
  '1.4.1': {
    singleton: of141('Safe.sol/Safe.json'),
    proxy: of141('proxies/SafeProxy.sol/SafeProxy.json'),
    handler: of141('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json'),
  },
  '1.4.1+L2': {
    singleton: of141('SafeL2.sol/SafeL2.json'),
    proxy: of141('proxies/SafeProxy.sol/SafeProxy.json'),
    handler: of141('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json'),
  },
} as const;
export type Version = keyof typeof VERSIONS;
export const GUARD = of141(
  'examples/guards/DelegateCallTransactionGuard.sol/DelegateCallTransactionGuard.json',
);
/** Has whoever calls it by delegatecall know a module that no list has: bytes of its own, `modules[module] = 1`. */
export const plantOf = (module: Hex): Artifact => {
  const words = [{ type: 'address' }, { type: 'uint256' }] as const;
  const slot = keccak256(encodeAbiParameters(words, [module, 1n])).slice(2);
  return { abi: [], bytecode: `0x602580600b6000396000f360017f${slot}5500` };
};
export const SAFE_ABI = VERSIONS['1.4.1'].singleton.abi;

/** As Safe's documents have it, written again: what the server makes is held against it. */
const TYPES = {
  SafeTx: [
    { type: 'address', name: 'to' },
    { type: 'uint256', name: 'value' },
    { type: 'bytes', name: 'data' },
    { type: 'uint8', name: 'operation' },
    { type: 'uint256', name: 'safeTxGas' },
    { type: 'uint256', name: 'baseGas' },
    { type: 'uint256', name: 'gasPrice' },
    { type: 'address', name: 'gasToken' },
    { type: 'address', name: 'refundReceiver' },
    { type: 'uint256', name: 'nonce' },
  ],
} as const;

export interface Called {
  readonly to: Hex;
  readonly value?: bigint;
  readonly data?: Hex;
  readonly operation?: number;
  readonly nonce: bigint;
}

const filled = ({ to, value = 0n, data = '0x', operation = 0, nonce }: Called) => ({
  ...{ to, value, data, operation, nonce, safeTxGas: 0n, baseGas: 0n, gasPrice: 0n },
  ...{ gasToken: zeroAddress, refundReceiver: zeroAddress },
});

/** An owner's signature by viem, which shares no code with what checks it. */
export function signTransaction(
  owner: LocalAccount,
  called: Called,
  { safe, chainId = foundry.id }: { readonly safe: Hex; readonly chainId?: number },
): Promise<Hex> {
  return owner.signTypedData({
    domain: { chainId, verifyingContract: safe },
    ...{ types: TYPES, primaryType: 'SafeTx', message: filled(called) },
  });
}

export class SafeChain {
  readonly anvil: Anvil;

  private constructor(anvil: Anvil) {
    this.anvil = anvil;
  }

  static async start(): Promise<SafeChain> {
    return new SafeChain(await Anvil.start());
  }

  owner(index: number): LocalAccount {
    return this.anvil.account(index) as LocalAccount;
  }

  async deploy({ abi, bytecode }: Artifact, args: readonly unknown[] = []): Promise<Hex> {
    const hash = await this.#wallet().deployContract({ abi, bytecode, args: [...args] });
    const { contractAddress } = await this.anvil.receipt(hash);
    if (contractAddress == null) throw new Error('nothing was deployed');
    return getAddress(contractAddress);
  }

  /** A Safe of these owners behind a proxy, as the factories make them. */
  async safe(
    version: Version,
    owners: readonly number[],
    {
      required = 2,
      fallback,
      initializer = zeroAddress,
    }: {
      readonly required?: number;
      readonly fallback?: Hex;
      readonly initializer?: Hex;
    } = {},
  ): Promise<Hex> {
    const { singleton, proxy, handler } = VERSIONS[version];
    const safe = await this.deploy(proxy, [await this.deploy(singleton)]);
    const data = encodeFunctionData({
      ...{ abi: SAFE_ABI, functionName: 'setup' },
      args: [
        ...[owners.map((index) => this.owner(index).address), BigInt(required)],
        ...[initializer, '0x', fallback ?? (await this.deploy(handler))],
        ...[zeroAddress, 0n, zeroAddress],
      ],
    });
    await this.send(safe, data);
    return safe;
  }

  /** From the first of anvil's accounts, who owns no Safe; throws what the chain refuses. */
  async send(to: Hex, data: Hex): Promise<Hex> {
    const hash = await this.#wallet().sendTransaction({ to, data });
    const { status } = await this.anvil.receipt(hash);
    if (status !== 'success') throw new Error('reverted');
    return hash;
  }

  read<Answer>(safe: Hex, functionName: string, args: readonly unknown[] = []): Promise<Answer> {
    return this.anvil.client.readContract({
      ...{ abi: SAFE_ABI, address: safe, functionName, args: [...args] },
    }) as Promise<Answer>;
  }

  hashOf(safe: Hex, called: Called): Promise<Hex> {
    const { nonce, ...rest } = filled(called);
    const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken } = rest;
    return this.read(safe, 'getTransactionHash', [
      ...[to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken],
      ...[rest.refundReceiver, nonce],
    ]);
  }

  /** What owners do with their Safe by themselves. */
  async execute(safe: Hex, called: Omit<Called, 'nonce'>, owners: readonly number[]): Promise<Hex> {
    const nonce = await this.read<bigint>(safe, 'nonce');
    const whole = { ...called, nonce };
    return this.send(safe, await this.callOf(safe, whole, owners));
  }

  async callOf(safe: Hex, called: Called, owners: readonly number[]): Promise<Hex> {
    const sorted = owners
      .map((index) => this.owner(index))
      .sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1));
    const signed = await Promise.all(
      sorted.map((owner) => signTransaction(owner, called, { safe })),
    );
    return this.encode(called, concat(signed));
  }

  encode(called: Called, signatures: Hex): Hex {
    const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken } = filled(called);
    return encodeFunctionData({
      ...{ abi: SAFE_ABI, functionName: 'execTransaction' },
      args: [
        ...[to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, zeroAddress],
        signatures,
      ],
    });
  }

  /** The Safe's calls of itself: owners, modules, guard, handler. */
  own(safe: Hex, functionName: string, args: readonly unknown[], owners = [1, 2]): Promise<Hex> {
    const data = encodeFunctionData({ abi: SAFE_ABI, functionName, args: [...args] });
    return this.execute(safe, { to: safe, data }, owners);
  }

  #wallet() {
    return createWalletClient({
      ...{ account: this.owner(0), chain: foundry, transport: http(this.anvil.url) },
    });
  }
}

type Asked = { readonly method: string; readonly params: readonly unknown[] };

/** A node that passes on what another says, and lies where it is told to. */
export class LyingNode {
  readonly #server: Server;
  /** What it says in place of an answer. */
  lie: ((asked: Asked, answer: unknown) => unknown) | undefined;
  isAway = false;

  constructor(url: string) {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString('utf8');
      if (this.isAway) {
        response.writeHead(503).end();
        return;
      }
      const headers = { 'content-type': 'application/json' };
      const told = await fetch(url, { method: 'POST', headers, body });
      const answer = await told.json();
      if (this.lie !== undefined && 'result' in answer)
        answer.result = this.lie(JSON.parse(body), answer.result);
      response.writeHead(200, headers).end(JSON.stringify(answer));
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

export const addressesAnswer = (addresses: readonly Hex[]): Hex =>
  encodeAbiParameters([{ type: 'address[]' }], [[...addresses]]);
