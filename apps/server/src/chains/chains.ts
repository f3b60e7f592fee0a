/**
 * All chains that are configured: their watchers, the deposit addresses they watch, and what an operator sees
 * of them. Without settings a chain has no addresses; claims of deposits work all the same.
 */
import { ProblemError } from '@fairlead/contract';
import type { Command, Result } from '@fairlead/engine';
import type { Logger } from 'pino';
import type { ChainConfig } from '../core/config/chains.ts';
import type { Config } from '../core/config/config.ts';
import { type Database, StartRefusedError } from '../core/store/database.ts';
import { type Chain, isChain } from './address.ts';
import { assetsOf } from './assets.ts';
import { type Asset, ChainMismatchError, type ChainNode, toMinor } from './chain-node.ts';
import { connectNode } from './connect-node.ts';
import type { AsksOrigin, FindTerms } from './deposit-keeper.ts';
import { type AddressSource, addressSource } from './derivation.ts';
import { PollLoop, realSchedule, type Schedule } from './poll-loop.ts';
import { currencyScale, depositAddress, keepDepositAddress, ownersOfAddresses } from './queries.ts';
import { type ChainTransfer, heightsOfDeposits, transfersOf } from './transfer-queries.ts';
import { Watcher, type WatcherStatus } from './watcher.ts';

export interface ChainStatus extends WatcherStatus {
  readonly chain: Chain;
  /** Whether it gives out addresses now. */
  readonly isOpen: boolean;
  readonly confirmations: number;
}

export interface ChainsOptions {
  readonly config: Pick<Config, 'chains' | 'isDemo'>;
  readonly database: Database;
  readonly sequencer: { run(command: Command): Promise<Result> };
  readonly findTerms: FindTerms;
  readonly clock: { now(): number };
  readonly log: Logger;
  /** Tests give their own timers and nodes. */
  readonly schedule?: Schedule;
  readonly connect?: (config: ChainConfig, assets: readonly Asset[]) => Promise<ChainNode>;
}

/** Where no rule asks. */
const ASKS_NONE: AsksOrigin = () => Promise.resolve(false);

interface WatchedChain {
  readonly config: ChainConfig;
  readonly assets: readonly Asset[];
  readonly watcher: Watcher;
  readonly node: ChainNode;
  readonly loop: PollLoop;
  /** What gives gas to deposit addresses, by the account's own key: the house's. Bitcoin needs none. */
  readonly reserve: string | undefined;
  addresses: AddressSource | undefined;
}

/** How often each chain is asked, and how many blocks one poll reads. Blocks come every 12, 600 and 3 s. */
const PACE = {
  ERC20: { everyMs: 6_000, blocksPerPoll: 50 },
  OMNI: { everyMs: 30_000, blocksPerPoll: 3 },
  TRC20: { everyMs: 3_000, blocksPerPoll: 50 },
} as const;

export class Chains {
  readonly #options: ChainsOptions;
  readonly #chains = new Map<Chain, WatchedChain>();

  constructor(options: ChainsOptions) {
    this.#options = options;
  }

  /**
   * Begins to watch what is configured. Throws StartRefusedError when a node serves another network or a token
   * counts otherwise; a node that does not answer is asked again later.
   */
  async start(asksOrigin: AsksOrigin = ASKS_NONE): Promise<void> {
    const { config: settings, log } = this.#options;
    for (const config of settings.chains.chains) {
      // One node can say what it likes: that money came, or that credited money never did (D14).
      if (!settings.isDemo && config.urls.length === 1)
        log.warn({ chain: config.chain }, 'deposits are credited on the word of a single node');
      await this.#add(config, asksOrigin);
    }
    await Promise.all([...this.#chains].map(([chain, { watcher }]) => this.#open(chain, watcher)));
    for (const { loop } of this.#chains.values()) loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#chains.values()].map(({ loop }) => loop.stop()));
  }

  /** Whether the chain gives out addresses: it is configured, its node was checked, and it does not stand still. */
  isOpen(chain: Chain): boolean {
    const watched = this.#chains.get(chain);
    return watched?.watcher.identity !== undefined && watched.watcher.status().paused === undefined;
  }

  /** Whether the currency is credited by a watcher of the chain. */
  isWatched(chain: Chain, currencyId: number): boolean {
    const assets = this.#chains.get(chain)?.assets ?? [];
    return assets.some((asset) => asset.currencyId === currencyId);
  }

  /** What nodes are asked of: each currency on each chain that is configured. */
  watched(): readonly { readonly chain: Chain; readonly currencyId: number }[] {
    return [...this.#chains].flatMap(([chain, { assets }]) =>
      assets.map(({ currencyId }) => ({ chain, currencyId })),
    );
  }

  /** The one address of a user on a chain, made at first. Throws ProblemError `chain_closed`. */
  async addressOf(userId: number, chain: Chain): Promise<{ readonly address: string }> {
    const { database, clock, config } = this.#options;
    const watched = this.#chains.get(chain);
    const identity = watched?.watcher.identity;
    if (watched === undefined || identity === undefined || !this.isOpen(chain))
      throw new ProblemError('chain_closed');
    const known = await depositAddress(database, chain, userId);
    if (known !== undefined) return { address: known };
    const { prefix } = identity;
    watched.addresses ??= addressSource(watched.config.extendedKey, {
      chain,
      network: config.isDemo ? 'test' : 'main',
      ...(prefix !== undefined && { prefix }),
    });
    const address = watched.addresses.addressAt(userId);
    const kept = { chain, userId, address, nowMs: clock.now() };
    return { address: await keepDepositAddress(database, kept) };
  }

  /** Whether a canonical address is the house's: a deposit address, an own wallet or a token's contract (W10). */
  async isOwnAddress(chain: Chain, address: string): Promise<boolean> {
    const { config, database } = this.#options;
    const isWallet = config.chains.ownAddresses.includes(address);
    const isToken = config.chains.chains.some(({ token }) => token === address);
    if (isWallet || isToken || this.#chains.get(chain)?.reserve === address) return true;
    return (await ownersOfAddresses(database, chain, [address])).size > 0;
  }

  status(): readonly ChainStatus[] {
    return [...this.#chains].map(([chain, { watcher, config }]) => ({
      ...watcher.status(),
      chain,
      isOpen: this.isOpen(chain),
      confirmations: config.confirmations,
    }));
  }

  /** Reads a chain again from a height, or only resumes it. Throws ProblemError `chain_closed`. */
  async rescan(chain: string, fromHeight?: number): Promise<void> {
    await this.#watched(chain).watcher.rescan(fromHeight);
  }

  /** Polls a chain once, now; the console and tests do not wait for the timer. */
  poll(chain: Chain): Promise<boolean> {
    return this.#watched(chain).watcher.poll();
  }

  /**
   * What a canonical address holds, in minor units; undefined where no node of the chain is configured that knows the
   * currency, or its network is not checked yet. Throws NodeError when it does not answer.
   */
  async balanceOf(
    chain: Chain,
    holding: { readonly address: string; readonly currencyId: number },
  ): Promise<bigint | undefined> {
    const watched = this.#chains.get(chain);
    const asset = watched?.assets.find(({ currencyId }) => currencyId === holding.currencyId);
    if (watched?.watcher.identity === undefined || asset === undefined) return undefined;
    return toMinor(await watched.node.balanceOf(holding), asset);
  }

  /** The payments of a transaction to deposit addresses; however its name is written. */
  findTransfers(chain: Chain, txId: string): Promise<ChainTransfer[]> {
    const digits = txId.toLowerCase().replace(/^0x/, '');
    const name = chain === 'ERC20' ? `0x${digits}` : digits;
    return transfersOf(this.#options.database, chain, name);
  }

  /** How many confirmations the deposits of a chain have; those in no block are left out. */
  async confirmationsOf(chain: Chain, depositIds: readonly number[]): Promise<Map<number, number>> {
    const head = this.#chains.get(chain)?.watcher.status().height;
    if (head === undefined) return new Map();
    const heights = await heightsOfDeposits(this.#options.database, depositIds);
    return new Map([...heights].map(([id, height]) => [id, Math.max(0, head - height + 1)]));
  }

  /** Confirmations that a deposit needs: those of the settings or of the terms, whichever are more. */
  confirmationsNeeded(chain: Chain, currencyId: number): number {
    const terms = this.#options.findTerms(currencyId, chain);
    return Math.max(terms?.confirmations ?? 1, this.#chains.get(chain)?.config.confirmations ?? 1);
  }

  async #open(chain: Chain, watcher: Watcher): Promise<void> {
    try {
      await watcher.open();
    } catch (error) {
      if (error instanceof ChainMismatchError)
        throw new StartRefusedError(`${chain}: ${error.message}`);
      this.#options.log.warn({ err: error, chain }, 'the node of a chain does not answer yet');
    }
  }

  #watched(chain: string): WatchedChain {
    const watched = isChain(chain) ? this.#chains.get(chain) : undefined;
    if (watched === undefined) throw new ProblemError('chain_closed');
    return watched;
  }

  async #add(config: ChainConfig, asksOrigin: AsksOrigin): Promise<void> {
    const { chain } = config;
    const { database, sequencer, findTerms, clock, log } = this.#options;
    const assets = await assetsOf(config, (name) => currencyScale(database, name));
    const connect = this.#options.connect ?? connectNode;
    const node = await connect(config, assets);
    const network = this.#options.config.isDemo ? 'test' : 'main';
    const source =
      chain === 'OMNI' ? undefined : addressSource(config.extendedKey, { chain, network });
    const reserve = source?.reserve;
    const watcher = new Watcher({
      chain,
      node,
      assets,
      confirmations: config.confirmations,
      network,
      ownAddresses: new Set([...this.#options.config.chains.ownAddresses, reserve ?? []].flat()),
      blocksPerPoll: PACE[chain].blocksPerPoll,
      database,
      sequencer,
      findTerms,
      asksOrigin,
      clock,
      log,
    });
    const loop = new PollLoop({
      poll: () => watcher.poll(),
      everyMs: PACE[chain].everyMs,
      schedule: this.#options.schedule ?? realSchedule,
      onFailure: (error, failures) => {
        // At the first and then at every hundredth: a node that is away for a day would fill the log.
        if (failures % 100 === 1) log.warn({ err: error, chain, failures }, 'a poll failed');
      },
    });
    this.#chains.set(chain, { config, assets, watcher, node, loop, reserve, addresses: undefined });
  }
}
