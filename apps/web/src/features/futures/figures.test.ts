import type { Position } from '@fairlead/contract';
import { netPnlAt } from '@fairlead/formula';
import { formatDecimal, type PriceE8, priceE8 } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { position } from '../../../test/futures.ts';
import {
  capPrice,
  closeEstimate,
  figuresOf,
  type HeldFigures,
  liveFigures,
  readPrice,
  totalsOf,
} from './figures.ts';

const held = (own: Parameters<typeof position>[0] = {}): HeldFigures =>
  figuresOf(position(own), 6) as HeldFigures;
const at = (text: string): PriceE8 => readPrice(text) as PriceE8;
const usdt = (amount: bigint) => formatDecimal(amount, 6);

const short: Partial<Position> = {
  ...{ id: 7_002, symbol: 'ETH/USDT', side: 'short', lots: 5, lot_size: '0.1', multiple: 10 },
  ...{ margin: '169.600000', maintenance: '8.480000', open_price: '3392.00' },
};

describe('the two positions of the drawing', () => {
  test('Q21: the long: +86.24 before fees, +79.80 after, 24.96 % of its margin, 7.88 % of the way', () => {
    const { gross, net, sharePpm, ratioPpm } = liveFigures(held(), at('64812.40'));
    expect([usdt(gross), usdt(net)]).toEqual(['86.240000', '79.801880']);
    expect(sharePpm).toBe(249_575n);
    expect(ratioPpm).toBe(78_758n);
  });
  test('Q21: the short: −13.13 before fees, −17.18 after, −10.13 %, 5.42 %', () => {
    const { gross, net, sharePpm, ratioPpm } = liveFigures(held(short), at('3418.26'));
    expect([usdt(gross), usdt(net)]).toEqual(['-13.130000', '-17.182065']);
    expect(sharePpm).toBe(-101_310n);
    expect(ratioPpm).toBe(54_195n);
  });
  test('Q21: together: +62.62 after fees', () => {
    const totals = totalsOf([
      { held: held(), price: at('64812.40') },
      { held: held(short), price: at('3418.26') },
    ]);
    expect([usdt(totals.margin), usdt(totals.net)]).toEqual(['489.350000', '62.619815']);
    expect(totals.riskPpm).toBe(71_925n);
  });
});

test('a close returns margin and result less the fee of the price it closes at', () => {
  const { gross, fees, net, back } = closeEstimate(held(), at('64812.40'));
  expect([gross, fees, net, back].map(usdt)).toEqual([
    '86.240000',
    '6.438120',
    '79.801880',
    '402.749380',
  ]);
});

test('a loss beyond the margin takes no more than the margin, and no fee is left to pay', () => {
  const { gross, fees, net, back } = closeEstimate(held(), at('50000'));
  expect([gross, fees, net, back].map(usdt)).toEqual([
    '-319.750000',
    '3.197500',
    '-322.947500',
    '0.000000',
  ]);
  expect(liveFigures(held(), at('50000'))).toMatchObject({
    gross: -319_750_000n,
    equity: 0n,
    ratioPpm: undefined,
  });
  expect(liveFigures(held(), at('200000')).gross).toBe(3_197_500_000n);
});

test('a stop wins no more than the cap, which has its own price', () => {
  // 205.00 and 3,197.50 before fees.
  expect(usdt(netPnlAt(held(), at('66000')))).toBe('198.502500');
  expect(usdt(netPnlAt(held(), at('999999')))).toBe('3144.302550');
  expect(capPrice(held())).toBe(at('95925'));
  expect(capPrice(held({ ...short, margin: '1696.000000' }))).toBeUndefined();
});

test('a lot counts the same whatever decimals it is written with', () => {
  const price = at('64812.40');
  expect(liveFigures(held({ lot_size: '0.01000000' }), price)).toEqual(
    liveFigures(held({ lot_size: '0.01' }), price),
  );
});

test('amounts are read in their currency’s scale, with or without zeros at the end', () => {
  expect(held({ margin: '319.75' }).margin).toBe(319_750_000n);
});

test('a waiting one is counted at its limit, one without a price not at all', () => {
  const { open_price: _, ...waiting } = position({ status: 'waiting', price: '60000' });
  expect(figuresOf(waiting, 6)?.openPrice).toBe(at('60000'));
  const { price: __, ...unpriced } = waiting;
  expect(figuresOf(unpriced, 6)).toBeUndefined();
});

test.each([
  [undefined, undefined],
  ['0', undefined],
  ['x', undefined],
  ['0.00000001', priceE8(1n)],
] as const)('a price of %j is read as %s', (text, price) => {
  expect(readPrice(text)).toBe(price);
});
