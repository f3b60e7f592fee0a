/** An exchange, a Bitcoin chain, and signers that share nothing but both. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { WithdrawalRow } from '@fairlead/engine';
import { BitcoinJournal } from '@fairlead/signer/bitcoin/journal';
import { scriptOf, walletOf } from '@fairlead/signer/bitcoin/network';
import { Esplora } from '@fairlead/signer/bitcoin/node';
import { parseBitcoinPolicy } from '@fairlead/signer/bitcoin/policy';
import { BitcoinSigner } from '@fairlead/signer/bitcoin/signer';
import { BitcoinWallet } from '@fairlead/signer/bitcoin/wallet';
import { PasskeyBook, PasskeyChecks, type PasskeyPolicy } from '@fairlead/signer/passkeys';
import { BTC } from '@fairlead/testkit';
import { bytesToHex, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { BitcoinChain } from './bitcoin-chain.ts';
import { ExchangeWorld, type Passing, type Said, type SaidDesk } from './signer-world.ts';

export const FINAL = 2;
export const COIN = 100_000_000n;
export const MINUTE_MS = 60_000;

interface Parts {
  readonly desk?: SaidDesk;
  /** What its policy says otherwise. */
  readonly policy?: object;
  readonly onSay?: () => void;
}

/** One signer with its files; `again` is the same one after its process ended. */
export class TestBitcoinSigner {
  readonly said: Said[] = [];
  readonly clock = { nowMs: Date.UTC(2027, 0, 15, 8), now: () => this.clock.nowMs };
  readonly wallet: BitcoinWallet;
  readonly script: string;
  readonly #world: BitcoinWorld;
  readonly #node: Esplora;
  readonly #file: string;
  #books = 0;
  journal: BitcoinJournal;
  signer: BitcoinSigner;

  constructor(world: BitcoinWorld, file: string) {
    const key = bytesToHex(randomBytes(32));
    this.#world = world;
    this.#file = file;
    this.#node = new Esplora(world.nodeUrl);
    this.wallet = new BitcoinWallet(key, 'regtest', this.#node);
    this.script = Buffer.from(walletOf(key, 'regtest').script).toString('hex');
    this.journal = new BitcoinJournal(file);
    this.signer = this.#make({});
  }

  /** What its journal says now, to be put back later. */
  copy(): Buffer {
    return fs.readFileSync(this.#file);
  }

  /** Ends without a word and begins on the same files, or on a copy of its journal. */
  again(parts: Parts = {}, copy?: Buffer): void {
    this.journal.close();
    if (copy !== undefined) fs.writeFileSync(this.#file, copy);
    this.journal = new BitcoinJournal(this.#file);
    this.signer = this.#make(parts);
  }

  round(): Promise<void> {
    return this.signer.round();
  }

  /** Rounds until a payment is final. */
  async finish(times = 3): Promise<void> {
    for (let round = 0; round < times; round += 1) {
      await this.round();
      this.#world.net.mine(FINAL);
    }
    await this.round();
  }

  events(): string[] {
    return this.said.map(({ event }) => event);
  }

  why(): unknown[] {
    return this.said.flatMap(({ fields: { why } }) => why ?? []);
  }

  /** Every coin that was ever spent for a withdrawal by bytes that were sent. */
  versions(id: number) {
    return this.journal.versions().filter((version) => version.id === id);
  }

  #make({ desk, policy = {}, onSay }: Parts): BitcoinSigner {
    const real = this.#world.desk();
    const parsed = parseBitcoinPolicy({ ...this.#world.policyJson(), ...policy });
    return new BitcoinSigner({
      desk: desk === undefined ? real : { passkeys: (after) => real.passkeys(after), ...desk },
      wallet: this.wallet,
      node: this.#node,
      journal: this.journal,
      policy: parsed,
      passkeys: parsed.passkeys && this.#checks(parsed.passkeys),
      clock: this.clock,
      say: (event, fields) => {
        this.said.push({ event, fields });
        onSay?.();
      },
    });
  }

  /** A record of passkeys of its own for each that begins. */
  #checks(policy: PasskeyPolicy): PasskeyChecks {
    this.#books += 1;
    const book = new PasskeyBook(`${this.#file}-passkeys-${this.#books}`);
    return new PasskeyChecks(policy, book, () => undefined);
  }
}

export class BitcoinWorld extends ExchangeWorld {
  readonly net: BitcoinChain;
  readonly nodeUrl: string;
  readonly #signers: TestBitcoinSigner[] = [];

  private constructor(
    exchange: Awaited<ReturnType<typeof ExchangeWorld.listen>>,
    net: BitcoinChain,
    nodeUrl: string,
  ) {
    super(exchange, 'OMNI');
    this.net = net;
    this.nodeUrl = nodeUrl;
  }

  static async start(): Promise<BitcoinWorld> {
    const net = new BitcoinChain();
    const nodeUrl = await net.listen();
    return new BitcoinWorld(await ExchangeWorld.listen(), net, nodeUrl);
  }

  async stop(): Promise<void> {
    for (const { journal } of this.#signers) journal.close();
    await this.net.close();
    await this.close();
  }

  /** What the file beside the key says. */
  policyJson() {
    return {
      network: 'regtest',
      currency_id: BTC.currencyId,
      name: 'BTC',
      confirmations: FINAL,
      payment_cap: '4',
      daily_cap: '5',
      two_approvals_from: '3',
      max_fee: '0.0002',
      max_fee_rate: 100,
      target_blocks: 6,
      replace_after_minutes: 60,
      top_up_below: '1',
    };
  }

  /** A signer whose wallet holds such coins, all of them final. */
  signer(coins: readonly bigint[] = [6n * COIN, 6n * COIN]): TestBitcoinSigner {
    const file = path.join(this.folder, `journal-${this.#signers.length}`);
    const signer = new TestBitcoinSigner(this, file);
    this.#signers.push(signer);
    for (const units of coins) this.net.fund(signer.wallet.address, signer.script, units);
    this.net.mine(FINAL);
    return signer;
  }

  /** An address that nobody has paid before, and what outputs to it hold. */
  stranger(): { readonly address: string; readonly script: string } {
    const key: Hex = bytesToHex(randomBytes(32));
    const { address, script } = walletOf(key, 'regtest');
    return { address, script: Buffer.from(script).toString('hex') };
  }

  scriptOf(address: string): string {
    return Buffer.from(scriptOf(address, 'regtest') ?? []).toString('hex');
  }

  passed(
    address: string,
    amount: bigint,
    asked: Omit<Passing, 'currency'> = {},
  ): Promise<WithdrawalRow> {
    return this.pass(address, amount, { currency: BTC, ...asked });
  }
}

/** A world for a file of tests; for each of them blocks that cost 2.1 satoshis a virtual byte, and a signer. */
export function useBitcoin(
  take: (parts: { readonly world: BitcoinWorld; readonly signer: TestBitcoinSigner }) => void,
): void {
  let world: BitcoinWorld;
  beforeAll(async () => {
    world = await BitcoinWorld.start();
  });
  afterAll(() => world.stop());
  beforeEach(() => {
    world.net.reset();
    take({ world, signer: world.signer() });
  });
  afterEach(() => world.endJobs((id) => `${id}`.padStart(64, '0')));
}
