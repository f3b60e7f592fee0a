/** The statements of a batch, one per table; each takes its columns as arrays of one length. */
import type { Statement } from './batch-encoder.ts';

const ARRAY_TYPES = { int8: 'int8[]', numeric: 'numeric[]', text: 'text[]' } as const;
type ColumnType = keyof typeof ARRAY_TYPES;

/** A column of a multi-row statement: its name, the type it travels as, and the cast into the table's. */
type Column = readonly [name: string, type: ColumnType, cast?: string];

function multiRow(name: string, columns: readonly Column[], conflict = ''): Statement {
  const names = columns.map(([column]) => column).join(', ');
  const selected = columns
    .map(([column, , cast]) => (cast ? `${column}::${cast}` : column))
    .join(', ');
  const parameters = columns
    .map(([, type], index) => `$${index + 1}::${ARRAY_TYPES[type]}`)
    .join(', ');
  const sql = `INSERT INTO ${name} (${names}) SELECT ${selected} FROM unnest(${parameters}) AS given (${names})${conflict}`;
  return { name: `batch_${name}`, sql, columns: columns.length };
}

/** ` ON CONFLICT (key) DO UPDATE` of the other columns. */
const replacing = (key: string, columns: readonly string[]): string =>
  ` ON CONFLICT (${key}) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`;

export const ADVANCE_LEADER: Statement = {
  name: 'batch_leader',
  sql: 'SELECT advance_leader($1, $2, $3, $4, $5, $6, $7)',
  columns: 7,
};

export const INSERT_OWNERS = multiRow('owners', [['owner_id', 'int8']], ' ON CONFLICT DO NOTHING');

export const UPSERT_CURRENCIES = multiRow(
  'currencies',
  [
    ['currency_id', 'int8'],
    ['name', 'text'],
    ['full_name', 'text'],
    ['scale', 'int8'],
    ['is_enabled', 'text', 'boolean'],
  ],
  replacing('currency_id', ['name', 'full_name', 'scale', 'is_enabled']),
);

export const UPSERT_MARKETS = multiRow(
  'markets',
  [
    ['market_id', 'int8'],
    ['symbol', 'text'],
    ['base_currency_id', 'int8'],
    ['quote_currency_id', 'int8'],
    ['tick_size_e8', 'numeric'],
    ['lot_base_minor', 'numeric'],
    ['tick_lot_quote_minor', 'numeric'],
    ['maker_fee_ppm', 'int8'],
    ['taker_fee_ppm', 'int8'],
    ['min_notional_minor', 'numeric'],
    ['market_band_ppm', 'int8'],
    ['limit_band_ppm', 'int8'],
    ['open_orders_max', 'int8'],
    ['state', 'text'],
  ],
  replacing('market_id', [
    'symbol',
    'base_currency_id',
    'quote_currency_id',
    'tick_size_e8',
    'lot_base_minor',
    'tick_lot_quote_minor',
    'maker_fee_ppm',
    'taker_fee_ppm',
    'min_notional_minor',
    'market_band_ppm',
    'limit_band_ppm',
    'open_orders_max',
    'state',
  ]),
);

export const UPSERT_ORDERS = multiRow(
  'orders',
  [
    ['order_id', 'int8'],
    ['owner_id', 'int8'],
    ['market_id', 'int8'],
    ['side', 'text'],
    ['type', 'text'],
    ['time_in_force', 'text'],
    ['client_order_id', 'text'],
    ['price_ticks', 'int8'],
    ['quantity_lots', 'int8'],
    ['amount_minor', 'int8'],
    ['filled_quantity_lots', 'int8'],
    ['filled_amount_minor', 'int8'],
    ['fee_minor', 'int8'],
    ['hold_minor', 'int8'],
    ['status', 'text'],
    ['cancel_reason', 'text'],
    ['created_at_ms', 'int8'],
    ['updated_at_ms', 'int8'],
  ],
  // What an order was placed as never changes.
  replacing('order_id', [
    'filled_quantity_lots',
    'filled_amount_minor',
    'fee_minor',
    'hold_minor',
    'status',
    'cancel_reason',
    'updated_at_ms',
  ]),
);

export const INSERT_TRADES = multiRow('trades', [
  ['trade_id', 'int8'],
  ['market_id', 'int8'],
  ['price_ticks', 'int8'],
  ['quantity_lots', 'int8'],
  ['notional_minor', 'int8'],
  ['side', 'text'],
  ['maker_order_id', 'int8'],
  ['taker_order_id', 'int8'],
  ['maker_owner_id', 'int8'],
  ['taker_owner_id', 'int8'],
  ['maker_fee_minor', 'int8'],
  ['taker_fee_minor', 'int8'],
  ['time_ms', 'int8'],
]);

export const INSERT_ENTRIES = multiRow('journal_entries', [
  ['entry_id', 'int8'],
  ['sequence', 'int8'],
  ['reason', 'text'],
  ['reference', 'text'],
  ['time_ms', 'int8'],
]);

export const INSERT_POSTINGS = multiRow('postings', [
  ['entry_id', 'int8'],
  ['ordinal', 'int8'],
  ['account_id', 'int8'],
  ['owner_id', 'int8'],
  ['account', 'text'],
  ['currency_id', 'int8'],
  ['amount_minor', 'int8'],
  ['balance_minor', 'int8'],
  ['time_ms', 'int8'],
]);

export const UPSERT_BALANCES = multiRow(
  'balances',
  [
    ['account_id', 'int8'],
    ['owner_id', 'int8'],
    ['account', 'text'],
    ['currency_id', 'int8'],
    ['total_minor', 'int8'],
    ['frozen_minor', 'int8'],
  ],
  replacing('account_id', ['total_minor', 'frozen_minor']),
);

export const INSERT_TRANSFERS = multiRow('transfers', [
  ['transfer_id', 'int8'],
  ['owner_id', 'int8'],
  ['source', 'text'],
  ['target', 'text'],
  ['currency_id', 'int8'],
  ['amount_minor', 'int8'],
  ['time_ms', 'int8'],
]);

export const INSERT_INDEX_SAMPLES = multiRow('index_samples', [
  ['market_id', 'int8'],
  ['sample_time_ms', 'int8'],
  ['price_e8', 'numeric'],
  ['sources', 'text', 'json'],
]);

export const INSERT_IDEMPOTENCY_KEYS = multiRow('idempotency_keys', [
  ['owner_id', 'int8'],
  ['key', 'text'],
  ['route', 'text'],
  ['fingerprint', 'text'],
  ['status', 'int8'],
  ['body', 'text', 'json'],
  ['sequence', 'int8'],
  ['created_at_ms', 'int8'],
]);
