/** A sequencer whose market has futures and options, ticks made of venues' quotes, and words to read the chain. */
import type { Receipt } from '@fairlead/contract';
import type { BuyOption, Command, FuturesTerms, OpenPosition, OptionTerms } from '@fairlead/engine';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, parseDecimal, priceE8, ratePpm, SECOND_MS } from '@fairlead/units';
import type { FakeClock } from '../../../test/support/test-sequencer.ts';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import type { Database } from '../../core/store/database.ts';
import { indexSample } from '../../market/feeds/index-price.ts';
import { sampleSourcesJson } from '../../market/feeds/sample-json.ts';
import { receiptsFrom } from '../queries.ts';
import { receiptViews } from '../views.ts';

const MARKET = BTC_USDT.marketId;
const whole = (amount: number) => amountMinor(BigInt(amount) * 10n ** BigInt(USDT.scale));

const FUTURES: FuturesTerms = {
  marketId: MARKET,
  lotBaseMinor: amountMinor(1_000_000n),
  lotsMin: 1,
  lotsMax: 1_000,
  multiples: [
    { multiple: 10, maintenanceRatePpm: ratePpm(5_000n), notionalMaxMinor: whole(1_000_000) },
  ],
  openFeePpm: ratePpm(500n),
  closeFeePpm: ratePpm(500n),
  insuranceSharePpm: ratePpm(200_000n),
  halfSpreadPpm: ratePpm(100n),
  priceStepE8: 10_000n,
  profitCapMultiple: 2,
  openInterestMaxMinor: whole(10_000_000),
  positionsMax: 100,
  isOpen: true,
};
export const OPTIONS: OptionTerms = {
  marketId: MARKET,
  times: [30, 60].map((seconds) => ({
    seconds,
    payoutRatioPpm: ratePpm(750_000n),
    minMinor: whole(1),
    maxMinor: whole(1_000),
  })),
  exposureMaxMinor: whole(50_000_000),
  ordersMax: 10_000,
  isOpen: true,
};

/** BTC/USDT with futures and options at 100.00, a house of ten millions, and traders with a million in either account. */
export async function seedDerivatives(
  sequencer: Sequencer,
  traders: readonly number[],
): Promise<void> {
  const commands: Command[] = [
    { kind: 'configure_currency', currency: BTC },
    { kind: 'configure_currency', currency: USDT },
    { kind: 'configure_market', market: BTC_USDT },
    { kind: 'configure_futures', terms: FUTURES },
    { kind: 'configure_options', terms: OPTIONS },
    {
      kind: 'configure_option_currency',
      currency: {
        currencyId: USDT.currencyId,
        feePpm: ratePpm(10_000n),
        presets: [],
        isOpen: true,
      },
    },
  ];
  for (const house of ['contract_house', 'option_house', 'insurance_fund'] as const) {
    commands.push(payIn(`capital ${house}`, { house }, 10_000_000));
  }
  for (const owner of traders) {
    commands.push({ kind: 'open_account', owner });
    for (const account of ['contract', 'option'] as const) {
      commands.push(payIn(`${owner} ${account}`, { owner, account }, 1_000_000));
    }
  }
  for (const command of commands) await must(sequencer, command);
}

const payIn = (
  reference: string,
  target: Extract<Command, { kind: 'post_entry' }>['target'],
  amount: number,
): Command => ({
  kind: 'post_entry',
  reason: 'capital',
  reference,
  currencyId: USDT.currencyId,
  amount: whole(amount),
  source: { house: 'external' },
  target,
});

/** Runs what must be taken. */
export async function must(sequencer: Sequencer, command: Command): Promise<void> {
  const result = await sequencer.run(command);
  if (!result.ok) throw new Error(`${command.kind}: ${result.reject}`);
}

export class DerivativeStory {
  readonly clock: FakeClock;
  sequencer: Sequencer;

  constructor(sequencer: Sequencer, clock: FakeClock) {
    this.sequencer = sequencer;
    this.clock = clock;
  }

  /** The next second: five venues around the price and one far off; no price when only one is left. */
  async tick(price: string | undefined): Promise<void> {
    this.clock.nowMs = (Math.floor(this.clock.nowMs / SECOND_MS) + 1) * SECOND_MS;
    const { command, sampleSources } = tickAt(this.clock.nowMs, price);
    const result = await this.sequencer.run(command, { sampleSources });
    if (!result.ok) throw new Error(`tick: ${result.reject}`);
  }

  async ticks(seconds: number, price: string | undefined): Promise<void> {
    for (let second = 0; second < seconds; second += 1) await this.tick(price);
  }

  /** Gives the position's id. */
  async open(
    owner: number,
    side: OpenPosition['side'],
    more: Partial<Pick<OpenPosition, 'takeProfit' | 'stopLoss' | 'price' | 'type'>> = {},
  ): Promise<number> {
    const result = await this.sequencer.run({
      kind: 'open_position',
      owner,
      marketId: MARKET,
      side,
      type: 'market',
      lots: 100,
      multiple: 10,
      ...more,
    });
    if (!result.ok || result.value.kind !== 'position') throw new Error('not opened');
    return result.value.position.positionId;
  }

  close(owner: number, positionId: number): Promise<void> {
    return must(this.sequencer, { kind: 'close_position', owner, positionId });
  }

  async buy(owner: number, direction: BuyOption['direction'] = 'rise'): Promise<number> {
    const result = await this.sequencer.run(purchase(owner, direction));
    if (!result.ok || result.value.kind !== 'option') throw new Error('not bought');
    return result.value.option.optionId;
  }
}

/** The sample of a second, made of venues' quotes. */
export function tickAt(
  sampleTimeMs: number,
  price: string | undefined,
): { readonly command: Command; readonly sampleSources: string } {
  const sample = indexSample({
    symbol: BTC_USDT.symbol,
    timeMs: sampleTimeMs,
    quotes: quotesAround(price, sampleTimeMs),
  });
  const tick = { kind: 'index_tick', marketId: MARKET, sampleTimeMs } as const;
  const command: Command =
    sample.price === undefined
      ? tick
      : { ...tick, price: sample.price, quotedAtMs: sampleTimeMs - 400 };
  return { command, sampleSources: JSON.stringify(sampleSourcesJson(sample)) };
}

export const purchase = (owner: number, direction: BuyOption['direction'] = 'rise'): BuyOption => ({
  kind: 'buy_option',
  owner,
  marketId: MARKET,
  currencyId: USDT.currencyId,
  direction,
  seconds: 30,
  stake: whole(10),
});

export const e8 = (text: string) => priceE8(parseDecimal(text, 8) ?? 0n);

export const hostOfVenue = (venue: string): string =>
  venue === 'bitstamp' ? 'ws.bitstamp.net' : `stream.${venue}.com`;

function quotesAround(price: string | undefined, timeMs: number) {
  const quote = (venue: string, at: number) => ({
    venue,
    host: hostOfVenue(venue),
    bid: at.toFixed(8),
    ask: at.toFixed(8),
    venueTimeMs: timeMs - 300,
    receivedAtMs: timeMs - 200,
  });
  if (price === undefined) return [quote('kraken', 100)];
  const middle = Number(price);
  const steps = { binance: -0.02, bitstamp: 0.01, coinbase: 0, kraken: -0.01, okx: 0.02 };
  return [
    ...Object.entries(steps).map(([venue, step]) => quote(venue, middle + step)),
    quote('zaif', middle * 2),
  ];
}

/** The whole chain as its owner or, without one, everybody reads it. */
export async function readChain(database: Database, viewer?: number): Promise<Receipt[]> {
  return receiptViews(await receiptsFrom(database, { from: 1, limit: 1_000_000 }), viewer);
}
