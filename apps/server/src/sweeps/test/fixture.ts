/** An exchange that watches a real local Ethereum chain, and the sweeping signer with its own files, node and policy. */
import path from 'node:path';
import { Account } from '@fairlead/signer/sweep/account';
import { HttpSweepDesk, type SweepDesk } from '@fairlead/signer/sweep/desk';
import { EthereumSweeper } from '@fairlead/signer/sweep/ethereum';
import { EthereumSweepJournal } from '@fairlead/signer/sweep/journal';
import { parseSweepPolicy } from '@fairlead/signer/sweep/policy';
import { ETH, USDT } from '@fairlead/testkit';
import { erc20Abi, type Hex } from 'viem';
import { Anvil } from '../../chains/test/anvil.ts';
import { accountKey } from '../../chains/test/chain-fixture.ts';
import { ExchangeWorld, type Said, SWEEPER_TOKEN } from '../../chains/test/signer-world.ts';

export const CONFIRMATIONS = 2;
export const XPRV = accountKey().privateExtendedKey;
export const HOT: Hex = '0x52908400098527886E0F7030069857D2E4169EE7';
export const COLD: Hex = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

/** What the file beside the key says. */
export const policyJson = (token: Hex, sweep: object = {}) => ({
  chain_id: 31_337,
  confirmations: CONFIRMATIONS,
  max_fee_gwei: '100',
  sweep: {
    hot: HOT,
    cold: COLD,
    max_fee: '0.02',
    max_fees_per_day: '0.2',
    stuck_after_minutes: 60,
    currencies: [
      { currency_id: ETH.currencyId, name: 'ETH', decimals: 18, min: '0.05', hot_max: '1000' },
      {
        ...{ currency_id: USDT.currencyId, name: 'USDT', contract: token, decimals: 6 },
        ...{ min: '5', hot_max: '100000' },
      },
    ],
    ...sweep,
  },
});

interface SweeperParts {
  readonly desk?: Partial<SweepDesk>;
  readonly rpcUrl?: string;
  readonly policy?: object;
}

/** One sweeping signer with its files; `again` is the same one after its process ended. */
export class TestSweeper {
  readonly said: Said[] = [];
  readonly clock = { nowMs: Date.UTC(2027, 0, 15, 8), now: () => this.clock.nowMs };
  readonly #world: SweepWorld;
  readonly #file: string;
  journal: EthereumSweepJournal;
  sweeper: EthereumSweeper;

  constructor(world: SweepWorld, file: string) {
    this.#world = world;
    this.#file = file;
    this.journal = new EthereumSweepJournal(file);
    this.sweeper = this.#make({});
  }

  again(parts: SweeperParts = {}): void {
    this.journal.close();
    this.journal = new EthereumSweepJournal(this.#file);
    this.sweeper = this.#make(parts);
  }

  round(): Promise<void> {
    return this.sweeper.round();
  }

  /** Rounds until nothing more is to be swept. */
  async finish(times = 4): Promise<void> {
    for (let round = 0; round < times; round += 1) {
      await this.round();
      await this.#world.anvil.mine(CONFIRMATIONS);
    }
    await this.round();
  }

  events(): string[] {
    return this.said.map(({ event }) => event);
  }

  why(): unknown[] {
    return this.said.flatMap(({ fields: { why } }) => why ?? []);
  }

  #make({ desk, rpcUrl, policy }: SweeperParts): EthereumSweeper {
    const real = this.#world.sweepDesk();
    return new EthereumSweeper({
      desk: {
        deposits: (after) => real.deposits(after),
        report: (report) => real.report(report),
        standing: (standing) => real.standing(standing),
        ...desk,
      },
      account: new Account(XPRV, 'test'),
      rpcUrl: rpcUrl ?? this.#world.anvil.url,
      journal: this.journal,
      policy: parseSweepPolicy(policyJson(this.#world.token, policy)),
      clock: this.clock,
      say: (event, fields) => this.said.push({ event, fields }),
    });
  }
}

export class SweepWorld extends ExchangeWorld {
  readonly anvil: Anvil;
  readonly token: Hex;
  readonly #sweepers: TestSweeper[] = [];

  private constructor(
    exchange: Awaited<ReturnType<typeof ExchangeWorld.listen>>,
    anvil: Anvil,
    token: Hex,
  ) {
    super(exchange, 'ERC20');
    this.anvil = anvil;
    this.token = token;
  }

  static async start(): Promise<SweepWorld> {
    const anvil = await Anvil.start();
    const token = await anvil.deploy('Token', [6]);
    const exchange = await ExchangeWorld.listen({
      XPUB_EVM: accountKey().publicExtendedKey,
      RPC_EVM: anvil.url,
      CONFIRMATIONS_EVM: String(CONFIRMATIONS),
      TOKEN_USDT_ERC20: token,
      OWN_ADDRESSES: `${HOT},${COLD}`,
      SWEEPER_TOKEN,
    });
    await exchange.server.context.chains.start();
    return new SweepWorld(exchange, anvil, token);
  }

  async stop(): Promise<void> {
    for (const { journal } of this.#sweepers) journal.close();
    await this.server.context.chains.stop();
    await this.anvil.stop();
    await this.close();
  }

  sweepDesk(): HttpSweepDesk {
    return new HttpSweepDesk(this.url, SWEEPER_TOKEN, 'ERC20');
  }

  sweeper(): TestSweeper {
    const file = path.join(this.folder, `sweeps-${this.#sweepers.length}`);
    const sweeper = new TestSweeper(this, file);
    this.#sweepers.push(sweeper);
    return sweeper;
  }

  /** A new user's deposit, credited. */
  async deposited(units: bigint, currency: 'ETH' | 'USDT' = 'ETH') {
    const { userId } = await this.server.register();
    const { address } = await this.server.context.chains.addressOf(userId, 'ERC20');
    await this.pay(address, units, currency);
    await this.settle();
    return { userId, address: address as Hex };
  }

  async pay(address: string, units: bigint, currency: 'ETH' | 'USDT' = 'ETH'): Promise<void> {
    if (currency === 'ETH') await this.anvil.pay(address, units);
    else
      await this.anvil.write({
        ...{ contract: 'Token', address: this.token, method: 'transfer' },
        parameters: [address, units],
      });
  }

  /** As many blocks as credit whatever was paid, and reads them. */
  async settle(): Promise<void> {
    const { chains } = this.server.context;
    const needed = [ETH, USDT].map(({ currencyId }) =>
      chains.confirmationsNeeded('ERC20', currencyId),
    );
    await this.anvil.mine(Math.max(...needed));
    await this.watch();
  }

  /** Reads all that there is of the chain. */
  async watch(): Promise<void> {
    while (await this.server.context.chains.poll('ERC20'));
  }

  coins(address: Hex): Promise<bigint> {
    return this.anvil.client.getBalance({ address });
  }

  tokens(address: Hex): Promise<bigint> {
    const call = { address: this.token, abi: erc20Abi, functionName: 'balanceOf' } as const;
    return this.anvil.client.readContract({ ...call, args: [address] });
  }

  /** What every user has been credited, by entries. */
  async credits(): Promise<number> {
    const [row] = await this.server.context.database.query<{ count: bigint }>(
      `SELECT count(*) AS count FROM journal_entries WHERE reason = 'deposit'`,
    );
    return Number(row?.count ?? 0);
  }

  /** Why payments to deposit addresses were not credited. */
  async ignored(): Promise<(string | null)[]> {
    const rows = await this.server.context.database.query<{ note: string | null }>(
      `SELECT note FROM chain_transfers WHERE state = 'ignored' ORDER BY height`,
    );
    return rows.map(({ note }) => note);
  }

  async sweeps() {
    const rows = await this.server.context.database.query<{
      tx_id: string;
      state: string;
      destination: string;
      amount: string;
    }>('SELECT tx_id, state, destination, amount FROM sweeps ORDER BY sweep_id');
    return rows;
  }
}
