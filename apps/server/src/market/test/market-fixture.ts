/** A sequencer, candles and market data on a test database, with two funded traders of BTC/USDT. */
import type { Standstill } from '@fairlead/contract';
import type { Command, Result } from '@fairlead/engine';
import { type PriceE8, priceE8 } from '@fairlead/units';
import {
  type DatabaseKind,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import {
  FakeClock,
  limit,
  MAKER,
  seed,
  start,
  TAKER,
} from '../../../test/support/test-sequencer.ts';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import { type Candles, startCandles } from '../candles/candles.ts';
import { type MarketData, startMarketData } from '../data/market-data.ts';

export const SYMBOL = 'BTC/USDT';
const QUIET = { warn: () => {}, info: () => {}, error: () => {} };

export class MarketFixture {
  readonly clock: FakeClock;
  readonly opened: TestDatabase;
  sequencer: Sequencer;
  candles: Candles;
  marketData: MarketData;
  /** What is said to stand still. */
  readonly standstills: Standing;

  private constructor(
    clock: FakeClock,
    opened: TestDatabase,
    standstills: Standing,
    parts: { sequencer: Sequencer; candles: Candles; marketData: MarketData },
  ) {
    this.standstills = standstills;
    this.clock = clock;
    this.opened = opened;
    this.sequencer = parts.sequencer;
    this.candles = parts.candles;
    this.marketData = parts.marketData;
  }

  /** The clock stands at 2027-01-15 08:00:00 UTC, a Friday. */
  static async open(kind?: DatabaseKind): Promise<MarketFixture> {
    const clock = new FakeClock();
    const opened = await openTestDatabase(kind);
    const sequencer = await start(opened.database, { clock });
    await seed(sequencer, clock);
    const standstills = new Standing();
    const parts = await readers(opened, sequencer, { clock, standstills });
    return new MarketFixture(clock, opened, standstills, parts);
  }

  /** Ends without writing what is unsaved, as a SIGKILL would, and starts again. */
  async killAndStart(): Promise<void> {
    this.candles.abandon();
    this.marketData.stop();
    await this.sequencer.stop();
    this.sequencer = await start(this.opened.database, { clock: this.clock });
    Object.assign(this, await readers(this.opened, this.sequencer, this));
  }

  async close(): Promise<void> {
    this.marketData.stop();
    await this.candles.stop();
    await this.sequencer.stop();
    await this.opened.remove();
  }

  async run(command: Command): Promise<Result> {
    const result = await this.sequencer.run(command);
    if (!result.ok) throw new Error(`${command.kind}: ${result.reject}`);
    return result;
  }

  /** A trade of the maker's rest with the taker, at a price in ticks. */
  async trade(priceTicks: number, lots: number): Promise<void> {
    await this.run(limit(MAKER, 'sell', [priceTicks, lots]));
    await this.run(limit(TAKER, 'buy', [priceTicks, lots]));
  }

  /** A sample of this second; without a price it is stale. */
  async sample(price: number | undefined, venue = 'kraken', marketId = 1): Promise<void> {
    const sampleTimeMs = Math.floor(this.clock.nowMs / 1_000) * 1_000;
    const tick = { kind: 'index_tick', marketId, sampleTimeMs } as const;
    const e8: PriceE8 | undefined =
      price === undefined ? undefined : priceE8(BigInt(Math.round(price * 1e8)));
    const sources = { sources: [{ venue, price: String(price), time: sampleTimeMs }], dropped: [] };
    const command = e8 === undefined ? tick : { ...tick, price: e8 };
    const result = await this.sequencer.run(command, {
      sampleSources: JSON.stringify(e8 === undefined ? { sources: [], dropped: [] } : sources),
    });
    if (!result.ok) throw new Error(`sample: ${result.reject}`);
  }
}

class Standing {
  list: readonly Standstill[] = [];
  now = (): readonly Standstill[] => this.list;
}

async function readers(
  { database }: TestDatabase,
  sequencer: Sequencer,
  { clock, standstills }: Pick<MarketFixture, 'clock' | 'standstills'>,
) {
  const candles = await startCandles({ database, sequencer, log: QUIET });
  const botOwners = [MAKER];
  const marketData = await startMarketData({
    ...{ database, sequencer, candles, standstills, clock, botOwners },
  });
  return { sequencer, candles, marketData };
}
