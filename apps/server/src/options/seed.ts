/** Options that a deployment starts with; from then on they are operators' data. */
import type { Currency, Market, OptionCurrency, OptionTerms } from '@fairlead/engine';
import { amountMinor, ratePpm } from '@fairlead/units';

/** Delivery times in seconds with the pay-out of a right order, in ppm of its stake. */
const TIMES = [
  [30, 750_000n],
  [60, 800_000n],
  [120, 820_000n],
  [180, 850_000n],
  [300, 880_000n],
] as const;

/** Whole units of the quote currency. */
const STAKE_MIN = 10n;
const STAKE_MAX = 5_000n;
const EXPOSURE_MAX = 500_000n;
const PRESETS = [10n, 50n, 100n, 500n, 1_000n];
const ORDERS_MAX = 50;
/** 1 % of the stake. */
const FEE = ratePpm(10_000n);

const minor = (whole: bigint, { scale }: Pick<Currency, 'scale'>) =>
  amountMinor(whole * 10n ** BigInt(scale));

export const seedOptionTerms = (
  { marketId }: Pick<Market, 'marketId'>,
  quote: Currency,
): OptionTerms => ({
  marketId,
  times: TIMES.map(([seconds, payoutRatio]) => ({
    seconds,
    payoutRatioPpm: ratePpm(payoutRatio),
    minMinor: minor(STAKE_MIN, quote),
    maxMinor: minor(STAKE_MAX, quote),
  })),
  exposureMaxMinor: minor(EXPOSURE_MAX, quote),
  ordersMax: ORDERS_MAX,
  isOpen: true,
});

export const seedOptionCurrency = (currency: Currency): OptionCurrency => ({
  currencyId: currency.currencyId,
  feePpm: FEE,
  presets: PRESETS.map((whole) => minor(whole, currency)),
  isOpen: true,
});
