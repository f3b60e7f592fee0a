/**
 * A Safe as Ethereum nodes tell it. Loaded only where one is set: viem alone takes longer to load than the rest of the server. All nodes
 * are asked at one block, and what they do not all say is not so.
 */
import { isDeepStrictEqual } from 'node:util';
import { minimum } from '@fairlead/units';
import {
  createPublicClient,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  keccak256,
  numberToHex,
  type PublicClient,
  parseAbi,
  toEventSelector,
} from 'viem';
import { NodeError } from '../../chains/index.ts';
import { HANDLER_CODES, IDLE_INITIALIZERS, PROXY_CODES, SINGLETON_CODES } from './codes.ts';

/** What a Safe is at a block. */
export interface SafeState {
  readonly chainId: number;
  readonly height: number;
  /** Absent where proxy or singleton have code that is none of a Safe's: then nothing that they say means anything. */
  readonly safe?: {
    readonly version: string;
    readonly owners: readonly string[];
    readonly required: number;
    readonly nonce: bigint;
    /** Contracts that spend what it holds without its owners. */
    readonly modules: readonly string[];
    /** A contract that can refuse what owners signed. */
    readonly guard?: string;
    /** A fallback handler that is not Safe's own. */
    readonly handler?: string;
    /** Its set-up is told once. Without that nobody knows what ran in it. */
    readonly isSetupTold: boolean;
    /** A contract that wrote what it liked in its set-up: modules and owners that no list has. */
    readonly initializer?: string;
  };
}

/** What became of a payment. `executed` with how deep its block is. */
export type SafeOutcome =
  | { readonly kind: 'executed' | 'failed'; readonly txId: string; readonly confirmations: number }
  /** Another transaction had its nonce, for good. */
  | { readonly kind: 'replaced' };

export interface Holder {
  readonly address: string;
  /** A token's; absent for ether. */
  readonly contract?: string;
}

const ABI = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function nonce() view returns (uint256)',
  'function getModulesPaginated(address start, uint256 pageSize) view returns (address[], address)',
]);
const SUCCESS = toEventSelector('ExecutionSuccess(bytes32,uint256)');
const FAILURE = toEventSelector('ExecutionFailure(bytes32,uint256)');
const SETUP = toEventSelector('SafeSetup(address,address[],uint256,address,address)');
/** Of its data, in words: where the owners begin, how many sign, initializer, fallback handler. */
const INITIALIZER_WORD = 2;
/** keccak256 of `guard_manager.guard.address` and `fallback_manager.handler.address`. */
const GUARD_SLOT = '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8';
const HANDLER_SLOT = '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5';
const SENTINEL = '0x0000000000000000000000000000000000000001';
const NOBODY = '0x0000000000000000000000000000000000000000';
const MAINNET = 1;
const MODULES_MAX = 20n;
const OWNERS_MAX = 50;
const TIMEOUT_MS = 15_000;
/** So many further blocks no event of a payment is found at any node before it counts as replaced. */
const EVENTS_LATE_BLOCKS = 12;
/** What nodes of providers tell of at once. */
const LOGS_BLOCKS = 1_000n;

export class SafeNodes {
  readonly #clients: readonly PublicClient[];
  readonly #address: Hex;

  constructor(urls: readonly string[], address: string) {
    this.#clients = urls.map(clientOf);
    this.#address = address as Hex;
  }

  async state(): Promise<SafeState> {
    const height = await this.#head();
    return this.#agree('the cold wallet', (client) => stateAt(client, this.#address, height));
  }

  /** The least that any of them says, in the chain's units. */
  async balanceOf({ address, contract }: Holder): Promise<bigint> {
    const holder = address as Hex;
    const said = await this.#each((client) =>
      contract === undefined
        ? client.getBalance({ address: holder })
        : client.readContract({
            ...{ address: contract as Hex, abi: erc20Abi },
            ...{ functionName: 'balanceOf', args: [holder] },
          }),
    );
    return said.reduce(minimum);
  }

  /** Undefined while nothing with its nonce is in a block that all nodes have. */
  async outcomeOf(
    payment: { readonly hash: string; readonly nonce: bigint; readonly fromHeight: number },
    confirmations: number,
  ): Promise<SafeOutcome | undefined> {
    const head = await this.#head();
    const hasPassed = (height: bigint) => async (client: PublicClient) =>
      (await nonceAt(client, this.#address, height)) > payment.nonce;
    if (!(await this.#each(hasPassed(head))).every(Boolean)) return undefined;
    const found = await this.#agree('what became of a payment', (client) =>
      executionIn(client, this.#address, { ...payment, head }),
    );
    if (found !== undefined) {
      const { height, ...rest } = found;
      return { ...rest, confirmations: Number(head - height) + 1 };
    }
    // A node may have a block before its events: of what was not found nothing is said too early.
    const depth = Math.max(confirmations - 1, EVENTS_LATE_BLOCKS);
    const final = head - BigInt(depth);
    const isFinal = final >= 0n && (await this.#each(hasPassed(final))).every(Boolean);
    return isFinal ? { kind: 'replaced' } : undefined;
  }

  /** Of the one that is furthest behind. */
  async #head(): Promise<bigint> {
    const heads = await this.#each((client) => client.getBlockNumber({ cacheTime: 0 }));
    return heads.reduce(minimum);
  }

  async #agree<Answer>(what: string, ask: (client: PublicClient) => Promise<Answer>) {
    const answers = await this.#each(ask);
    const [first] = answers;
    if (!answers.every((answer) => isDeepStrictEqual(answer, first)))
      throw new NodeError(`the nodes do not agree on ${what}`);
    return first as Answer;
  }

  async #each<Answer>(ask: (client: PublicClient) => Promise<Answer>): Promise<Answer[]> {
    try {
      return await Promise.all(this.#clients.map(ask));
    } catch (error) {
      if (error instanceof NodeError) throw error;
      // viem's long messages hold the node's URL, which may hold a key.
      const short =
        error instanceof Error && 'shortMessage' in error ? error.shortMessage : 'no answer';
      throw new NodeError(`a node does not answer: ${short}`);
    }
  }
}

function clientOf(url: string): PublicClient {
  const bare = new URL(url);
  const credential = `${decodeURIComponent(bare.username)}:${decodeURIComponent(bare.password)}`;
  const hasCredential = bare.username !== '';
  bare.username = '';
  bare.password = '';
  const authorization = `Basic ${Buffer.from(credential).toString('base64')}`;
  return createPublicClient({
    transport: http(bare.href, {
      ...{ retryCount: 0, timeout: TIMEOUT_MS },
      ...(hasCredential && { fetchOptions: { headers: { authorization } } }),
    }),
    cacheTime: 0,
  });
}

const addressIn = (slot: Hex | undefined): Hex =>
  getAddress(`0x${(slot ?? '0x').slice(2).padStart(64, '0').slice(-40)}`);

async function codeAt(client: PublicClient, address: Hex, blockNumber: bigint): Promise<string> {
  return keccak256((await client.getCode({ address, blockNumber })) ?? '0x');
}

const nonceAt = (client: PublicClient, address: Hex, blockNumber: bigint): Promise<bigint> =>
  client.readContract({ abi: ABI, address, functionName: 'nonce', blockNumber });

async function stateAt(client: PublicClient, address: Hex, height: bigint): Promise<SafeState> {
  const blockNumber = height;
  const slot = (name: Hex) => client.getStorageAt({ address, slot: name, blockNumber });
  const [chainId, proxy, first] = await Promise.all([
    client.getChainId(),
    codeAt(client, address, height),
    slot('0x0'),
  ]);
  const version = SINGLETON_CODES.get(await codeAt(client, addressIn(first), height));
  const known = { chainId, height: Number(height) };
  if (version === undefined || !PROXY_CODES.has(proxy)) return known;
  const at = { abi: ABI, address, blockNumber } as const;
  const [owners, required, nonce, [modules], guard, handler, setups] = await Promise.all([
    client.readContract({ ...at, functionName: 'getOwners' }),
    client.readContract({ ...at, functionName: 'getThreshold' }),
    nonceAt(client, address, height),
    client.readContract({
      ...{ ...at, functionName: 'getModulesPaginated' },
      args: [SENTINEL, MODULES_MAX],
    }),
    slot(GUARD_SLOT).then(addressIn),
    slot(HANDLER_SLOT).then(addressIn),
    initializersOf(client, address, height),
  ]);
  // No Safe of people is like that; a node may say anything.
  if (owners.length > OWNERS_MAX || nonce > BigInt(Number.MAX_SAFE_INTEGER)) return known;
  const isForeign = handler !== NOBODY && !HANDLER_CODES.has(await codeAt(client, handler, height));
  return {
    ...known,
    safe: {
      ...{ version, owners, required: Number(required), nonce, modules },
      ...(guard !== NOBODY && { guard }),
      ...(isForeign && { handler }),
      ...setupOf(chainId, setups),
    },
  };
}

/**
 * Who wrote in each set-up that the chain tells of, from its beginning: nobody keeps the block. What runs there as the Safe could tell of
 * one more itself.
 */
async function initializersOf(
  client: PublicClient,
  address: Hex,
  height: bigint,
): Promise<readonly Hex[]> {
  const range = { fromBlock: numberToHex(0n), toBlock: numberToHex(height) };
  const logs = await client.request({
    method: 'eth_getLogs',
    params: [{ address, topics: [SETUP], ...range }],
  });
  const own = logs.filter(
    ({ address: by, topics }) => getAddress(by) === address && topics[0] === SETUP,
  );
  return own.map(({ data }) => addressIn(`0x${wordOf(data, INITIALIZER_WORD)}`));
}

const wordOf = (data: Hex, index: number): string => data.slice(2 + index * 64, 66 + index * 64);

/** What is known of its set-up by those who wrote in it. */
export function setupOf(chainId: number, initializers: readonly Hex[]) {
  const isIdle = (initializer: Hex) =>
    initializer === NOBODY || (chainId === MAINNET && IDLE_INITIALIZERS.has(initializer));
  const initializer = initializers.find((each) => !isIdle(each));
  return { isSetupTold: initializers.length === 1, ...(initializer && { initializer }) };
}

interface Execution {
  readonly kind: 'executed' | 'failed';
  readonly txId: string;
  readonly height: bigint;
}

/** Looks for a payment's event, the newest blocks first: in 1.3.0 its digest is in the data, in 1.4.1 a topic. */
async function executionIn(
  client: PublicClient,
  address: Hex,
  { hash, fromHeight, head }: { hash: string; fromHeight: number; head: bigint },
): Promise<Execution | undefined> {
  const first = BigInt(fromHeight);
  for (let to = head; to >= first; to -= LOGS_BLOCKS) {
    const from = to - LOGS_BLOCKS + 1n;
    const range = {
      fromBlock: numberToHex(from < first ? first : from),
      toBlock: numberToHex(to),
    };
    const logs = await client.request({
      method: 'eth_getLogs',
      params: [{ address, topics: [[SUCCESS, FAILURE]], ...range }],
    });
    const found = logs.find(
      ({ address: by, topics, data }) =>
        getAddress(by) === address && (topics.length > 1 ? topics[1] : data.slice(0, 66)) === hash,
    );
    if (found?.blockNumber == null || found.transactionHash == null) continue;
    const kind = found.topics[0] === SUCCESS ? 'executed' : 'failed';
    return { kind, txId: found.transactionHash, height: BigInt(found.blockNumber) };
  }
  return undefined;
}
