/** What an order's figures say, from its decimal strings. */
import type { Order } from '@fairlead/contract';
import { decimalsOf, formatDecimal, parseDecimal } from '@fairlead/units';

function ratio(part: string, whole: string): number | undefined {
  const scale = Math.max(decimalsOf(part), decimalsOf(whole));
  const above = parseDecimal(part, scale);
  const below = parseDecimal(whole, scale);
  if (above === undefined || below === undefined || below <= 0n) return undefined;
  return Number((above * 10_000n) / below) / 10_000;
}

/** 0 to 1, for a bar: of the quantity, or of the amount of a market buy. */
export function filledShare(order: Order): number {
  if (order.quantity !== undefined) return ratio(order.filled_quantity, order.quantity) ?? 0;
  return ratio(order.filled_amount, order.amount ?? '0') ?? 0;
}

export interface Filled {
  readonly done: string;
  readonly total: string;
  /** The currency both are in. */
  readonly currency: string;
}

/** Filled and wanted, in base, or in quote for a market buy by amount. */
export function filledOf(order: Order): Filled {
  const [base = '', quote = ''] = order.symbol.split('/');
  return order.quantity === undefined
    ? { done: order.filled_amount, total: order.amount ?? order.filled_amount, currency: quote }
    : { done: order.filled_quantity, total: order.quantity, currency: base };
}

export const hasFills = (order: Order): boolean => /[1-9]/.test(order.filled_quantity);

function minus(from: string, less: string): string {
  const scale = Math.max(decimalsOf(from), decimalsOf(less));
  const left = parseDecimal(from, scale) ?? 0n;
  const right = parseDecimal(less, scale) ?? 0n;
  return formatDecimal(left - right, scale);
}

/** What is still open; undefined where nothing waits. */
export function remainingOf(order: Order): string | undefined {
  const { done, total } = filledOf(order);
  return order.status === 'waiting' ? minus(total, done) : undefined;
}

/** What came in, less the fee, with its currency: base of a buy, quote of a sell. */
export function receivedOf(order: Order): { readonly amount: string; readonly currency: string } {
  const [base = '', quote = ''] = order.symbol.split('/');
  return order.side === 'buy'
    ? { amount: minus(order.filled_quantity, order.fee), currency: base }
    : { amount: minus(order.filled_amount, order.fee), currency: quote };
}

const REASONS = [
  'user',
  'remainder',
  'self_trade',
  'operator',
  'market_terms',
  'timer',
  'expired',
  'other_leg',
] as const;
export type KnownReason = (typeof REASONS)[number] | 'other';

/** The reason of a cancelled order, of those that have a sentence. */
export const reasonOf = (order: Order): KnownReason =>
  REASONS.find((reason) => reason === order.cancel_reason) ?? 'other';
