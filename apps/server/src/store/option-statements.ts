/** The statements of a batch that write options. */
import { copy, update, upsert } from './statement-builders.ts';

export const UPSERT_OPTION_TERMS = upsert('option_terms', [
  ['market_id', 'bigint'],
  ['times', 'json'],
  ['exposure_max_minor', 'bigint'],
  ['orders_max', 'bigint'],
  ['is_open', 'boolean'],
]);

export const UPSERT_OPTION_CURRENCIES = upsert('option_currencies', [
  ['currency_id', 'bigint'],
  ['fee_ppm', 'bigint'],
  ['presets', 'json'],
  ['is_open', 'boolean'],
]);

export const COPY_OPTION_ORDERS = copy('option_orders', [
  'option_id',
  'owner_id',
  'market_id',
  'currency_id',
  'direction',
  'seconds',
  'stake_minor',
  'fee_minor',
  'fee_ppm',
  'payout_ratio_ppm',
  'payout_minor',
  'strike_e8',
  'purchased_at_ms',
  'delivers_at_ms',
  'window_ms',
  'status',
  'outcome',
  'result',
  'delivery_price_e8',
  'paid_minor',
  'profit_minor',
  'purchase_receipt_id',
  'delivery_receipt_id',
  'settled_at_ms',
  'shortfall',
  'would_be',
]);

/** What an option was bought as never changes. */
export const UPDATE_OPTION_ORDERS = update('option_orders', [
  ['option_id', 'bigint'],
  ['status', 'text'],
  ['outcome', 'text'],
  ['result', 'text'],
  ['delivery_price_e8', 'bigint'],
  ['paid_minor', 'bigint'],
  ['profit_minor', 'bigint'],
  ['delivery_receipt_id', 'bigint'],
  ['settled_at_ms', 'bigint'],
  ['shortfall', 'text'],
  ['would_be', 'text'],
]);
