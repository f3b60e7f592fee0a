/** What a receipt's screens say, worked by hand for one receipt of each kind. */
import type { Receipt } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import {
  converted,
  delivery,
  OPTION,
  publicView,
  sampleOf,
  sealAll,
  staleSample,
  triggered,
  WINDOW,
} from '../../../../test/receipts.ts';
import { shortHash } from '../../../app/parts/HashButton.tsx';
import { windowShape } from '../steps/window-shape.ts';
import { handSteps } from './by-hand.ts';
import { checkReceipt } from './check-receipt.ts';
import { compare, difference, priceDecimals, sumOf, tidy, times } from './exact.ts';
import { ageText, sampleTable } from './medians.ts';
import { readGiven, readId } from './read-given.ts';
import { ruleOf } from './rule.ts';
import { summarize } from './summary.ts';
import { plainShare } from './text.ts';

const chain = await sealAll();
const of = (kind: string) => {
  const found = chain.find((receipt) => receipt.kind === kind);
  if (found === undefined) throw new Error(kind);
  return found;
};
const at = Date.UTC(2026, 10, 21, 14, 29, 0);
const [byIndex, byTrade] = (await sealAll([
  triggered({
    terms: { trigger_by: 'index', type: 'limit', limit_price: '63900.00000000' },
    samples: [sampleOf(at, '63999.50')],
    result: { state: 'placed' },
  }),
  triggered({
    terms: { trigger_by: 'last', type: 'market' },
    samples: [],
    result: {
      state: 'refused',
      reason: 'would_not_fill',
      trade: 12,
      trade_price: '64000.00000000',
      trade_time: at + 40,
    },
  }),
])) as [Receipt, Receipt];
const values = (lines: readonly { label: string; value: unknown }[]) =>
  Object.fromEntries(lines.map(({ label, value }) => [label, value]));

describe('the sum', () => {
  test('of a right option: 50 staked at 80% are 90 paid, the fee is 0.50', () => {
    const sum = summarize(of('delivery'));
    expect(sum).toMatchObject({ side: 'rise', said: 'win', isOwn: true });
    expect(sum.figure).toMatchObject({ value: '90.000000', caption: 'paid', unit: 'USDT' });
    expect(values(sum.left)).toEqual({
      strike: '64731.05000000',
      delivery: '64742.90000000',
      difference: '11.85',
    });
    expect(values(sum.right)).toEqual({ stake: '50.000000', payout: '40.00', fee: '0.500000' });
  });

  test('shows no amount to anybody but the owner', () => {
    for (const receipt of chain) {
      const sum = summarize(publicView(receipt));
      expect(sum.isOwn).toBe(false);
      expect(sum.figure.show).toBe('price');
      const shown = [...sum.left, ...sum.right].map(({ show }) => show);
      expect(shown.filter((show) => /amount|signed|plus|minus|lots/.test(show))).toEqual([]);
    }
  });

  test('of a liquidation: nothing returns, and what the insurance fund paid is said', () => {
    const { figure, right } = summarize(of('liquidation'));
    expect(figure).toMatchObject({ value: '-300.030000', show: 'signed' });
    expect(values(right)).toEqual({
      margin: '300.030000',
      closeFee: '0.000000',
      returned: '0.00',
      insurance: '50.270000',
    });
  });

  test('of a close: margin and result less the fee return', () => {
    expect(values(summarize(of('close')).right)).toEqual({
      margin: '300.030000',
      closeFee: '1.502650',
      returned: '303.52735',
    });
  });

  test('of a refund: no pay-out, no fee', async () => {
    const samples = WINDOW.map((sample, index) => (index < 2 ? staleSample(sample.time) : sample));
    const [refunded] = await sealAll([
      delivery({
        samples,
        result: { expected: 6, valid: 4, sum: '258973.70000000', result: 'refunded' },
        paid: '50.500000',
      }),
    ]);
    const sum = summarize(refunded ?? of('delivery'));
    expect(sum.said).toBe('refunded');
    expect(values(sum.left)['delivery']).toBeUndefined();
    expect(values(sum.right)).toMatchObject({ payout: '0.00', fee: '0.00' });
  });
});

describe('the rule', () => {
  test('of a window divides the sum by the samples that came', () => {
    expect(ruleOf(of('delivery'))).toEqual({
      kind: 'window',
      expected: 6,
      valid: 6,
      isRefunded: false,
      isLate: false,
      sum: '388457.40',
      mean: '64742.90',
      isCut: false,
      strike: '64731.05',
      product: '388386.30',
    });
  });

  test('of a trigger stands among the prices it is measured by, highest first', () => {
    const rule = ruleOf(of('take_profit'));
    expect(rule).toMatchObject({ kind: 'levels', title: 'take_profit' });
    expect(rule.kind === 'levels' && rule.levels.map(({ name, price }) => [name, price])).toEqual([
      ['index', '60206.00'],
      ['trigger', '60200.00'],
      ['open', '60006.00'],
    ]);
  });

  test('of an order that waited for the index: the sample that reached it, and that it was placed', () => {
    const rule = ruleOf(byIndex);
    expect(rule).toMatchObject({
      title: 'triggered',
      detail: 'triggeredDetail',
      values: { to: 'below' },
    });
    expect(summarize(byIndex).side).toBe('sell');
    expect(rule.kind === 'levels' && rule.levels.map(({ name, price }) => [name, price])).toEqual([
      ['trigger', '64000.00'],
      ['index', '63999.50'],
      ['limit', '63900.00'],
    ]);
    expect(values(summarize(byIndex).left)).toEqual({
      index: '63999.50000000',
      limit: '63900.00000000',
    });
  });

  test('of one that waited for a trade: that trade, and why there is no order', () => {
    const rule = ruleOf(byTrade);
    expect(rule).toMatchObject({
      title: 'triggered',
      detail: 'refusedDetail',
      values: { cause: 'would_not_fill' },
    });
    expect(rule.kind === 'levels' && rule.levels.map(({ name, look }) => [name, look])).toEqual([
      ['trade', 'sample'],
      ['trigger', 'line'],
    ]);
    expect(values(summarize(byTrade).left)).toEqual({ trade: '64000.00000000' });
    expect(handSteps(byTrade).find(({ text }) => text === 'trigger')?.lines).toEqual([
      '64,000.00 = 64,000.00',
    ]);
  });

  test('both are proved on this device', async () => {
    for (const receipt of [byIndex, byTrade]) {
      const verdict = await checkReceipt(receipt, {});
      expect(verdict).toMatchObject({ state: 'verified' });
      expect(verdict.state === 'verified' && verdict.parts.map(({ name }) => name)).toContain(
        'trigger',
      );
    }
  });

  test('of a liquidation keeps all the decimals of its threshold', () => {
    const rule = ruleOf(of('liquidation'));
    expect(rule.kind === 'levels' && rule.levels.map(({ name, price }) => [name, price])).toEqual([
      ['open', '60006.00'],
      ['threshold', '54305.43001999'],
      ['index', '53000.00'],
    ]);
  });

  test('of an opening multiplies by one and half the spread', () => {
    const rule = ruleOf(of('open'));
    expect(rule.kind === 'levels' && rule.values).toMatchObject({ factor: '1.0001', tick: '0.01' });
  });
});

describe('a sample', () => {
  test('marks the quote in the middle and says how old each was', () => {
    const { shape, rows } = sampleTable(sampleOf(1_000_000, '64744.40'));
    expect(shape).toBe('odd');
    expect(rows.map(({ venue, isMiddle }) => (isMiddle ? `[${venue}]` : venue))).toEqual([
      'coinbase',
      'okx',
      '[binance]',
      'kraken',
      'bitstamp',
    ]);
    expect(rows.map(({ ageMs }) => ageText(ageMs))).toEqual([
      '0.36',
      '0.28',
      '0.21',
      '0.52',
      '0.84',
    ]);
  });

  test('of four has two in the middle, of two their mean, of one a name, of none no price', () => {
    const sample = sampleOf(1_000_000, '64744.40');
    const shapeOf = (count: number) => {
      const table = sampleTable({ ...sample, sources: sample.sources.slice(0, count) });
      return [table.shape, table.rows.filter(({ isMiddle }) => isMiddle).length];
    };
    expect([4, 2, 1].map(shapeOf)).toEqual([
      ['even', 2],
      ['two', 2],
      ['declared', 1],
    ]);
    expect(sampleTable(staleSample(1_000_000))).toMatchObject({ shape: 'none', rows: [] });
  });

  test('may come from a venue whose clock runs ahead', () => {
    expect([-205, -9, 0, 9, 12_345].map(ageText)).toEqual([
      '-0.20',
      '0.00',
      '0.00',
      '0.00',
      '12.34',
    ]);
  });
});

describe('the drawing of a window', () => {
  test('labels samples without the thousands that all share, and leaves a gap where none came', () => {
    const shape = windowShape(WINDOW, '64742.90');
    expect(shape.points.map(({ label }) => label)).toEqual([
      '741.10',
      '742.60',
      '742.00',
      '743.40',
      '743.90',
      '744.40',
    ]);
    const [first, ...rest] = WINDOW;
    const gap = windowShape(
      [...(first ? [first] : []), staleSample(0), ...rest.slice(1)],
      undefined,
    );
    expect(gap.points[1]).toMatchObject({ y: undefined, label: undefined });
    expect(gap.paths).toHaveLength(1);
  });

  test('of equal prices is a line in the middle, of many has no labels', () => {
    const flat = Array.from({ length: 30 }, (_, index) => sampleOf(index * 1_000, '1.00'));
    const shape = windowShape(flat, '1.00');
    expect(shape.meanY).toBe(50);
    expect(shape.points.every(({ y, label }) => y === 50 && label === undefined)).toBe(true);
  });
});

describe('by hand', () => {
  test('the steps of a delivery hold its own numbers', () => {
    const steps = Object.fromEntries(
      handSteps(of('delivery')).map(({ text, lines }) => [text, lines]),
    );
    expect(steps['mean']).toEqual(['388,457.40 / 6 = 64,742.90']);
    expect(steps['outcome']).toEqual(['388,457.40 > 6 × 64,731.05 = 388,386.30']);
    expect(steps['median']).toContain('[64,744.40]');
    expect(steps['amounts']).toEqual(['50.00 × 1% = 0.50', '50.00 + 50.00 × 80% = 90.00']);
  });

  test('a stranger gets no step about amounts', () => {
    for (const receipt of chain) {
      const steps = handSteps(publicView(receipt)).map(({ text }) => text);
      expect(steps).not.toContain('amounts');
      expect(steps.slice(1, 2)).toEqual([receipt.id === 1 ? 'linkFirst' : 'link']);
    }
  });
});

describe('what a reader brings', () => {
  test.each([
    ['48377', 48_377],
    [' #7 ', 7],
    ['0', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['9'.repeat(16), undefined],
    ['', undefined],
    [null, undefined],
  ])('the number %j is %j', (text, id) => {
    expect(readId(text)).toBe(id);
  });

  test.each([
    ['', { problem: 'empty' }],
    ['{', { problem: 'notJson' }],
    ['[]', { problem: 'noReceipt' }],
    ['7', { problem: 'noReceipt' }],
    ['{"id":1}', { values: [{ id: 1 }] }],
    ['[{"id":1},{"id":2}]', { values: [{ id: 1 }, { id: 2 }] }],
    ['{"list":[{"id":1}]}', { values: [{ id: 1 }] }],
    ['{"type":"ok","message":{"list":[{"id":1}]}}', { values: [{ id: 1 }] }],
    ['{"type":"ok","message":{"id":1}}', { values: [{ id: 1 }] }],
  ])('%s is read', (text, given) => {
    expect(readGiven(text)).toEqual(given);
  });
});

test('decimals are added, compared and tidied exactly', () => {
  expect(difference('64742.90000001', '64731.05')).toBe('11.85000001');
  expect(difference(undefined, '1')).toBeUndefined();
  expect(sumOf('0.1', '0.2', '-0.3')).toBe('0.00');
  expect(times('64731.05', 6)).toBe('388386.30');
  expect([compare('10', '9'), compare('-1', '0'), compare('1.0', '1')]).toEqual([1, -1, 0]);
  expect([tidy('5'), tidy('1.50000'), tidy('0.00100')]).toEqual(['5.00', '1.50', '0.001']);
  expect([priceDecimals('64812'), priceDecimals('1.2'), priceDecimals('0.12')]).toEqual([2, 4, 6]);
});

test('rates and hashes are written short', () => {
  expect(['0.800000', '0.000500', '0.005', '1', undefined].map(plainShare)).toEqual([
    '80%',
    '0.05%',
    '0.5%',
    '100%',
    '–',
  ]);
  expect(shortHash(`f5224a61${'0'.repeat(52)}f0dc`)).toBe('f522 4a61 … f0dc');
  expect(OPTION.window_seconds).toBe(6);
});

describe('the leg of a conversion', () => {
  test('says what was agreed, met and received, and is checked by its own rules', async () => {
    const [leg] = await sealAll([converted]);
    if (leg === undefined) throw new Error('there is one');
    const sum = summarize(leg);
    expect(sum).toMatchObject({ side: 'sell', said: 'conversion', isOwn: true });
    expect(sum.figure).toMatchObject({ value: '63857.030000', caption: 'received', unit: 'USDT' });
    expect(values(sum.left)).toEqual({
      average: '63985.00000000',
      index: '63997.80000000',
      worst: '63900.00000000',
      toIndex: '0.000201',
    });
    expect(values(sum.right)).toEqual({
      given: '1.00000000',
      before: '63985.000000',
      fee: '127.970000',
      quoted: '63857.030000',
    });
    expect(ruleOf(leg)).toMatchObject({
      title: 'conversion',
      levels: ['index', 'best', 'average', 'last', 'worst'].map((name) => ({ name })),
      values: { first: '20', last: '21', one: 'no' },
    });
    const steps = handSteps(leg).filter(({ text }) => text === 'converted' || text === 'amounts');
    expect(steps.map(({ lines }) => lines)).toEqual([
      ['20 … 21', '63,980.00 > 63,900.00', '→ 63,985.00'],
      ['63,985.00 × 0.2% → 127.97', '63,985.00 − 127.97 = 63,857.03'],
    ]);
    const stranger = summarize(publicView(leg));
    expect(stranger.figure).toMatchObject({ value: '63985.00000000', show: 'price' });
    expect(values(stranger.right)).toEqual({ feeRate: '0.002000' });
  });
});
