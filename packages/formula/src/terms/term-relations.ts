/**
 * Every rule between fields of terms: which field it bounds, by which others, and the value that follows. What it is for, and
 * how figures are read: term-limits.ts.
 */
import { divCeil, divFloor, PPM_ONE, PRICE_SCALE, priceE8, ratePpm } from '@fairlead/units';
import { coarsestStep } from '../futures.ts';
import { AMOUNT_MAX } from './term-bounds.ts';
import type { TermsProduct } from './term-rules.ts';

/** Decimals of every figure here: those of the currency with the most. */
export const FIGURE_SCALE = 18;
const FIGURE_ONE = 10n ** 18n;
/** A figure of one millionth, and of 10^-8. */
const PPM = FIGURE_ONE / PPM_ONE;
export const E8 = FIGURE_ONE / 10n ** BigInt(PRICE_SCALE);

/** How a value stands to its limit: at most, at least or above it, a whole multiple of it, anything but it. */
export type LimitSense = 'at_most' | 'at_least' | 'above' | 'multiple_of' | 'other_than';

/** What a limit is called where it is told of; never another thing by the same name. */
export type LimitCode =
  | 'least'
  | 'greatest'
  | 'share_of_field'
  | 'share_of_index'
  | 'worth_at_index'
  | 'lot_of_tick'
  | 'most_of_fewest'
  | 'margin_of_multiple'
  | 'notional_of_cap'
  | 'spread_of_margin'
  | 'step_of_spread'
  | 'greatest_of_smallest'
  | 'stake_of_payout'
  | 'smallest_of_interest'
  | 'capacity_of_greatest'
  | 'total_of_greatest'
  | 'cost_of_total'
  | 'close_after_start'
  | 'launch_after_close'
  | 'payment_of_sold'
  | 'advanced_of_basic'
  | 'confirmations_of_chain';

export interface TermLimit {
  readonly code: LimitCode;
  readonly sense: LimitSense;
  /** In 10^-18 of what the field counts. */
  readonly figure: bigint;
  /** Paths of the fields that it follows from; none for a rule's own bound. */
  readonly by: readonly string[];
}

/** A field and a limit that its value does not keep. */
export interface TermConflict extends TermLimit {
  /** Of a list's record with its place: "multiples.2.maintenance_rate". */
  readonly field: string;
}

/** What limits depend on beside the terms. */
export interface LimitContext {
  /** The market's index; absent where there is none. */
  readonly indexE8?: bigint | undefined;
  /** Decimals of the currency that an amount is in; undefined where it is not known. */
  readonly scaleOf: (field: string) => number | undefined;
  /** A field that stays as it is: what the index does to it is no reason to refuse other changes. */
  readonly isKept?: ((field: string) => boolean) | undefined;
}

export type Figure = (field: string) => bigint | undefined;
export interface Reading {
  readonly figure: Figure;
  readonly word: (field: string) => string | undefined;
  readonly context: LimitContext;
}

/** One rule between fields; of `rows` it holds for each record of that list, whose fields come before the terms' own. */
export interface TermRelation {
  readonly code: LimitCode;
  readonly field: string;
  readonly by: readonly string[];
  readonly rows?: string;
  readonly sense: LimitSense;
  readonly limit: (reading: Reading) => bigint | undefined;
}

const same =
  (field: string) =>
  ({ figure }: Reading) =>
    figure(field);
/** The figure of so many smallest units of an amount. */
export function minorFigure(minor: bigint, scale: number | undefined): bigint | undefined {
  return scale === undefined ? undefined : minor * 10n ** BigInt(FIGURE_SCALE - scale);
}

/** The most that can be paid for with what the ledger can hold, at the issue price. */
function costOfTotal({ figure, context: { scaleOf } }: Reading): bigint | undefined {
  const [price, sold, payment] = [figure('issue_price'), scaleOf('total'), scaleOf('issue_price')];
  if (price === undefined || price <= 0n || sold === undefined || payment === undefined)
    return undefined;
  const whole = AMOUNT_MAX * FIGURE_ONE * 10n ** BigInt(sold);
  return minorFigure(divFloor(whole, price * 10n ** BigInt(payment)), sold);
}

function greatestCommon(left: bigint, right: bigint): bigint {
  return right === 0n ? left : greatestCommon(right, left % right);
}

/**
 * The smallest lot that is worth whole units of the quote currency at one tick, and with it at every price: tick × lot has
 * no more decimals than the quote.
 */
function lotOfTick({ figure, context: { scaleOf } }: Reading): bigint | undefined {
  const [tick, base, quote] = [figure('tick_size'), scaleOf('lot_size'), scaleOf('min_notional')];
  if (tick === undefined || tick <= 0n || base === undefined || quote === undefined)
    return undefined;
  const whole = 10n ** BigInt(FIGURE_SCALE + base);
  const lotMinor = divFloor(whole, greatestCommon(whole, tick * 10n ** BigInt(quote)));
  return minorFigure(lotMinor, base);
}

/** Half of 1 ÷ multiple: margin is at least twice the maintenance. */
function marginOfMultiple({ figure }: Reading): bigint | undefined {
  const multiple = figure('multiple');
  if (multiple === undefined || multiple <= 0n) return undefined;
  return divFloor(PPM_ONE * FIGURE_ONE, 2n * multiple) * PPM;
}

/** All that a position may win is an amount too, so that it can be kept ready. */
function notionalOfCap({ figure, context: { scaleOf } }: Reading): bigint | undefined {
  const [multiple, cap] = [figure('multiple'), figure('profit_cap')];
  if (multiple === undefined || cap === undefined || multiple <= 0n || cap <= 0n) return undefined;
  return minorFigure(divFloor(AMOUNT_MAX * multiple, cap), scaleOf('max_notional'));
}

/** What a spread, with a tenth of it for the step, may take so that it does not liquidate what it opens. */
function spreadOfMargin({ figure }: Reading): bigint | undefined {
  const [multiple, margin] = [figure('multiple'), figure('maintenance_rate')];
  if (multiple === undefined || margin === undefined || multiple <= 0n) return undefined;
  const times = divFloor(multiple, FIGURE_ONE);
  if (times <= 0n) return undefined;
  const left = 10n * PPM_ONE - 10n * divFloor(margin, PPM) * times - 1n;
  return divFloor(left, 11n * times) * PPM;
}

function stepOfSpread({ figure, context: { indexE8 } }: Reading): bigint | undefined {
  const half = figure('half_spread');
  if (half === undefined || half < 0n || indexE8 === undefined) return undefined;
  return coarsestStep(priceE8(indexE8), ratePpm(divFloor(half, PPM))) * E8;
}

/** With the smallest stake too whoever is right wins at least the smallest unit. */
function stakeOfPayout({ figure, context: { scaleOf } }: Reading): bigint | undefined {
  const ratio = figure('payout_ratio');
  if (ratio === undefined || ratio < PPM) return undefined;
  return minorFigure(divCeil(PPM_ONE, divFloor(ratio, PPM)), scaleOf('min_amount'));
}

/** Who locks the least earns at least the smallest unit. */
function smallestOfInterest({ figure, context: { scaleOf } }: Reading): bigint | undefined {
  const [days, daily] = [figure('days'), figure('daily_yield')];
  if (days === undefined || daily === undefined || daily < PPM || days < FIGURE_ONE)
    return undefined;
  const share = divFloor(daily, PPM) * divFloor(days, FIGURE_ONE);
  return minorFigure(divCeil(PPM_ONE, share), scaleOf('min_amount'));
}

/** A bank has no blocks; whatever has some needs one at least. */
const confirmationsOfChain = ({ word }: Reading): bigint | undefined => {
  const chain = word('chain');
  return chain === undefined || chain === 'BANK' ? undefined : FIGURE_ONE;
};

/** Every rule between fields of one product. */
export const TERM_RELATIONS: Readonly<Partial<Record<TermsProduct, readonly TermRelation[]>>> = {
  market: [
    {
      code: 'lot_of_tick',
      field: 'lot_size',
      by: ['tick_size'],
      sense: 'multiple_of',
      limit: lotOfTick,
    },
  ],
  futures: [
    {
      code: 'most_of_fewest',
      field: 'max_lots',
      by: ['min_lots'],
      sense: 'at_least',
      limit: same('min_lots'),
    },
    {
      code: 'margin_of_multiple',
      field: 'maintenance_rate',
      by: ['multiple'],
      rows: 'multiples',
      sense: 'at_most',
      limit: marginOfMultiple,
    },
    {
      code: 'notional_of_cap',
      field: 'max_notional',
      by: ['profit_cap', 'multiple'],
      rows: 'multiples',
      sense: 'at_most',
      limit: notionalOfCap,
    },
    {
      code: 'spread_of_margin',
      field: 'half_spread',
      by: ['maintenance_rate'],
      rows: 'multiples',
      sense: 'at_most',
      limit: spreadOfMargin,
    },
    {
      code: 'step_of_spread',
      field: 'price_step',
      by: ['half_spread'],
      sense: 'at_most',
      limit: stepOfSpread,
    },
  ],
  options: [
    {
      code: 'greatest_of_smallest',
      field: 'max_amount',
      by: ['min_amount'],
      rows: 'times',
      sense: 'at_least',
      limit: same('min_amount'),
    },
    {
      code: 'stake_of_payout',
      field: 'min_amount',
      by: ['payout_ratio'],
      rows: 'times',
      sense: 'at_least',
      limit: stakeOfPayout,
    },
  ],
  hosting: [
    {
      code: 'greatest_of_smallest',
      field: 'max_amount',
      by: ['min_amount'],
      sense: 'at_least',
      limit: same('min_amount'),
    },
    {
      code: 'capacity_of_greatest',
      field: 'capacity',
      by: ['max_amount'],
      sense: 'at_least',
      limit: same('max_amount'),
    },
    {
      code: 'smallest_of_interest',
      field: 'min_amount',
      by: ['daily_yield', 'days'],
      sense: 'at_least',
      limit: smallestOfInterest,
    },
  ],
  offering: [
    {
      code: 'payment_of_sold',
      field: 'payment_currency_id',
      by: ['currency_id'],
      sense: 'other_than',
      limit: same('currency_id'),
    },
    {
      code: 'greatest_of_smallest',
      field: 'max_amount',
      by: ['min_amount'],
      sense: 'at_least',
      limit: same('min_amount'),
    },
    {
      code: 'total_of_greatest',
      field: 'total',
      by: ['max_amount'],
      sense: 'at_least',
      limit: same('max_amount'),
    },
    {
      code: 'cost_of_total',
      field: 'total',
      by: ['issue_price'],
      sense: 'at_most',
      limit: costOfTotal,
    },
    {
      code: 'close_after_start',
      field: 'closes_at',
      by: ['starts_at'],
      sense: 'above',
      limit: same('starts_at'),
    },
    {
      code: 'launch_after_close',
      field: 'launches_at',
      by: ['closes_at'],
      sense: 'at_least',
      limit: same('closes_at'),
    },
  ],
  chain: [
    {
      code: 'confirmations_of_chain',
      field: 'confirmations',
      by: ['chain'],
      sense: 'at_least',
      limit: confirmationsOfChain,
    },
  ],
  settings: [
    {
      code: 'advanced_of_basic',
      field: 'daily_value_advanced',
      by: ['daily_value_basic'],
      sense: 'at_least',
      limit: same('daily_value_basic'),
    },
  ],
};
