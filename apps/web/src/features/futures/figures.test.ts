import type { Position } from '@fairlead/contract';
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
  stopPnl,
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
  test('the long: +86.24, 26.97 % of its margin, 7.88 % of the way', () => {
    const { pnl, sharePpm, ratioPpm } = liveFigures(held(), at('64812.40'));
    expect(usdt(pnl)).toBe('86.240000');
    expect(sharePpm).toBe(269_710n);
    expect(ratioPpm).toBe(78_758n);
  });
  test('the short: −13.13, −7.74 %, 5.42 %', () => {
    const { pnl, sharePpm, ratioPpm } = liveFigures(held(short), at('3418.26'));
    expect(usdt(pnl)).toBe('-13.130000');
    expect(sharePpm).toBe(-77_418n);
    expect(ratioPpm).toBe(54_195n);
  });
  test('together: +73.11', () => {
    const totals = totalsOf([
      { held: held(), price: at('64812.40') },
      { held: held(short), price: at('3418.26') },
    ]);
    expect([usdt(totals.margin), usdt(totals.pnl)]).toEqual(['489.350000', '73.110000']);
    expect(totals.riskPpm).toBe(71_925n);
  });
});

test('a close returns margin and result less the fee of the price it closes at', () => {
  const { pnl, fee, back } = closeEstimate(held(), at('64812.40'));
  expect([usdt(pnl), usdt(fee), usdt(back)]).toEqual(['86.240000', '3.240620', '402.749380']);
});

test('a loss beyond the margin takes no more than the margin, and no fee is left to pay', () => {
  const { pnl, fee, back } = closeEstimate(held(), at('50000'));
  expect([usdt(pnl), fee, back]).toEqual(['-319.750000', 0n, 0n]);
  expect(liveFigures(held(), at('50000'))).toMatchObject({
    pnl: -319_750_000n,
    equity: 0n,
    ratioPpm: undefined,
  });
  expect(liveFigures(held(), at('200000')).pnl).toBe(3_197_500_000n);
});

test('a stop wins no more than the cap, which has its own price', () => {
  expect(usdt(stopPnl(held(), at('66000')))).toBe('205.000000');
  expect(usdt(stopPnl(held(), at('999999')))).toBe('3197.500000');
  expect(capPrice(held())).toBe(at('95925'));
  expect(capPrice(held({ ...short, margin: '1696.000000' }))).toBeUndefined();
});

test('a lot counts the same whatever decimals it is written with', () => {
  const price = at('64812.40');
  expect(liveFigures(held({ lot_size: '0.01000000' }), price).pnl).toBe(
    liveFigures(held({ lot_size: '0.01' }), price).pnl,
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
