/**
 * Terms to begin with for locked funds and for an offering, from a template and what one of the currency is worth. As those of
 * markets (propose-terms.ts): sums are meant in USDT, and what is proposed keeps every rule.
 */
import { DAY_MS, divFloor, PRICE_SCALE } from '@fairlead/units';
import {
  atMost,
  checked,
  inQuote,
  type MarketSetting,
  ONE_E8,
  type Proposal,
  refuse,
  roundAtMost,
  short,
} from './propose-terms.ts';
import { HOSTING_TEMPLATES, OFFERING_TEMPLATES } from './templates.ts';
import { AMOUNT_MAX } from './term-bounds.ts';

/** In USDT: the smallest and the greatest of one user, and all of it. */
const LOCKED_USDT = { smallest: 10n, greatest: 10_000n, all: 1_000_000n };
const SOLD_USDT = { smallest: 10n, greatest: 5_000n, all: 500_000n };
/** Of an offering: until it begins, while it sells, and until it launches. */
const BEGINS_IN_DAYS = 7;
const SELLS_DAYS = 7;
const LAUNCHES_AFTER_DAYS = 1;

/** A round amount of the base that is worth at most so many USDT, at least the smallest unit. */
function worth(usdt: bigint, setting: MarketSetting, quoteUsdtE8: bigint): bigint {
  const { indexE8, baseScale } = setting;
  const priceUsdtE8 = divFloor(indexE8 * quoteUsdtE8, ONE_E8);
  if (priceUsdtE8 <= 0n) return 0n;
  return roundAtMost(atMost(inQuote(usdt * ONE_E8, priceUsdtE8, baseScale), AMOUNT_MAX));
}

/** What sums of one currency come to; undefined where they cannot be told apart in its smallest units. */
function sumsOf(
  usdt: typeof LOCKED_USDT,
  setting: MarketSetting,
  quoteUsdtE8: bigint,
): Record<'min_amount' | 'max_amount' | 'all', string> | undefined {
  const of = (sum: bigint) => worth(sum, setting, quoteUsdtE8);
  const [smallest, greatest, all] = [of(usdt.smallest), of(usdt.greatest), of(usdt.all)] as const;
  if (smallest < 2n || smallest >= greatest || greatest >= all) return undefined;
  const text = (minor: bigint) => short(minor, setting.baseScale);
  return { min_amount: text(smallest), max_amount: text(greatest), all: text(all) };
}

/** Days, yield, damages and bounds; the price is that of the currency in USDT. */
export function proposeHosting(
  setting: MarketSetting,
  template: keyof typeof HOSTING_TEMPLATES = 'month',
): Proposal<{
  readonly days: number;
  readonly daily_yield: string;
  readonly damages_rate: string;
  readonly min_amount: string;
  readonly max_amount: string;
  readonly capacity: string;
}> {
  const { quoteUsdtE8 } = setting;
  if (quoteUsdtE8 === undefined || quoteUsdtE8 <= 0n) return refuse('quote_unpriced');
  const sums = sumsOf(LOCKED_USDT, setting, quoteUsdtE8);
  if (sums === undefined) return refuse('no_grid');
  const { days, dailyYield } = HOSTING_TEMPLATES[template];
  const { all, ...bounds } = sums;
  const terms = {
    days,
    daily_yield: dailyYield,
    damages_rate: dailyYield,
    ...bounds,
    capacity: all,
  };
  return checked('hosting', terms, { ...setting, quoteScale: setting.baseScale });
}

/** Amounts and times of a sale; the price is the issue price. Days begin at midnight, UTC. */
export function proposeOffering(
  setting: MarketSetting & { readonly nowMs: number },
  template: keyof typeof OFFERING_TEMPLATES = 'free',
): Proposal<{
  readonly issue_price: string;
  readonly total: string;
  readonly min_amount: string;
  readonly max_amount: string;
  readonly starts_at: number;
  readonly closes_at: number;
  readonly launches_at: number;
  readonly lockup_days: number;
}> {
  const { indexE8, quoteUsdtE8, nowMs } = setting;
  if (quoteUsdtE8 === undefined || quoteUsdtE8 <= 0n) return refuse('quote_unpriced');
  const sums = sumsOf(SOLD_USDT, setting, quoteUsdtE8);
  if (sums === undefined) return refuse('no_grid');
  const { all, ...bounds } = sums;
  const startsAtMs = (Math.floor(nowMs / DAY_MS) + BEGINS_IN_DAYS) * DAY_MS;
  const closesAtMs = startsAtMs + SELLS_DAYS * DAY_MS;
  const terms = {
    issue_price: short(indexE8, PRICE_SCALE),
    total: all,
    ...bounds,
    starts_at: startsAtMs,
    closes_at: closesAtMs,
    launches_at: closesAtMs + LAUNCHES_AFTER_DAYS * DAY_MS,
    lockup_days: OFFERING_TEMPLATES[template].lockupDays,
  };
  return checked('offering', terms, { ...setting, quoteScale: setting.baseScale });
}
