/** Figures of a market's day in Binance's terms. Never computed in floats; what is not known is zero, as there. */
import type { Quotation } from '@fairlead/contract';
import { DAY_MS, divFloor, formatDecimal, PRICE_SCALE, parseDecimal } from '@fairlead/units';
import { VOLUME_SCALE } from '../../market/candles/index.ts';
import type { MarketData } from '../../market/data/index.ts';
import type { MarketTerms } from '../../market/index.ts';

const ZERO = '0.00000000';

/** One market's last 24 hours. */
export interface DayFigures {
  readonly change: string;
  readonly changePercent: string;
  readonly average: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly last: string;
  readonly lastQuantity: string;
  readonly bid: readonly [price: string, quantity: string];
  readonly ask: readonly [price: string, quantity: string];
  readonly volume: string;
  readonly turnover: string;
  readonly openTimeMs: number;
  readonly closeTimeMs: number;
  /** Some of it is a demo's made-up past. */
  readonly isSimulated: boolean;
  /** Of the last trade; -1 without one. */
  readonly lastTradeId: number;
}

type Source = Pick<MarketData, 'quotation' | 'book' | 'trades'>;

const NO_LEVEL = [ZERO, ZERO] as const;

export function dayFigures(source: Source, market: MarketTerms, nowMs: number): DayFigures {
  const quotation = source.quotation(market.marketId);
  const book = source.book(market.symbol, 1);
  const [trade] = source.trades(market.symbol, 1);
  const last = lastPrice(source, market);
  const open = openOf(quotation, last);
  return {
    ...changeOf(open, last),
    average: averageOf(quotation),
    open,
    high: quotation?.high_24h ?? last,
    low: quotation?.low_24h ?? last,
    last,
    lastQuantity: trade?.quantity ?? ZERO,
    bid: book?.bids[0] ?? NO_LEVEL,
    ask: book?.asks[0] ?? NO_LEVEL,
    volume: quotation?.volume_24h ?? '0',
    turnover: quotation?.turnover_24h ?? '0',
    isSimulated: quotation?.is_simulated_24h === true,
    openTimeMs: nowMs - DAY_MS,
    closeTimeMs: nowMs,
    lastTradeId: trade?.id ?? -1,
  };
}

/** Zero before the first trade. */
export const lastPrice = (source: Pick<Source, 'quotation'>, market: MarketTerms): string =>
  source.quotation(market.marketId)?.last_price ?? ZERO;

/** Before a market has traded there is nothing to have changed. */
const openOf = (quotation: Quotation | undefined, last: string): string =>
  quotation?.last_price === undefined ? last : (quotation.open_24h ?? last);

/** From one price to another, and how many hundredths of it that is. */
export function changeOf(open: string, last: string): Pick<DayFigures, 'change' | 'changePercent'> {
  const from = priceOf(open);
  const difference = priceOf(last) - from;
  const thousandths = from === 0n ? 0n : divFloor(difference * 100_000n, from);
  return {
    change: formatDecimal(difference, PRICE_SCALE),
    changePercent: formatDecimal(thousandths, 3),
  };
}

/** What was paid ÷ what was traded. */
function averageOf(quotation: Quotation | undefined): string {
  const volume = parseDecimal(quotation?.volume_24h ?? '0', VOLUME_SCALE) ?? 0n;
  const turnover = parseDecimal(quotation?.turnover_24h ?? '0', VOLUME_SCALE) ?? 0n;
  return averageText(turnover, volume) ?? quotation?.last_price ?? ZERO;
}

/** Quote ÷ base of one scale, rounded down at eight decimals; undefined when nothing was traded. */
export const averageText = (turnover: bigint, volume: bigint): string | undefined =>
  volume === 0n
    ? undefined
    : formatDecimal(divFloor(turnover * 10n ** BigInt(PRICE_SCALE), volume), PRICE_SCALE);

const priceOf = (text: string): bigint => parseDecimal(text, PRICE_SCALE) ?? 0n;
