/**
 * One receipt of each kind in one chain, sealed as the server seals: BTC/USDT on a November afternoon, quotes of five
 * venues. The delivery's figures are worked by hand.
 */
import type { Receipt, ReceiptKind, ReceiptSample } from '@fairlead/contract';
import { commitmentOf, GENESIS_HASH, receiptHash } from '@fairlead/receipt';

/** The moment of the delivery. */
const DELIVERED_AT = Date.UTC(2026, 10, 21, 14, 29, 0);
const PURCHASED_AT = DELIVERED_AT - 60_000;

const price = (text: string): string => {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(8, '0')}`;
};

/** Quotes around a median, dearest first: how far from it in hundredths, and how old in ms. */
const VENUES = [
  ['coinbase', 70, 360],
  ['okx', 40, 280],
  ['binance', 0, 210],
  ['kraken', -50, 520],
  ['bitstamp', -220, 840],
] as const;

export function sampleOf(time: number, median: string): ReceiptSample {
  const hundredths = Math.round(Number(median) * 100);
  return {
    time,
    index_price: price(median),
    sources: VENUES.map(([venue, by, age]) => ({
      venue,
      price: price(((hundredths + by) / 100).toFixed(2)),
      time: time - age,
    })),
    dropped: [],
  };
}

/** A second of two venues that differ: no price. */
export const staleSample = (time: number): ReceiptSample => ({
  time,
  sources: [],
  dropped: [
    { venue: 'kraken', price: price('64000.00'), time: time - 520, reason: 'disagrees' },
    { venue: 'okx', price: price('65000.00'), time: time - 280, reason: 'disagrees' },
  ],
});

export const WINDOW: readonly ReceiptSample[] = (
  ['64741.10', '64742.60', '64742.00', '64743.40', '64743.90', '64744.40'] as const
).map((median, index) => sampleOf(DELIVERED_AT - (6 - index) * 1_000, median));

type Draft = Omit<Receipt, 'id' | 'symbol' | 'commitment' | 'previous_hash' | 'hash'>;

const POSITION = {
  side: 'long',
  multiple: 10,
  maintenance_rate: '0.005000',
  close_fee_rate: '0.000500',
  profit_cap: 10,
} as const;
const HELD = {
  owner: 7,
  position: 311,
  currency: 'USDT',
  lots: 5,
  lot_size: '0.01000000',
  margin: '300.030000',
  maintenance: '15.001500',
} as const;
export const OPTION = {
  direction: 'rise',
  seconds: 60,
  window_seconds: 6,
  payout_ratio: '0.800000',
  fee_rate: '0.010000',
} as const;
const STAKED = {
  owner: 7,
  order: 312,
  currency: 'USDT',
  stake: '50.000000',
  fee: '0.500000',
} as const;

const OPENED_AT = DELIVERED_AT - 600_000;

const opening: Draft = {
  kind: 'open',
  time: OPENED_AT + 40,
  terms: {
    ...POSITION,
    type: 'market',
    half_spread: '0.000100',
    open_fee_rate: '0.000500',
    tick_size: '0.01000000',
    shown_price: '60000.00000000',
  },
  samples: [sampleOf(OPENED_AT, '60000.00')],
  result: { open_price: '60006.00000000' },
  own: { ...HELD, open_fee: '1.500150', insurance_share: '0.300030' },
};

const purchase: Draft = {
  kind: 'purchase',
  time: PURCHASED_AT,
  strike: price('64731.05'),
  terms: { ...OPTION, shown_price: price('64730.00') },
  samples: [sampleOf(PURCHASED_AT, '64731.05')],
  result: { purchased_at: PURCHASED_AT, delivers_at: DELIVERED_AT },
  own: STAKED,
};

interface Close {
  readonly at: string;
  readonly trigger?: string;
  readonly pnl: string;
  readonly fee: string;
  readonly insurance?: string;
}

/** The end of the opening with that id. */
const closing = (kind: ReceiptKind, openReceipt: number, end: Close): Draft => ({
  kind,
  time: DELIVERED_AT - 30_000 + 40,
  strike: '60006.00000000',
  terms: {
    ...POSITION,
    open_receipt: openReceipt,
    ...(end.trigger === undefined ? {} : { trigger_price: end.trigger }),
  },
  samples: [sampleOf(DELIVERED_AT - 30_000, end.at)],
  result: { close_price: price(end.at) },
  own: {
    ...HELD,
    realised_pnl: end.pnl,
    close_fee: end.fee,
    insurance_paid: end.insurance ?? '0.000000',
  },
});

export interface Delivered {
  readonly samples?: readonly ReceiptSample[];
  readonly result?: Receipt['result'];
  readonly paid?: string;
}

export const delivery = ({
  samples = WINDOW,
  result = {
    expected: 6,
    valid: 6,
    sum: '388457.40000000',
    delivery_price: '64742.90000000',
    outcome: 'rise',
    result: 'win',
  },
  paid = '90.000000',
}: Delivered = {}): Draft => ({
  kind: 'delivery',
  time: DELIVERED_AT,
  strike: price('64731.05'),
  terms: {
    ...OPTION,
    purchased_at: PURCHASED_AT,
    delivers_at: DELIVERED_AT,
    purchase_receipt: 2,
  },
  samples: [...samples],
  result,
  own: { ...STAKED, paid },
});

/** An order on spot that waited for a price, by the index or by trades. */
export const triggered = (own: Pick<Draft, 'terms' | 'samples' | 'result'>): Draft => ({
  kind: 'trigger',
  time: DELIVERED_AT + 40,
  ...own,
  terms: {
    side: 'sell',
    trigger: 'stop',
    trigger_price: '64000.00000000',
    time_in_force: 'gtc',
    ...own.terms,
  },
  own: {
    owner: 7,
    trigger_order: 400,
    base_currency: 'BTC',
    quote_currency: 'USDT',
    quantity: '0.02000000',
    ...(own.result['state'] === 'placed' && { order: 401 }),
  },
});

/** The sale of a conversion: 1 BTC at 63,985 on average, 0.02 % below the index. */
export const converted: Draft = {
  kind: 'conversion',
  time: DELIVERED_AT + 40,
  terms: {
    ...{ side: 'sell', leg: 1, legs: 1, worst_price: '63900.00000000', fee_rate: '0.002000' },
  },
  samples: [sampleOf(DELIVERED_AT, '63997.80')],
  result: {
    ...{ first_trade: 20, last_trade: 21, index_spread_rate: '0.000201' },
    best_price: '63990.00000000',
    last_price: '63980.00000000',
    average_price: '63985.00000000',
  },
  own: {
    ...{ owner: 7, order: 500, conversion: 500, base_currency: 'BTC', quote_currency: 'USDT' },
    ...{ quantity: '1.00000000', amount: '63985.000000', fee: '127.970000' },
    ...{ received: '63857.030000', quoted: '63857.030000' },
  },
};

/** Opening and purchase first; then the six ends, the delivery last. */
export const DRAFTS: readonly Draft[] = [
  opening,
  purchase,
  closing('close', 1, { at: '60106.00', pnl: '5.000000', fee: '1.502650' }),
  closing('take_profit', 1, {
    at: '60206.00',
    trigger: '60200.00000000',
    pnl: '10.000000',
    fee: '1.505150',
  }),
  closing('stop_loss', 1, {
    at: '59006.00',
    trigger: '59010.00000000',
    pnl: '-50.000000',
    fee: '1.475150',
  }),
  closing('liquidation', 1, {
    at: '53000.00',
    trigger: '54305.43001999',
    pnl: '-300.030000',
    fee: '0.000000',
    insurance: '50.270000',
  }),
  closing('profit_cap', 1, {
    at: '120020.00',
    trigger: '120012.00000000',
    pnl: '3000.300000',
    fee: '3.000500',
  }),
  delivery(),
];

/** Seals drafts one after another. */
export async function sealAll(drafts: readonly Draft[] = DRAFTS): Promise<readonly Receipt[]> {
  const sealed: Receipt[] = [];
  for (const { own, ...draft } of drafts) {
    const id = sealed.length + 1;
    const salted = { ...own, salt: String(id).padStart(32, '0') };
    const content = {
      ...draft,
      id,
      symbol: 'BTC/USDT',
      commitment: await commitmentOf(salted),
      previous_hash: sealed.at(-1)?.hash ?? GENESIS_HASH,
    };
    sealed.push({ ...content, hash: await receiptHash(content), own: salted });
  }
  return sealed;
}

/** As everybody but its owner gets it. */
export const publicView = ({ own: _, ...receipt }: Receipt): Receipt => receipt;
