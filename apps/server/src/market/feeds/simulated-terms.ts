/** What each simulated market starts from and how it moves: plausible, and said to be simulated everywhere. */
import { divFloor, type PriceE8, priceE8 } from '@fairlead/units';

export interface SimulatedTerms {
  readonly startPrice: PriceE8;
  /** Standard deviation of one second's relative change, in 10^-12. */
  readonly secondDeviationE12: number;
  /** Base currency traded on an average day, in whole units. */
  readonly dayVolume: number;
}

/** Start price in USDT, yearly volatility in percent, average daily volume in base. */
const CURRENCIES: Readonly<Record<string, readonly [string, number, number]>> = {
  BTC: ['6481240000000', 46, 18_400],
  ETH: ['341826000000', 62, 214_000],
  SOL: ['15273000000', 78, 2_900_000],
  XRP: ['52140000', 74, 310_000_000],
  BNB: ['58840000000', 52, 390_000],
  DOGE: ['12400000', 86, 1_900_000_000],
  LTC: ['8412000000', 66, 620_000],
  TRX: ['16050000', 48, 420_000_000],
  ADA: ['44670000', 74, 240_000_000],
  // Of the demo's offering, a little above its issue price.
  FLD: ['5420000', 88, 5_000_000],
};
/** Root of the seconds in a year: turns yearly volatility into that of a second. */
const YEAR_ROOT_SECONDS = 5_617.6;
const ONE_E8 = 100_000_000n;

/** What prices here are in. */
const DOLLAR = 'USDT';
/** A base currency that nothing is known of begins at one dollar. */
const UNKNOWN: readonly [string, number, number] = ['100000000', 60, 1_000_000];

/**
 * Known pairs start near the real thing, pairs of two known currencies at their ratio, an unknown base at one dollar.
 * Undefined for an unknown quote: a dollar is not what it is worth, so there is no price and the index is stale.
 */
export function simulatedTerms(symbol: string): SimulatedTerms | undefined {
  const [base = '', quote = ''] = symbol.split('/');
  const [basePrice, yearPercent, dayVolume] = CURRENCIES[base] ?? UNKNOWN;
  const quoteText = quote === DOLLAR ? String(ONE_E8) : CURRENCIES[quote]?.[0];
  if (quoteText === undefined) return undefined;
  const quotePrice = BigInt(quoteText);
  const startPrice = divFloor(BigInt(basePrice) * ONE_E8, quotePrice);
  return {
    startPrice: priceE8(startPrice > 0n ? startPrice : 1n),
    secondDeviationE12: Math.round((yearPercent * 10_000_000_000) / YEAR_ROOT_SECONDS),
    dayVolume,
  };
}
