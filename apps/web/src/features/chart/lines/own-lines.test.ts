import { describe, expect, test } from 'vitest';
import { position } from '../../../../test/futures.ts';
import { order } from '../../../../test/order.ts';
import { triggerOrder } from '../../../../test/trigger-order.ts';
import { extremes } from './extremes.ts';
import { labelPlaces, piecesOf } from './label-places.ts';
import {
  alertLines,
  averagePaid,
  type LineWords,
  orderLines,
  positionLines,
  triggerLines,
} from './own-lines.ts';

const words: LineWords = {
  buy: (quantity) => `Buy ${quantity}`,
  sell: (quantity) => `Sell ${quantity}`,
  long: (multiple) => `Long ${multiple}`,
  short: (multiple) => `Short ${multiple}`,
  waiting: (multiple) => `Opens ${multiple}`,
  average: 'Average',
  liquidation: 'Liquidation',
  takeProfit: 'Profit',
  stopLoss: 'Loss',
  alert: 'Alert',
  trigger: ({ trigger, side, status, size }) =>
    `${status === 'pending' ? 'later ' : ''}${trigger} ${side} ${size}`,
};
const told = (lines: readonly { readonly label: string; readonly price: number }[]) =>
  lines.map(({ label, price }) => [label, price]);

describe('lines', () => {
  test('an order of a list is moved only while others wait behind it', () => {
    const listed = [order({ id: 1 }), order({ id: 2, list_id: 7 }), order({ id: 3, list_id: 8 })];
    const lines = orderLines(listed, words, new Set([7]));
    expect(lines.map(({ orderId }) => orderId)).toEqual(['1', '2', undefined]);
  });

  test('each order with a price has one, of what is left of it', () => {
    const { price: _, ...unpriced } = order({ id: 3, type: 'market' });
    const lines = orderLines(
      [
        order({ quantity: '0.02000', filled_quantity: '0.00000' }),
        order({ id: 2, side: 'sell', price: '70000', quantity: '0.02', filled_quantity: '0.0125' }),
        unpriced,
      ],
      words,
    );
    expect(told(lines)).toEqual([
      ['Buy 0.02000', 63_500],
      ['Sell 0.0075', 70_000],
    ]);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2);
  });

  test('what waits for a price stands where it waits, by its quantity or its amount', () => {
    const { quantity: _, ...sized } = triggerOrder({
      id: 2,
      side: 'buy',
      trigger: 'trailing_stop',
      trigger_price: '66000',
      amount: '100.00',
    });
    const later = triggerLines([triggerOrder({ status: 'pending' })], words);
    expect(told(later)).toEqual([['later stop sell 0.02000', 64_000]]);
    expect(told(triggerLines([triggerOrder(), sized], words))).toEqual([
      ['stop sell 0.02000', 64_000],
      ['trailing_stop buy 100.00', 66_000],
    ]);
  });

  test('a position has its opening, its liquidation and the stops that it has', () => {
    const { stop_loss: _, ...held } = position({
      side: 'short',
      multiple: 10,
      open_price: '60000',
      liquidation_price: '65700',
      take_profit: '55000',
    });
    expect(told(positionLines([held], words))).toEqual([
      ['Short 10', 60_000],
      ['Liquidation', 65_700],
      ['Profit', 55_000],
    ]);
    const { open_price: _open, ...waiting } = position({ multiple: 5, price: '58000' });
    expect(told(positionLines([waiting], words))).toEqual([['Opens 5', 58_000]]);
  });

  test('an alert that fired has none', () => {
    const alert = {
      id: 1,
      symbol: 'BTC/USDT',
      direction: 'above',
      price: '64000',
      is_fired: false,
      created_at: 0,
    } as const;
    expect(told(alertLines([alert, { ...alert, id: 2, is_fired: true }], words))).toEqual([
      ['Alert', 64_000],
    ]);
  });
});

describe('labels', () => {
  const places = (right: number, ...labels: readonly (readonly [number, number])[]) =>
    labelPlaces(
      labels.map(([y, width]) => ({ y, width })),
      { left: 8, right, height: 20 },
    );

  test('of lines that lie close to one another stand side by side', () => {
    expect(places(400, [10, 50], [30, 60]).lefts).toEqual([8, 8]);
    expect(places(400, [10, 50], [29, 60], [20, 40]).lefts).toEqual([8, 62, 126]);
    expect(places(400, [10, 50], [25, 60], [40, 40]).lefts).toEqual([8, 62, 8]);
  });

  test('stand beside a price that is written there, or over it where there is no room', () => {
    const taken = [{ y: 12, from: 40, to: 100 }];
    const at = (right: number) =>
      labelPlaces([{ y: 10, width: 50 }], { left: 8, right, height: 20, taken }).lefts;
    expect(at(400)).toEqual([104]);
    expect(at(130)).toEqual([8]);
  });

  test('the prices that are written are of the first highest and lowest that are seen', () => {
    const bars = [
      { high: 9, low: 1 },
      { high: 5, low: 4 },
      { high: 7, low: 3 },
      { high: 7, low: 3 },
    ];
    expect(extremes(bars, 1, 9)).toEqual({ high: { at: 2, price: 7 }, low: { at: 2, price: 3 } });
    expect(extremes(bars, 4, 9)).toBeUndefined();
  });

  test('that find no room beside the others are counted where they would stand', () => {
    const crowded = places(130, [10, 50], [12, 60], [14, 40], [20, 40], [80, 90]);
    expect(crowded.lefts).toEqual([8, 62, undefined, undefined, 8]);
    expect(crowded.folded).toEqual([{ y: 14, labels: [2, 3] }]);
    // One alone is shown, however wide.
    expect(places(30, [10, 50])).toEqual({ lefts: [8], folded: [] });
  });
});

describe('the average paid', () => {
  const fill = (side: 'buy' | 'sell', quantity: string, amount: string) =>
    order({ side, filled_quantity: quantity, filled_amount: amount });
  // Newest first, as the server lists them.
  const average = (...fills: Parameters<typeof fill>[]) =>
    averagePaid(fills.map((one) => fill(...one)).toReversed());

  test('weighs buys by quantity; a sell leaves it as it is', () => {
    expect(average(['buy', '1', '100'], ['buy', '3', '500'])).toBe(150);
    expect(average(['buy', '2', '200'], ['sell', '1', '900'])).toBe(100);
    expect(average(['buy', '2', '200'], ['sell', '1', '900'], ['buy', '1', '200'])).toBe(150);
  });

  test('selling all forgets it, also more than was bought here', () => {
    expect(average(['buy', '1', '100'], ['sell', '1', '900'])).toBeUndefined();
    expect(average(['sell', '5', '900'], ['buy', '1', '100'])).toBe(100);
    expect(
      average(['buy', '0.3', '30'], ['sell', '0.1', '1'], ['sell', '0.2', '1']),
    ).toBeUndefined();
  });

  test('is none without a fill', () => {
    expect(averagePaid([])).toBeUndefined();
    expect(averagePaid([order()])).toBeUndefined();
  });
});

describe('a line among labels', () => {
  const line = { from: 0, to: 300, y: 50 };
  const xs = (...boxes: Parameters<typeof piecesOf>[1]) =>
    piecesOf(line, boxes).map(([left, right]) => [left.x, right.x]);
  const label = { x: 8, y: 50, width: 100, height: 20 };

  test('goes round its own and every other that lies on it', () => {
    expect(xs(label)).toEqual([
      [0, 8],
      [108, 300],
    ]);
    expect(xs({ ...label, x: 112, y: 58 }, label)).toEqual([
      [0, 8],
      [108, 112],
      [212, 300],
    ]);
  });

  test('is whole where none does', () => {
    expect(xs({ ...label, y: 61 })).toEqual([[0, 300]]);
    expect(xs()).toEqual([[0, 300]]);
  });

  test('ends in a label that reaches its end', () => {
    expect(xs({ ...label, x: 250 })).toEqual([[0, 250]]);
  });
});
