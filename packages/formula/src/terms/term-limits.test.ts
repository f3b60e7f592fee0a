/**
 * Goal: each rule between fields bounds at the value that it says, names its fields, and says nothing while something is
 * unknown. Method: for each rule the last value that keeps it and the first that does not, worked by hand.
 */
import { parseDecimal } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { figuresOf, limitsOf, termConflicts } from './term-limits.ts';
import { FIGURE_SCALE, type LimitContext, TERM_RELATIONS } from './term-relations.ts';
import type { TermsProduct } from './term-rules.ts';

const INDEX_100 = 10_000_000_000n;
/** An index of 100; base with eight decimals, quote and any other currency with six. */
const context: LimitContext = {
  indexE8: INDEX_100,
  scaleOf: (field) => (field === 'lot_size' ? 8 : 6),
};
type Terms = Readonly<Record<string, unknown>>;
const conflictsOf = (product: TermsProduct, terms: Terms, own: Partial<LimitContext> = {}) =>
  termConflicts(product, { figures: figuresOf(terms), context: { ...context, ...own } });

const multiple = (rate: string, times = 100) => ({
  multiples: [{ multiple: times, maintenance_rate: rate, max_notional: '1' }],
});
const time = (own: object) => ({
  times: [{ seconds: 30, payout_ratio: '0.75', min_amount: '10', max_amount: '20', ...own }],
});

/** Product, rule, terms that keep it, terms that do not, and the paths that a refusal names. */
const CASES: readonly (readonly [TermsProduct, string, Terms, Terms, readonly string[]])[] = [
  // 0.01 × 0.0001 is one millionth of the quote; half of that lot is not.
  [
    'market',
    'lot_of_tick',
    { tick_size: '0.01', lot_size: '0.0003' },
    { tick_size: '0.01', lot_size: '0.00005' },
    ['lot_size', 'tick_size'],
  ],
  [
    'futures',
    'most_of_fewest',
    { min_lots: 3, max_lots: 3 },
    { min_lots: 3, max_lots: 2 },
    ['max_lots', 'min_lots'],
  ],
  // At 100 times the margin is 1 %, and half of it 0.5 %.
  [
    'futures',
    'margin_of_multiple',
    multiple('0.005'),
    multiple('0.005001'),
    ['multiples.0.maintenance_rate', 'multiples.0.multiple'],
  ],
  // 2^62 millionths × 2 ÷ 100: more could win more than can be kept.
  [
    'futures',
    'notional_of_cap',
    { multiples: [{ multiple: 2, max_notional: '2' }], profit_cap: 100 },
    { multiples: [{ multiple: 2, max_notional: '92233720369' }], profit_cap: 100 },
    ['multiples.0.max_notional', 'profit_cap', 'multiples.0.multiple'],
  ],
  // (10 × 0.005 + 11 × s) × 100 < 10: s is below 0.00454545….
  [
    'futures',
    'spread_of_margin',
    { ...multiple('0.005'), half_spread: '0.004545' },
    { ...multiple('0.005'), half_spread: '0.004546' },
    ['half_spread', 'multiples.0.maintenance_rate'],
  ],
  // Half the spread is 0.25 at an index of 100; a tenth of it 0.025.
  [
    'futures',
    'step_of_spread',
    { half_spread: '0.0025', price_step: '0.025' },
    { half_spread: '0.0025', price_step: '0.02500001' },
    ['price_step', 'half_spread'],
  ],
  [
    'options',
    'greatest_of_smallest',
    time({ max_amount: '10' }),
    time({ max_amount: '9.999999' }),
    ['times.0.max_amount', 'times.0.min_amount'],
  ],
  // 0.75 of two millionths is one, of one it is nothing.
  [
    'options',
    'stake_of_payout',
    time({ min_amount: '0.000002' }),
    time({ min_amount: '0.000001' }),
    ['times.0.min_amount', 'times.0.payout_ratio'],
  ],
  [
    'hosting',
    'greatest_of_smallest',
    { min_amount: '5', max_amount: '5' },
    { min_amount: '5', max_amount: '4' },
    ['max_amount', 'min_amount'],
  ],
  [
    'hosting',
    'capacity_of_greatest',
    { max_amount: '5', capacity: '5' },
    { max_amount: '5', capacity: '4' },
    ['capacity', 'max_amount'],
  ],
  // 0.1 % over 7 days: a millionth is earned from 143 millionths on.
  [
    'hosting',
    'smallest_of_interest',
    { min_amount: '0.000143', daily_yield: '0.001', days: 7 },
    { min_amount: '0.000142', daily_yield: '0.001', days: 7 },
    ['min_amount', 'daily_yield', 'days'],
  ],
  [
    'offering',
    'payment_of_sold',
    { currency_id: 11, payment_currency_id: 3 },
    { currency_id: 11, payment_currency_id: 11 },
    ['payment_currency_id', 'currency_id'],
  ],
  [
    'offering',
    'greatest_of_smallest',
    { min_amount: '5', max_amount: '5' },
    { min_amount: '5', max_amount: '4' },
    ['max_amount', 'min_amount'],
  ],
  [
    'offering',
    'total_of_greatest',
    { max_amount: '5', total: '5' },
    { max_amount: '5', total: '4' },
    ['total', 'max_amount'],
  ],
  // 2^62 millionths of the payment at 2 each.
  [
    'offering',
    'cost_of_total',
    { issue_price: '2', total: '2305843009213.693952' },
    { issue_price: '2', total: '2305843009213.693953' },
    ['total', 'issue_price'],
  ],
  [
    'offering',
    'close_after_start',
    { starts_at: 1_000, closes_at: 1_001 },
    { starts_at: 1_000, closes_at: 1_000 },
    ['closes_at', 'starts_at'],
  ],
  [
    'offering',
    'launch_after_close',
    { closes_at: 1_000, launches_at: 1_000 },
    { closes_at: 1_000, launches_at: 999 },
    ['launches_at', 'closes_at'],
  ],
  [
    'chain',
    'confirmations_of_chain',
    { chain: 'BANK', confirmations: 0 },
    { chain: 'ERC20', confirmations: 0 },
    ['confirmations', 'chain'],
  ],
  [
    'settings',
    'advanced_of_basic',
    { daily_value_basic: '500', daily_value_advanced: '500' },
    { daily_value_basic: '500', daily_value_advanced: '499' },
    ['daily_value_advanced', 'daily_value_basic'],
  ],
];

describe('a rule between fields', () => {
  test.each(CASES)('%s %s', (product, code, kept, broken, paths) => {
    expect(conflictsOf(product, kept)).toEqual([]);
    const conflicts = conflictsOf(product, broken);
    expect(conflicts.map(({ code: each }) => each)).toEqual([code]);
    expect(conflicts.map(({ field, by }) => [field, ...by])).toEqual([paths]);
  });
  test('each has its case here, by product', () => {
    const ruled = Object.entries(TERM_RELATIONS).flatMap(([product, relations]) =>
      relations.map(({ code }) => `${product} ${code}`),
    );
    expect(CASES.map(([product, code]) => `${product} ${code}`).sort()).toEqual(ruled.sort());
  });
  test.each(CASES)(
    '%s %s says nothing while what it is by is not filled in',
    (product, code, _, broken) => {
      const by = TERM_RELATIONS[product]?.find((relation) => relation.code === code)?.by ?? [];
      const blank = JSON.parse(JSON.stringify(broken), (name, value) =>
        by.includes(name) ? '' : value,
      );
      expect(conflictsOf(product, blank)).toEqual([]);
    },
  );
});

describe('a bound of its own', () => {
  test.each([
    ['market', { taker_fee: '0.01' }, []],
    ['market', { taker_fee: '0.010001' }, ['greatest']],
    ['market', { market_band: '0.0000009' }, ['least']],
    // 0.05 % of the index, and what 100 of the quote buy.
    ['market', { tick_size: '0.05' }, []],
    ['market', { tick_size: '0.05000001' }, ['share_of_index']],
    ['market', { lot_size: '1' }, []],
    ['market', { lot_size: '1.00000001' }, ['worth_at_index']],
    ['chain', { min_withdraw: '10', withdraw_fee: '5' }, []],
    ['chain', { min_withdraw: '10', withdraw_fee: '5.000001' }, ['share_of_field']],
    ['options', time({ seconds: 4 }), ['least']],
    ['options', time({ seconds: 3_601 }), ['greatest']],
    ['offering', { issue_price: '46116860184.27387904' }, []],
    ['offering', { issue_price: '46116860184.27387905' }, ['greatest']],
    ['offering', { starts_at: 32_503_679_999_999 }, []],
    ['offering', { starts_at: 32_503_680_000_000 }, ['greatest']],
    ['offering', { launches_at: 0 }, ['least']],
    ['futures', multiple('0.0005', 1_001), ['greatest', 'margin_of_multiple']],
  ] as const)('%s %j', (product, terms, codes) => {
    expect(conflictsOf(product, terms).map(({ code }) => code)).toEqual(codes);
  });
  test('at the index: nothing without one, and nothing of what stays as it is', () => {
    const coarse = { tick_size: '1', lot_size: '10' };
    expect(conflictsOf('market', coarse, { indexE8: undefined })).toEqual([]);
    expect(conflictsOf('market', coarse, { isKept: () => true })).toEqual([]);
    const ofLot = conflictsOf('market', coarse, { isKept: (field) => field === 'tick_size' });
    expect(ofLot.map(({ field }) => field)).toEqual(['lot_size']);
  });
  test('the finest step is always fine, however low the price', () => {
    const terms = { half_spread: '0.0001', price_step: '0.00000001' };
    expect(conflictsOf('futures', terms, { indexE8: 100n })).toEqual([]);
  });
});

test('limits are given with their figures, for a form to say before anything is refused', () => {
  const terms = { ...multiple('0.005'), half_spread: '0.0025', price_step: '1' };
  const of = { figures: figuresOf(terms), context };
  const figure = (text: string) => parseDecimal(text, FIGURE_SCALE);
  expect(limitsOf('futures', 'price_step', of)).toEqual([
    { code: 'greatest', sense: 'at_most', figure: figure('46116860184.27387904'), by: [] },
    { code: 'share_of_index', sense: 'at_most', figure: figure('0.1'), by: [] },
    { code: 'step_of_spread', sense: 'at_most', figure: figure('0.025'), by: ['half_spread'] },
  ]);
  expect(limitsOf('futures', 'multiples.0.maintenance_rate', of)).toContainEqual({
    code: 'margin_of_multiple',
    sense: 'at_most',
    figure: figure('0.005'),
    by: ['multiples.0.multiple'],
  });
  expect(limitsOf('futures', 'multiples.7.maintenance_rate', of)).toEqual([]);
});
