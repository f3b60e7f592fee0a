/** A whole exchange on a port, a chain of Tron with two nodes, and signers that share nothing but those. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { WithdrawalRow } from '@fairlead/engine';
import { PasskeyBook, PasskeyChecks, type PasskeyPolicy } from '@fairlead/signer/passkeys';
import { tronAddressOf } from '@fairlead/signer/tron/address';
import { TronJournal } from '@fairlead/signer/tron/journal';
import { TronNodes } from '@fairlead/signer/tron/nodes';
import { parseTronPolicy } from '@fairlead/signer/tron/policy';
import { TronSigner } from '@fairlead/signer/tron/signer';
import { TronWallet } from '@fairlead/signer/tron/wallet';
import { BTC, USDT } from '@fairlead/testkit';
import { bytesToHex, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { ExchangeWorld, type Passing, type Said, type SaidDesk } from './signer-world.ts';
import { TronChain, TronPeer } from './tron-chain.ts';
import { TOKEN } from './tron-server.ts';

export const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2027, 0, 15, 8);

interface Parts {
  readonly desk?: SaidDesk;
  /** What its policy says otherwise. */
  readonly policy?: object;
  /** Nodes that it asks; all, if none are named. */
  readonly urls?: readonly string[];
}

/** One signer with its files; `again` is the same one after its process ended. */
export class TestTronSigner {
  readonly said: Said[] = [];
  readonly clock: { skewMs: number; now(): number };
  readonly wallet: TronWallet;
  readonly #world: TronWorld;
  readonly #file: string;
  #books = 0;
  journal: TronJournal;
  signer: TronSigner;

  constructor(world: TronWorld, file: string) {
    const key = bytesToHex(randomBytes(32));
    this.#world = world;
    this.#file = file;
    this.clock = { skewMs: 0, now: () => world.net.timeMs + this.clock.skewMs };
    this.wallet = new TronWallet(key);
    this.journal = new TronJournal(file);
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
    this.journal = new TronJournal(this.#file);
    this.signer = this.#make(parts);
  }

  round(): Promise<void> {
    return this.signer.round();
  }

  /** Rounds until a payment is final. */
  async finish(times = 2): Promise<void> {
    for (let round = 0; round < times; round += 1) {
      await this.round();
      this.#world.net.settle();
    }
    await this.round();
  }

  events(): string[] {
    return this.said.map(({ event }) => event);
  }

  why(): unknown[] {
    return this.said.flatMap(({ fields: { why } }) => why ?? []);
  }

  #make({ desk, policy = {}, urls = this.#world.urls }: Parts): TronSigner {
    const real = this.#world.desk();
    const parsed = parseTronPolicy({ ...this.#world.policyJson(), ...policy });
    return new TronSigner({
      desk: desk === undefined ? real : { passkeys: (after) => real.passkeys(after), ...desk },
      wallet: this.wallet,
      nodes: new TronNodes(urls),
      journal: this.journal,
      policy: parsed,
      passkeys: parsed.passkeys && this.#checks(parsed.passkeys),
      clock: this.clock,
      say: (event, fields) => this.said.push({ event, fields }),
    });
  }

  /** A record of passkeys of its own for each that begins. */
  #checks(policy: PasskeyPolicy): PasskeyChecks {
    this.#books += 1;
    const book = new PasskeyBook(`${this.#file}-passkeys-${this.#books}`);
    return new PasskeyChecks(policy, book, () => undefined);
  }
}

export class TronWorld extends ExchangeWorld {
  net = new TronChain(START_MS);
  peers: readonly TronPeer[] = [];
  urls: readonly string[] = [];
  readonly #signers: TestTronSigner[] = [];

  static async start(): Promise<TronWorld> {
    return new TronWorld(await ExchangeWorld.listen(), 'TRC20');
  }

  /** A chain that begins anew, and two nodes of it. */
  async renew(timeMs = START_MS): Promise<void> {
    await this.#closePeers();
    this.net = new TronChain(timeMs);
    this.peers = [new TronPeer(this.net), new TronPeer(this.net)];
    this.urls = await Promise.all(this.peers.map((peer) => peer.listen()));
  }

  async stop(): Promise<void> {
    for (const { journal } of this.#signers) journal.close();
    await this.#closePeers();
    await this.close();
  }

  async #closePeers(): Promise<void> {
    for (const peer of this.peers) await peer.close();
  }

  /** What the file beside the key says. TRX is paid as a currency that the exchange has. */
  policyJson() {
    return {
      network: 'nile',
      expires_after_minutes: 60,
      max_fee: '20',
      daily_fee_cap: '60',
      currencies: [
        {
          ...{ currency_id: USDT.currencyId, name: 'USDT', contract: TOKEN, decimals: 6 },
          ...{ daily_cap: '1000', two_approvals_from: '500' },
        },
        {
          ...{ currency_id: BTC.currencyId, name: 'BTC', decimals: 6 },
          ...{ daily_cap: '100', two_approvals_from: '50' },
        },
      ],
    };
  }

  /** A signer whose wallet holds sun and units of the token. */
  signer({ trx = 1_000_000_000n, tokens = 1_000_000_000n } = {}): TestTronSigner {
    const file = path.join(this.folder, `journal-${this.#signers.length}`);
    const signer = new TestTronSigner(this, file);
    this.#signers.push(signer);
    this.net.trx.set(signer.wallet.address, trx);
    this.net.tokens.set(signer.wallet.address, tokens);
    return signer;
  }

  /** An address that nobody has paid before. */
  stranger(): string {
    const key: Hex = bytesToHex(randomBytes(32));
    return tronAddressOf(key);
  }

  paid(address: string): bigint {
    return this.net.tokens.get(address) ?? 0n;
  }

  passed(
    address: string,
    amount: bigint,
    { currency = USDT, ...asked }: Partial<Passing> = {},
  ): Promise<WithdrawalRow> {
    return this.pass(address, amount, { currency, ...asked });
  }
}

/** An exchange for a file of tests; for each of them a chain that begins anew, two nodes of it, and a signer. */
export function useTron(
  take: (parts: { readonly world: TronWorld; readonly signer: TestTronSigner }) => void,
): void {
  let world: TronWorld;
  beforeAll(async () => {
    world = await TronWorld.start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    await world.renew();
    take({ world, signer: world.signer() });
  });
  afterEach(() => world.endJobs((id) => `${id}`.padStart(64, '0')));
}
