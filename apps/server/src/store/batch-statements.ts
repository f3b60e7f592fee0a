/** The statements of a batch, one or two for each table: COPY for new rows, one statement for changed ones. */
import type { Statement } from './batch-encoder.ts';
import { copy, update, upsert } from './statement-builders.ts';

export const ADVANCE_LEADER: Statement = {
  name: 'advance_leader',
  sql: 'SELECT advance_leader($1, $2, $3, $4, $5, $6, $7)',
  columns: 7,
};

export const COPY_OWNERS = copy('owners', ['owner_id']);

export const UPDATE_OWNERS = update('owners', [
  ['owner_id', 'bigint'],
  ['is_frozen', 'boolean'],
]);

export const UPSERT_CURRENCIES = upsert('currencies', [
  ['currency_id', 'bigint'],
  ['name', 'text'],
  ['full_name', 'text'],
  ['scale', 'bigint'],
  ['is_enabled', 'boolean'],
]);

export const UPSERT_MARKETS = upsert('markets', [
  ['market_id', 'bigint'],
  ['symbol', 'text'],
  ['base_currency_id', 'bigint'],
  ['quote_currency_id', 'bigint'],
  ['tick_size_e8', 'numeric'],
  ['lot_base_minor', 'numeric'],
  ['tick_lot_quote_minor', 'numeric'],
  ['maker_fee_ppm', 'bigint'],
  ['taker_fee_ppm', 'bigint'],
  ['min_notional_minor', 'numeric'],
  ['market_band_ppm', 'bigint'],
  ['limit_band_ppm', 'bigint'],
  ['open_orders_max', 'bigint'],
  ['state', 'text'],
]);

/** A grid under which nothing was numbered gives way to the next. */
export const UPSERT_MARKET_GRIDS = upsert(
  'market_grids',
  [
    ['market_id', 'bigint'],
    ['after_order_id', 'bigint'],
    ['after_trade_id', 'bigint'],
    ['tick_size_e8', 'numeric'],
    ['lot_base_minor', 'numeric'],
    ['tick_lot_quote_minor', 'numeric'],
  ],
  { keys: 3 },
);

export const COPY_ORDERS = copy('orders', [
  'order_id',
  'owner_id',
  'market_id',
  'side',
  'type',
  'time_in_force',
  'client_order_id',
  'price_ticks',
  'quantity_lots',
  'amount_minor',
  'filled_quantity_lots',
  'filled_amount_minor',
  'fee_minor',
  'hold_minor',
  'maker_fee_ppm',
  'taker_fee_ppm',
  'status',
  'cancel_reason',
  'created_at_ms',
  'updated_at_ms',
  'agreed_digest',
]);

/** What an order was placed as never changes. */
export const UPDATE_ORDERS = update('orders', [
  ['order_id', 'bigint'],
  ['filled_quantity_lots', 'bigint'],
  ['filled_amount_minor', 'bigint'],
  ['fee_minor', 'bigint'],
  ['hold_minor', 'bigint'],
  ['status', 'text'],
  ['cancel_reason', 'text'],
  ['updated_at_ms', 'bigint'],
]);

export const COPY_TRADES = copy('trades', [
  'trade_id',
  'market_id',
  'price_ticks',
  'quantity_lots',
  'notional_minor',
  'side',
  'maker_order_id',
  'taker_order_id',
  'maker_owner_id',
  'taker_owner_id',
  'maker_fee_minor',
  'taker_fee_minor',
  'time_ms',
]);

export const COPY_ENTRIES = copy('journal_entries', [
  'entry_id',
  'sequence',
  'reason',
  'reference',
  'time_ms',
]);

export const COPY_POSTINGS = copy('postings', [
  'entry_id',
  'ordinal',
  'account_id',
  'owner_id',
  'account',
  'currency_id',
  'amount_minor',
  'balance_minor',
  'time_ms',
]);

export const UPSERT_BALANCES = upsert(
  'balances',
  [
    ['account_id', 'bigint'],
    ['owner_id', 'bigint'],
    ['account', 'text'],
    ['currency_id', 'bigint'],
    ['total_minor', 'bigint'],
    ['frozen_minor', 'bigint'],
  ],
  { fixed: ['owner_id', 'account', 'currency_id'] },
);

export const COPY_TRANSFERS = copy('transfers', [
  'transfer_id',
  'owner_id',
  'source',
  'target',
  'currency_id',
  'amount_minor',
  'time_ms',
]);

export const COPY_INDEX_SAMPLES = copy('index_samples', [
  'market_id',
  'sample_time_ms',
  'price_e8',
  'sources',
]);

export const COPY_IDEMPOTENCY_KEYS = copy('idempotency_keys', [
  'owner_id',
  'key',
  'route',
  'fingerprint',
  'status',
  'body',
  'sequence',
  'created_at_ms',
]);

/** What a deposit was opened as never changes. */
export const UPSERT_DEPOSITS = upsert(
  'deposits',
  [
    ['deposit_id', 'bigint'],
    ['owner_id', 'bigint'],
    ['kind', 'text'],
    ['currency_id', 'bigint'],
    ['chain', 'text'],
    ['tx_id', 'text'],
    ['output_index', 'bigint'],
    ['amount_minor', 'bigint'],
    ['credited_minor', 'bigint'],
    ['fee_minor', 'bigint'],
    ['proof_file_id', 'bigint'],
    ['is_priority', 'boolean'],
    ['is_suspended', 'boolean'],
    ['receivable_minor', 'bigint'],
    ['status', 'text'],
    ['reason', 'text'],
    ['reference', 'text'],
    ['approvals', 'json'],
    ['created_at_ms', 'bigint'],
    ['updated_at_ms', 'bigint'],
    ['decided_at_ms', 'bigint'],
  ],
  {
    fixed: [
      'owner_id',
      'kind',
      'currency_id',
      'chain',
      'tx_id',
      'output_index',
      'amount_minor',
      'proof_file_id',
      'created_at_ms',
    ],
  },
);

/** What was asked for never changes: amount, fee and destination are what is sent (W6, W11). */
export const UPSERT_WITHDRAWALS = upsert(
  'withdrawals',
  [
    ['withdrawal_id', 'bigint'],
    ['owner_id', 'bigint'],
    ['currency_id', 'bigint'],
    ['amount_minor', 'bigint'],
    ['fee_minor', 'bigint'],
    ['hold_minor', 'bigint'],
    ['destination_kind', 'text'],
    ['address_id', 'bigint'],
    ['card_id', 'bigint'],
    ['chain', 'text'],
    ['address', 'text'],
    ['note', 'text'],
    ['status', 'text'],
    ['send_state', 'text'],
    ['reason', 'text'],
    ['tx_id', 'text'],
    ['approvals_needed', 'bigint'],
    ['approvals', 'json'],
    ['value_minor', 'bigint'],
    ['created_at_ms', 'bigint'],
    ['updated_at_ms', 'bigint'],
    ['decided_at_ms', 'bigint'],
    ['sent_at_ms', 'bigint'],
  ],
  {
    fixed: [
      'owner_id',
      'currency_id',
      'amount_minor',
      'fee_minor',
      'destination_kind',
      'address_id',
      'card_id',
      'chain',
      'address',
      'note',
      'approvals_needed',
      'value_minor',
      'created_at_ms',
    ],
  },
);
