/** The hot wallet: its key, and the node by which it pays. */
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  keccak256,
  type Log,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { CurrencyPolicy } from './policy.ts';

const TIMEOUT_MS = 15_000;
const COIN_GAS = 21_000n;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** What is paid: a token by its contract, else the chain's own coin. */
export type Paid = Pick<CurrencyPolicy, 'contract'>;

export interface Payment {
  readonly to: Hex;
  readonly units: bigint;
  readonly currency: Paid;
}

export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** What the chain says of a transaction, once it is final. */
export type Evidence =
  | { readonly kind: 'paid' }
  /** It is final that it did not pay and never will. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Final, and the token moved something else than was asked for. */
  | { readonly kind: 'unclear' }
  /** In no block, or not final yet. */
  | { readonly kind: 'open' };

export interface SignedPayment {
  readonly txId: Hex;
  readonly nonce: number;
  readonly address: Hex;
  readonly units: bigint;
  readonly contract: Hex | undefined;
}

export class Wallet {
  readonly address: Hex;
  readonly #account: PrivateKeyAccount;
  readonly #client: PublicClient;

  constructor(key: Hex, rpcUrl: string) {
    this.#account = privateKeyToAccount(key);
    this.address = this.#account.address;
    this.#client = createPublicClient({
      transport: http(rpcUrl, { retryCount: 0, timeout: TIMEOUT_MS }),
      cacheTime: 0,
    });
  }

  chainId(): Promise<number> {
    return this.#client.getChainId();
  }

  /** The first nonce that no transaction known to the node has. */
  nextNonce(): Promise<number> {
    return this.#client.getTransactionCount({ address: this.address, blockTag: 'pending' });
  }

  /** The first nonce that no block has. */
  unusedNonce(): Promise<number> {
    return this.#client.getTransactionCount({ address: this.address, blockTag: 'latest' });
  }

  async fees(): Promise<Fees> {
    const { maxFeePerGas, maxPriorityFeePerGas } = await this.#client.estimateFeesPerGas();
    return { maxFeePerGas, maxPriorityFeePerGas };
  }

  /** Gas of a payment, with a margin for tokens; throws when the payment would fail. */
  async gas({ to, units, currency }: Payment): Promise<bigint> {
    const { contract } = currency;
    const estimate = await this.#client.estimateGas(
      contract === undefined
        ? { account: this.address, to, value: units }
        : { account: this.address, to: contract, data: transferData(to, units) },
    );
    return contract === undefined && estimate === COIN_GAS ? estimate : (estimate * 12n) / 10n;
  }

  /** What the wallet has of a currency, and of the coin that pays for gas. */
  async balances(currency: Paid): Promise<{ units: bigint; coin: bigint }> {
    const coin = await this.#client.getBalance({ address: this.address });
    if (currency.contract === undefined) return { units: coin, coin };
    return { units: await this.heldBy(this.address, currency), coin };
  }

  /** What an address has of a currency and had at a number of confirmations: the lesser of both. */
  async settled(currency: Paid, confirmations: number, address = this.address): Promise<bigint> {
    const now = await this.heldBy(address, currency);
    if (now === 0n) return now;
    const head = await this.#client.getBlockNumber({ cacheTime: 0 });
    const final = head - BigInt(confirmations) + 1n;
    const then = final < 0n ? 0n : await this.heldBy(address, currency, final);
    return then < now ? then : now;
  }

  /** What any address has of a currency, now or after a block. */
  heldBy(address: Hex, { contract }: Paid, blockNumber?: bigint): Promise<bigint> {
    const at = blockNumber === undefined ? {} : { blockNumber };
    if (contract === undefined) return this.#client.getBalance({ address, ...at });
    return this.#client.readContract({
      address: contract,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address],
      ...at,
    });
  }

  /** Signs and names a payment; nothing is sent. */
  async sign(
    { to, units, currency }: Payment,
    terms: Fees & { readonly nonce: number; readonly gas: bigint; readonly chainId: number },
  ): Promise<{ raw: Hex; txId: Hex }> {
    const { contract } = currency;
    const raw = await this.#account.signTransaction({
      type: 'eip1559',
      ...terms,
      ...(contract === undefined
        ? { to, value: units }
        : { to: contract, value: 0n, data: transferData(to, units) }),
    });
    return { raw, txId: keccak256(raw) };
  }

  /** Hands signed bytes to the node. An error says nothing of whether they are on their way. */
  async broadcast(raw: Hex): Promise<void> {
    await this.#client.sendRawTransaction({ serializedTransaction: raw });
  }

  /** Whether the node has it, in a block or waiting for one. */
  async knows(txId: Hex): Promise<boolean> {
    try {
      await this.#client.getTransaction({ hash: txId });
      return true;
    } catch (error) {
      if (error instanceof TransactionNotFoundError) return false;
      throw error;
    }
  }

  /** What is final of a payment that was signed, at a number of confirmations (W15). */
  async evidence(signed: SignedPayment, confirmations: number): Promise<Evidence> {
    const head = await this.#client.getBlockNumber({ cacheTime: 0 });
    const final = head - BigInt(confirmations) + 1n;
    const receipt = await this.#receipt(signed.txId);
    if (receipt === undefined) {
      const isUsed = final >= 0n && (await this.#nonceAt(final)) > signed.nonce;
      if (!isUsed) return { kind: 'open' };
      // Behind one name there may be nodes of different heights: one of them may have it in a block.
      const isThere =
        (await this.knows(signed.txId)) || (await this.#receipt(signed.txId)) !== undefined;
      // Its nonce was used by another transaction, for good: this one can never be in a block.
      return isThere ? { kind: 'open' } : { kind: 'failed', reason: 'nonce_used_otherwise' };
    }
    if (receipt.blockNumber > final) return { kind: 'open' };
    if (receipt.status !== 'success') return { kind: 'failed', reason: 'reverted' };
    const { contract } = signed;
    if (contract === undefined || receipt.logs.some(isTransferOf(signed))) return { kind: 'paid' };
    // A token may say that all is well and move nothing (D3), or take a fee of its own out of what it moves.
    const hasMoved = receipt.logs.some(
      ({ address, topics }) => getAddress(address) === contract && topics[0] === TRANSFER,
    );
    return hasMoved ? { kind: 'unclear' } : { kind: 'failed', reason: 'no_transfer' };
  }

  async #receipt(hash: Hex) {
    try {
      return await this.#client.getTransactionReceipt({ hash });
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return undefined;
      throw error;
    }
  }

  #nonceAt(blockNumber: bigint): Promise<number> {
    return this.#client.getTransactionCount({ address: this.address, blockNumber });
  }
}

const isTransferOf =
  ({ contract, address, units }: SignedPayment) =>
  (log: Pick<Log, 'address' | 'topics' | 'data'>): boolean =>
    getAddress(log.address) === contract &&
    log.topics[0] === TRANSFER &&
    log.topics.length === 3 &&
    log.topics[2]?.slice(-40) === address.slice(2).toLowerCase() &&
    log.data.length === 66 &&
    BigInt(log.data) === units;

function transferData(to: Hex, units: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] });
}
