/**
 * Every term of every product that changes what a user pays, gets or may do: how far it may go, which way is worse for
 * users, who may change it that way, and whether it is announced first. One table: the engine takes its bounds from it,
 * the server decides by it what one operator may do, the console shows it, and docs/internals/honesty.md is made of it.
 * Fields have their names on the wire; adding one to a product without a rule here is a type error in engine and server.
 */

/**
 * Who may make a change. `one`: one manager, at once (better for users, or a stop). `two`: a second operator passes it,
 * then at once (weakens a safeguard, or adds to what the house stands for). `notice`: worse for users, so a second
 * operator passes it, it is announced, and it begins when the notice is over.
 */
export type TermClass = 'one' | 'two' | 'notice';

/** What a number counts: `rate` a share of one in 10^-6, `amount` a currency's units, `price` 10^-8 quote, `time` ms. */
export type TermUnit = 'rate' | 'amount' | 'price' | 'count' | 'time';

/** A number. Bounds are decimal text and count themselves; a missing one is only that of what can be kept. */
export interface NumberRule {
  readonly kind: 'number';
  readonly unit: TermUnit;
  readonly up: TermClass;
  readonly down: TermClass;
  readonly min?: string;
  readonly max?: string;
  /** At most this share of the index price, where there is one. */
  readonly shareOfIndexMax?: string;
  /** That share holds for all but the finest price there is. */
  readonly isFinestFree?: true;
  /** What it is of at the index is worth at most this many units of the quote currency, where there is an index. */
  readonly worthAtIndexMax?: string;
  /** At most this share of another field of the same terms. */
  readonly shareOf?: { readonly field: string; readonly max: string };
}
export interface SwitchRule {
  readonly kind: 'switch';
  readonly on: TermClass;
  readonly off: TermClass;
}
/** What names a product: it never changes, so another value is another product. */
export interface KeyRule {
  readonly kind: 'key';
  /** Of one that is a number. */
  readonly min?: string;
  readonly max?: string;
}
/** Words, or a list of suggestions: every change is of one class. */
export interface TextRule {
  readonly kind: 'text';
  readonly any: TermClass;
}
/** A word of a few; by `from>to`, anything else is a notice. */
export interface ChoiceRule {
  readonly kind: 'choice';
  readonly moves: Readonly<Record<string, TermClass>>;
}
/** A list of records, each with one field that names it. */
export interface RowsRule {
  readonly kind: 'rows';
  readonly key: string;
  readonly added: TermClass;
  readonly removed: TermClass;
  readonly fields: Readonly<Record<string, TermRule>>;
}
export type TermRule = NumberRule | SwitchRule | KeyRule | TextRule | ChoiceRule | RowsRule;

export interface ProductRules {
  /** Of terms that were not there before. */
  readonly created: TermClass;
  readonly fields: Readonly<Record<string, TermRule>>;
}

type Sides = readonly [up: TermClass, down: TermClass];
type Limits = Omit<NumberRule, 'kind' | 'unit' | 'up' | 'down'>;
const number =
  (unit: TermUnit) =>
  ([up, down]: Sides, limits: Limits = {}): NumberRule => ({
    kind: 'number',
    unit,
    up,
    down,
    ...limits,
  });
const rate = number('rate');
const amount = number('amount');
const count = number('count');
const time = number('time');
const price = number('price');
/** To the end of the year 2999: with any lock-up behind it a time is still one that dates can show. */
const DATES: Limits = { min: '1', max: '32503679999999' };

const KEY: KeyRule = { kind: 'key' };
const numbered = (min: string, max: string): KeyRule => ({ kind: 'key', min, max });
/** What 15 bits hold. */
const NUMBERED = numbered('1', '32767');
/** Users pay or wait more. */
const COSTS: Sides = ['notice', 'one'];
/** Users get or may do more, for which the house stands. */
const GIVES: Sides = ['notice', 'two'];
/** Either way somebody who counted on it is worse off. */
const EITHER: Sides = ['notice', 'notice'];
/** What the house stands for; less of it only stops sales. */
const HOUSE_LIMIT: Sides = ['two', 'one'];
const given = ([worse, better]: Sides): Sides => [better, worse];
/** Opening is by two; stopping is anybody's who sees the fire. */
const OPEN: SwitchRule = { kind: 'switch', on: 'two', off: 'one' };

/** Of the trading fees of spot and of futures: 1 %. */
const FEE_MAX = { max: '0.01' };

export const TERM_RULES = {
  market: {
    created: 'two',
    fields: {
      market_id: KEY,
      symbol: KEY,
      // Another grid cancels what waits on the old one.
      tick_size: price(EITHER, { shareOfIndexMax: '0.0005' }),
      lot_size: amount(EITHER, { worthAtIndexMax: '100' }),
      min_notional: amount(COSTS, { max: '1000' }),
      maker_fee: rate(COSTS, FEE_MAX),
      taker_fee: rate(COSTS, FEE_MAX),
      // Wider, an order fills further from the index; narrower, it fills less.
      market_band: rate(EITHER, { min: '0.000001', max: '0.2' }),
      limit_band: rate(EITHER, { min: '0.000001', max: '0.2' }),
      open_orders_max: count(given(COSTS), { min: '1', max: '10000' }),
      // More parts hide more of an order, fewer refuse those that hide as much.
      iceberg_parts_max: count(EITHER, { min: '1', max: '100' }),
      state: {
        kind: 'choice',
        // Resuming a halted market gives back what users had; opening a closed one is opening a product.
        moves: {
          'open>halted': 'one',
          'open>closed': 'one',
          'halted>closed': 'one',
          'halted>open': 'one',
          'closed>halted': 'two',
          'closed>open': 'two',
        },
      },
    },
  },
  currency: {
    // It sells nothing by itself: its market, its ways in and out and its offering each take two.
    created: 'one',
    fields: {
      currency_id: NUMBERED,
      // The engine refuses both once a market, an offering or a posting depends on them: before, nobody is touched.
      name: { kind: 'text', any: 'one' },
      scale: count(['one', 'one'], { min: '0', max: '18' }),
      // What people read before they buy.
      full_name: { kind: 'text', any: 'notice' },
      is_enabled: OPEN,
    },
  },
  futures: {
    created: 'two',
    fields: {
      symbol: KEY,
      lot_size: amount(EITHER, { worthAtIndexMax: '10000' }),
      min_lots: count(COSTS, { min: '1' }),
      max_lots: count(given(GIVES), { min: '1' }),
      multiples: {
        kind: 'rows',
        key: 'multiple',
        // Taken away by one and offered again with worse terms by two would be a way around the notice.
        added: 'notice',
        removed: 'one',
        fields: {
          multiple: numbered('2', '1000'),
          maintenance_rate: rate(GIVES, { min: '0.000001', max: '0.25' }),
          max_notional: amount(given(GIVES)),
        },
      },
      open_fee: rate(COSTS, FEE_MAX),
      close_fee: rate(COSTS, FEE_MAX),
      insurance_share: rate(given(COSTS), { min: '0', max: '1' }),
      half_spread: rate(COSTS, { min: '0', max: '0.01' }),
      price_step: price(COSTS, { shareOfIndexMax: '0.001', isFinestFree: true }),
      profit_cap: count(given(GIVES), { min: '1', max: '100' }),
      max_open_interest: amount(HOUSE_LIMIT),
      max_positions: count(given(GIVES), { min: '1', max: '10000' }),
      is_open: OPEN,
    },
  },
  options: {
    created: 'two',
    fields: {
      symbol: KEY,
      times: {
        kind: 'rows',
        key: 'seconds',
        added: 'notice',
        removed: 'one',
        fields: {
          seconds: numbered('5', '3600'),
          payout_ratio: rate(given(GIVES), { min: '0.5', max: '1' }),
          min_amount: amount(COSTS),
          max_amount: amount(given(GIVES)),
        },
      },
      max_exposure: amount(HOUSE_LIMIT),
      max_orders: count(given(GIVES), { min: '1', max: '10000' }),
      is_open: OPEN,
    },
  },
  option_currency: {
    created: 'two',
    fields: {
      currency_id: KEY,
      fee_rate: rate(COSTS, { min: '0', max: '0.05' }),
      // Suggestions of the app: any stake within the bounds may be typed.
      amounts: { kind: 'text', any: 'one' },
      is_open: OPEN,
    },
  },
  hosting: {
    // A product closed by one and sold again under another id would be a way around the notice.
    created: 'notice',
    fields: {
      id: NUMBERED,
      currency_id: KEY,
      days: count(EITHER, { min: '1', max: '1095' }),
      min_amount: amount(COSTS),
      max_amount: amount(given(GIVES)),
      capacity: amount(HOUSE_LIMIT),
      daily_yield: rate(given(GIVES), { min: '0.000001', max: '0.02' }),
      damages_rate: rate(COSTS, { min: '0', max: '0.1' }),
      is_open: OPEN,
    },
  },
  offering: {
    // Each sells once; what was sold keeps price and launch, which the engine refuses to change.
    created: 'two',
    fields: {
      id: NUMBERED,
      currency_id: KEY,
      payment_currency_id: KEY,
      issue_price: price(GIVES),
      // More of it dilutes what was bought; less only ends the sale sooner.
      total: amount(COSTS),
      min_amount: amount(COSTS),
      max_amount: amount(given(GIVES)),
      lockup_days: count(COSTS, { min: '0', max: '3650' }),
      starts_at: time(GIVES, DATES),
      closes_at: time(EITHER, DATES),
      launches_at: time(EITHER, DATES),
      is_open: OPEN,
      introduction: { kind: 'text', any: 'two' },
    },
  },
  referral: {
    created: 'two',
    fields: {
      levels: {
        kind: 'rows',
        key: 'needs',
        added: 'notice',
        removed: 'notice',
        fields: {
          needs: numbered('0', '100000000'),
          ratio: rate(given(GIVES), { min: '0', max: '0.5' }),
        },
      },
    },
  },
  partner: {
    // The house gives of its own fees: nobody pays more by it.
    created: 'one',
    fields: { user_id: KEY, ratio: rate(given(COSTS), { min: '0', max: '0.5' }) },
  },
  chain: {
    created: 'two',
    fields: {
      currency_id: KEY,
      chain: KEY,
      min_deposit: amount(COSTS),
      min_withdraw: amount(COSTS),
      withdraw_fee: amount(COSTS, { shareOf: { field: 'min_withdraw', max: '0.5' } }),
      // Safeguards: strengthened at once, weakened by two.
      confirmations: count(given(HOUSE_LIMIT), { min: '0', max: '10000' }),
      is_deposit_open: OPEN,
      is_withdraw_open: OPEN,
      two_approvals_from: amount(HOUSE_LIMIT),
    },
  },
  settings: {
    created: 'two',
    fields: {
      // A lower limit is a brake against theft, as closing a way is; it cannot go below what a small saver needs.
      daily_value_basic: amount(HOUSE_LIMIT, { min: '100' }),
      daily_value_advanced: amount(HOUSE_LIMIT, { min: '100' }),
      daily_count: count(HOUSE_LIMIT, { min: '1', max: '100' }),
      vip_volume: amount(COSTS),
    },
  },
  bank_account: {
    created: 'two',
    // A closed account must be replaced the same day; what is paid in by the old one is the house's debt all the same.
    fields: {
      currency_id: KEY,
      account_name: { kind: 'text', any: 'two' },
      account_number: { kind: 'text', any: 'two' },
      bank_name: { kind: 'text', any: 'two' },
      bank_address: { kind: 'text', any: 'two' },
      swift_code: { kind: 'text', any: 'two' },
      // Two people agree on it, and each credit names its own figure: it is told, not computed with.
      fiat_currency: { kind: 'text', any: 'two' },
      fiat_rate: { kind: 'text', any: 'two' },
    },
  },
} as const satisfies Readonly<Record<string, ProductRules>>;

/** The products that have terms. */
export type TermsProduct = keyof typeof TERM_RULES;
/** The fields of a product's terms, as on the wire. */
export type TermName<Product extends TermsProduct> = keyof (typeof TERM_RULES)[Product]['fields'];

/** Rules of a product with their types widened, for code that goes through all of them. */
export const rulesOf = (product: TermsProduct): ProductRules => TERM_RULES[product];
