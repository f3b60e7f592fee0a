/** Futures that a deployment starts with; from then on they are operators' data. */
import { type FuturesTerms, isLotBounded, type MultipleTerms } from '@fairlead/engine';
import { isStepFine } from '@fairlead/formula';
import { amountMinor, PRICE_SCALE, type PriceE8, parseDecimal, ratePpm } from '@fairlead/units';
import type { MarketTerms } from '../market/index.ts';

/** About 5 to 500 USDT at ordinary prices. */
const LOTS: Readonly<Record<string, string>> = {
  BTC: '0.01',
  ETH: '0.1',
  SOL: '1',
  XRP: '100',
  BNB: '0.1',
  DOGE: '1000',
  LTC: '1',
  TRX: '1000',
  ADA: '100',
};

/** A hundredth to a tenth of half the spread at ordinary prices; where a price falls below, openings round finer by themselves. */
const STEPS: Readonly<Record<string, string>> = {
  BTC: '0.01',
  ETH: '0.001',
  SOL: '0.0001',
  XRP: '0.000001',
  BNB: '0.001',
  DOGE: '0.0000001',
  LTC: '0.0001',
  TRX: '0.0000001',
  ADA: '0.0000001',
};

/** The greatest opening notional by multiple, in whole units of the quote currency: the more lever, the less size. */
const MULTIPLES = [
  [2, 5_000_000n],
  [5, 5_000_000n],
  [10, 2_000_000n],
  [20, 1_000_000n],
  [50, 200_000n],
  [100, 50_000n],
] as const;

/** 0.5 % of the opening notional: at 100 times half of the margin. */
const MAINTENANCE = ratePpm(5_000n);
/** 0.05 %, of which a fifth feeds the insurance fund. */
const FEE = ratePpm(500n);
const INSURANCE_SHARE = ratePpm(200_000n);
/** 0.01 %. */
const HALF_SPREAD = ratePpm(100n);
const PROFIT_CAP = 10;
const OPEN_INTEREST_MAX = 20_000_000n;
const POSITIONS_MAX = 100;
const LOTS_MAX = 10_000;

/**
 * Undefined for a base currency that has no lot here. `index` is the market's last price, where it had one: a step too
 * coarse or a lot too dear for it would be refused, and the start with it.
 */
export function seedFuturesTerms(market: MarketTerms, index?: PriceE8): FuturesTerms | undefined {
  const { base, quote } = market;
  const lot = parseDecimal(LOTS[base.name] ?? '0', base.scale) ?? 0n;
  if (lot === 0n) return undefined;
  const isLotFair = (size: bigint): boolean =>
    index === undefined || isLotBounded('futures', size, { indexE8: index, baseScale: base.scale });
  const isStepFair = (priceStepE8: bigint): boolean =>
    index === undefined || isStepFine({ halfSpreadPpm: HALF_SPREAD, priceStepE8 }, index);
  const step = parseDecimal(STEPS[base.name] ?? '0.00000001', PRICE_SCALE) ?? 1n;
  const minor = (whole: bigint) => amountMinor(whole * 10n ** BigInt(quote.scale));
  return {
    marketId: market.marketId,
    lotBaseMinor: amountMinor(largestFair(lot, isLotFair)),
    lotsMin: 1,
    lotsMax: LOTS_MAX,
    multiples: MULTIPLES.map(
      ([multiple, notionalMax]): MultipleTerms => ({
        multiple,
        maintenanceRatePpm: MAINTENANCE,
        notionalMaxMinor: minor(notionalMax),
      }),
    ),
    openFeePpm: FEE,
    closeFeePpm: FEE,
    insuranceSharePpm: INSURANCE_SHARE,
    halfSpreadPpm: HALF_SPREAD,
    priceStepE8: largestFair(step, isStepFair),
    profitCapMultiple: PROFIT_CAP,
    openInterestMaxMinor: minor(OPEN_INTEREST_MAX),
    positionsMax: POSITIONS_MAX,
    isOpen: true,
  };
}

/** What is fair of a value, its tenth, its hundredth and so on; 1 where nothing is. */
function largestFair(value: bigint, isFair: (value: bigint) => boolean): bigint {
  return value <= 1n || isFair(value) ? value : largestFair(value / 10n, isFair);
}
