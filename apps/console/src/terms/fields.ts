/** What terms consist of: names, how each field is written, read and checked. */
import { termTexts as t } from '../texts/terms.ts';

export type TermsKind = 'market' | 'currency' | 'chain' | 'settings' | 'bank_account';
export type FieldName = keyof typeof t.fields;

/** What stands behind an amount: the record's currency, a market's base or quote, or USDT. */
export type UnitName = 'currency' | 'base' | 'quote' | 'usdt';

export interface TermField {
  readonly name: FieldName;
  /** `share`: a fraction shown as a percentage. `step`: a number above zero. `name`: told from others, fixed once made. */
  readonly kind: 'amount' | 'step' | 'share' | 'count' | 'switch' | 'text' | 'choice';
  readonly unit?: UnitName;
  /** Where it is called otherwise here. */
  readonly label?: string;
  /** May be changed only while the record is new. */
  readonly isKey?: boolean;
  /** Of `amount`: zero is none. */
  readonly isPositive?: boolean;
  /** Of `count`: bounds. */
  readonly range?: readonly [low: number, high: number];
  /** Of `text`: length. */
  readonly length?: readonly [low: number, high: number];
  /** Of `text`: what it must look like, and the sentence when it does not. */
  readonly pattern?: readonly [RegExp, string];
  /** Which way the change weakens a safeguard (reliability.md L3). */
  readonly weaker?: 'higher' | 'lower';
  /** Whole width in the form, though others stand in pairs. */
  readonly isWide?: boolean;
}

export const labelOf = ({ name, label }: TermField): string => label ?? t.fields[name];

const market: readonly TermField[] = [
  {
    name: 'symbol',
    kind: 'text',
    isKey: true,
    pattern: [/^[A-Z0-9]{1,12}\/[A-Z0-9]{1,12}$/, t.problems.symbol],
    isWide: true,
  },
  { name: 'tick_size', kind: 'step', unit: 'quote' },
  { name: 'lot_size', kind: 'step', unit: 'base' },
  { name: 'min_notional', kind: 'amount', unit: 'quote', isWide: true },
  { name: 'maker_fee', kind: 'share' },
  { name: 'taker_fee', kind: 'share' },
  { name: 'market_band', kind: 'share', isPositive: true },
  { name: 'limit_band', kind: 'share', isPositive: true },
  { name: 'open_orders_max', kind: 'count', range: [1, 10_000] },
];

const currency: readonly TermField[] = [
  { name: 'currency_id', kind: 'count', range: [1, 1_000_000], isKey: true },
  { name: 'name', kind: 'text', isKey: true, pattern: [/^[A-Z0-9]{1,12}$/, t.problems.name] },
  { name: 'full_name', kind: 'text', length: [1, 60], isWide: true },
  { name: 'scale', kind: 'count', range: [0, 18], isKey: true },
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
  { name: 'confirmations', kind: 'count', range: [0, 10_000], weaker: 'lower' },
  {
    name: 'two_approvals_from',
    kind: 'amount',
    unit: 'currency',
    isPositive: true,
    weaker: 'higher',
    isWide: true,
  },
];

const settings: readonly TermField[] = [
  {
    name: 'daily_value_basic',
    kind: 'amount',
    unit: 'usdt',
    isPositive: true,
    weaker: 'higher',
    isWide: true,
  },
  {
    name: 'daily_value_advanced',
    kind: 'amount',
    unit: 'usdt',
    isPositive: true,
    weaker: 'higher',
    isWide: true,
  },
  { name: 'daily_count', kind: 'count', range: [1, 100], weaker: 'higher' },
  { name: 'vip_volume', kind: 'amount', unit: 'usdt', isPositive: true },
];

const bankAccount: readonly TermField[] = [
  { name: 'currency_id', kind: 'choice', label: t.fields.currency, isKey: true, isWide: true },
  { name: 'account_name', kind: 'text', length: [2, 80], isWide: true },
  {
    name: 'account_number',
    kind: 'text',
    pattern: [/^[0-9A-Za-z -]{5,42}$/, t.problems.accountNumber],
    isWide: true,
  },
  { name: 'bank_name', kind: 'text', length: [2, 80], isWide: true },
  { name: 'bank_address', kind: 'text', length: [2, 160], isWide: true },
  {
    name: 'swift_code',
    kind: 'text',
    pattern: [/^[A-Za-z0-9]{8}([A-Za-z0-9]{3})?$/, t.problems.swift],
  },
];

export const TERM_FIELDS: Readonly<Record<TermsKind, readonly TermField[]>> = {
  market,
  currency,
  chain,
  settings,
  bank_account: bankAccount,
};

/** Names and decimals of the currencies that amounts are in; scale undefined where none is known. */
export interface TermUnits {
  readonly currency?: string | undefined;
  readonly base?: string | undefined;
  readonly quote?: string | undefined;
  readonly scales?: Readonly<Partial<Record<UnitName, number>>> | undefined;
}

const USDT_SCALE = 6;
const PRICE_SCALE = 8;
const SHARE_SCALE = 6;
const SCALE_MAX = 18;

export const unitName = (unit: UnitName, units: TermUnits): string | undefined =>
  unit === 'usdt' ? 'USDT' : units[unit];

/** Most decimals that a field may have. */
export function scaleOf({ name, kind, unit }: TermField, units: TermUnits): number {
  if (kind === 'share') return SHARE_SCALE;
  if (name === 'tick_size') return PRICE_SCALE;
  if (unit === 'usdt') return USDT_SCALE;
  return (unit && units.scales?.[unit]) ?? SCALE_MAX;
}
