import { amountMinor, formatDecimal, type PriceE8, priceE8 } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BTC_FUTURES, futuresDeal, futuresInputs } from '../../../test/futures.ts';
import {
  initialState,
  quotesOf,
  reduce,
  summarize,
  type TicketAction,
  type TicketState,
} from './model.ts';
import { stopProblem } from './positions/stops.ts';
import { futuresRules } from './rules.ts';
import { openRequest } from './ticket/open-request.ts';

const after = (...actions: readonly TicketAction[]): TicketState =>
  actions.reduce(reduce, initialState());
const lots = (text: string): TicketAction => ({ kind: 'size', size: { by: 'lots', text } });
const percent = (value: number): TicketAction => ({
  kind: 'size',
  size: { by: 'percent', percent: value },
});
const twenty: TicketAction = { kind: 'multiple', multiple: 20 };
const usdt = (amount: bigint | undefined) =>
  amount === undefined ? undefined : formatDecimal(amount, 6);
const e8 = (text: string): PriceE8 => priceE8(BigInt(text.replace('.', '')) * 1_000_000n);

describe('a market opening', () => {
  test('costs what the engine counts: margin up, fee up, estimate towards the opening', () => {
    const summary = summarize(after(twenty, lots('10')), futuresInputs());
    expect(summary.openPrice).toBe(e8('64818.89'));
    expect(usdt(summary.notional)).toBe('6481.889000');
    expect(usdt(summary.margin)).toBe('324.094450');
    expect(usdt(summary.fee)).toBe('3.240945');
    expect(usdt(summary.need)).toBe('327.335395');
    expect(usdt(summary.maintenance)).toBe('32.409445');
    expect(usdt(summary.cap)).toBe('3240.944500');
    expect(summary.liquidation && formatDecimal(summary.liquidation, 8)).toBe('61902.03995000');
  });
  test('of a short is at the bid', () => {
    const state = after({ kind: 'side', side: 'short' }, lots('1'));
    expect(summarize(state, futuresInputs()).openPrice).toBe(e8('64805.91'));
  });
  test('says nothing of a price while there is none, and keeps what is typed', () => {
    const summary = summarize(after(lots('10')), futuresInputs({ index: undefined }));
    expect(summary).toMatchObject({ openPrice: undefined, margin: undefined, lotsText: '10' });
  });
  test('shows what is won and lost at the stops, never more than cap and margin', () => {
    const stops = (take: string, stop: string) =>
      summarize(
        after(
          twenty,
          lots('10'),
          { kind: 'take_profit', text: take },
          { kind: 'stop_loss', text: stop },
        ),
        futuresInputs(),
      );
    const near = stops('66500', '63900');
    // +168.111 and -91.889 before fees.
    expect([usdt(near.takeProfit.net), usdt(near.stopLoss.net)]).toEqual([
      '161.545055',
      '-98.324945',
    ]);
    const far = stops('200000', '1');
    expect([usdt(far.takeProfit.net), usdt(far.stopLoss.net)]).toEqual([
      '3227.703555',
      '-327.335395',
    ]);
  });
});

describe('a waiting opening', () => {
  const limit = (text: string): TicketAction => ({ kind: 'price', text });
  const waiting: TicketAction = { kind: 'type', type: 'limit' };

  test('freezes margin and fee at its limit; a short 1 % more', () => {
    const long = summarize(after(waiting, limit('60000'), twenty, lots('1')), futuresInputs());
    expect([usdt(long.margin), usdt(long.fee), usdt(long.need)]).toEqual([
      '30.000000',
      '0.300000',
      '30.300000',
    ]);
    const state = after(
      { kind: 'side', side: 'short' },
      waiting,
      limit('70000'),
      twenty,
      lots('1'),
    );
    expect(usdt(summarize(state, futuresInputs()).need)).toBe('35.703500');
  });
  test('opens at the better of limit and quote once the index has reached it', () => {
    const open = (price: string) =>
      summarize(after(waiting, limit(price), lots('1')), futuresInputs()).openPrice;
    expect(open('64000')).toBe(e8('64000.00'));
    expect(open('65000')).toBe(e8('64818.89'));
    expect(open('64815')).toBe(e8('64815.00'));
  });
  test('is sized at the present price until one is typed', () => {
    expect(summarize(after(waiting, twenty, percent(100)), futuresInputs()).lots).toBe(45);
  });
});

describe('multiples', () => {
  test('the first one offered is at most ten times', () => {
    expect(summarize(initialState(), futuresInputs()).multiple?.multiple).toBe(10);
  });
  test('one that the market does not offer counts as not chosen', () => {
    const state = after({ kind: 'multiple', multiple: 7 });
    expect(summarize(state, futuresInputs()).multiple?.multiple).toBe(10);
  });
});

describe('shares of what is available', () => {
  test('never need more than the share, and one lot more would', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 50_000_000_000n }),
        fc.constantFrom(25, 50, 75, 100),
        fc.constantFrom(2, 10, 20, 100),
        fc.constantFrom('market' as const, 'limit' as const),
        (available, share, multiple, type) => {
          const start: TicketState = {
            ...after(percent(share), { kind: 'multiple', multiple }),
            type,
            side: 'short',
            price: type === 'limit' ? '65000' : '',
          };
          const inputs = futuresInputs({ available: amountMinor(available) });
          const budget = (available * BigInt(share)) / 100n;
          const taken = summarize(start, inputs);
          expect(taken.need ?? 0n).toBeLessThanOrEqual(budget);
          const size = { by: 'lots', text: String((taken.lots ?? 0) + 1) } as const;
          const more = summarize({ ...start, size }, inputs);
          const isBounded = (more.notional ?? 0n) > (more.multiple?.notionalMaxMinor ?? 0n);
          if (!isBounded) expect(more.need ?? 0n).toBeGreaterThan(budget);
        },
      ),
      { seed: 17 },
    );
  });
  test('stop at the greatest notional of the multiple', () => {
    const inputs = futuresInputs({ available: amountMinor(10n ** 13n) });
    const summary = summarize(after(percent(100), { kind: 'multiple', multiple: 100 }), inputs);
    // 50,000 USDT at 648.1889 a lot.
    expect(summary.lots).toBe(77);
  });
  test('are unknown to a guest', () => {
    const inputs = futuresInputs({ available: undefined });
    expect(summarize(after(percent(50)), inputs).lots).toBeUndefined();
  });
});

describe('what is typed', () => {
  test('the other side takes the stops away, opening takes size and stops away', () => {
    const typed = after(lots('3'), { kind: 'take_profit', text: '70000' }, { kind: 'tried' });
    expect(reduce(typed, { kind: 'side', side: 'short' })).toMatchObject({
      takeProfit: '',
      size: { text: '3' },
      isTried: false,
    });
    expect(reduce(typed, { kind: 'side', side: 'long' })).toBe(typed);
    expect(reduce(typed, { kind: 'opened' })).toMatchObject({
      takeProfit: '',
      size: { text: '' },
      isTried: false,
    });
  });
  test('goes to the wire as it was shown', () => {
    const market = after(twenty, lots('10'), { kind: 'stop_loss', text: '63900' });
    expect(openRequest(market, summarize(market, futuresInputs()), BTC_FUTURES)).toEqual({
      symbol: 'BTC/USDT',
      side: 'long',
      type: 'market',
      shown_price: '64818.89',
      lots: 10,
      multiple: 20,
      stop_loss: '63900.00',
      shown_open_fee: '0.000500',
      shown_close_fee: '0.000500',
      shown_half_spread: '0.000100',
      shown_maintenance_rate: '0.005000',
      shown_profit_cap: 10,
      shown_lot_size: '0.01000000',
    });
    const limit = after({ kind: 'type', type: 'limit' }, { kind: 'price', text: '6.1e4' });
    expect(openRequest(limit, summarize(limit, futuresInputs()), BTC_FUTURES)).toBeUndefined();
  });
});

test('a long’s stop lies below, its take above; a short’s the other way round (F10)', () => {
  const [low, mid, high] = [e8('1.00'), e8('2.00'), e8('3.00')];
  const long = { side: 'long', reference: mid } as const;
  expect(stopProblem({ ...long, takeProfit: high, stopLoss: low })).toBeUndefined();
  expect(stopProblem({ ...long, takeProfit: mid, stopLoss: low })).toBe('take_side');
  expect(stopProblem({ ...long, takeProfit: high, stopLoss: mid })).toBe('stop_side');
  const short = { side: 'short', reference: mid } as const;
  expect(stopProblem({ ...short, takeProfit: low, stopLoss: high })).toBeUndefined();
  expect(stopProblem({ ...short, takeProfit: high, stopLoss: undefined })).toBe('take_side');
  const blind = { side: 'short', reference: undefined } as const;
  expect(stopProblem({ ...blind, takeProfit: high, stopLoss: low })).toBe('order');
  expect(stopProblem({ ...blind, takeProfit: high, stopLoss: undefined })).toBeUndefined();
});

test('bid and ask are the deal’s own', () => {
  const { bid, ask } = quotesOf(futuresInputs(), BTC_FUTURES);
  expect([bid, ask]).toEqual([e8('64805.91'), e8('64818.89')]);
});

test('terms that do not fit their scales give no rules', () => {
  expect(futuresRules(futuresDeal({ lot_size: '0.01' }), { base: 1, quote: 6 })).toBeUndefined();
  expect(futuresRules(futuresDeal({ multiples: [] }), { base: 8, quote: 6 })).toBeUndefined();
  expect(
    futuresRules(futuresDeal({ open_fee: '0.00000001' }), { base: 8, quote: 6 }),
  ).toBeUndefined();
});
