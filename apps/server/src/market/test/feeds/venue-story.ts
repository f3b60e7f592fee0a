/**
 * Four hours of 11 March 2023 on Binance, Coinbase and Kraken, when USDC lost its peg and bitcoin fell by 3 %, played a minute
 * a second through the index rule into a real engine that has positions of every multiple and options open. What a
 * venue says can be changed on the way. Kraken had no USDT book then: its BTC/USD ÷ its USDT/USD stands for one, so that
 * all three quote the same currency.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Command,
  Engine,
  type FuturesTerms,
  type OptionRow,
  type OptionTerms,
  type PositionRow,
  type Result,
} from '@fairlead/engine';
import { isMarketStale } from '@fairlead/formula';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import {
  amountMinor,
  assert,
  formatDecimal,
  parseDecimal,
  priceE8,
  ratePpm,
} from '@fairlead/units';
import { type IndexSample, indexSample, type VenueQuote } from '../../feeds/index-price.ts';

export type VenueName = 'binance' | 'coinbase' | 'kraken' | 'usdc';
const VENUES: readonly VenueName[] = ['binance', 'coinbase', 'kraken'];

/** A venue's close of each minute, in its own quote currency's text; absent where it had no trade. */
type Minute = Readonly<Partial<Record<VenueName, string>>>;

/** What becomes of a second's quotes on their way. Undefined: the feed does not run at all. */
export type Meddle = (quotes: VenueQuote[], second: number) => VenueQuote[] | undefined;

const START_MS = 1_678_514_400_000;
const MULTIPLES = [5, 20, 50, 100] as const;
const OWNERS = [1, 2] as const;
const usdt = (whole: number) => amountMinor(BigInt(whole) * 1_000_000n);

const FUTURES: FuturesTerms = {
  marketId: BTC_USDT.marketId,
  lotBaseMinor: amountMinor(1_000_000n),
  lotsMin: 1,
  lotsMax: 1_000,
  multiples: MULTIPLES.map((multiple) => ({
    multiple,
    maintenanceRatePpm: ratePpm(5_000n),
    notionalMaxMinor: usdt(100_000),
  })),
  openFeePpm: ratePpm(500n),
  closeFeePpm: ratePpm(500n),
  insuranceSharePpm: ratePpm(200_000n),
  halfSpreadPpm: ratePpm(100n),
  priceStepE8: 10_000n,
  profitCapMultiple: 10,
  openInterestMaxMinor: usdt(10_000_000),
  positionsMax: 500,
  isOpen: true,
};

const OPTIONS: OptionTerms = {
  marketId: BTC_USDT.marketId,
  times: [30, 60].map((seconds) => ({
    seconds,
    payoutRatioPpm: ratePpm(800_000n),
    minMinor: usdt(10),
    maxMinor: usdt(1_000),
  })),
  exposureMaxMinor: usdt(100_000),
  ordersMax: 500,
  isOpen: true,
};

export interface Told {
  /** Whatever was closed or settled, in order: when, what, why and at which price. */
  readonly events: readonly string[];
  /** What openings and purchases were answered, in order: the second, what, and the code or 'ok'. */
  readonly answers: readonly string[];
  /** Of each second that was sampled. */
  readonly samples: ReadonlyMap<number, IndexSample>;
  readonly hash: string;
}

export class VenueStory {
  readonly engine = new Engine();
  readonly #minutes = recordedMinutes();
  readonly #meddle: Meddle;
  readonly #venues: readonly VenueName[];
  readonly #last = new Map<VenueName, VenueQuote>();
  readonly #events: string[] = [];
  readonly #answers: string[] = [];
  readonly #samples = new Map<number, IndexSample>();
  #second = 0;

  constructor(meddle: Meddle = (quotes) => quotes, venues: readonly VenueName[] = VENUES) {
    this.#meddle = meddle;
    this.#venues = venues;
    for (const command of beginning()) this.#execute(command);
    this.engine.takeChanges();
  }

  /** Plays the next seconds, or all that are left. */
  play(seconds = this.#minutes.length - this.#second): this {
    for (let left = seconds; left > 0; left -= 1) {
      this.#second += 1;
      this.#sample();
      this.#trade();
      this.#execute({ kind: 'settle_due' });
      this.#note();
      if (this.#second % 10 === 0) this.engine.checkInvariants();
    }
    this.engine.checkInvariants();
    return this;
  }

  told(): Told {
    return {
      events: this.#events,
      answers: this.#answers,
      samples: this.#samples,
      hash: this.engine.stateHash(),
    };
  }

  get #nowMs(): number {
    return START_MS + this.#second * 1_000;
  }

  #sample(): void {
    const minute = this.#minutes[this.#second - 1] ?? {};
    for (const venue of this.#venues) {
      const close = minute[venue];
      const base = { venue, venueTimeMs: this.#nowMs - 300, receivedAtMs: this.#nowMs - 200 };
      if (close !== undefined) this.#last.set(venue, { ...base, bid: close, ask: close });
    }
    const quotes = this.#meddle([...this.#last.values()], this.#second);
    if (quotes === undefined) return;
    const sample = indexSample({ symbol: BTC_USDT.symbol, timeMs: this.#nowMs, quotes });
    this.#samples.set(this.#second, sample);
    const { price, sources } = sample;
    const tick = { kind: 'index_tick', marketId: 1, sampleTimeMs: this.#nowMs } as const;
    const quotedAtMs = Math.min(...sources.map(({ time }) => time));
    const isStale = isMarketStale(this.#nowMs, sample.dropped);
    const stale = isStale ? { ...tick, isMarketStale: true } : tick;
    this.#execute(price === undefined ? stale : { ...tick, price, quotedAtMs });
  }

  /** The same plan in every story: positions of all multiples, and two options every five seconds. */
  #trade(): void {
    for (const owner of OWNERS) {
      const side = owner === 1 ? 'long' : 'short';
      const base = { kind: 'open_position', owner, marketId: 1, side, type: 'market' } as const;
      const isTurn = this.#second % 20 === 2;
      for (const multiple of isTurn ? MULTIPLES : []) {
        this.#answer('position', { ...base, lots: 10, multiple });
      }
      if (isTurn)
        this.#answer('position', { ...base, lots: 10, multiple: 20, ...this.#stop(side) });
      if (this.#second % 5 !== 3) continue;
      const direction = owner === 1 ? 'rise' : 'fall';
      const seconds = this.#second % 2 === 0 ? 30 : 60;
      const order = { marketId: 1, currencyId: 3, direction, seconds, stake: usdt(100) } as const;
      this.#answer('option', { kind: 'buy_option', owner, ...order });
    }
  }

  /** A stop 1 % away. */
  #stop(side: 'long' | 'short') {
    const price = this.engine.indexOf(1)?.price;
    if (price === undefined) return {};
    const cents = (price * (side === 'long' ? 99n : 101n)) / 100n / 1_000_000n;
    return { stopLoss: priceE8(cents * 1_000_000n) };
  }

  #answer(what: string, command: Command): void {
    const result = this.#execute(command);
    this.#answers.push(`${this.#second} ${what} ${result.ok ? 'ok' : result.reject}`);
  }

  #note(): void {
    const { positions, options } = this.engine.takeChanges();
    for (const row of positions) if (row.status === 'closed') this.#events.push(this.#closed(row));
    for (const row of options) if (row.status === 'settled') this.#events.push(this.#settled(row));
  }

  #closed({ positionId, multiple, closeReason, closePrice }: PositionRow): string {
    return `${this.#second} ${positionId} ${multiple}x ${closeReason} ${text(closePrice)}`;
  }

  #settled({ optionId, result, deliveryPrice }: OptionRow): string {
    return `${this.#second} ${optionId} option ${result} ${text(deliveryPrice)}`;
  }

  #execute(command: Command): Result {
    const sequence = this.engine.counters().sequence + 1;
    return this.engine.execute(command, { sequence, timeMs: this.#nowMs });
  }
}

const text = (price: bigint | undefined): string =>
  price === undefined ? '-' : formatDecimal(price, 8);

function recordedMinutes(): readonly Minute[] {
  const file = path.join(import.meta.dirname, 'data/venues-2023-03-11.csv');
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [, binance, coinbase, krakenUsd, krakenUsdt, usdc] = line.split(',');
    return {
      ...(binance && { binance }),
      ...(coinbase && { coinbase }),
      ...(krakenUsd && krakenUsdt && { kraken: quotient(krakenUsd, krakenUsdt) }),
      ...(usdc && { usdc }),
    };
  });
}

/** Rounded down to eight decimals. */
function quotient(numerator: string, denominator: string): string {
  const [above, below] = [parseDecimal(numerator, 16), parseDecimal(denominator, 8)];
  assert(above !== undefined && below !== undefined, 'the recorded prices are decimals');
  return formatDecimal(above / below, 8);
}

function beginning(): Command[] {
  const pay = (reference: string, target: 'contract' | 'option' | 'house'): Command[] => {
    const houses = ['contract_house', 'insurance_fund', 'option_house'] as const;
    const targets =
      target === 'house'
        ? houses.map((house) => ({ house }))
        : OWNERS.map((owner) => ({ owner, account: target }));
    return targets.map((each, at) => ({
      kind: 'post_entry',
      reason: 'capital',
      reference: `${reference}:${at}`,
      currencyId: USDT.currencyId,
      amount: usdt(5_000_000),
      source: { house: 'external' },
      target: each,
    }));
  };
  const currency = { currencyId: 3, feePpm: ratePpm(10_000n), presets: [], isOpen: true };
  return [
    { kind: 'configure_currency', currency: BTC },
    { kind: 'configure_currency', currency: USDT },
    { kind: 'configure_market', market: BTC_USDT },
    { kind: 'configure_futures', terms: FUTURES },
    { kind: 'configure_options', terms: OPTIONS },
    { kind: 'configure_option_currency', currency },
    ...OWNERS.map((owner) => ({ kind: 'open_account', owner }) as const),
    ...pay('house', 'house'),
    ...pay('contract', 'contract'),
    ...pay('option', 'option'),
  ];
}
