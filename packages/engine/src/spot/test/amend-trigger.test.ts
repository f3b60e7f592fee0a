/**
 * Each way in which an amendment of what waits is refused, and that nothing is changed by it: BTC/USDT at 100.00, prices in
 * hundredths, quantities in lots of 0.001 BTC.
 */
import type { AmendTrigger, ListLeg, PlaceTrailing, PlaceTrigger } from '@fairlead/engine';
import { BTC_USDT, limitOrder, rejectOf, TestExchange, triggerOrder } from '@fairlead/testkit';
import { amountMinor, type PriceTicks, type QuantityLots, ratePpm } from '@fairlead/units';
import { beforeEach, describe, expect, test } from 'vitest';

const ADA = 1;
const BOB = 2;

let exchange: TestExchange;
beforeEach(() => {
  exchange = TestExchange.withMarket(ADA, BOB);
  // Just what the largest of them needs, and a little.
  exchange.fund(ADA, 3, 1_100_000n);
  exchange.fund(ADA, 1, 10n * BTC_USDT.lotBaseMinor);
  exchange.fund(BOB, 1, 1_000_000_000n);
});

interface Change {
  readonly price?: number;
  readonly triggerPrice?: number;
  readonly quantity?: number;
}

/** A buy of ten lots at 106.00 once 105.00 is reached. */
const stopLimit = (): PlaceTrigger =>
  triggerOrder(ADA, ['buy', 'stop'], [10_500, 10], { limit: 10_600 });
const shown = (): PlaceTrigger => {
  const command = stopLimit();
  const display = 1 as QuantityLots;
  return { ...command, order: { ...command.order, display } as PlaceTrigger['order'] };
};
const market = (): PlaceTrigger => triggerOrder(ADA, ['sell', 'stop'], [9_500, 10]);
const byAmount = (): PlaceTrigger => ({
  ...triggerOrder(ADA, ['buy', 'stop'], [10_500, 10]),
  order: {
    ...{ type: 'market', timeInForce: 'ioc' },
    size: { by: 'amount', amount: amountMinor(50_000n) },
  },
});
const trailing = (): PlaceTrailing => {
  const { kind: _, triggerKind: __, triggerPrice: ___, ...rest } = market();
  return { ...rest, kind: 'place_trailing', trailPpm: ratePpm(10_000n) };
};

function placed(command: PlaceTrigger | PlaceTrailing): number {
  const { value } = exchange.run(command);
  if (value.kind !== 'trigger') throw new Error(value.kind);
  return value.trigger.triggerId;
}

const amendment = (
  trigger: AmendTrigger['trigger'],
  change: Change,
  owner = ADA,
): AmendTrigger => ({
  kind: 'amend_trigger',
  ...{ owner, marketId: 1, trigger },
  ...(change as Pick<AmendTrigger, 'price' | 'triggerPrice' | 'quantity'>),
});

const refusal = (triggerId: number, change: Change, owner = ADA) => {
  const before = exchange.engine.stateHash();
  const code = rejectOf(exchange.execute(amendment({ triggerId }, change, owner)));
  exchange.engine.checkInvariants();
  expect(exchange.engine.stateHash()).toBe(before);
  return code;
};

const fees = (takerFeePpm: bigint) =>
  exchange.run({
    kind: 'configure_market',
    market: { ...BTC_USDT, takerFeePpm: ratePpm(takerFeePpm) },
  });

describe('an amendment of what waits is refused', () => {
  test.each<[string, () => PlaceTrigger | PlaceTrailing, Change]>([
    ['quantity_out_of_range', stopLimit, { quantity: 11 }],
    ['quantity_out_of_range', stopLimit, { quantity: 0 }],
    ['quantity_out_of_range', byAmount, { quantity: 1 }],
    ['price_out_of_range', market, { price: 9_400 }],
    ['price_out_of_range', trailing, { triggerPrice: 9_800 }],
    ['price_out_of_range', stopLimit, { triggerPrice: 0 }],
    ['below_minimum', stopLimit, { price: 99, quantity: 1 }],
    ['display_too_small', shown, { price: 99 }],
    ['price_out_of_band', stopLimit, { price: 12_601 }],
    ['price_out_of_band', stopLimit, { triggerPrice: 13_300 }],
    ['price_reached', stopLimit, { triggerPrice: 10_000 }],
    ['price_reached', market, { triggerPrice: 10_000 }],
    ['insufficient_balance', stopLimit, { price: 11_001 }],
  ])('as %s', (code, command, change) => {
    expect(refusal(placed(command()), change)).toBe(code);
  });

  test('one within each of these bounds is taken', () => {
    const triggerId = placed(shown());
    const taken = (change: Change) => rejectOf(exchange.execute(amendment({ triggerId }, change)));
    expect(taken({ price: 11_000, triggerPrice: 10_001 })).toBe('ok');
    expect(taken({ price: 8_001 })).toBe('ok');
    expect(taken({ quantity: 2 })).toBe('ok');
    exchange.engine.checkInvariants();
    expect(exchange.engine.openTriggers(ADA)).toMatchObject([
      { triggerPrice: 10_001, price: 8_001, quantity: 2, display: 1, hold: 160_020n },
    ]);
  });

  test('where nobody knows whether the index is there: as price_stale, but for what waits for no other price', () => {
    const triggerId = placed(stopLimit());
    exchange.timeMs += 11_000;
    expect(refusal(triggerId, { triggerPrice: 10_400 })).toBe('price_stale');
    expect(rejectOf(exchange.execute(amendment({ triggerId }, { price: 10_500 })))).toBe('ok');
    const byLast = triggerOrder(ADA, ['sell', 'stop'], [9_500, 5], { by: 'last' });
    const other = { triggerId: placed(byLast) };
    expect(rejectOf(exchange.execute(amendment(other, { triggerPrice: 9_400 })))).toBe('ok');
  });

  test('where fees have risen since: as terms_changed, but for what becomes smaller', () => {
    const triggerId = placed(stopLimit());
    fees(2_001n);
    expect(refusal(triggerId, { price: 10_500 })).toBe('terms_changed');
    expect(refusal(triggerId, { triggerPrice: 10_400 })).toBe('terms_changed');
    expect(rejectOf(exchange.execute(amendment({ triggerId }, { quantity: 5 })))).toBe('ok');
    fees(1_999n);
    expect(rejectOf(exchange.execute(amendment({ triggerId }, { price: 10_500 })))).toBe('ok');
    expect(exchange.engine.openTriggers(ADA)).toMatchObject([{ takerFeePpm: 2_000n }]);
  });

  test('by who has none, of whom or where there is none, and while nobody opens anything', () => {
    const triggerId = placed(stopLimit());
    const change = { quantity: 5 };
    expect(refusal(triggerId, change, 99)).toBe('account_not_found');
    expect(refusal(triggerId, change, BOB)).toBe('order_not_found');
    expect(refusal(77, change)).toBe('order_not_found');
    const elsewhere = { ...amendment({ triggerId }, change), marketId: 77 };
    expect(rejectOf(exchange.execute(elsewhere))).toBe('market_not_found');
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: true });
    expect(refusal(triggerId, change)).toBe('account_frozen');
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: false });
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'halted' });
    expect(refusal(triggerId, change)).toBe('market_closed');
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'open' });
    exchange.run({ kind: 'cancel_trigger', owner: ADA, trigger: { triggerId } });
    expect(refusal(triggerId, change)).toBe('order_not_open');
  });

  test('after its time, where the clock has not come to it yet: as order_not_open', () => {
    const triggerId = placed({ ...stopLimit(), expiresAtMs: exchange.timeMs + 1_000 });
    expect(rejectOf(exchange.execute(amendment({ triggerId }, { quantity: 9 })))).toBe('ok');
    exchange.timeMs += 1_000;
    expect(refusal(triggerId, { quantity: 8 })).toBe('order_not_open');
  });

  test('of an open list as order_in_list; of a pending one where the two would cross as list_invalid', () => {
    const legs: readonly ListLeg[] = [
      { side: 'sell', type: 'limit', timeInForce: 'gtc', price: 11_000 as PriceTicks },
      {
        ...{ side: 'sell', type: 'market', timeInForce: 'ioc' },
        trigger: { kind: 'stop', by: 'index', price: 9_500 as PriceTicks },
      },
    ];
    const working = limitOrder(ADA, 'buy', [10_000, 10]);
    const { value } = exchange.run({ kind: 'place_list', owner: ADA, marketId: 1, working, legs });
    if (value.kind !== 'list') throw new Error(value.kind);
    const [profit = 0, stop = 0] = value.triggers.map(({ triggerId }) => triggerId);
    expect(refusal(profit, { price: 9_500 })).toBe('list_invalid');
    expect(refusal(stop, { triggerPrice: 11_000 })).toBe('list_invalid');
    expect(rejectOf(exchange.execute(amendment({ triggerId: profit }, { price: 9_501 })))).toBe(
      'ok',
    );
    exchange.limit(BOB, 'sell', [10_000, 10]);
    const quantity = 5;
    expect(refusal(stop, { quantity })).toBe('order_in_list');
  });
});
