/** A whole exchange on a port, a Bitcoin chain, and signers that share nothing but both. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { WithdrawalRow } from '@fairlead/engine';
import { BitcoinJournal } from '@fairlead/signer/bitcoin/journal';
import { scriptOf, walletOf } from '@fairlead/signer/bitcoin/network';
import { Esplora } from '@fairlead/signer/bitcoin/node';
import { parseBitcoinPolicy } from '@fairlead/signer/bitcoin/policy';
import { BitcoinSigner } from '@fairlead/signer/bitcoin/signer';
import { BitcoinWallet } from '@fairlead/signer/bitcoin/wallet';
import { type Desk, HttpDesk } from '@fairlead/signer/desk';
import { PasskeyBook, PasskeyChecks, type PasskeyPolicy } from '@fairlead/signer/passkeys';
import { BTC } from '@fairlead/testkit';
import { bytesToHex, type Hex } from 'viem';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { BitcoinChain } from './bitcoin-chain.ts';
import { passWithdrawal, rowOf } from './passed-withdrawal.ts';
import { type Said, type SaidDesk, SIGNER_TOKEN } from './signer-fixture.ts';

export const FINAL = 2;
export const COIN = 100_000_000n;
export const MINUTE_MS = 60_000;

interface Parts {
  readonly desk?: SaidDesk & Partial<Desk>;
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

export class BitcoinWorld {
  readonly chain: BitcoinChain;
  readonly nodeUrl: string;
  readonly server: TestServer;
  readonly url: string;
  readonly folder: string;
  readonly #signers: TestBitcoinSigner[] = [];

  private constructor(chain: BitcoinChain, nodeUrl: string, server: TestServer, url: string) {
    this.chain = chain;
    this.nodeUrl = nodeUrl;
    this.server = server;
    this.url = url;
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-bitcoin-signer-'));
  }

  static async start(): Promise<BitcoinWorld> {
    const chain = new BitcoinChain();
    const nodeUrl = await chain.listen();
    const server = await startTestServer({ environment: { SIGNER_TOKEN } });
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    return new BitcoinWorld(chain, nodeUrl, server, url);
  }

  async stop(): Promise<void> {
    for (const { journal } of this.#signers) journal.close();
    await this.server.stop();
    await this.chain.close();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  desk(): HttpDesk {
    return new HttpDesk(this.url, SIGNER_TOKEN, 'OMNI');
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
    for (const units of coins) this.chain.fund(signer.wallet.address, signer.script, units);
    this.chain.mine(FINAL);
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

  /** A withdrawal as a user asks for it, passed by as many operators; fee 0.1. */
  passed(
    address: string,
    amount: bigint,
    { operators = [1], approvalsNeeded = 1 as 1 | 2 } = {},
  ): Promise<WithdrawalRow> {
    const asked = { address, amount, currency: BTC, chain: 'OMNI', operators, approvalsNeeded };
    return passWithdrawal(this.server, asked);
  }

  row(withdrawalId: number): Promise<WithdrawalRow> {
    return rowOf(this.server, withdrawalId);
  }
}
