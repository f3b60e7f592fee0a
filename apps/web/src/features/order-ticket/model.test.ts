/**
 * The ticket's arithmetic: figures as drawn in the design, every way to say how much, and for seeded random
 * tickets that what is shown can be paid, adds up, and lies on the market's grid.
 */

import { amountMinor, formatDecimal, priceTicks } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { BTC_RULES, level, ticketInputs } from '../../../test/ticket.ts';
import { marketRules } from '../../data/markets/market-rules.ts';
import { firstPrice } from './draft.ts';
import { midPrice } from './mid-price.ts';
import { quoteText, summarize } from './model.ts';
import { initialState, reduce, type TicketAction, type TicketState } from './state.ts';

const ticket = (...actions: readonly TicketAction[]): TicketState =>
  actions.reduce(reduce, initialState());
const price = (text: string): TicketAction => ({ kind: 'price', text });
const quantity = (text: string): TicketAction => ({ kind: 'size', size: { by: 'quantity', text } });
const total = (text: string): TicketAction => ({ kind: 'size', size: { by: 'total', text } });
const percent = (value: number): TicketAction => ({
  kind: 'size',
  size: { by: 'percent', percent: value },
});
const sell: TicketAction = { kind: 'side', side: 'sell' };
const market: TicketAction = { kind: 'type', type: 'market' };
const base = (minor: bigint | undefined) =>
  minor === undefined ? undefined : formatDecimal(minor, 8);
const quote = (minor: bigint | undefined) =>
  minor === undefined ? undefined : formatDecimal(minor, 6);

describe('a limit buy as drawn', () => {
  const state = ticket(price('64800'), quantity('0.05'));
  const summary = summarize(state, ticketInputs());

  test('total, fee and what is received are exact and in full scale', () => {
    expect(summary.totalText).toBe('3240.0');
    expect(quote(summary.cost)).toBe('3240.000000');
    expect(base(summary.fee)).toBe('0.00005000');
    expect(base(summary.received)).toBe('0.04995000');
    expect(summary.isTaker).toBe(false);
  });

  test('25 % of what is available is the same order', () => {
    const byShare = summarize(ticket(price('64800'), percent(25)), ticketInputs());
    expect(byShare.quantityText).toBe('0.05000');
    expect(byShare.cost).toBe(summary.cost);
  });

  test('a total gives the quantity that it buys', () => {
    const byTotal = summarize(ticket(price('64800'), total('3240')), ticketInputs());
    expect(byTotal.quantityText).toBe('0.05000');
    expect(byTotal.totalText).toBe('3240');
    const less = summarize(ticket(price('64800'), total('3239.99')), ticketInputs());
    expect(less.quantityText).toBe('0.04999');
  });
});

describe('the price that a limit begins with', () => {
  test('is the last one, or the best of the other side where there was no trade', () => {
    expect(firstPrice('buy', ticketInputs())).toBe('64812.4');
    expect(firstPrice('buy', ticketInputs({ lastPrice: undefined }))).toBe('64812.5');
    expect(firstPrice('sell', ticketInputs({ lastPrice: undefined }))).toBe('64812.3');
    expect(firstPrice('sell', ticketInputs({ lastPrice: undefined, bids: [] }))).toBeUndefined();
    expect(firstPrice('buy', ticketInputs({ rules: undefined }))).toBeUndefined();
  });

  test('is given once, and takes nothing away that was typed', () => {
    const began = ticket({ kind: 'began', price: '64812.4' });
    expect(began.price).toBe('64812.4');
    expect(reduce(began, { kind: 'began', price: '70000' }).price).toBe('64812.4');
  });
});

describe('shares', () => {
  test('of quote buy at the price of the ticket, of base sell', () => {
    const buy = summarize(ticket(price('64812.5'), percent(50)), ticketInputs());
    // 6480 / 64812.5 = 0.099980…
    expect(buy.quantityText).toBe('0.09998');
    const sold = summarize(ticket(sell, price('64812.3'), percent(50)), ticketInputs());
    expect(sold.quantityText).toBe('0.25000');
    expect(sold.totalText).toBe('16203.075');
  });

  test('of quote are nothing without a price, and nothing is worked out at one that is not shown', () => {
    const buy = summarize(ticket(percent(50)), ticketInputs());
    expect(buy).toMatchObject({ price: undefined, quantityText: '', totalText: '' });
  });

  test('say nothing while the balance is unknown', () => {
    const unknown = { base: undefined, quote: undefined };
    const summary = summarize(ticket(percent(100)), ticketInputs({ available: unknown }));
    expect(summary.quantity).toBeUndefined();
    expect(summary.quantityText).toBe('');
  });
});

describe('fees', () => {
  test('of a buy are said as soon as there is an amount, of a sell with its price', () => {
    expect(summarize(ticket(quantity('0.1')), ticketInputs()).received).toBeDefined();
    expect(summarize(ticket(sell, quantity('0.1')), ticketInputs()).received).toBeUndefined();
    expect(
      summarize(ticket(sell, price('64812.4'), quantity('0.1')), ticketInputs()).received,
    ).toBeDefined();
  });

  const rules = marketRules(
    quotation({ tick_size: '0.1', maker_fee: '0.0005', taker_fee: '0.002' }),
    { baseScale: 8, quoteScale: 6 },
  );
  test('a price that takes pays the taker rate, one that waits the maker rate', () => {
    const inputs = ticketInputs({ rules });
    const takes = summarize(ticket(price('64812.5'), quantity('0.1')), inputs);
    expect(base(takes.fee)).toBe('0.00020000');
    const waits = summarize(ticket(price('64812.4'), quantity('0.1')), inputs);
    expect(base(waits.fee)).toBe('0.00005000');
  });

  test('a sell pays its fee in quote', () => {
    const sold = summarize(ticket(sell, price('64900'), quantity('0.1')), ticketInputs());
    expect(quote(sold.fee)).toBe('6.490000');
    expect(quote(sold.received)).toBe('6483.510000');
    expect(base(sold.cost)).toBe('0.10000000');
  });
});

describe('market orders', () => {
  test('a buy spends an amount, price by price', () => {
    const summary = summarize(ticket(market, total('40000')), ticketInputs());
    // 0.44340 at 64812.5 costs 28737.8625, the other 11262.1375 buy 0.17376 at 64813.1.
    expect(summary.quantityText).toBe('0.61716');
    expect(summary.estimate?.isWhole).toBe(true);
    expect(quote(summary.cost)).toBe('40000.000000');
    expect(base(summary.received)).toBe('0.61654284');
  });

  test('a sell names its quantity and estimates what it brings', () => {
    const summary = summarize(ticket(sell, market, quantity('0.1')), ticketInputs());
    expect(summary.totalText).toBe('6481.23');
    expect(quote(summary.received)).toBe('6474.748770');
  });

  test('nothing beyond the band is counted', () => {
    const asks = [level(648_125, 1_000), level(700_000, 900_000)];
    const summary = summarize(ticket(market, total('1000')), ticketInputs({ asks }));
    expect(summary.estimate?.isWhole).toBe(false);
    expect(summary.quantityText).toBe('0.01000');
  });

  test('an empty book estimates nothing', () => {
    const summary = summarize(ticket(market, total('1000')), ticketInputs({ asks: [] }));
    expect(summary.estimate).toBeUndefined();
    expect(summary.received).toBeUndefined();
  });
});

describe('what changes what', () => {
  test('a market buy keeps no quantity and a market sell no total', () => {
    expect(ticket(quantity('1'), market).size).toEqual({ by: 'total', text: '' });
    expect(ticket(market, total('5'), sell).size).toEqual({ by: 'quantity', text: '' });
    expect(ticket(market, percent(25), sell).size).toEqual({ by: 'percent', percent: 25 });
  });

  test('a price picked from the book makes a limit order', () => {
    const state = ticket(market, { kind: 'picked', price: '64811.7' });
    expect(state).toMatchObject({ type: 'limit', price: '64811.7' });
  });

  test('post only and a time in force exclude each other', () => {
    const ioc: TicketAction = { kind: 'time_in_force', timeInForce: 'ioc' };
    const post: TicketAction = { kind: 'post_only', isOn: true };
    expect(ticket(ioc, post)).toMatchObject({ isPostOnly: true, timeInForce: 'gtc' });
    expect(ticket(post, ioc)).toMatchObject({ isPostOnly: false, timeInForce: 'ioc' });
  });

  test('after an order the amount goes and the price stays', () => {
    const state = ticket(price('1'), quantity('2'), { kind: 'tried' }, { kind: 'placed' });
    expect(state).toMatchObject({ price: '1', size: { text: '' }, isTried: false });
  });
});

test('the middle of the spread lies on the grid, below where it is odd', () => {
  expect(midPrice(ticketInputs())).toBe(648_124);
  expect(midPrice(ticketInputs({ bids: [level(10, 1)], asks: [level(13, 1)] }))).toBe(11);
  expect(midPrice(ticketInputs({ bids: [], asks: [level(13, 1)] }))).toBe(13);
});

test('quote amounts keep the decimals that say something', () => {
  expect(quoteText(amountMinor(3_240_000_000n), BTC_RULES)).toBe('3240.0');
  expect(quoteText(amountMinor(1n), BTC_RULES)).toBe('0.000001');
});

describe('random tickets', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 16n }).map(amountMinor);
  const inputs = fc.record({ base: amounts, quote: amounts });
  const prices = fc.integer({ min: 1, max: 10_000_000 });
  const sides = fc.constantFrom('buy' as const, 'sell' as const);

  test('any share of what is available can be paid and lies on the grid', () => {
    fc.assert(
      fc.property(
        inputs,
        prices,
        sides,
        fc.integer({ min: 1, max: 100 }),
        (available, ticks, side, share) => {
          const typed = formatDecimal(BigInt(ticks), 1);
          const state = ticket({ kind: 'side', side }, price(typed), percent(share));
          const summary = summarize(state, ticketInputs({ available }));
          if (summary.quantity === undefined || summary.quantity === 0) return;
          const { cost = 0n, available: own = 0n } = summary;
          expect(cost * 100n <= own * BigInt(share)).toBe(true);
          const oneMore =
            side === 'buy' ? BigInt(ticks) * BTC_RULES.tickLotQuoteMinor : BTC_RULES.lotBaseMinor;
          expect((cost + oneMore) * 100n > own * BigInt(share)).toBe(true);
        },
      ),
      { seed: 11, numRuns: 300 },
    );
  });

  test('received and fee add up to what the order brings', () => {
    fc.assert(
      fc.property(prices, sides, fc.integer({ min: 1, max: 10 ** 9 }), (ticks, side, lots) => {
        const state = ticket(
          { kind: 'side', side },
          price(formatDecimal(BigInt(ticks), 1)),
          quantity(formatDecimal(BigInt(lots), 5)),
        );
        const summary = summarize(state, ticketInputs());
        const gross =
          side === 'buy'
            ? BigInt(lots) * BTC_RULES.lotBaseMinor
            : BigInt(ticks) * BigInt(lots) * BTC_RULES.tickLotQuoteMinor;
        expect((summary.fee ?? 0n) + (summary.received ?? 0n)).toBe(gross);
        expect((summary.received ?? -1n) >= 0n).toBe(true);
        expect(summary.price).toBe(priceTicks(ticks));
      }),
      { seed: 12, numRuns: 300 },
    );
  });

  test('a market buy never spends more than its amount', () => {
    const books = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 1, max: 500_000 })),
      {
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(books, fc.bigInt({ min: 1n, max: 10n ** 12n }), (levels, spent) => {
        const asks = levels
          .map(([up, lots]) => level(648_125 + up, lots))
          .sort((left, right) => left.price - right.price);
        const typed = formatDecimal(spent, 6);
        const { estimate, notional } = summarize(
          ticket(market, total(typed)),
          ticketInputs({ asks }),
        );
        if (estimate === undefined) return;
        expect((notional ?? 0n) <= spent).toBe(true);
        expect(estimate.feeMinor + estimate.receivedMinor).toBe(estimate.baseMinor);
      }),
      { seed: 13, numRuns: 300 },
    );
  });
});
