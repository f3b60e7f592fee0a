/**
 * Terms to begin with, from a template and a price: what an operator is offered for a new market, its futures or its
 * options, and then edits. All of it keeps every rule of the tables. Sums of money are meant in USDT and turned into the quote currency
 * by its own price; what has none is not taken for a dollar, so nothing is proposed.
 */
import { divCeil, divFloor, formatDecimal, PRICE_SCALE, priceE8, ratePpm } from '@fairlead/units';
import { coarsestStep } from '../futures.ts';
import { FUTURES_TEMPLATES, MARKET_TEMPLATES, OPTION_TEMPLATES } from './templates.ts';
import { AMOUNT_MAX } from './term-bounds.ts';
import { figuresOf, limitsOf, termConflicts } from './term-limits.ts';
import { FIGURE_SCALE } from './term-relations.ts';
import type { TermsProduct } from './term-rules.ts';

/** What a market is about. */
export interface MarketSetting {
  /** Quote per base; above zero. */
  readonly indexE8: bigint;
  readonly baseScale: number;
  readonly quoteScale: number;
  /** What one of the quote currency is worth in USDT; undefined where nobody knows. */
  readonly quoteUsdtE8: bigint | undefined;
}

/** `quote_unpriced`: the quote has no price in USDT. `no_grid`: no price step or lot keeps the rules at this price. */
export type ProposalRefusal = 'quote_unpriced' | 'no_grid';
export type Proposal<Terms> =
  | { readonly ok: true; readonly terms: Terms }
  | { readonly ok: false; readonly refusal: ProposalRefusal };

export const refuse = (refusal: ProposalRefusal) => ({ ok: false, refusal }) as const;

export const ONE_E8 = 10n ** BigInt(PRICE_SCALE);
/** Prices have about five digits that move. */
const TICKS_OF_PRICE = 100_000n;
/** In 10^-8 USDT: what the smallest order is worth, a lot of the book and a lot of futures. */
const SMALLEST_ORDER_E8 = 5n * ONE_E8;
const LOT_E8 = ONE_E8 / 10n;
const FUTURES_LOT_E8 = 500n * ONE_E8;
const STAKE_USDT = { smallest: 10n, greatest: 10_000n, all: 1_000_000n };

/** The largest power of ten that is at most a value; 1 for less. */
function tenAtMost(value: bigint): bigint {
  let ten = 1n;
  while (ten * 10n <= value) ten *= 10n;
  return ten;
}

/** The largest of 1, 2 and 5 times a power of ten that is at most a value; 1 for less. */
export function roundAtMost(value: bigint): bigint {
  const ten = tenAtMost(value);
  return ([5n, 2n].find((digit) => digit * ten <= value) ?? 1n) * ten;
}

/** So many 10^-8 USDT in smallest units of the quote currency, rounded down. */
export const inQuote = (usdtE8: bigint, quoteUsdtE8: bigint, quoteScale: number): bigint =>
  divFloor(usdtE8 * 10n ** BigInt(quoteScale), quoteUsdtE8);

export const atMost = (value: bigint, most: bigint): bigint => (value > most ? most : value);

/** Decimal text without the noughts of its scale. */
export function short(value: bigint, scale: number): string {
  let [kept, decimals] = [value, scale];
  while (decimals > 0 && kept % 10n === 0n) [kept, decimals] = [divFloor(kept, 10n), decimals - 1];
  return formatDecimal(kept, decimals);
}

/** The greatest amount of a field by its limits, rounded down to smallest units; undefined where none is known. */
function limitMinor(
  product: TermsProduct,
  field: string,
  { terms, scale, setting }: { terms: object; scale: number; setting: MarketSetting },
): { readonly most?: bigint; readonly multipleOf?: bigint } {
  const limits = limitsOf(product, field, {
    figures: figuresOf(terms as Readonly<Record<string, unknown>>),
    context: contextOf(setting),
  });
  const unit = 10n ** BigInt(FIGURE_SCALE - scale);
  const most = limits
    .filter(({ sense }) => sense === 'at_most')
    .map(({ figure }) => divFloor(figure, unit))
    .reduce<bigint | undefined>(
      (least, each) => (least === undefined || each < least ? each : least),
      undefined,
    );
  const multiple = limits.find(({ sense }) => sense === 'multiple_of');
  return {
    ...(most !== undefined && { most }),
    ...(multiple && { multipleOf: divFloor(multiple.figure, unit) }),
  };
}

const contextOf = ({ indexE8, baseScale, quoteScale }: MarketSetting) => ({
  indexE8,
  scaleOf: (field: string) => (field === 'lot_size' ? baseScale : quoteScale),
});

/** A proposal is one only if no rule speaks against it. */
export function checked<Terms extends object>(
  product: TermsProduct,
  terms: Terms,
  setting: MarketSetting,
): Proposal<Terms> {
  const figures = figuresOf(terms as Readonly<Record<string, unknown>>);
  const isSound = termConflicts(product, { figures, context: contextOf(setting) }).length === 0;
  return isSound ? { ok: true, terms } : refuse('no_grid');
}

/** Tick and lot of a book: the finest of a hundred-thousandth of the price at which a lot stays small. */
function gridOf(
  setting: MarketSetting,
  quoteUsdtE8: bigint,
): { readonly tickE8: bigint; readonly lotMinor: bigint } | undefined {
  const { indexE8, baseScale } = setting;
  const mostTick =
    limitMinor('market', 'tick_size', { terms: {}, scale: PRICE_SCALE, setting }).most ?? 0n;
  const wantedE8 = divFloor(LOT_E8 * ONE_E8, quoteUsdtE8);
  const wanted = tenAtMost(divFloor(wantedE8 * 10n ** BigInt(baseScale), indexE8));
  const smallE8 = divFloor(SMALLEST_ORDER_E8 * ONE_E8, quoteUsdtE8);
  let best: { readonly tickE8: bigint; readonly lotMinor: bigint } | undefined;
  for (
    let tickE8 = tenAtMost(divFloor(indexE8, TICKS_OF_PRICE));
    tickE8 <= mostTick;
    tickE8 *= 10n
  ) {
    const terms = { tick_size: formatDecimal(tickE8, PRICE_SCALE) };
    const limit = limitMinor('market', 'lot_size', { terms, scale: baseScale, setting });
    const step = limit.multipleOf ?? 1n;
    const lotMinor = divCeil(wanted, step) * step;
    if (lotMinor > atMost(limit.most ?? AMOUNT_MAX, AMOUNT_MAX)) continue;
    if (best === undefined || lotMinor < best.lotMinor) best = { tickE8, lotMinor };
    if (lotMinor * indexE8 <= smallE8 * 10n ** BigInt(baseScale)) break;
  }
  return best;
}

/** Tick, lot, smallest order, fees and bands of a spot market. */
export function proposeMarket(
  setting: MarketSetting,
  template: keyof typeof MARKET_TEMPLATES = 'liquid',
): Proposal<{
  readonly tick_size: string;
  readonly lot_size: string;
  readonly min_notional: string;
  readonly maker_fee: string;
  readonly taker_fee: string;
  readonly market_band: string;
  readonly limit_band: string;
  readonly open_orders_max: number;
}> {
  const { baseScale, quoteScale, quoteUsdtE8, indexE8 } = setting;
  const own = MARKET_TEMPLATES[template];
  if (quoteUsdtE8 === undefined || quoteUsdtE8 <= 0n) return refuse('quote_unpriced');
  const grid = indexE8 > 0n ? gridOf(setting, quoteUsdtE8) : undefined;
  if (grid === undefined) return refuse('no_grid');
  const most = limitMinor('market', 'min_notional', { terms: {}, scale: quoteScale, setting }).most;
  const smallest = roundAtMost(inQuote(SMALLEST_ORDER_E8, quoteUsdtE8, quoteScale));
  const terms = {
    tick_size: short(grid.tickE8, PRICE_SCALE),
    lot_size: short(grid.lotMinor, baseScale),
    min_notional: short(atMost(smallest, atMost(most ?? AMOUNT_MAX, AMOUNT_MAX)), quoteScale),
    maker_fee: own.makerFee,
    taker_fee: own.takerFee,
    market_band: own.marketBand,
    limit_band: own.limitBand,
    open_orders_max: 200,
  };
  return checked('market', terms, setting);
}

/** Lot, multiples, fees, spread and step of futures; how much the house stands for is meant in USDT. */
export function proposeFutures(
  setting: MarketSetting,
  template: keyof typeof FUTURES_TEMPLATES = 'broad',
): Proposal<{
  readonly lot_size: string;
  readonly min_lots: number;
  readonly max_lots: number;
  readonly multiples: readonly {
    readonly multiple: number;
    readonly maintenance_rate: string;
    readonly max_notional: string;
  }[];
  readonly open_fee: string;
  readonly close_fee: string;
  readonly insurance_share: string;
  readonly half_spread: string;
  readonly price_step: string;
  readonly profit_cap: number;
  readonly max_open_interest: string;
  readonly max_positions: number;
}> {
  const { baseScale, quoteScale, quoteUsdtE8, indexE8 } = setting;
  const own = FUTURES_TEMPLATES[template];
  if (quoteUsdtE8 === undefined || quoteUsdtE8 <= 0n) return refuse('quote_unpriced');
  if (indexE8 <= 0n) return refuse('no_grid');
  const lotE8 = divFloor(FUTURES_LOT_E8 * ONE_E8, quoteUsdtE8);
  const wanted = tenAtMost(divFloor(lotE8 * 10n ** BigInt(baseScale), indexE8));
  const { most } = limitMinor('futures', 'lot_size', { terms: {}, scale: baseScale, setting });
  const lotMinor = tenAtMost(atMost(wanted, atMost(most ?? AMOUNT_MAX, AMOUNT_MAX)));
  const step = tenAtMost(coarsestStep(priceE8(indexE8), ratePpm(own.halfSpreadPpm)));
  const amount = (usdt: bigint, mostMinor: bigint) =>
    short(
      roundAtMost(atMost(inQuote(usdt * ONE_E8, quoteUsdtE8, quoteScale), mostMinor)),
      quoteScale,
    );
  const terms = {
    lot_size: short(lotMinor, baseScale),
    min_lots: 1,
    max_lots: 10_000,
    multiples: own.multiples.map(([multiple, usdt]) => ({
      multiple: Number(multiple),
      maintenance_rate: own.maintenanceRate,
      // What a position may win is an amount too.
      max_notional: amount(
        usdt,
        atMost(AMOUNT_MAX, divFloor(AMOUNT_MAX * multiple, own.profitCap)),
      ),
    })),
    open_fee: own.fee,
    close_fee: own.fee,
    insurance_share: '0.2',
    half_spread: formatDecimal(own.halfSpreadPpm, 6),
    price_step: short(step, PRICE_SCALE),
    profit_cap: Number(own.profitCap),
    max_open_interest: amount(own.openInterestUsdt, AMOUNT_MAX),
    max_positions: 100,
  };
  return checked('futures', terms, setting);
}

/** Delivery times, pay-outs and stakes of options. */
export function proposeOptions(
  setting: MarketSetting,
  template: keyof typeof OPTION_TEMPLATES = 'minutes',
): Proposal<{
  readonly times: readonly {
    readonly seconds: number;
    readonly payout_ratio: string;
    readonly min_amount: string;
    readonly max_amount: string;
  }[];
  readonly max_exposure: string;
  readonly max_orders: number;
}> {
  const { quoteScale, quoteUsdtE8 } = setting;
  if (quoteUsdtE8 === undefined || quoteUsdtE8 <= 0n) return refuse('quote_unpriced');
  const minor = (usdt: bigint) =>
    roundAtMost(atMost(inQuote(usdt * ONE_E8, quoteUsdtE8, quoteScale), AMOUNT_MAX));
  // A stake so small that a right guess would win nothing is none.
  const smallest = minor(STAKE_USDT.smallest) < 2n ? 2n : minor(STAKE_USDT.smallest);
  const greatest = minor(STAKE_USDT.greatest) < smallest ? smallest : minor(STAKE_USDT.greatest);
  const terms = {
    times: OPTION_TEMPLATES[template].map(([seconds, payout_ratio]) => ({
      seconds,
      payout_ratio,
      min_amount: short(smallest, quoteScale),
      max_amount: short(greatest, quoteScale),
    })),
    max_exposure: short(minor(STAKE_USDT.all), quoteScale),
    max_orders: 20,
  };
  return checked('options', terms, setting);
}
