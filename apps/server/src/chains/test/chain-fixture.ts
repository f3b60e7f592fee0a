/** Watchers with the real ledger behind them: sequencer, engine and an embedded database. */
import { type Command, type DepositRow, Engine } from '@fairlead/engine';
import { BTC, ETH, USDT } from '@fairlead/testkit';
import { HDKey } from '@scure/bip32';
import pino from 'pino';
import {
  type DatabaseKind,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { FakeClock } from '../../../test/support/test-sequencer.ts';
import { loadConfig } from '../../core/config/config.ts';
import { type Sequencer, startSequencer } from '../../core/sequencer/sequencer.ts';
import type { Database } from '../../core/store/database.ts';
import { DEPOSIT_COLUMNS, type DepositRecord, toDeposit } from '../../custody/record.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import type { Chain } from '../address.ts';
import { Chains, type ChainsOptions } from '../chains.ts';
import type { DepositTerms } from '../deposit-keeper.ts';
import { type ChainTransfer, transfersOf } from '../transfer-queries.ts';

export const ALICE = 11;
export const BOB = 12;
export const CONFIRMATIONS = 3;

const TEST_VERSIONS = { public: 0x043587cf, private: 0x04358394 };
const SEED = Uint8Array.from({ length: 32 }, (_, index) => index + 1);

/** An account's keys of a test network, as an operator keeps them outside the server. */
export function accountKey(path = "m/44'/1'/0'"): HDKey {
  return HDKey.fromMasterSeed(SEED, TEST_VERSIONS).derive(path);
}

export interface Holding {
  readonly available: bigint;
  readonly frozen: bigint;
}

/** Everything that stays when the process ends, and how to go on from it. */
export class ChainWorld {
  readonly clock = new FakeClock();
  readonly terms = new Map<number, DepositTerms>();
  readonly #environment: Readonly<Record<string, string>>;
  readonly #opened: TestDatabase;
  sequencer: Sequencer;
  chains: Chains;

  private constructor(
    opened: TestDatabase,
    sequencer: Sequencer,
    environment: Readonly<Record<string, string>>,
  ) {
    this.#opened = opened;
    this.#environment = environment;
    this.sequencer = sequencer;
    for (const { currencyId } of [BTC, ETH, USDT])
      this.terms.set(currencyId, { minDeposit: 0n, confirmations: 1, isDepositOpen: true });
    this.chains = this.watch();
  }

  static async start(
    environment: Readonly<Record<string, string>>,
    kind?: DatabaseKind,
  ): Promise<ChainWorld> {
    const opened = await openTestDatabase(kind);
    const sequencer = await startSequencer({
      tables: EXCHANGE_TABLES,
      database: opened.database,
      clock: new FakeClock(),
      createEngine: (snapshot) => new Engine(snapshot),
    });
    const commands: Command[] = [
      ...[BTC, ETH, USDT].map((currency): Command => ({ kind: 'configure_currency', currency })),
      { kind: 'open_account', owner: ALICE },
      { kind: 'open_account', owner: BOB },
    ];
    for (const command of commands) {
      const result = await sequencer.run(command);
      if (!result.ok) throw new Error(`seed: ${result.reject}`);
    }
    return new ChainWorld(opened, sequencer, environment);
  }

  get database(): Database {
    return this.#opened.database;
  }

  /** Another set of watchers on the same database and ledger; nothing polls by itself. */
  watch(options: Partial<ChainsOptions> = {}): Chains {
    return new Chains({
      config: loadConfig(this.#environment),
      database: this.database,
      sequencer: this.sequencer,
      findTerms: (currencyId) => this.terms.get(currencyId),
      clock: this.clock,
      log: pino({ level: 'silent' }),
      schedule: () => () => undefined,
      ...options,
    });
  }

  /** Ends the process between two polls, and begins another one on the same tables. */
  async restart(options: Partial<ChainsOptions> = {}): Promise<void> {
    await this.chains.stop();
    await this.sequencer.stop();
    this.sequencer = await startSequencer({
      tables: EXCHANGE_TABLES,
      database: this.database,
      clock: this.clock,
      createEngine: (snapshot) => new Engine(snapshot),
    });
    this.chains = this.watch(options);
    await this.chains.start();
  }

  async stop(): Promise<void> {
    await this.chains.stop();
    await this.sequencer.stop();
    await this.#opened.remove();
  }

  /** Reads everything there is to read of a chain. */
  async follow(chain: Chain): Promise<void> {
    while (await this.chains.poll(chain));
  }

  async addressOf(owner: number, chain: Chain): Promise<string> {
    return (await this.chains.addressOf(owner, chain)).address;
  }

  /** What a user has in the coin account. */
  async holding(owner: number, currencyId: number): Promise<Holding> {
    const [row] = await this.database.query<{ total: bigint; frozen: bigint }>(
      `SELECT total_minor AS total, frozen_minor AS frozen FROM balances
       WHERE owner_id = $1 AND currency_id = $2 AND account = 'coin'`,
      [owner, currencyId],
    );
    const { total = 0n, frozen = 0n } = row ?? {};
    return { available: total - frozen, frozen };
  }

  async available(owner: number, currencyId: number): Promise<bigint> {
    return (await this.holding(owner, currencyId)).available;
  }

  /** All deposits in the order of their ids. */
  async deposits(): Promise<DepositRow[]> {
    const rows = await this.database.query<DepositRecord>(
      `SELECT ${DEPOSIT_COLUMNS} FROM deposits ORDER BY deposit_id`,
    );
    return rows.map(toDeposit);
  }

  transfers(chain: Chain, txId: string): Promise<ChainTransfer[]> {
    return transfersOf(this.database, chain, txId);
  }

  /** Whose money the first payment of a transaction was. */
  async sendersOf(chain: Chain, txId: string): Promise<string[]> {
    const [row] = await this.database.query<{ senders: string[] }>(
      'SELECT senders FROM chain_transfers WHERE chain = $1 AND tx_id = $2 ORDER BY output_index LIMIT 1',
      [chain, txId],
    );
    return row?.senders ?? [];
  }

  /** Entries that brought money in, by reference. */
  async credits(): Promise<string[]> {
    const rows = await this.database.query<{ reference: string }>(
      `SELECT reference FROM journal_entries WHERE reason = 'deposit' ORDER BY entry_id`,
    );
    return rows.map(({ reference }) => reference);
  }

  async isFrozen(owner: number): Promise<boolean> {
    const [row] = await this.database.query<{ is_frozen: boolean }>(
      'SELECT is_frozen FROM owners WHERE owner_id = $1',
      [owner],
    );
    return row?.is_frozen ?? false;
  }
}
