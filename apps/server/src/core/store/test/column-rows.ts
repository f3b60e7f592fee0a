/**
 * A row of every table that a batch writes, with a value of its own in every field and each field beside the column it belongs
 * in: what column lists, writers and readers are held to. Written down by hand, not made from what it tests.
 */
import type {
  AmendmentRow,
  BalanceRow,
  CancelTimerRow,
  ConversionRow,
  Counters,
  Currency,
  DepositRow,
  EntryRow,
  FuturesTerms,
  GridRow,
  HostingProduct,
  HostingRow,
  IndexRow,
  LoneWordRow,
  Market,
  OfferingRow,
  OptionCurrency,
  OptionRow,
  OptionTerms,
  OrderListRow,
  OrderRow,
  PartnerRow,
  PositionRow,
  PostingRow,
  RebateDayRow,
  RebateRow,
  ReceiptRow,
  ReceivedTransferRow,
  ReferralRow,
  ReferralTerms,
  SentTransferRow,
  SubscriptionRow,
  TradeRow,
  TradingRow,
  TransferRow,
  TriggerBacklogRow,
  TriggerMove,
  TriggerRow,
  VouchRow,
  WithdrawalRow,
} from '@fairlead/engine';
import { amountMinor, DAY_MS } from '@fairlead/units';
import type { TradePostingsRow } from '../../../ledger/trade-postings.ts';
import type { SealedReceipt } from '../../../receipts/record.ts';
import type { AnswerRow } from '../batch/writer.ts';

/** Without brands. */
type Plain<Value> = Value extends bigint
  ? bigint
  : Value extends number
    ? number
    : Value extends string | boolean
      ? Value
      : Value extends readonly (infer Item)[]
        ? readonly Plain<Item>[]
        : { readonly [Name in keyof Value]: Plain<Value[Name]> };

/** A value that its column holds in another form. */
class Stored<Value> {
  readonly value: Value;
  readonly stored: unknown;
  constructor(value: Value, stored: unknown) {
    this.value = value;
    this.stored = stored;
  }
}

const as = <Value>(value: Value, stored: unknown): Stored<Value> => new Stored(value, stored);

type Cell<Value> = Plain<Value> | Stored<Plain<Value>>;
/** A field's column and value, and the value that it changes to; without the latter it never changes. */
type Field<Value> = readonly [column: string, first: Cell<Value>, next?: Cell<Value>];
type Fields<Row> = { readonly [Name in keyof Required<Row>]: Field<NonNullable<Row[Name]>> };

/** A row as the engine has it and as its table should. */
export interface ColumnRow<Row> {
  readonly table: string;
  /** The columns that it is found by. */
  readonly keys: readonly string[];
  /** As it is written first. */
  readonly first: Row;
  /** As it is written again: what may not change has another value here as well. */
  readonly next: Row;
  readonly stored: { readonly first: StoredRow; readonly next: StoredRow };
}

export type StoredRow = Readonly<Record<string, unknown>>;

interface More {
  readonly keys?: number;
  /** Members that are no column, or several. */
  readonly members?: object;
  /** Columns of no member of their own. */
  readonly columns?: Readonly<Record<string, readonly [first: unknown, next?: unknown]>>;
}

/** The first `keys` fields are what the row is found by. */
function row<Row>(
  table: string,
  fields: Fields<Row>,
  { keys = 1, members = {}, columns = {} }: More = {},
): ColumnRow<Row> {
  const all = Object.entries(fields as Readonly<Record<string, Field<unknown>>>);
  const plainOf = (cell: unknown): unknown => (cell instanceof Stored ? cell.value : cell);
  const storedOf = (cell: unknown): unknown => (cell instanceof Stored ? cell.stored : cell);
  const made = (pick: (field: Field<unknown>, at: number) => unknown): Row =>
    ({
      ...Object.fromEntries(all.map(([name, field], at) => [name, pick(field, at)])),
      ...members,
    }) as Row;
  const stored = (isFirst: boolean): StoredRow =>
    Object.fromEntries([
      ...all.map(([, [column, first, next = first]]) => [column, storedOf(isFirst ? first : next)]),
      ...Object.entries(columns).map(([column, [first, next = first]]) => [
        column,
        isFirst ? first : next,
      ]),
    ]);
  return {
    table,
    keys: all.slice(0, keys).map(([, [column]]) => column),
    first: made(([, first]) => plainOf(first)),
    next: made(([, first, next], at) =>
      next === undefined ? (at < keys ? plainOf(first) : other(plainOf(first))) : plainOf(next),
    ),
    stored: { first: stored(true), next: stored(false) },
  };
}

function other(value: unknown): unknown {
  if (typeof value === 'bigint') return value + 1_000n;
  return typeof value === 'number' ? value + 1_000 : value;
}

/** Of the first batch. */
export const FIRST_MS = 30_000 * DAY_MS + 1;

export const currency = row<Currency>('currencies', {
  currencyId: ['currency_id', 1],
  name: ['name', 'BTC', 'XBT'],
  fullName: ['full_name', 'Bitcoin', 'Bitcoin core'],
  scale: ['scale', 8, 9],
  isEnabled: ['is_enabled', true, false],
});

export const market = row<Market>('markets', {
  marketId: ['market_id', 1],
  symbol: ['symbol', 'BTC/USDT', 'XBT/USDT'],
  baseCurrencyId: ['base_currency_id', 2, 102],
  quoteCurrencyId: ['quote_currency_id', 3, 103],
  tickSizeE8: ['tick_size_e8', 4n, 104n],
  lotBaseMinor: ['lot_base_minor', 5n, 105n],
  tickLotQuoteMinor: ['tick_lot_quote_minor', 6n, 106n],
  makerFeePpm: ['maker_fee_ppm', 7n, 107n],
  takerFeePpm: ['taker_fee_ppm', 8n, 108n],
  minNotionalMinor: ['min_notional_minor', 9n, 109n],
  marketBandPpm: ['market_band_ppm', 10n, 110n],
  limitBandPpm: ['limit_band_ppm', 11n, 111n],
  openOrdersMax: ['open_orders_max', 12, 112],
  icebergPartsMax: ['iceberg_parts_max', 13, 113],
  state: ['state', 'open', 'halted'],
});

export const grid = row<GridRow>(
  'market_grids',
  {
    marketId: ['market_id', 1],
    afterOrderId: ['after_order_id', 2],
    afterTradeId: ['after_trade_id', 3],
    tickSizeE8: ['tick_size_e8', 4n, 104n],
    lotBaseMinor: ['lot_base_minor', 5n, 105n],
    tickLotQuoteMinor: ['tick_lot_quote_minor', 6n, 106n],
  },
  { keys: 3 },
);

export const order = row<OrderRow>(
  'orders',
  {
    orderId: ['order_id', 7],
    owner: ['owner_id', 11],
    marketId: ['market_id', 1],
    side: ['side', 'buy'],
    type: ['type', 'limit'],
    timeInForce: ['time_in_force', 'gtc'],
    clientOrderId: ['client_order_id', 'mine'],
    price: ['price_ticks', 12, 112],
    quantity: ['quantity_lots', 13, 113],
    amount: ['amount_minor', 14n],
    filledQuantity: ['filled_quantity_lots', 15, 115],
    filledAmount: ['filled_amount_minor', 16n, 116n],
    fee: ['fee_minor', 17n, 117n],
    hold: ['hold_minor', 18n, 118n],
    makerFeePpm: ['maker_fee_ppm', 19n],
    takerFeePpm: ['taker_fee_ppm', 20n],
    status: ['status', 'waiting', 'cancelled'],
    cancelReason: ['cancel_reason', 'user', 'self_trade'],
    createdAtMs: ['created_at_ms', 21],
    updatedAtMs: ['updated_at_ms', 22, 122],
    priority: ['priority', 31, 131],
    expiresAtMs: ['expires_at_ms', 32],
    selfTrade: ['self_trade', 'expire_maker'],
    listId: ['list_id', 33],
    display: ['display_lots', 4, 5],
    hidden: ['hidden_lots', 3, 2],
  },
  { columns: { agreed_digest: ['digest of order 7', null] } },
);

export const amendment = row<AmendmentRow>(
  'order_amendments',
  {
    orderId: ['order_id', 7],
    sequence: ['sequence', 41],
    owner: ['owner_id', 11],
    priceBefore: ['price_before_ticks', 42],
    quantityBefore: ['quantity_before_lots', 43],
    displayBefore: ['display_before_lots', 47],
    price: ['price_ticks', 44],
    quantity: ['quantity_lots', 45],
    display: ['display_lots', 48],
    isInPlace: ['is_in_place', true],
    timeMs: ['time_ms', 46],
  },
  { keys: 2 },
);

export const conversion = row<ConversionRow>('conversions', {
  conversionId: ['conversion_id', 107],
  owner: ['owner_id', 11],
  fromCurrencyId: ['from_currency_id', 1],
  toCurrencyId: ['to_currency_id', 2],
  spent: ['spent_minor', 12n],
  received: ['received_minor', 13n],
  quotedReceived: ['quoted_received_minor', 14n],
  saleOrderId: ['sale_order_id', 109],
  saleReceiptId: ['sale_receipt_id', 82],
  saleIndex: ['sale_index_e8', 15n],
  purchaseOrderId: ['purchase_order_id', 108],
  purchaseReceiptId: ['purchase_receipt_id', 83],
  purchaseIndex: ['purchase_index_e8', 16n],
  planId: ['plan_id', 17],
  dueMs: ['due_ms', 18],
  timeMs: ['time_ms', 19],
});

export const trigger = row<TriggerRow>(
  'trigger_orders',
  {
    triggerId: ['trigger_id', 107],
    owner: ['owner_id', 11],
    marketId: ['market_id', 1],
    side: ['side', 'buy'],
    triggerKind: ['trigger_kind', 'trailing_stop'],
    triggerBy: ['trigger_by', 'last'],
    triggerPrice: ['trigger_price_ticks', 12, 112],
    display: ['display_lots', 4, 3],
    selfTrade: ['self_trade', 'expire_maker'],
    expiresAtMs: ['expires_at_ms', 32],
    trailPpm: ['trail_ppm', 26n],
    activationPrice: ['activation_price_ticks', 27],
    bestPrice: ['best_price_ticks', 28, 128],
    bestAtMs: ['best_at_ms', 29, 129],
    type: ['type', 'limit'],
    timeInForce: ['time_in_force', 'gtc'],
    price: ['price_ticks', 13, 113],
    quantity: ['quantity_lots', 14, 114],
    amount: ['amount_minor', 15n],
    listId: ['list_id', 33],
    sinceId: ['since_id', 134, 135],
    clientOrderId: ['client_order_id', 'mine'],
    makerFeePpm: ['maker_fee_ppm', 16n],
    takerFeePpm: ['taker_fee_ppm', 17n],
    hold: ['hold_minor', 18n, 118n],
    status: ['status', 'waiting', 'triggered'],
    cancelReason: ['cancel_reason', 'user', 'operator'],
    orderId: ['order_id', 19, 119],
    receiptId: ['receipt_id', 20, 120],
    createdAtMs: ['created_at_ms', 21],
    updatedAtMs: ['updated_at_ms', 22, 122],
  },
  { columns: { agreed_digest: ['digest of trigger 107 waiting', null] } },
);

export const orderList = row<OrderListRow>(
  'order_lists',
  {
    listId: ['list_id', 108],
    owner: ['owner_id', 11],
    marketId: ['market_id', 1],
    kind: ['kind', 'otoco'],
    clientListId: ['client_list_id', 'mine'],
    workingId: ['working_id', 12],
    firstId: ['first_id', 13, 113],
    secondId: ['second_id', 14],
    status: ['status', 'pending', 'done'],
    endReason: ['end_reason', 'user', 'filled'],
    received: ['received_minor', 15n, 115n],
    settlesAtMs: ['settles_at_ms', 16, 116],
    createdAtMs: ['created_at_ms', 17],
    updatedAtMs: ['updated_at_ms', 18, 118],
  },
  { columns: { agreed_digest: ['digest of list 108', null] } },
);

const moves = (...prices: readonly number[]) => {
  const list = prices.map(
    (price): TriggerMove => ({
      by: 'last',
      idMax: 6,
      lowest: price,
      timeMs: 5,
      trades: [[7, price]],
      highest: price,
    }),
  );
  return as(list, list);
};

export const triggerBacklog = row<TriggerBacklogRow>('trigger_backlogs', {
  marketId: ['market_id', 1],
  moves: ['moves', moves(8), moves(8, 9)],
  sampleTimeMs: ['sample_time_ms', 25, 125],
});

export const cancelTimer = row<CancelTimerRow>(
  'cancel_timers',
  {
    owner: ['owner_id', 11],
    timer: ['timer', 3],
    marketId: ['market_id', 1, 2],
    dueAtMs: ['due_at_ms', 24, 124],
    updatedAtMs: ['updated_at_ms', 23, 123],
  },
  { keys: 2 },
);

export const trade = row<TradeRow>('trades', {
  tradeId: ['trade_id', 8],
  marketId: ['market_id', 1],
  price: ['price_ticks', 2],
  quantity: ['quantity_lots', 3],
  notional: ['notional_minor', 4n],
  side: ['side', 'sell'],
  makerOrderId: ['maker_order_id', 5],
  takerOrderId: ['taker_order_id', 6],
  makerOwner: ['maker_owner_id', 7],
  takerOwner: ['taker_owner_id', 9],
  makerFee: ['maker_fee_minor', 10n],
  takerFee: ['taker_fee_minor', 11n],
  timeMs: ['time_ms', 12],
});

export const entry = row<EntryRow>('journal_entries', {
  entryId: ['entry_id', 9],
  sequence: ['sequence', 1],
  reason: ['reason', 'faucet'],
  reference: ['reference', 'tap 1'],
  timeMs: ['time_ms', 2],
});

export const posting = row<PostingRow>(
  'posting_rows',
  {
    entryId: ['entry_id', 9],
    accountId: ['account_id', 3],
    owner: ['owner_id', 4],
    account: ['account', 'coin'],
    currencyId: ['currency_id', 5],
    amount: ['amount_minor', 6n],
    balance: ['balance_minor', 7n],
  },
  { columns: { ordinal: [0], time_ms: [2] } },
);

/** What the postings of a trade are put together to. */
export const tradePostings = row<TradePostingsRow>('trade_postings', {
  entryId: ['entry_id', 11],
  timeMs: ['time_ms', 12],
  buyer: ['buyer_owner_id', 13],
  seller: ['seller_owner_id', 14],
  quoteCurrencyId: ['quote_currency_id', 15],
  baseCurrencyId: ['base_currency_id', 16],
  quote: ['quote_minor', 170n],
  quoteFee: ['quote_fee_minor', 18n],
  base: ['base_minor', 190n],
  baseFee: ['base_fee_minor', 20n],
  buyerQuoteBalance: ['buyer_quote_balance_minor', 21n],
  sellerQuoteBalance: ['seller_quote_balance_minor', 22n],
  feesQuoteBalance: ['fees_quote_balance_minor', 23n],
  sellerBaseBalance: ['seller_base_balance_minor', 24n],
  buyerBaseBalance: ['buyer_base_balance_minor', 25n],
  feesBaseBalance: ['fees_base_balance_minor', 26n],
});

export const balance = row<BalanceRow>('balances', {
  accountId: ['account_id', 1],
  owner: ['owner_id', 11],
  account: ['account', 'coin'],
  currencyId: ['currency_id', 3],
  total: ['total_minor', 500n, 501n],
  frozen: ['frozen_minor', 100n, 101n],
});

export const transfer = row<TransferRow>('transfers', {
  transferId: ['transfer_id', 1],
  owner: ['owner_id', 2],
  source: ['source', 'coin'],
  target: ['target', 'trust'],
  currencyId: ['currency_id', 3],
  amount: ['amount_minor', 4n],
  timeMs: ['time_ms', 5],
});

export const sentTransfer = row<SentTransferRow>('sent_transfers', {
  transferId: ['transfer_id', 1],
  owner: ['owner_id', 11],
  source: ['source', 'coin'],
  target: ['target', 'trust'],
  currencyId: ['currency_id', 3],
  amount: ['amount_minor', 4n],
  reference: ['reference', 'of 1'],
  timeMs: ['time_ms', 5],
  status: ['status', 'sent', 'done'],
  reject: ['reject', 'account_not_found', 'currency_not_found'],
  endedAtMs: ['ended_at_ms', 6, 106],
  word: ['word', 'heard', 'heard otherwise'],
});

export const receivedTransfer = row<ReceivedTransferRow>('received_transfers', {
  transferId: ['transfer_id', 1],
  owner: ['owner_id', 11],
  source: ['source', 'coin'],
  target: ['target', 'trust'],
  currencyId: ['currency_id', 3],
  amount: ['amount_minor', 4n],
  status: ['status', 'refused'],
  reject: ['reject', 'account_not_found'],
  timeMs: ['time_ms', 5],
});

export const answer = row<AnswerRow>('first_answers', {
  owner: ['owner_id', 11],
  key: ['key', 'key of 11'],
  route: ['route', 'coin/trade'],
  fingerprint: ['fingerprint', 'print'],
  status: ['status', 201],
  body: ['body', '{"b":1, "a":2}'],
  sequence: ['sequence', 1],
  timeMs: ['created_at_ms', 2],
});

const approval = (operatorId: number) => ({ operatorId, intentHash: 'ab', timeMs: 5 });

export const deposit = row<DepositRow>('deposits', {
  depositId: ['deposit_id', 21],
  owner: ['owner_id', 11],
  depositKind: ['kind', 'chain'],
  currencyId: ['currency_id', 3],
  chain: ['chain', 'ethereum'],
  txId: ['tx_id', '0x1'],
  outputIndex: ['output_index', 2],
  amount: ['amount_minor', 1_000n],
  credited: ['credited_minor', 900n, 901n],
  fee: ['fee_minor', 4n, 104n],
  proofFileId: ['proof_file_id', 8],
  isPriority: ['is_priority', true, false],
  isSuspended: ['is_suspended', false, true],
  receivable: ['receivable_minor', 6n, 106n],
  status: ['status', 'under_review', 'rejected'],
  reason: ['reason', 'seen', 'looked at'],
  reference: ['reference', 'bank-1', 'bank-2'],
  approvals: ['approvals', [approval(4)], [approval(4), approval(5)]],
  createdAtMs: ['created_at_ms', 12],
  updatedAtMs: ['updated_at_ms', 13, 113],
  decidedAtMs: ['decided_at_ms', 14, 114],
});

type SentRow = Omit<WithdrawalRow, 'destination'>;

const sent = (id: number): Fields<SentRow> => ({
  withdrawalId: ['withdrawal_id', id],
  owner: ['owner_id', 11],
  currencyId: ['currency_id', 3],
  amount: ['amount_minor', 100n],
  fee: ['fee_minor', 4n],
  hold: ['hold_minor', 101n, 0n],
  note: ['note', 'rent'],
  signedIntent: ['signed_intent', '5e'],
  status: ['status', 'under_review', 'passed'],
  sendState: ['send_state', 'idle', 'sent'],
  reason: ['reason', 'why', 'therefore'],
  txId: ['tx_id', '0x2', '0x3'],
  approvalsNeeded: ['approvals_needed', 2],
  approvals: ['approvals', [approval(4)], [approval(4), approval(5)]],
  valueMinor: ['value_minor', 102n],
  createdAtMs: ['created_at_ms', 12],
  updatedAtMs: ['updated_at_ms', 13, 113],
  decidedAtMs: ['decided_at_ms', 14, 114],
  sentAtMs: ['sent_at_ms', 15, 115],
});

export const withdrawal = row<SentRow>('withdrawals', sent(31), {
  members: { destination: { kind: 'crypto', addressId: 5, chain: 'tron', address: 'T1' } },
  columns: {
    destination_kind: ['crypto'],
    address_id: [5],
    card_id: [null],
    chain: ['tron'],
    address: ['T1'],
  },
}) as ColumnRow<WithdrawalRow>;

export const byBank = row<SentRow>('withdrawals', sent(32), {
  members: { destination: { kind: 'bank', cardId: 6, text: '**** 42' } },
  columns: {
    destination_kind: ['bank'],
    address_id: [null],
    card_id: [6],
    chain: [null],
    address: ['**** 42'],
  },
}) as ColumnRow<WithdrawalRow>;

export const loneWord = row<LoneWordRow>('lone_words', {
  recordId: ['record_id', 22],
  kind: ['kind', 'claim'],
  operatorId: ['operator_id', 4],
  owner: ['owner_id', 11],
  value: ['value_minor', 900n],
  timeMs: ['time_ms', FIRST_MS],
  heldFor: ['held_for', 'operator_day'],
});

export const vouch = row<VouchRow>(
  'vouches',
  {
    owner: ['owner_id', 11],
    operatorId: ['operator_id', 4],
    untilMs: ['until_ms', 9, 109],
    isOwn: ['is_own', true, false],
  },
  { keys: 2 },
);

const multiples = (multiple: number) =>
  as(
    [{ multiple, maintenanceRatePpm: 5_000n, notionalMaxMinor: 1_000_000n }],
    [{ multiple, maintenance_rate_ppm: '5000', notional_max_minor: '1000000' }],
  );

export const futuresTerms = row<FuturesTerms>('futures_terms', {
  marketId: ['market_id', 1],
  lotBaseMinor: ['lot_base_minor', 2n, 102n],
  lotsMin: ['lots_min', 3, 103],
  lotsMax: ['lots_max', 4, 104],
  multiples: ['multiples', multiples(10), multiples(20)],
  openFeePpm: ['open_fee_ppm', 5n, 105n],
  closeFeePpm: ['close_fee_ppm', 6n, 106n],
  insuranceSharePpm: ['insurance_share_ppm', 7n, 107n],
  halfSpreadPpm: ['half_spread_ppm', 8n, 108n],
  priceStepE8: ['price_step_e8', 9n, 109n],
  profitCapMultiple: ['profit_cap_multiple', 10, 110],
  openInterestMaxMinor: ['open_interest_max_minor', 11n, 111n],
  positionsMax: ['positions_max', 12, 112],
  isOpen: ['is_open', true, false],
});

const levels = (levelId: number) =>
  as(
    [{ levelId, stop: 'take_profit' as const, price: 27n, lots: 3 }],
    [{ level_id: levelId, stop: 'take_profit', price_e8: '27', lots: 3 }],
  );

export const position = row<PositionRow>(
  'positions',
  {
    positionId: ['position_id', 41],
    owner: ['owner_id', 11],
    marketId: ['market_id', 1],
    currencyId: ['currency_id', 3],
    side: ['side', 'long'],
    type: ['type', 'limit'],
    clientOrderId: ['client_order_id', 'mine'],
    partOf: ['part_of', 30],
    lotBaseMinor: ['lot_base_minor', 10_000n],
    multiple: ['multiple', 10],
    maintenanceRatePpm: ['maintenance_rate_ppm', 5_000n],
    openFeePpm: ['open_fee_ppm', 500n],
    closeFeePpm: ['close_fee_ppm', 600n],
    insuranceSharePpm: ['insurance_share_ppm', 200_000n],
    halfSpreadPpm: ['half_spread_ppm', 100n],
    priceStepE8: ['price_step_e8', 10_001n],
    profitCapMultiple: ['profit_cap_multiple', 12],
    lots: ['lots', 2, 102],
    price: ['price_e8', 31n, 131n],
    openPrice: ['open_price_e8', 32n, 132n],
    closePrice: ['close_price_e8', 33n, 133n],
    takeProfit: ['take_profit_e8', 34n, 134n],
    stopLoss: ['stop_loss_e8', 35n, 135n],
    levels: ['levels', levels(51), levels(151)],
    margin: ['margin_minor', 36n, 136n],
    marginAdded: ['margin_added_minor', 29n, 129n],
    maintenance: ['maintenance_minor', 37n, 137n],
    openFee: ['open_fee_minor', 38n, 138n],
    closeFee: ['close_fee_minor', 39n, 139n],
    hold: ['hold_minor', 40n, 140n],
    reserved: ['reserved_minor', 42n, 142n],
    realisedPnl: ['realised_pnl_minor', 43n, 143n],
    insurancePaid: ['insurance_paid_minor', 44n, 144n],
    status: ['status', 'waiting', 'holding'],
    closeReason: ['close_reason', 'user', 'stop_loss'],
    openReceiptId: ['open_receipt_id', 45, 145],
    changeReceiptId: ['change_receipt_id', 28, 128],
    closeReceiptId: ['close_receipt_id', 46, 146],
    createdAtMs: ['created_at_ms', 47],
    openedAtMs: ['opened_at_ms', 48, 148],
    closedAtMs: ['closed_at_ms', 49, 149],
    updatedAtMs: ['updated_at_ms', 50, 150],
  },
  {
    columns: { agreed_digest: ['digest of position 41 waiting', 'digest of position 41 holding'] },
  },
);

const times = (seconds: number) =>
  as(
    [{ seconds, payoutRatioPpm: 800_000n, minMinor: 1n, maxMinor: 2n }],
    [{ seconds, payout_ratio_ppm: '800000', min_minor: '1', max_minor: '2' }],
  );

export const optionTerms = row<OptionTerms>('option_terms', {
  marketId: ['market_id', 1],
  times: ['times', times(60), times(90)],
  exposureMaxMinor: ['exposure_max_minor', 3n, 103n],
  ordersMax: ['orders_max', 4, 104],
  isOpen: ['is_open', true, false],
});

export const optionCurrency = row<OptionCurrency>('option_currencies', {
  currencyId: ['currency_id', 3],
  feePpm: ['fee_ppm', 1_000n, 1_001n],
  presets: ['presets', as([1n, 2n], ['1', '2']), as([5n], ['5'])],
  isOpen: ['is_open', true, false],
});

export const option = row<OptionRow>('option_orders', {
  optionId: ['option_id', 51],
  owner: ['owner_id', 11],
  marketId: ['market_id', 1],
  currencyId: ['currency_id', 3],
  direction: ['direction', 'fall'],
  seconds: ['seconds', 60],
  stake: ['stake_minor', 12n],
  fee: ['fee_minor', 13n],
  feePpm: ['fee_ppm', 14n],
  payoutRatioPpm: ['payout_ratio_ppm', 15n],
  payout: ['payout_minor', 16n],
  strike: ['strike_e8', 17n],
  purchasedAtMs: ['purchased_at_ms', 18],
  deliversAtMs: ['delivers_at_ms', 1_019],
  windowMs: ['window_ms', 20],
  status: ['status', 'open', 'settled'],
  outcome: ['outcome', 'even', 'rise'],
  result: ['result', 'refunded', 'flat'],
  shortfall: ['shortfall', 'house', 'market'],
  wouldBe: ['would_be', 'win', 'lose'],
  deliveryPrice: ['delivery_price_e8', 21n, 121n],
  paid: ['paid_minor', 22n, 122n],
  profit: ['profit_minor', 23n, 123n],
  purchaseReceiptId: ['purchase_receipt_id', 24],
  deliveryReceiptId: ['delivery_receipt_id', 25, 125],
  settledAtMs: ['settled_at_ms', 26, 126],
});

export const hostingProduct = row<HostingProduct>(
  'hosting_products',
  {
    productId: ['product_id', 42],
    currencyId: ['currency_id', 3],
    days: ['days', 30, 31],
    minMinor: ['min_minor', 4n, 104n],
    maxMinor: ['max_minor', 5n, 105n],
    capacityMinor: ['capacity_minor', 6n, 106n],
    dailyYieldPpm: ['daily_yield_ppm', 7n, 107n],
    damagesRatePpm: ['damages_rate_ppm', 8n, 108n],
    isOpen: ['is_open', true, false],
  },
  // Of the two orders below: both bought, then one completed.
  { columns: { principal_minor: [21n, 11n], orders: [2n, 1n] } },
);

export const hosting = row<HostingRow>(
  'hosting_orders',
  {
    hostingId: ['hosting_id', 61],
    owner: ['owner_id', 11],
    productId: ['product_id', 42],
    currencyId: ['currency_id', 3],
    amount: ['amount_minor', 10n],
    days: ['days', 30],
    dailyYieldPpm: ['daily_yield_ppm', 12n],
    damagesRatePpm: ['damages_rate_ppm', 13n],
    interest: ['interest_minor', 14n],
    postedDays: ['posted_days', 5, 105],
    earned: ['earned_minor', 15n, 115n],
    damages: ['damages_minor', 16n, 116n],
    penalty: ['penalty_minor', 17n, 117n],
    status: ['status', 'hosting', 'completed'],
    paidAtMs: ['paid_at_ms', 18],
    completesAtMs: ['completes_at_ms', 19],
    endedAtMs: ['ended_at_ms', 20, 120],
  },
  // What an entry of the second batch posted, and on which day.
  { columns: { earned_day: [null, 30_001], earned_day_minor: [0n, 100n] } },
);

/** Of the same product; nothing comes of it. */
export const otherHosting: HostingRow = {
  ...hosting.first,
  hostingId: 62,
  amount: amountMinor(11n),
};

export const offering = row<OfferingRow>('offerings', {
  offeringId: ['offering_id', 1],
  currencyId: ['currency_id', 4, 104],
  paymentCurrencyId: ['payment_currency_id', 3, 103],
  issuePrice: ['issue_price_e8', 5n, 105n],
  totalMinor: ['total_minor', 6n, 106n],
  minMinor: ['min_minor', 7n, 107n],
  maxMinor: ['max_minor', 8n, 108n],
  lockupDays: ['lockup_days', 9, 109],
  startsAtMs: ['starts_at_ms', 10, 110],
  closesAtMs: ['closes_at_ms', 11, 111],
  launchesAtMs: ['launches_at_ms', 12, 112],
  isOpen: ['is_open', true, false],
  soldMinor: ['sold_minor', 13n, 113n],
});

export const subscription = row<SubscriptionRow>('subscriptions', {
  subscriptionId: ['subscription_id', 71],
  owner: ['owner_id', 11],
  offeringId: ['offering_id', 1],
  currencyId: ['currency_id', 4],
  paymentCurrencyId: ['payment_currency_id', 3],
  amount: ['amount_minor', 12n],
  paid: ['paid_minor', 13n],
  issuePrice: ['issue_price_e8', 14n],
  unlocksAtMs: ['unlocks_at_ms', 15],
  status: ['status', 'passed', 'rejected'],
  isReleased: ['is_released', false, true],
  operatorId: ['operator_id', 5, 105],
  reason: ['reason', 'fits', 'does not'],
  createdAtMs: ['created_at_ms', 16],
  decidedAtMs: ['decided_at_ms', 17, 117],
  releasedAtMs: ['released_at_ms', 18, 118],
});

export const referralTerms = row<ReferralTerms>(
  'referral_terms',
  {
    levels: [
      'levels',
      as([{ needs: 0, ratioPpm: 100_000n }], [{ needs: 0, ratio_ppm: '100000' }]),
      as([{ needs: 2, ratioPpm: 200_000n }], [{ needs: 2, ratio_ppm: '200000' }]),
    ],
  },
  { keys: 0, columns: { terms_id: [1] } },
);

/** A partnership goes on when its ratio changes. */
export const partner = row<PartnerRow>(
  'partners',
  { owner: ['owner_id', 11], ratioPpm: ['ratio_ppm', 300_000n, 400_000n] },
  { columns: { since_ms: [FIRST_MS] } },
);

export const referral = row<ReferralRow>('referrals', {
  owner: ['owner_id', 12],
  inviter: ['inviter_id', 11],
});

export const rebate = row<RebateRow>('rebates', {
  entryId: ['entry_id', 9],
  invitee: ['invitee_id', 12],
  inviter: ['inviter_id', 11],
  currencyId: ['currency_id', 3],
  fee: ['fee_minor', 101n],
  amount: ['amount_minor', 20n],
  ratioPpm: ['ratio_ppm', 200_000n],
  day: ['day', 30_000],
  timeMs: ['time_ms', FIRST_MS],
});

/** Of the rebate above. */
export const referralSum: ColumnRow<RebateRow> = {
  ...rebate,
  table: 'referral_sums',
  keys: ['invitee_id', 'currency_id'],
  stored: {
    first: { invitee_id: 12, inviter_id: 11, currency_id: 3, fee_minor: 101n, rebate_minor: 20n },
    next: { invitee_id: 12, inviter_id: 11, currency_id: 3, fee_minor: 101n, rebate_minor: 20n },
  },
};

export const rebateDay = row<RebateDayRow>(
  'rebate_days',
  {
    inviter: ['inviter_id', 11],
    currencyId: ['currency_id', 3],
    day: ['day', 30_000],
    amount: ['amount_minor', 20n, 120n],
    paidAtMs: ['paid_at_ms', 21, 121],
  },
  { keys: 3 },
);

export const trading = row<TradingRow>(
  'trading',
  {
    mode: ['mode', 'cancel_only', 'open'],
    cause: ['cause', 'drift', 'operator'],
    reason: ['reason', 'books', 'looked at'],
    sinceMs: ['since_ms', 9, 109],
  },
  { keys: 0, columns: { trading_id: [1] } },
);

type SealedRow = Omit<ReceiptRow, 'terms' | 'result' | 'details'>;

const receiptRow = row<SealedRow>(
  'receipts',
  {
    receiptId: ['receipt_id', 81],
    kind: ['kind', 'purchase'],
    owner: ['owner_id', 11],
    marketId: ['market_id', 1],
    symbol: ['symbol', 'BTC/USDT'],
    timeMs: ['time_ms', 2],
    subjectId: ['subject_id', 51],
    strike: ['strike_e8', 17n],
    sampleTimesMs: ['sample_times_ms', [3_000, 4_000]],
  },
  {
    members: { terms: {}, result: {}, details: {} },
    columns: {
      terms: [{ seconds: 60 }],
      result: [{ outcome: 'rise' }],
      own: [{ salt: 'x' }],
      commitment: ['c'.repeat(64)],
      previous_hash: ['p'.repeat(64)],
      hash: ['h'.repeat(64)],
    },
  },
) as ColumnRow<ReceiptRow>;

const sealed: SealedReceipt = {
  row: receiptRow.first,
  terms: '{"seconds":60}',
  result: '{"outcome":"rise"}',
  own: '{"salt":"x"}',
  commitment: 'c'.repeat(64),
  previousHash: 'p'.repeat(64),
  hash: 'h'.repeat(64),
};
export const receipt: ColumnRow<SealedReceipt> = { ...receiptRow, first: sealed, next: sealed };

/** Its sources are beside it in the batch. */
export const sample = row<Omit<IndexRow, 'isMarketStale'>>(
  'index_samples',
  {
    marketId: ['market_id', 1],
    sampleTimeMs: ['sample_time_ms', 3_000],
    price: ['price_e8', 6_500n],
  },
  { keys: 2, columns: { sources: [{ v: [1] }] } },
);

export const owner: ColumnRow<number> = {
  table: 'owners',
  keys: ['owner_id'],
  first: 11,
  next: 11,
  stored: {
    first: { owner_id: 11, is_frozen: true },
    next: { owner_id: 11, is_frozen: false },
  },
};

/** What the counters of both batches say. */
export const leader: ColumnRow<Counters> = row<Counters>(
  'leader',
  {
    sequence: ['last_sequence', 1_000, 2_000],
    timeMs: ['last_time_ms', FIRST_MS, FIRST_MS + DAY_MS],
    orderId: ['last_order_id', 1_001, 2_001],
    tradeId: ['last_trade_id', 1_002, 2_002],
    entryId: ['last_entry_id', 1_003, 2_003],
    receiptId: ['leader_id', 1],
  },
  { keys: 0, columns: { epoch: [0], nonce: [''] } },
);
