/** The Bitcoin hot wallet: one key, its one address, and the node by which it pays. */
import { type Hex, hexToBytes } from 'viem';
import type { UsedCoin } from './journal.ts';
import { type NetworkName, walletOf } from './network.ts';
import type { Esplora, FoundCoin } from './node.ts';
import { buildPayment, type FeeLimits, type SignedPayment, signPayment } from './psbt.ts';
import { type Choice, choose } from './size.ts';

export interface Paying {
  readonly payee: Uint8Array;
  readonly units: bigint;
}

export class BitcoinWallet {
  readonly address: string;
  readonly #own: Uint8Array;
  readonly #key: Uint8Array;
  readonly #node: Esplora;

  constructor(key: Hex, network: NetworkName, node: Esplora) {
    const { address, script } = walletOf(key, network);
    this.#key = hexToBytes(key);
    this.#own = script;
    this.address = address;
    this.#node = node;
  }

  isOwn(script: Uint8Array): boolean {
    return Buffer.from(script).equals(this.#own);
  }

  coins(): Promise<readonly FoundCoin[]> {
    return this.#node.coins(this.address);
  }

  /** Which of the coins pay that at such a price; undefined when they are not enough. */
  choose(
    coins: readonly FoundCoin[],
    { payee, units }: Paying,
    rate: bigint,
  ): Choice<FoundCoin> | undefined {
    return choose(coins, { units, rate, scripts: [payee, this.#own] });
  }

  /** The scripts of a payment's outputs, by which its size is known. */
  outputs({ payee }: Paying): readonly Uint8Array[] {
    return [payee, this.#own];
  }

  /** Builds a payment out of exactly these coins, checks it as if another had built it, and signs it. Nothing is sent. */
  async sign(
    coins: readonly Pick<UsedCoin, 'txId' | 'index'>[],
    { payee, units }: Paying,
    { fee, limits }: { readonly fee: bigint; readonly limits: FeeLimits },
  ): Promise<SignedPayment> {
    const terms = { payee, units, own: this.#own };
    const whole = await Promise.all(
      coins.map(async ({ txId, index }) => ({ txId, index, made: await this.#node.raw(txId) })),
    );
    return signPayment(buildPayment(whole, terms, fee), terms, { key: this.#key, limits });
  }
}
