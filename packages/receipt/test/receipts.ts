/**
 * One honest receipt of each kind, in a chain, with figures worked by hand: BTC/USDT with 8 and 6 decimals, quotes of
 * three venues. Tests forge them.
 */
import {
  canonicalJson,
  commitmentOf,
  GENESIS_HASH,
  type Receipt,
  type ReceiptFields,
  type ReceiptKind,
  type ReceiptSample,
  receiptHash,
} from '../src/index.ts';

const START = 1_700_000_000_000;

/** A sample whose median is the price: one venue a cent below, one above, and an outlier. */
export function sampleOf(second: number, price: string, age = 300): ReceiptSample {
  const time = START + second * 1_000;
  const [whole = '0', decimals = ''] = price.split('.');
  const around = (step: number) => `${Number(whole) + step}.${decimals}`;
  return {
    time,
    index_price: price,
    sources: [
      { venue: 'binance', price: around(-1), time: time - age },
      { venue: 'coinbase', price, time: time - age - 100 },
      { venue: 'kraken', price: around(1), time: time - age + 100 },
    ],
    dropped: [
      { venue: 'bitstamp', price: around(1_000), time: time - 50, reason: 'outlier' },
      { venue: 'okx', price: around(0), time: time - 60_000, reason: 'stale' },
    ],
  };
}

/** A second without a price: one venue alone. */
export function staleSample(second: number): ReceiptSample {
  const time = START + second * 1_000;
  const dropped = [{ venue: 'kraken', price: '7.00000000', time, reason: 'no_quorum' }];
  return { time, sources: [], dropped };
}

export interface Draft {
  readonly kind: ReceiptKind;
  /** Seconds after START. */
  readonly at: number;
  readonly terms: ReceiptFields;
  readonly strike?: string;
  readonly samples: readonly ReceiptSample[];
  readonly result: ReceiptFields;
  readonly details: ReceiptFields;
}

/** Seals drafts one after another, as the server does. */
export async function sealAll(drafts: readonly Draft[]): Promise<Receipt[]> {
  const sealed: Receipt[] = [];
  for (const { at, details, strike, ...draft } of drafts) {
    const id = sealed.length + 1;
    sealed.push(
      await reseal({
        ...draft,
        ...(strike !== undefined && { strike }),
        id,
        symbol: 'BTC/USDT',
        time: START + at * 1_000 + 40,
        own: { ...details, salt: `${id}`.padStart(32, '0') },
        commitment: '',
        previous_hash: sealed.at(-1)?.hash ?? GENESIS_HASH,
        hash: '',
      }),
    );
  }
  return sealed;
}

/** Gives a changed receipt the digests that it needs to look honest. */
export async function reseal(receipt: Receipt): Promise<Receipt> {
  const commitment =
    receipt.own === undefined ? receipt.commitment : await commitmentOf(receipt.own);
  const committed = { ...receipt, commitment };
  return { ...committed, hash: await receiptHash(committed) };
}

/** As a stranger gets it. */
export function publicView({ own: _own, ...receipt }: Receipt): Receipt {
  return receipt;
}

const FUTURES = {
  side: 'long',
  multiple: 10,
  maintenance_rate: '0.005000',
  close_fee_rate: '0.000500',
  profit_cap: 10,
} as const;
const OPENING = {
  ...FUTURES,
  half_spread: '0.000100',
  open_fee_rate: '0.000500',
  price_step: '0.01000000',
} as const;
/** 0.05 BTC at 60,006: notional 3,000.3, a tenth of it as margin, 0.5 % to stay open, 0.05 % fee. */
const LONG = {
  owner: 7,
  position: 100,
  currency: 'USDT',
  lots: 5,
  lot_size: '0.01000000',
  margin: '300.030000',
  maintenance: '15.001500',
} as const;
const OPTION = {
  direction: 'rise',
  seconds: 30,
  window_seconds: 5,
  payout_ratio: '0.750000',
  fee_rate: '0.010000',
} as const;
const STAKE = { owner: 7, order: 200, currency: 'USDT', stake: '50.000000', fee: '0.500000' };
const PURCHASED_AT = START + 20 * 1_000 + 40;
const DELIVERS_AT = PURCHASED_AT + 30_000;

const close = (
  kind: ReceiptKind,
  at: number,
  price: string,
  more: { readonly trigger?: string; readonly opening?: number; readonly own: ReceiptFields },
): Draft => ({
  kind,
  at,
  strike: '60006.00000000',
  terms: {
    ...FUTURES,
    open_receipt: more.opening ?? 1,
    ...(more.trigger !== undefined && { trigger_price: more.trigger }),
  },
  samples: [sampleOf(at, price)],
  result: { close_price: price },
  details: { ...LONG, position: 99 + (more.opening ?? 1), ...more.own },
});

const open = (position: number): Draft => ({
  kind: 'open',
  at: 10,
  terms: { ...OPENING, type: 'market', shown_price: '60000.00000000' },
  samples: [sampleOf(10, '60000.00000000')],
  result: { open_price: '60006.00000000' },
  details: { ...LONG, position, open_fee: '1.500150', insurance_share: '0.300030' },
});

const purchase = (order: number): Draft => ({
  kind: 'purchase',
  at: 20,
  strike: '60100.00000000',
  terms: { ...OPTION, shown_price: '60099.00000000' },
  samples: [sampleOf(20, '60100.00000000')],
  result: { purchased_at: PURCHASED_AT, delivers_at: DELIVERS_AT },
  details: { ...STAKE, order },
});

const delivery = (
  opening: number,
  samples: readonly ReceiptSample[],
  result: ReceiptFields,
  paid: string,
): Draft => ({
  kind: 'delivery',
  at: 51,
  strike: '60100.00000000',
  terms: {
    ...OPTION,
    purchased_at: PURCHASED_AT,
    delivers_at: DELIVERS_AT,
    purchase_receipt: opening,
  },
  samples,
  result: { expected: 5, ...result },
  details: { ...STAKE, order: 193 + opening, paid },
});

/** A sell of 0.01 BTC that waited below 60,000. */
const STOP = {
  side: 'sell',
  trigger: 'stop',
  trigger_price: '60000.00000000',
  time_in_force: 'gtc',
} as const;
const WAITING = {
  owner: 7,
  base_currency: 'BTC',
  quote_currency: 'USDT',
  quantity: '0.01000000',
} as const;
const TRADED_AT = START + 56 * 1_000 + 40;

const WINDOW = [46, 47, 48, 49, 50];

/** What happened, in order: ids are 1 and up. */
export const DRAFTS: readonly Draft[] = [
  open(100),
  open(101),
  open(102),
  open(103),
  open(104),
  {
    // A short that waited for 60,000: the index is there, half a spread below it is worse, so it opens at its limit.
    kind: 'open',
    at: 12,
    terms: { ...OPENING, side: 'short', type: 'limit', limit_price: '60000.00000000' },
    samples: [sampleOf(12, '60003.00000000')],
    result: { open_price: '60000.00000000' },
    details: {
      ...LONG,
      position: 105,
      margin: '300.000000',
      maintenance: '15.000000',
      open_fee: '1.500000',
      insurance_share: '0.300000',
    },
  },
  purchase(200),
  purchase(201),
  purchase(202),
  // 60,106 − 60,006 on 0.05 BTC: 5. 0.05 % of 3,005.3.
  close('close', 30, '60106.00000000', {
    own: { realised_pnl: '5.000000', close_fee: '1.502650', insurance_paid: '0.000000' },
  }),
  close('take_profit', 31, '60206.00000000', {
    opening: 2,
    trigger: '60200.00000000',
    own: { realised_pnl: '10.000000', close_fee: '1.505150', insurance_paid: '0.000000' },
  }),
  close('stop_loss', 32, '59006.00000000', {
    opening: 3,
    trigger: '59010.00000000',
    own: { realised_pnl: '-50.000000', close_fee: '1.475150', insurance_paid: '0.000000' },
  }),
  // Left are 300.03 − pnl; liquidated from 54,305.43001999 on, where the profit rounds down. At 53,000 the loss of 350.3 is 50.27 beyond the margin.
  close('liquidation', 33, '53000.00000000', {
    opening: 4,
    trigger: '54305.43001999',
    own: { realised_pnl: '-300.030000', close_fee: '0.000000', insurance_paid: '50.270000' },
  }),
  // Ten times the margin is 3,000.3: from 120,012 on.
  close('profit_cap', 34, '120020.00000000', {
    opening: 5,
    trigger: '120012.00000000',
    own: { realised_pnl: '3000.300000', close_fee: '3.000500', insurance_paid: '0.000000' },
  }),
  delivery(
    7,
    WINDOW.map((second, index) => sampleOf(second, `${60_099 + index}.00000000`)),
    {
      valid: 5,
      sum: '300505.00000000',
      delivery_price: '60101.00000000',
      outcome: 'rise',
      result: 'win',
    },
    '87.500000',
  ),
  delivery(
    8,
    [46, 47, 49, 50].map((second) => sampleOf(second, '60099.99999999')),
    {
      valid: 4,
      sum: '240399.99999996',
      delivery_price: '60099.99999999',
      outcome: 'fall',
      result: 'lose',
    },
    '0.000000',
  ),
  delivery(
    9,
    [
      sampleOf(46, '61000.00000000'),
      staleSample(47),
      staleSample(48),
      sampleOf(49, '61000.00000000'),
    ],
    { valid: 2, sum: '122000.00000000', result: 'refunded' },
    '50.500000',
  ),
  {
    kind: 'trigger',
    at: 55,
    terms: { ...STOP, trigger_by: 'index', type: 'limit', limit_price: '59900.00000000' },
    samples: [sampleOf(55, '59999.00000000')],
    result: { state: 'placed' },
    details: { ...WAITING, trigger_order: 300, order: 301 },
  },
  {
    kind: 'trigger',
    at: 56,
    terms: { ...STOP, trigger: 'take_profit', trigger_by: 'last', type: 'market' },
    samples: [],
    result: {
      state: 'refused',
      reason: 'would_not_fill',
      trade: 12,
      trade_price: '60000.00000000',
      trade_time: TRADED_AT,
    },
    details: { ...WAITING, trigger_order: 302 },
  },
  {
    kind: 'trigger',
    at: 57,
    terms: {
      ...STOP,
      trigger: 'trailing_stop',
      trigger_by: 'index',
      // 60,600.06 less 1 %: the whole tick that is no nearer.
      trigger_price: '59994.05000000',
      trail_rate: '0.010000',
      activation_price: '60500.00000000',
      tick_size: '0.01000000',
      type: 'market',
    },
    samples: [sampleOf(57, '59994.05000000')],
    result: { state: 'placed', best_price: '60600.06000000', best_time: START + 40_000 },
    details: { ...WAITING, trigger_order: 303, order: 304 },
  },
  {
    // 0.5 BTC at 59,990 and 0.5 at 59,980: 59,985 on average, 0.025 % below an index of 60,000.
    kind: 'conversion',
    at: 58,
    terms: {
      ...{ side: 'sell', leg: 1, legs: 2, worst_price: '59980.00000000' },
      ...{ fee_rate: '0.002000', shown_fee_rate: '0.002000', expires_at: START + 60_000 },
    },
    samples: [sampleOf(58, '60000.00000000')],
    result: {
      ...{ first_trade: 20, last_trade: 21, index_spread_rate: '0.000250' },
      best_price: '59990.00000000',
      last_price: '59980.00000000',
      average_price: '59985.00000000',
    },
    details: {
      ...{ owner: 7, order: 400, conversion: 400, base_currency: 'BTC', quote_currency: 'USDT' },
      ...{ quantity: '1.00000000', amount: '59985.000000' },
      ...{ fee: '119.970000', received: '59865.030000' },
    },
  },
  {
    kind: 'conversion',
    at: 59,
    terms: {
      ...{ side: 'buy', leg: 2, legs: 2, worst_price: '60100.00000000', fee_rate: '0.002000' },
    },
    samples: [sampleOf(59, '60000.00000000')],
    result: {
      ...{ first_trade: 22, last_trade: 22, index_spread_rate: '0.000334' },
      best_price: '60020.00000000',
      last_price: '60020.00000000',
      average_price: '60020.00000000',
    },
    // Rounded up: 0.997 BTC less 0.001994.
    details: {
      ...{ owner: 7, order: 401, conversion: 400, base_currency: 'BTC', quote_currency: 'USDT' },
      ...{ quantity: '0.99700000', amount: '59839.940000' },
      ...{ fee: '0.00199400', received: '0.99500600', quoted: '0.99500600' },
    },
  },
];

export const honestChain = (): Promise<Receipt[]> => sealAll(DRAFTS);

/** A deep copy that may be changed. */
export const copyOf = <Value>(value: Value): Value => JSON.parse(canonicalJson(value));
