/** What terms consist of: names, how each field is written and read. What it may be is its rule's (formula, term-rules.ts). */
import { TERM_FORMS, TERM_LENGTHS } from '@fairlead/contract/term-texts';
import { rulesOf, type TermRule } from '@fairlead/formula';
import { PRICE_SCALE } from '@fairlead/units';
import { PERCENT_SCALE } from './decimals.ts';
import { termTexts as t } from './texts.ts';

export type TermsKind =
  | 'market'
  | 'currency'
  | 'chain'
  | 'settings'
  | 'bank_account'
  | 'futures'
  | 'options'
  | 'option_currency'
  | 'hosting'
  | 'offering'
  | 'referral';
/** Kinds whose change is sent with a reason. */
export const REASONED_KINDS: ReadonlySet<TermsKind> = new Set<TermsKind>([
  'futures',
  'options',
  'option_currency',
  'hosting',
  'offering',
  'referral',
]);
export type FieldName = keyof typeof t.fields;

/** What stands behind an amount: the record's currency, what it is paid in, a market's base or quote, or USDT. */
export type UnitName = 'currency' | 'payment' | 'base' | 'quote' | 'usdt';

interface SwitchWords {
  readonly on: string;
  readonly off: string;
}

export interface TermField {
  readonly name: FieldName;
  /**
   * `share`: a part of one, typed and shown in percent. `step`: a number above zero. `amounts`: several, ascending.
   * `rows`: a list of records of `rows`, told apart by its first field and kept in its order.
   * `time`: a moment, in milliseconds. `texts`: a text in each language, English at least.
   */
  readonly kind:
    | 'amount'
    | 'step'
    | 'share'
    | 'count'
    | 'switch'
    | 'text'
    | 'choice'
    | 'amounts'
    | 'rows'
    | 'time'
    | 'texts';
  /** Of `rows`: what each record consists of. */
  readonly rows?: readonly TermField[];
  /** What it may be, and who may change it. */
  readonly rule?: TermRule;
  readonly unit?: UnitName;
  /** Where it is called otherwise here. */
  readonly label?: string;
  /** Where another sentence explains it here. */
  readonly hint?: string | undefined;
  /** May be changed only while the record is new. */
  readonly isKey?: boolean;
  /** Of `amount` and `share`: zero is none. */
  readonly isPositive?: boolean;
  /** Of `switch`: what it says where that is not what it says elsewhere. */
  readonly words?: SwitchWords;
  /** Of `text`: empty is none. */
  readonly isOptional?: boolean;
  /** Of `text`: length. */
  readonly length?: readonly [low: number, high: number];
  /** Of `text`: what it must look like, and the sentence when it does not. */
  readonly pattern?: readonly [RegExp, string];
  /** Whole width in the form, though others stand in pairs. */
  readonly isWide?: boolean;
}

export const labelOf = ({ name, label }: TermField): string => label ?? t.fields[name];

/** What tells the records of a list apart. */
export const keyFieldOf = ({ rows }: TermField): TermField | undefined => rows?.[0];

const market: readonly TermField[] = [
  {
    name: 'symbol',
    kind: 'text',
    isKey: true,
    pattern: [TERM_FORMS.symbol, t.problems.symbol],
    isWide: true,
  },
  { name: 'tick_size', kind: 'step', unit: 'quote' },
  { name: 'lot_size', kind: 'step', unit: 'base' },
  { name: 'min_notional', kind: 'amount', unit: 'quote', isWide: true },
  { name: 'maker_fee', kind: 'share' },
  { name: 'taker_fee', kind: 'share' },
  { name: 'market_band', kind: 'share', isPositive: true },
  { name: 'limit_band', kind: 'share', isPositive: true },
  { name: 'open_orders_max', kind: 'count' },
];

const currency: readonly TermField[] = [
  { name: 'currency_id', kind: 'count', isKey: true },
  { name: 'name', kind: 'text', isKey: true, pattern: [TERM_FORMS.name, t.problems.name] },
  { name: 'full_name', kind: 'text', length: TERM_LENGTHS.full_name, isWide: true },
  { name: 'scale', kind: 'count', isKey: true },
  { name: 'is_enabled', kind: 'switch', isWide: true },
];

const chain: readonly TermField[] = [
  { name: 'currency_id', kind: 'choice', label: t.fields.currency, isKey: true },
  { name: 'chain', kind: 'choice', isKey: true },
  { name: 'is_deposit_open', kind: 'switch' },
  { name: 'is_withdraw_open', kind: 'switch' },
  { name: 'min_deposit', kind: 'amount', unit: 'currency', isPositive: true },
  { name: 'min_withdraw', kind: 'amount', unit: 'currency', isPositive: true },
  { name: 'withdraw_fee', kind: 'amount', unit: 'currency' },
  { name: 'confirmations', kind: 'count' },
  {
    name: 'two_approvals_from',
    kind: 'amount',
    unit: 'currency',
    isPositive: true,
    isWide: true,
  },
];

const settings: readonly TermField[] = [
  {
    name: 'daily_value_basic',
    kind: 'amount',
    unit: 'usdt',
    isPositive: true,
    isWide: true,
  },
  {
    name: 'daily_value_advanced',
    kind: 'amount',
    unit: 'usdt',
    isPositive: true,
    isWide: true,
  },
  { name: 'daily_count', kind: 'count' },
  { name: 'vip_volume', kind: 'amount', unit: 'usdt', isPositive: true },
];

const bankAccount: readonly TermField[] = [
  { name: 'currency_id', kind: 'choice', label: t.fields.currency, isKey: true, isWide: true },
  { name: 'account_name', kind: 'text', length: TERM_LENGTHS.account_name, isWide: true },
  {
    name: 'account_number',
    kind: 'text',
    pattern: [TERM_FORMS.account_number, t.problems.accountNumber],
    isWide: true,
  },
  { name: 'bank_name', kind: 'text', length: TERM_LENGTHS.bank_name, isWide: true },
  { name: 'bank_address', kind: 'text', length: TERM_LENGTHS.bank_address, isWide: true },
  {
    name: 'swift_code',
    kind: 'text',
    pattern: [TERM_FORMS.swift_code, t.problems.swift],
  },
  {
    name: 'fiat_currency',
    kind: 'text',
    isOptional: true,
    pattern: [TERM_FORMS.fiat_currency, t.problems.fiatCurrency],
  },
  {
    name: 'fiat_rate',
    kind: 'text',
    isOptional: true,
    pattern: [TERM_FORMS.fiat_rate, t.problems.fiatRate],
  },
];

const futures: readonly TermField[] = [
  { name: 'symbol', kind: 'choice', label: t.fields.market, isKey: true, isWide: true },
  { name: 'is_open', kind: 'switch', isWide: true },
  { name: 'lot_size', kind: 'step', unit: 'base', label: t.fields.lot, hint: t.hints['lot'] },
  {
    name: 'profit_cap',
    kind: 'count',
  },
  { name: 'min_lots', kind: 'count' },
  { name: 'max_lots', kind: 'count' },
  {
    name: 'multiples',
    kind: 'rows',
    isWide: true,
    rows: [
      { name: 'multiple', kind: 'count' },
      { name: 'maintenance_rate', kind: 'share', isPositive: true },
      { name: 'max_notional', kind: 'amount', unit: 'quote', isPositive: true },
    ],
  },
  { name: 'open_fee', kind: 'share' },
  { name: 'close_fee', kind: 'share' },
  { name: 'insurance_share', kind: 'share' },
  { name: 'half_spread', kind: 'share' },
  { name: 'price_step', kind: 'step', unit: 'quote' },
  {
    name: 'max_open_interest',
    kind: 'amount',
    unit: 'quote',
    isPositive: true,
  },
  { name: 'max_positions', kind: 'count' },
];

const options: readonly TermField[] = [
  { name: 'symbol', kind: 'choice', label: t.fields.market, isKey: true, isWide: true },
  { name: 'is_open', kind: 'switch', isWide: true },
  {
    name: 'times',
    kind: 'rows',
    isWide: true,
    rows: [
      { name: 'seconds', kind: 'count' },
      {
        name: 'payout_ratio',
        kind: 'share',
        isPositive: true,
      },
      { name: 'min_amount', kind: 'amount', unit: 'quote', isPositive: true },
      { name: 'max_amount', kind: 'amount', unit: 'quote', isPositive: true },
    ],
  },
  { name: 'max_exposure', kind: 'amount', unit: 'quote', isPositive: true },
  { name: 'max_orders', kind: 'count' },
];

const optionCurrency: readonly TermField[] = [
  { name: 'currency_id', kind: 'choice', label: t.fields.currency, isKey: true, isWide: true },
  { name: 'is_open', kind: 'switch', isWide: true },
  { name: 'fee_rate', kind: 'share' },
  { name: 'amounts', kind: 'amounts', unit: 'currency', isWide: true },
];

const hosting: readonly TermField[] = [
  { name: 'id', kind: 'count', isKey: true },
  { name: 'currency_id', kind: 'choice', label: t.fields.currency, isKey: true },
  { name: 'is_open', kind: 'switch', label: t.sale, words: t.saleWords.hosting, isWide: true },
  { name: 'days', kind: 'count' },
  { name: 'daily_yield', kind: 'share', isPositive: true },
  {
    name: 'min_amount',
    kind: 'amount',
    unit: 'currency',
    isPositive: true,
    label: t.smallest.order,
  },
  {
    name: 'max_amount',
    kind: 'amount',
    unit: 'currency',
    isPositive: true,
    label: t.greatest.order,
  },
  { name: 'capacity', kind: 'amount', unit: 'currency', isPositive: true },
  { name: 'damages_rate', kind: 'share' },
];

const offering: readonly TermField[] = [
  { name: 'id', kind: 'count', isKey: true, isWide: true },
  { name: 'currency_id', kind: 'choice', label: t.soldCurrency, isKey: true },
  { name: 'payment_currency_id', kind: 'choice', isKey: true },
  { name: 'is_open', kind: 'switch', label: t.sale, words: t.saleWords.offering, isWide: true },
  { name: 'issue_price', kind: 'step', unit: 'payment' },
  { name: 'total', kind: 'amount', unit: 'currency', isPositive: true },
  {
    name: 'min_amount',
    kind: 'amount',
    unit: 'currency',
    isPositive: true,
    label: t.smallest.subscription,
  },
  {
    name: 'max_amount',
    kind: 'amount',
    unit: 'currency',
    isPositive: true,
    label: t.greatest.subscription,
  },
  { name: 'starts_at', kind: 'time', isWide: true },
  { name: 'closes_at', kind: 'time', isWide: true },
  { name: 'launches_at', kind: 'time', isWide: true },
  { name: 'lockup_days', kind: 'count' },
  { name: 'introduction', kind: 'texts', length: TERM_LENGTHS.introduction, isWide: true },
];

const referral: readonly TermField[] = [
  {
    name: 'levels',
    kind: 'rows',
    isWide: true,
    rows: [
      { name: 'needs', kind: 'count' },
      { name: 'ratio', kind: 'share' },
    ],
  },
];

const FIELDS: Readonly<Record<TermsKind, readonly TermField[]>> = {
  market,
  currency,
  chain,
  settings,
  bank_account: bankAccount,
  futures,
  options,
  option_currency: optionCurrency,
  hosting,
  offering,
  referral,
};

/** Terms with a rule that no form shows: a market is named by its symbol, and its state has acts of its own. */
export const NOT_SHOWN: Readonly<Partial<Record<TermsKind, readonly string[]>>> = {
  market: ['market_id', 'state'],
};

const ruled = (
  fields: readonly TermField[],
  rules: Readonly<Record<string, TermRule>>,
): readonly TermField[] =>
  fields.map((field) => {
    const rule = rules[field.name];
    if (rule === undefined) return field;
    const rows = rule.kind === 'rows' && field.rows && ruled(field.rows, rule.fields);
    return { ...field, rule, ...(rows && { rows }) };
  });

/** The fields of each form, each with its rule. */
export const TERM_FIELDS: Readonly<Record<TermsKind, readonly TermField[]>> = Object.fromEntries(
  Object.entries(FIELDS).map(([kind, fields]) => [
    kind,
    ruled(fields, rulesOf(kind as TermsKind).fields),
  ]),
) as Record<TermsKind, readonly TermField[]>;

/** Names and decimals of the currencies that amounts are in; scale undefined where none is known. */
export interface TermUnits {
  readonly currency?: string | undefined;
  readonly payment?: string | undefined;
  readonly base?: string | undefined;
  readonly quote?: string | undefined;
  readonly scales?: Readonly<Partial<Record<UnitName, number>>> | undefined;
  /** The market's index price, where there is one. */
  readonly index?: string | undefined;
  /** The index, or where the market has none what the two currencies' own come to. */
  readonly guide?: string | undefined;
  /** What one of the quote currency, or of what an offering is paid in, is worth in USDT, where that is known. */
  readonly quoteUsdt?: string | undefined;
  /** The same of the record's currency. */
  readonly usdt?: string | undefined;
}

export const USDT_SCALE = 6;
const SCALE_MAX = 18;

export const unitName = (unit: UnitName, units: TermUnits): string | undefined =>
  unit === 'usdt' ? 'USDT' : units[unit];

/** What stands behind a figure that is typed. */
export const trailingOf = ({ kind, unit }: TermField, units: TermUnits): string | undefined =>
  kind === 'share' ? '%' : unit && unitName(unit, units);

/** Most decimals that may be typed into a field. */
export function scaleOf({ name, kind, unit }: TermField, units: TermUnits): number {
  if (kind === 'share') return PERCENT_SCALE;
  if (name === 'tick_size' || name === 'price_step' || name === 'issue_price') return PRICE_SCALE;
  if (unit === 'usdt') return USDT_SCALE;
  return (unit && units.scales?.[unit]) ?? SCALE_MAX;
}
