import fc from 'fast-check';
import { expect, test } from 'vitest';
import { successBody } from '../../http/envelope.ts';
import { smallAnswer, wholeAnswer } from '../small-answer.ts';

const ORDER = {
  id: 641,
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  time_in_force: 'gtc',
  price: '61000.00',
  quantity: '0.0010',
  filled_quantity: '0.0000',
  filled_amount: '0.000000',
  fee: '0.00000000',
  fee_currency: 'BTC',
  maker_fee_rate: '0.0008',
  taker_fee_rate: '0.001',
  status: 'waiting',
  created_at: 1_795_602_343_939,
  updated_at: 1_795_602_343_939,
};

test('an order’s answer is kept in a third, and is given again to the byte', () => {
  const cancelled = { ...ORDER, status: 'cancelled', cancel_reason: 'user' };
  for (const order of [ORDER, cancelled, { ...ORDER, side: 'sell', filled_quantity: '0.0003' }]) {
    const body = successBody({ order });
    const kept = smallAnswer(body);
    expect(kept.length * 3).toBeLessThan(body.length);
    expect(wholeAnswer(kept)).toBe(body);
  }
});

test('whatever JSON text is kept comes back, and what was kept whole stays as it is', () => {
  const bodies = fc.oneof(
    fc.json(),
    fc.jsonValue().map(successBody),
    // Phrases where nobody expects them, and what they are written with.
    fc
      .array(
        fc.constantFrom(
          '","fee":"',
          '"status":"',
          ',"symbol":"',
          '\u0001',
          '\n\t',
          '\\',
          '{',
          '😀',
        ),
      )
      .map((parts) => JSON.stringify({ note: parts.join(''), [parts.join('')]: 1 })),
  );
  fc.assert(
    fc.property(bodies, (body) => {
      expect(wholeAnswer(smallAnswer(body))).toBe(body);
      expect(wholeAnswer(body)).toBe(body);
    }),
    { seed: 20_261_125, numRuns: 2_000 },
  );
});

test('what this program did not write is not guessed at', () => {
  expect(() => wholeAnswer('\u0009')).toThrow('kept in phrases');
});

/** Rows outlive programs: this list only ever grows at its end. */
test('each character stands for what it always stood for', () => {
  const all = Array.from({ length: 31 }, (_, at) => String.fromCharCode(at + 1));
  const named = all.filter((code) => !'\t\n\r'.includes(code));
  expect(named.map(wholeAnswer).join('|')).toMatchInlineSnapshot(
    `"{"type":"ok","code":1,"message":{"order":{"id":|{"type":"ok","code":1,"message":{"id":|{"type":"ok","code":1,"message":|{"type":"error","code":0,"error":"|,"symbol":"|","side":"buy","type":"limit","time_in_force":"gtc","price":"|","side":"sell","type":"limit","time_in_force":"gtc","price":"|","side":"buy","type":"|","side":"sell","type":"|","time_in_force":"|","price":"|","quantity":"|","filled_quantity":"0.0|","filled_quantity":"|","filled_amount":"0.000000","fee":"0.000000|","filled_amount":"|","average_price":"|","fee":"|","fee_currency":"|","maker_fee_rate":"|","taker_fee_rate":"|","status":"waiting","created_at":|","status":"completed","created_at":|","status":"cancelled","cancel_reason":"user","created_at":|","cancel_reason":"|","created_at":|,"updated_at":|","amount":""`,
  );
});
