/**
 * Ethereum by viem: its own coin as the value of plain transactions, and the Transfer logs of the configured
 * contract. What a contract pays within a transaction is not told of: a later leg may have failed (D2).
 */
import {
  BlockNotFoundError,
  createPublicClient,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  type Log,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem';
import {
  type Asset,
  type BlockHeader,
  ChainMismatchError,
  type ChainNode,
  type Movement,
  NodeError,
  type NodeIdentity,
  type Proof,
} from './chain-node.ts';

/** Test networks: Sepolia, Holesky, Hoodi, and the local chains of Foundry, Hardhat and Ganache. */
const TEST_IDS = new Set([11_155_111, 17_000, 560_048, 31_337, 1_337]);
const MAIN_ID = 1;

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const TIMEOUT_MS = 15_000;

export interface EvmAssets {
  readonly coin: Asset;
  readonly token?: Asset & { readonly contract: string };
}

interface TokenTransfer {
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}

type RawLog = Pick<Log, 'address' | 'topics' | 'data'>;

export class EvmNode implements ChainNode {
  readonly #client: PublicClient;
  readonly #assets: EvmAssets;

  constructor(url: string, assets: EvmAssets) {
    const { username, password } = new URL(url);
    const bare = new URL(url);
    bare.username = '';
    bare.password = '';
    const credential = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const authorization = `Basic ${Buffer.from(credential).toString('base64')}`;
    this.#client = createPublicClient({
      transport: http(bare.href, {
        retryCount: 0,
        timeout: TIMEOUT_MS,
        ...(username !== '' && { fetchOptions: { headers: { authorization } } }),
      }),
      cacheTime: 0,
    });
    this.#assets = assets;
  }

  async identify(): Promise<NodeIdentity> {
    const id = await ask(() => this.#client.getChainId());
    const network = TEST_IDS.has(id) ? 'test' : id === MAIN_ID ? 'main' : undefined;
    if (network === undefined)
      throw new ChainMismatchError(`chain ${id} is neither Ethereum nor a test network of it`);
    return { networkId: String(id), network };
  }

  async checkAssets(): Promise<void> {
    const { token } = this.#assets;
    if (token === undefined) return;
    const address = token.contract as Hex;
    const code = await ask(() => this.#client.getCode({ address }));
    if (code === undefined || code === '0x')
      throw new ChainMismatchError('TOKEN_USDT_ERC20 is no contract of this chain');
    const decimals = await ask(() =>
      this.#client.readContract({ address, abi: erc20Abi, functionName: 'decimals' }),
    );
    if (decimals !== token.decimals)
      throw new ChainMismatchError(
        `TOKEN_USDT_ERC20 has ${decimals} decimals, the ledger ${token.decimals}`,
      );
  }

  async head(): Promise<number> {
    return Number(await ask(() => this.#client.getBlockNumber({ cacheTime: 0 })));
  }

  async header(height: number): Promise<BlockHeader | undefined> {
    try {
      const block = await this.#client.getBlock({ blockNumber: BigInt(height) });
      return {
        height,
        hash: block.hash,
        parentHash: block.parentHash,
        timeMs: Number(block.timestamp) * 1_000,
      };
    } catch (error) {
      if (error instanceof BlockNotFoundError) return undefined;
      throw asNodeError(error);
    }
  }

  async movements({ hash, height }: BlockHeader): Promise<readonly Movement[]> {
    const blockHash = hash as Hex;
    const [block, logs] = await Promise.all([
      ask(() => this.#client.getBlock({ blockHash, includeTransactions: true })),
      this.#logs(blockHash),
    ]);
    if (Number(block.number) !== height) throw new NodeError(`block ${height} has two names`);
    const values = block.transactions.flatMap(({ hash: txId, to, value }) =>
      to === null || value === 0n ? [] : [this.#valueOf({ txId, to, value })],
    );
    // A log's number in its block changes with its block (D11); its place in its transaction does not.
    const receipts = await this.#receipts(new Set(logs.map((log) => log.transactionHash)));
    const tokens = receipts.flatMap(({ txId, logs: own }) =>
      own.flatMap((log, position) => this.#tokenMovement(txId, position, log)),
    );
    return [...values, ...tokens];
  }

  async prove({ txId, outputIndex }: Parameters<ChainNode['prove']>[0]): Promise<Proof> {
    const hash = txId as Hex;
    try {
      const [receipt, transaction] = await Promise.all([
        this.#client.getTransactionReceipt({ hash }),
        this.#client.getTransaction({ hash }),
      ]);
      if (receipt.transactionHash !== txId || transaction.hash !== txId)
        throw new NodeError(`asked for ${txId}, got another`);
      // Calldata and events of a transaction that failed say what did not happen (D2, D3).
      if (receipt.status !== 'success') return { kind: 'failed' };
      const { to, value } = transaction;
      const log = receipt.logs[outputIndex - 1];
      const movement =
        outputIndex === 0
          ? to !== null && value > 0n && this.#valueOf({ txId, to, value })
          : log !== undefined && this.#tokenMovement(txId, outputIndex - 1, log)[0];
      if (!movement) return { kind: 'failed' };
      const payer = log === undefined ? undefined : this.#transferOf(log)?.from;
      const sender = getAddress(transaction.from);
      const payers = [payer ?? sender];
      const senders = [sender, ...(payer === undefined ? [] : [payer])];
      const height = Number(receipt.blockNumber);
      return {
        kind: 'found',
        movement: { ...movement, height, blockHash: receipt.blockHash, senders, payers },
      };
    } catch (error) {
      const isUnknown =
        error instanceof TransactionReceiptNotFoundError ||
        error instanceof TransactionNotFoundError;
      if (isUnknown) return { kind: 'absent' };
      throw asNodeError(error);
    }
  }

  async balanceOf(holding: Parameters<ChainNode['balanceOf']>[0]): Promise<bigint> {
    const { token } = this.#assets;
    const address = holding.address as Hex;
    if (token?.currencyId !== holding.currencyId)
      return ask(() => this.#client.getBalance({ address }));
    return ask(() =>
      this.#client.readContract({
        address: token.contract as Hex,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
      }),
    );
  }

  /** The balance must have grown by what the block's logs say, whatever the contract's code is (D3). */
  async doubtArrival(
    movement: Movement,
    { hash, height }: BlockHeader,
  ): Promise<string | undefined> {
    const { token } = this.#assets;
    if (token === undefined || movement.currencyId !== token.currencyId) return undefined;
    let told = 0n;
    for (const log of await this.#logs(hash as Hex)) {
      const transfer = this.#transferOf(log);
      if (transfer?.to === movement.address) told += transfer.units;
      if (transfer?.from === movement.address) told -= transfer.units;
    }
    const balance = (blockNumber: bigint) =>
      this.#client.readContract({
        address: token.contract as Hex,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [movement.address as Hex],
        blockNumber,
      });
    try {
      const before = await balance(BigInt(height - 1));
      const after = await balance(BigInt(height));
      return after - before === told ? undefined : 'balance_did_not_move';
    } catch {
      // Nodes without an archive forget balances after some 128 blocks.
      return 'balance_unknown';
    }
  }

  #valueOf({ txId, to, value }: { txId: string; to: string; value: bigint }): Movement {
    const { currencyId } = this.#assets.coin;
    return { txId, outputIndex: 0, address: getAddress(to), currencyId, units: value };
  }

  #tokenMovement(txId: string, position: number, log: RawLog): Movement[] {
    const { token } = this.#assets;
    const transfer = this.#transferOf(log);
    if (token === undefined || transfer === undefined || transfer.units === 0n) return [];
    const { currencyId } = token;
    const { to: address, units } = transfer;
    return [{ txId, outputIndex: position + 1, address, currencyId, units }];
  }

  /** A Transfer of the configured contract (D4) with two indexed addresses and one amount (D6). */
  #transferOf({ address, topics, data }: RawLog): TokenTransfer | undefined {
    const [topic, from, to] = topics;
    const isTransfer =
      getAddress(address) === this.#assets.token?.contract &&
      topic === TRANSFER &&
      topics.length === 3 &&
      /^0x[0-9a-f]{64}$/i.test(data);
    if (!isTransfer || from === undefined || to === undefined) return undefined;
    const party = (word: Hex) => getAddress(`0x${word.slice(-40)}`);
    return { from: party(from), to: party(to), units: BigInt(data) };
  }

  async #logs(blockHash: Hex) {
    const { token } = this.#assets;
    if (token === undefined) return [];
    return ask(() => this.#client.getLogs({ address: token.contract as Hex, blockHash }));
  }

  async #receipts(hashes: ReadonlySet<Hex>) {
    const receipts = [];
    for (const hash of hashes) {
      const receipt = await ask(() => this.#client.getTransactionReceipt({ hash }));
      if (receipt.status === 'success') receipts.push({ txId: hash as string, logs: receipt.logs });
    }
    return receipts;
  }
}

async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw asNodeError(error);
  }
}

/** viem's messages hold the node's URL, which may hold a key; its short message does not. */
function asNodeError(error: unknown): Error {
  if (error instanceof NodeError || error instanceof ChainMismatchError) return error;
  const short =
    error instanceof Error && 'shortMessage' in error ? String(error.shortMessage) : 'no answer';
  return new NodeError(`the node does not answer: ${short}`);
}
