/**
 * The bounds of the one table of terms (formula, term-rules.ts), enforced where terms are taken: no path around the
 * routes gets beyond them. Each field of the engine's terms names its rule; one without is a type error.
 */
import {
  FIGURE_SCALE,
  isKeptBy,
  isShareWithin,
  type LimitContext,
  limitsOf,
  rulesOf,
  type TermFigures,
  type TermName,
  type TermRule,
  type TermsProduct,
  termConflicts,
  UNIT_SCALES,
} from '@fairlead/formula';
import { assert } from '@fairlead/units';
import type { FuturesTerms, MultipleTerms } from './futures/terms.ts';
import type { HostingProduct } from './hosting/terms.ts';
import type { Offering } from './offerings/terms.ts';
import type { OptionCurrency, OptionTerms, OptionTime } from './options/terms.ts';
import type { ReferralLevel } from './referral/terms.ts';
import type { Currency, Market } from './terms.ts';

type Name<Terms> = readonly [field: keyof Terms, rule: string];
/** Takes a list of all fields of some terms, each with its rule; `derived` follows from others that have rules. */
const namesOf =
  <Terms, RuleName extends string>() =>
  <const List extends readonly (readonly [keyof Terms, RuleName | 'derived'])[]>(
    list: keyof Terms extends List[number][0] ? List : never,
  ): readonly Name<Terms>[] =>
    list;

const MARKET = namesOf<Market, TermName<'market'>>()([
  ['marketId', 'market_id'],
  ['symbol', 'symbol'],
  ['baseCurrencyId', 'symbol'],
  ['quoteCurrencyId', 'symbol'],
  ['tickSizeE8', 'tick_size'],
  ['lotBaseMinor', 'lot_size'],
  ['tickLotQuoteMinor', 'derived'],
  ['makerFeePpm', 'maker_fee'],
  ['takerFeePpm', 'taker_fee'],
  ['minNotionalMinor', 'min_notional'],
  ['marketBandPpm', 'market_band'],
  ['limitBandPpm', 'limit_band'],
  ['openOrdersMax', 'open_orders_max'],
  ['icebergPartsMax', 'iceberg_parts_max'],
  ['state', 'state'],
]);
const FUTURES = namesOf<FuturesTerms, TermName<'futures'>>()([
  ['marketId', 'symbol'],
  ['lotBaseMinor', 'lot_size'],
  ['lotsMin', 'min_lots'],
  ['lotsMax', 'max_lots'],
  ['multiples', 'multiples'],
  ['openFeePpm', 'open_fee'],
  ['closeFeePpm', 'close_fee'],
  ['insuranceSharePpm', 'insurance_share'],
  ['halfSpreadPpm', 'half_spread'],
  ['priceStepE8', 'price_step'],
  ['profitCapMultiple', 'profit_cap'],
  ['openInterestMaxMinor', 'max_open_interest'],
  ['positionsMax', 'max_positions'],
  ['isOpen', 'is_open'],
]);
const OPTIONS = namesOf<OptionTerms, TermName<'options'>>()([
  ['marketId', 'symbol'],
  ['times', 'times'],
  ['exposureMaxMinor', 'max_exposure'],
  ['ordersMax', 'max_orders'],
  ['isOpen', 'is_open'],
]);
const OPTION_CURRENCY = namesOf<OptionCurrency, TermName<'option_currency'>>()([
  ['currencyId', 'currency_id'],
  ['feePpm', 'fee_rate'],
  ['presets', 'amounts'],
  ['isOpen', 'is_open'],
]);
const HOSTING = namesOf<HostingProduct, TermName<'hosting'>>()([
  ['productId', 'id'],
  ['currencyId', 'currency_id'],
  ['days', 'days'],
  ['minMinor', 'min_amount'],
  ['maxMinor', 'max_amount'],
  ['capacityMinor', 'capacity'],
  ['dailyYieldPpm', 'daily_yield'],
  ['damagesRatePpm', 'damages_rate'],
  ['isOpen', 'is_open'],
]);
const OFFERING = namesOf<Offering, TermName<'offering'>>()([
  ['offeringId', 'id'],
  ['currencyId', 'currency_id'],
  ['paymentCurrencyId', 'payment_currency_id'],
  ['issuePrice', 'issue_price'],
  ['totalMinor', 'total'],
  ['minMinor', 'min_amount'],
  ['maxMinor', 'max_amount'],
  ['lockupDays', 'lockup_days'],
  ['startsAtMs', 'starts_at'],
  ['closesAtMs', 'closes_at'],
  ['launchesAtMs', 'launches_at'],
  ['isOpen', 'is_open'],
]);
const CURRENCY = namesOf<Currency, TermName<'currency'>>()([
  ['currencyId', 'currency_id'],
  ['name', 'name'],
  ['fullName', 'full_name'],
  ['scale', 'scale'],
  ['isEnabled', 'is_enabled'],
]);

/** Fields of the records in lists. */
const MULTIPLE = namesOf<MultipleTerms, string>()([
  ['multiple', 'multiple'],
  ['maintenanceRatePpm', 'maintenance_rate'],
  ['notionalMaxMinor', 'max_notional'],
]);
const TIME = namesOf<OptionTime, string>()([
  ['seconds', 'seconds'],
  ['payoutRatioPpm', 'payout_ratio'],
  ['minMinor', 'min_amount'],
  ['maxMinor', 'max_amount'],
]);
const LEVEL = namesOf<ReferralLevel, string>()([
  ['needs', 'needs'],
  ['ratioPpm', 'ratio'],
]);

type Rules = Readonly<Record<string, TermRule>>;
type ScaleOf = (field: string) => number;
const ofScale =
  (scale: number): ScaleOf =>
  () =>
    scale;
/** Amounts in smallest units: among each other they compare whatever the decimals of their currency. */
const MINOR: ScaleOf = ofScale(0);

const OF_SCALES: ReadonlySet<string> = new Set(['lot_size', 'issue_price']);

/** Terms of the engine, all of one kind. */
interface Given {
  readonly names: readonly (readonly [field: string, rule: string])[];
  readonly terms: object;
  /** Of its list: the rule's name, its records and their fields. */
  readonly list?: {
    readonly rule: string;
    readonly names: readonly (readonly [field: string, rule: string])[];
    readonly records: readonly object[];
  };
  readonly scaleOf?: ScaleOf;
  readonly indexE8?: bigint | undefined;
}

/** Whether terms keep every rule of their product: each field's own, and those between fields. */
function isSound(product: TermsProduct, given: Given): boolean {
  const { names, terms, list, scaleOf = MINOR, indexE8 } = given;
  const { fields } = rulesOf(product);
  const own = figuresOf({ rules: fields, names, scaleOf }, terms);
  const of = list && { rules: rowRules(product, list.rule), names: list.names, scaleOf };
  const rows = of === undefined ? [] : list?.records.map((each) => figuresOf(of, each));
  if (own === undefined || rows?.some((row) => row === undefined)) return false;
  const figures: TermFigures = {
    ...scalars(own),
    rows: (name) => (name === list?.rule ? (rows ?? []).map((row) => scalars(row)) : []),
  };
  const context: LimitContext = {
    indexE8,
    // What a lot is worth at the index, and all of an offering at its price, is looked at where it changes, with the
    // decimals of its currencies.
    scaleOf: (field) => (OF_SCALES.has(field) && scaleOf === MINOR ? undefined : scaleOf(field)),
  };
  return termConflicts(product, { figures, context }).length === 0;
}

/** The figures of a record by its rules' names; undefined where a number is none. */
function figuresOf(
  { rules, names, scaleOf }: { rules: Rules; names: Given['names']; scaleOf: ScaleOf },
  terms: object,
): ReadonlyMap<string, bigint> | undefined {
  const values = terms as Readonly<Record<string, unknown>>;
  const figures = new Map<string, bigint>();
  for (const [field, name] of names) {
    const [rule, value] = [rules[name], values[field]];
    const isBounded = rule?.kind === 'number' || (rule?.kind === 'key' && rule.min !== undefined);
    if (!isBounded || value === undefined) continue;
    if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
    const unit = rule.kind === 'key' ? 'count' : rule.unit;
    const scale = unit === 'amount' ? scaleOf(name) : UNIT_SCALES[unit];
    figures.set(name, BigInt(value as bigint | number) * 10n ** BigInt(FIGURE_SCALE - scale));
  }
  return figures;
}

const scalars = (figures: ReadonlyMap<string, bigint> | undefined) => ({
  figure: (field: string) => figures?.get(field),
  word: () => undefined,
});

function rowRules(product: TermsProduct, field: string): Rules {
  const rule = rulesOf(product).fields[field];
  assert(rule?.kind === 'rows', `${product} ${field} is a list`);
  return rule.fields;
}

export function isMarketBounded(terms: Market, base: Currency, quote: Currency): boolean {
  const scaleOf = (field: string) => (field === 'lot_size' ? base.scale : quote.scale);
  return isSound('market', { names: MARKET, terms, scaleOf });
}

export const isCurrencyBounded = (terms: Currency): boolean =>
  isSound('currency', { names: CURRENCY, terms });

export const areFuturesBounded = (terms: FuturesTerms, indexE8?: bigint): boolean =>
  isSound('futures', {
    names: FUTURES,
    terms,
    list: { rule: 'multiples', names: MULTIPLE, records: terms.multiples },
    indexE8,
  });

export const areOptionsBounded = (terms: OptionTerms): boolean =>
  isSound('options', {
    names: OPTIONS,
    terms,
    list: { rule: 'times', names: TIME, records: terms.times },
  });

export const isOptionCurrencyBounded = (terms: OptionCurrency): boolean =>
  isSound('option_currency', { names: OPTION_CURRENCY, terms });

export const isHostingBounded = (terms: HostingProduct): boolean =>
  isSound('hosting', { names: HOSTING, terms });

export const isOfferingBounded = (terms: Offering): boolean =>
  isSound('offering', { names: OFFERING, terms });

export const isLevelBounded = (level: ReferralLevel): boolean =>
  isSound('referral', {
    names: [],
    terms: {},
    list: { rule: 'levels', names: LEVEL, records: [level] },
  });

/** A partner's own share. */
export const isPartnerRatioBounded = (ratioPpm: bigint): boolean =>
  isSound('partner', { names: [['ratioPpm', 'ratio']], terms: { ratioPpm } });

/** The fee of a withdrawal leaves its owner the share that the terms promise of the least one, whatever is asked for. */
export function isWithdrawFeeBounded(fee: bigint, amount: bigint): boolean {
  const rule = rulesOf('chain').fields['withdraw_fee'];
  if (rule?.kind !== 'number' || rule.shareOf === undefined) return true;
  return isShareWithin(fee, amount, rule.shareOf.max);
}

/** A tick is no coarser than its share of the index: what rounds to it costs nobody more. */
export const isTickBounded = (
  { tickSizeE8 }: Pick<Market, 'tickSizeE8'>,
  indexE8: bigint,
): boolean =>
  isKeptAtIndex('market', 'tick_size', {
    value: tickSizeE8,
    scale: UNIT_SCALES.price,
    indexE8,
  });

/** A lot is worth no more at the index than its rule says. */
export const isLotBounded = (
  product: 'market' | 'futures',
  lotBaseMinor: bigint,
  { indexE8, baseScale }: { readonly indexE8: bigint; readonly baseScale: number },
): boolean =>
  isKeptAtIndex(product, 'lot_size', { value: lotBaseMinor, scale: baseScale, indexE8 });

const NOTHING: TermFigures = { figure: () => undefined, word: () => undefined, rows: () => [] };

/** Whether a value keeps the limits that an index gives its field. */
function isKeptAtIndex(
  product: TermsProduct,
  field: string,
  { value, scale, indexE8 }: { value: bigint; scale: number; indexE8: bigint },
): boolean {
  const figure = value * 10n ** BigInt(FIGURE_SCALE - scale);
  const context = { indexE8, scaleOf: () => scale };
  return limitsOf(product, field, { figures: NOTHING, context }).every((limit) =>
    isKeptBy(limit, figure),
  );
}
