/** An exchange, a real chain, and signers that share nothing but both. */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { WithdrawalRow } from '@fairlead/engine';
import { Journal } from '@fairlead/signer/journal';
import { parsePolicy } from '@fairlead/signer/policy';
import { Signer } from '@fairlead/signer/signer';
import { Wallet } from '@fairlead/signer/wallet';
import { ETH, USDT } from '@fairlead/testkit';
import type { Hex } from 'viem';
import { Anvil } from './anvil.ts';
import { ExchangeWorld, type Passing, type Said, type SaidDesk } from './signer-world.ts';

export const FINAL = 2;
export const START_COINS = 10n ** 18n;

/** One signer with its files; `again` is the same one after its process ended. */
export class TestSigner {
  readonly said: Said[] = [];
  readonly clock = { nowMs: Date.UTC(2027, 0, 15, 8), now: () => this.clock.nowMs };
  readonly key: Hex;
  readonly journalFile: string;
  readonly #world: SignerWorld;
  journal: Journal;
  signer: Signer;
  wallet: Wallet;

  constructor(world: SignerWorld, journalFile: string, key: Hex) {
    this.#world = world;
    this.key = key;
    this.journalFile = journalFile;
    this.journal = new Journal(journalFile);
    this.wallet = new Wallet(key, world.anvil.url);
    this.signer = this.#make({});
  }

  /** Ends without a word and begins on the same files. */
  again(parts: { readonly desk?: SaidDesk; readonly rpcUrl?: string } = {}): void {
    this.journal.close();
    this.journal = new Journal(this.journalFile);
    this.wallet = new Wallet(this.key, parts.rpcUrl ?? this.#world.anvil.url);
    this.signer = this.#make(parts);
  }

  round(): Promise<void> {
    return this.signer.round();
  }

  events(): string[] {
    return this.said.map(({ event }) => event);
  }

  #make({ desk }: { readonly desk?: SaidDesk }): Signer {
    const real = this.#world.desk();
    return new Signer({
      desk: desk === undefined ? real : { passkeys: (after) => real.passkeys(after), ...desk },
      wallet: this.wallet,
      journal: this.journal,
      policy: this.#world.policy(),
      clock: this.clock,
      say: (event, fields) => this.said.push({ event, fields }),
    });
  }
}

export class SignerWorld extends ExchangeWorld {
  readonly anvil: Anvil;
  readonly token: Hex;
  readonly #signers: TestSigner[] = [];

  private constructor(
    exchange: Awaited<ReturnType<typeof ExchangeWorld.listen>>,
    anvil: Anvil,
    token: Hex,
  ) {
    super(exchange, 'ERC20');
    this.anvil = anvil;
    this.token = token;
  }

  static async start(): Promise<SignerWorld> {
    const anvil = await Anvil.start();
    const token = await anvil.deploy('Token', [6]);
    return new SignerWorld(await ExchangeWorld.listen(), anvil, token);
  }

  async stop(): Promise<void> {
    for (const { journal } of this.#signers) journal.close();
    await this.anvil.stop();
    await this.close();
  }

  /** What the file beside the key says. */
  policyJson() {
    return {
      chain_id: 31_337,
      confirmations: FINAL,
      max_fee_gwei: '100',
      currencies: [
        {
          currency_id: ETH.currencyId,
          name: 'ETH',
          decimals: 18,
          daily_cap: '5',
          two_approvals_from: '3',
        },
        {
          currency_id: USDT.currencyId,
          name: 'USDT',
          contract: this.token,
          decimals: 6,
          daily_cap: '1000',
          two_approvals_from: '500',
        },
      ],
    };
  }

  policy() {
    return parsePolicy(this.policyJson());
  }

  /** A signer with a wallet of its own that holds coins and tokens. */
  async signer({ coins = START_COINS * 10n, tokens = 10n ** 9n } = {}): Promise<TestSigner> {
    const file = path.join(this.folder, `journal-${this.#signers.length}`);
    const key: Hex = `0x${randomBytes(32).toString('hex')}`;
    const signer = new TestSigner(this, file, key);
    this.#signers.push(signer);
    await this.anvil.rpc('anvil_setBalance', [signer.wallet.address, `0x${coins.toString(16)}`]);
    await this.sendTokens(signer.wallet.address, tokens);
    return signer;
  }

  sendTokens(to: string, units: bigint): Promise<Hex> {
    const parameters = [to, units];
    return this.anvil.write({
      contract: 'Token',
      address: this.token,
      method: 'transfer',
      parameters,
    });
  }

  /** An address that nobody has paid before. */
  stranger(): Hex {
    return new Wallet(`0x${randomBytes(32).toString('hex')}`, this.anvil.url).address;
  }

  coinsOf(address: Hex): Promise<bigint> {
    return this.anvil.client.getBalance({ address });
  }

  passed(
    address: string,
    amount: bigint,
    { currency = ETH, ...asked }: Partial<Passing> = {},
  ): Promise<WithdrawalRow> {
    return this.pass(address, amount, { currency, ...asked });
  }

  /** What one account of the house holds. */
  async house(account: string, currencyId = ETH.currencyId): Promise<bigint> {
    const [row] = await this.server.context.database.query<{ total: bigint }>(
      `SELECT total_minor AS total FROM balances
       WHERE owner_id = 0 AND account = $1 AND currency_id = $2`,
      [account, currencyId],
    );
    return row?.total ?? 0n;
  }
}

/** Stands between signer and node, and cuts lines on demand. */
export class CuttingProxy {
  readonly #server: http.Server;
  /** Methods whose call is passed on, but whose answer is lost. */
  readonly loseAnswers = new Set<string>();
  /** Methods that do not even reach the node. */
  readonly loseCalls = new Set<string>();
  readonly raws: string[] = [];

  constructor(target: string) {
    this.#server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', async () => {
        const body = Buffer.concat(chunks).toString('utf8');
        const { method, params } = JSON.parse(body) as { method: string; params?: string[] };
        if (method === 'eth_sendRawTransaction') this.raws.push(params?.[0] ?? '');
        if (this.loseCalls.has(method)) return response.destroy();
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(target, { method: 'POST', headers, body });
        const text = await answer.text();
        if (this.loseAnswers.has(method)) return response.destroy();
        return response.writeHead(answer.status, headers).end(text);
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}
