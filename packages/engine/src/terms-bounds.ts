/**
 * The bounds of the one table of terms (formula, term-rules.ts), enforced where terms are taken: no path around the
 * routes gets beyond them. Each field of the engine's terms names its rule; one without is a type error.
 */
import {
  areTermsWithin,
  isShareWithin,
  isTermWithin,
  rulesOf,
  type TermName,
  type TermRule,
  type TermsProduct,
} from '@fairlead/formula';
import { assert } from '@fairlead/units';
import type {
  FuturesTerms,
  MultipleTerms,
  OptionCurrency,
  OptionTerms,
  OptionTime,
} from './derivative-terms.ts';
import type { Currency, Market } from './terms.ts';
import type { HostingProduct, Offering, ReferralLevel } from './wealth-terms.ts';

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

function rowRules(product: TermsProduct, field: string): Rules {
  const rule = rulesOf(product).fields[field];
  assert(rule?.kind === 'rows', `${product} ${field} is a list`);
  return rule.fields;
}

const fieldsOf = (product: TermsProduct): Rules => rulesOf(product).fields;
const ofScale = (scale: number) => () => scale;

export function isMarketBounded(terms: Market, base: Currency, quote: Currency): boolean {
  const scaleOf = (field: string) => (field === 'lot_size' ? base.scale : quote.scale);
  return areTermsWithin(fieldsOf('market'), MARKET, { terms, scaleOf });
}

export const isCurrencyBounded = (terms: Currency): boolean =>
  areTermsWithin(fieldsOf('currency'), CURRENCY, { terms, scaleOf: ofScale(0) });

export function areFuturesBounded(terms: FuturesTerms, scale: number): boolean {
  const scaleOf = ofScale(scale);
  return (
    areTermsWithin(fieldsOf('futures'), FUTURES, { terms, scaleOf }) &&
    terms.multiples.every((each) =>
      areTermsWithin(rowRules('futures', 'multiples'), MULTIPLE, { terms: each, scaleOf }),
    )
  );
}

export function areOptionsBounded(terms: OptionTerms, scale: number): boolean {
  const scaleOf = ofScale(scale);
  return (
    areTermsWithin(fieldsOf('options'), OPTIONS, { terms, scaleOf }) &&
    terms.times.every((each) =>
      areTermsWithin(rowRules('options', 'times'), TIME, { terms: each, scaleOf }),
    )
  );
}

export const isOptionCurrencyBounded = (terms: OptionCurrency): boolean =>
  areTermsWithin(fieldsOf('option_currency'), OPTION_CURRENCY, { terms, scaleOf: ofScale(0) });

export const isHostingBounded = (terms: HostingProduct): boolean =>
  areTermsWithin(fieldsOf('hosting'), HOSTING, { terms, scaleOf: ofScale(0) });

export const isOfferingBounded = (terms: Offering): boolean =>
  areTermsWithin(fieldsOf('offering'), OFFERING, { terms, scaleOf: ofScale(0) });

export const isLevelBounded = (terms: ReferralLevel): boolean =>
  areTermsWithin(rowRules('referral', 'levels'), LEVEL, { terms, scaleOf: ofScale(0) });

/** A partner's own share. */
export const isPartnerRatioBounded = (ratioPpm: bigint): boolean =>
  areTermsWithin(fieldsOf('partner'), [['ratioPpm', 'ratio']], {
    terms: { ratioPpm },
    scaleOf: ofScale(0),
  });

/** The fee of a withdrawal leaves its owner the share that the terms promise of the least one, whatever is asked for. */
export function isWithdrawFeeBounded(fee: bigint, amount: bigint): boolean {
  const rule = fieldsOf('chain')['withdraw_fee'];
  if (rule?.kind !== 'number' || rule.shareOf === undefined) return true;
  return isShareWithin(fee, amount, rule.shareOf.max);
}

/** A tick is no coarser than its share of the index: what rounds to it costs nobody more. */
export function isTickBounded(
  { tickSizeE8 }: Pick<Market, 'tickSizeE8'>,
  indexE8: bigint,
): boolean {
  const rule = fieldsOf('market')['tick_size'];
  if (rule?.kind !== 'number' || rule.shareOfIndexMax === undefined) return true;
  return isShareWithin(tickSizeE8, indexE8, rule.shareOfIndexMax);
}

/** Decimals of prices. */
const PRICE_SCALE = 8;

/** A lot is worth no more at the index than its rule says. */
export function isLotBounded(
  product: 'market' | 'futures',
  lotBaseMinor: bigint,
  { indexE8, baseScale }: { readonly indexE8: bigint; readonly baseScale: number },
): boolean {
  const rule = fieldsOf(product)['lot_size'];
  if (rule?.kind !== 'number' || rule.worthAtIndexMax === undefined) return true;
  const worthE8 = (lotBaseMinor * indexE8) / 10n ** BigInt(baseScale);
  return isTermWithin({ ...rule, max: rule.worthAtIndexMax }, worthE8, PRICE_SCALE);
}
