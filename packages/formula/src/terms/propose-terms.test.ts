/**
 * Goal: whatever is proposed keeps every rule, and where nothing can be proposed that is said. Method: a table of prices
 * that operators know, and all decades of price, decimals and worth of the quote. What the engine says to the same proposals
 * is tested there.
 */
import { parseDecimal } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import {
  type MarketSetting,
  type Proposal,
  proposeFutures,
  proposeMarket,
  proposeOptions,
} from './propose-terms.ts';
import { proposeHosting, proposeOffering } from './propose-wealth.ts';
import {
  FUTURES_TEMPLATES,
  HOSTING_TEMPLATES,
  MARKET_TEMPLATES,
  OFFERING_TEMPLATES,
  OPTION_TEMPLATES,
} from './templates.ts';
import { figuresOf, termConflicts } from './term-limits.ts';
import type { TermsProduct } from './term-rules.ts';

const E8 = 100_000_000n;
const named = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[];
const priceOf = (text: string): bigint => parseDecimal(text, 8) ?? 0n;
const at = (price: string, own: Partial<MarketSetting> = {}): MarketSetting => ({
  indexE8: priceOf(price),
  baseScale: 8,
  quoteScale: 6,
  quoteUsdtE8: E8,
  ...own,
});

describe('a market', () => {
  test.each([
    ['BTC/USDT', at('64812.4'), ['0.1', '0.00001', '5']],
    ['ETH/USDT', at('3418.26'), ['0.01', '0.0001', '5']],
    ['DOGE/USDT', at('0.124'), ['0.000001', '1', '5']],
    ['SHIB/USDT', at('0.00002'), ['0.00000001', '1000', '5']],
    [
      'ETH/BTC',
      at('0.0527', { quoteScale: 8, quoteUsdtE8: priceOf('64812.4') }),
      ['0.00001', '0.001', '0.00005'],
    ],
    [
      'BTC/JPY',
      at('9800000', { quoteScale: 2, quoteUsdtE8: priceOf('0.0066') }),
      ['1000', '0.00001', '500'],
    ],
    ['BTC/IDR', at('999999999', { quoteScale: 2, quoteUsdtE8: priceOf('0.00006') }), undefined],
  ] as const)('%s', (_symbol, setting, expected) => {
    const proposed = proposeMarket(setting);
    const terms = proposed.ok ? proposed.terms : undefined;
    expect(terms && [terms.tick_size, terms.lot_size, terms.min_notional]).toEqual(expected);
  });
  test('fees, bands and orders are those that a first start sets up', () => {
    expect(proposeMarket(at('100'))).toMatchObject({
      ok: true,
      terms: { maker_fee: '0.0008', taker_fee: '0.001', market_band: '0.02', limit_band: '0.2' },
    });
  });
});

test('a futures market has a step within a tenth of half the spread and a lot of a few hundred', () => {
  expect(proposeFutures(at('64812.4'))).toMatchObject({
    ok: true,
    terms: { lot_size: '0.001', price_step: '0.1', half_spread: '0.000100' },
  });
});

test('a quote currency without a price is not taken for a dollar', () => {
  const setting = at('100', { quoteUsdtE8: undefined });
  const refusal = { ok: false, refusal: 'quote_unpriced' };
  expect([proposeMarket(setting), proposeFutures(setting), proposeOptions(setting)]).toEqual([
    refusal,
    refusal,
    refusal,
  ]);
});

test('locked funds and an offering are of round sums', () => {
  expect(proposeHosting(at('64812.4'), 'quarter')).toEqual({
    ok: true,
    terms: {
      days: 90,
      daily_yield: '0.0003',
      damages_rate: '0.0003',
      min_amount: '0.0001',
      max_amount: '0.1',
      capacity: '10',
    },
  });
  const DAY = 86_400_000;
  expect(
    proposeOffering({ ...at('0.05', { baseScale: 4 }), nowMs: 20_000.4 * DAY }, 'vested'),
  ).toEqual({
    ok: true,
    terms: {
      issue_price: '0.05',
      total: '10000000',
      min_amount: '200',
      max_amount: '100000',
      starts_at: 20_007 * DAY,
      closes_at: 20_014 * DAY,
      launches_at: 20_015 * DAY,
      lockup_days: 30,
    },
  });
});

describe('every decade of price, decimals and worth', () => {
  const DECADES = Array.from({ length: 13 }, (_, at) => at - 6);
  const SCALES = [0, 2, 6, 8, 18];
  const WORTHS = ['0.00006', '0.0066', '1', '64812.4'].map(priceOf);
  const DIGITS = [100n, 299n, 999n];
  const settings = DECADES.flatMap((decade) =>
    DIGITS.flatMap((digits) => {
      const indexE8 = (digits * 10n ** BigInt(decade + 8)) / 100n;
      return SCALES.flatMap((baseScale) =>
        SCALES.flatMap((quoteScale) =>
          WORTHS.map((quoteUsdtE8) => ({ indexE8, baseScale, quoteScale, quoteUsdtE8 })),
        ),
      );
    }),
  );
  const hosted = (template: keyof typeof HOSTING_TEMPLATES) => (setting: MarketSetting) =>
    proposeHosting({ ...setting, quoteScale: 6, quoteUsdtE8: E8 }, template);
  const offered = (template: keyof typeof OFFERING_TEMPLATES) => (setting: MarketSetting) =>
    proposeOffering({ ...setting, nowMs: 1_000_000_000_000 }, template);
  test.each<readonly [TermsProduct, string, (setting: MarketSetting) => Proposal<object>]>([
    ...named(MARKET_TEMPLATES).map(
      (name) => ['market', name, (each: MarketSetting) => proposeMarket(each, name)] as const,
    ),
    ...named(FUTURES_TEMPLATES).map(
      (name) => ['futures', name, (each: MarketSetting) => proposeFutures(each, name)] as const,
    ),
    ...named(OPTION_TEMPLATES).map(
      (name) => ['options', name, (each: MarketSetting) => proposeOptions(each, name)] as const,
    ),
    ...named(HOSTING_TEMPLATES).map((name) => ['hosting', name, hosted(name)] as const),
    ...named(OFFERING_TEMPLATES).map((name) => ['offering', name, offered(name)] as const),
  ])('%s, %s: what is proposed keeps every rule', (product, _template, propose) => {
    let proposals = 0;
    for (const setting of settings) {
      const proposed = propose(setting);
      if (!proposed.ok) continue;
      proposals += 1;
      const figures = figuresOf(proposed.terms as Readonly<Record<string, unknown>>);
      const { indexE8, baseScale, quoteScale } = setting;
      const isOfBase = product === 'hosting' || product === 'offering';
      const scaleOf = (field: string) =>
        isOfBase || field === 'lot_size' ? baseScale : quoteScale;
      expect(
        termConflicts(product, { figures, context: { indexE8, scaleOf } }),
        `${JSON.stringify(proposed.terms)} at ${indexE8}`,
      ).toEqual([]);
    }
    expect(proposals).toBeGreaterThan(settings.length / 3);
  });
  test('with the decimals that currencies have, only a price whose steps are too coarse has no market', () => {
    for (const setting of settings) {
      const { indexE8, baseScale, quoteScale, quoteUsdtE8 } = setting;
      if (baseScale !== 8 || quoteScale !== 6 || quoteUsdtE8 !== E8) continue;
      // A step of 0.00000001 is a two-thousandth of 0.00002.
      expect(proposeMarket(setting).ok, `at ${indexE8}`).toBe(indexE8 >= 2_000n);
      expect(proposeFutures(setting).ok, `at ${indexE8}`).toBe(true);
    }
  });
});
