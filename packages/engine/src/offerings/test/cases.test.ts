/** N1: more is asked for than there is, by everybody at once, and the exchange goes down in the middle. */
import { Seeded } from '@fairlead/testkit';
import { describe, expect, test } from 'vitest';
import { Tables } from '../../../test/kit/tables.ts';
import { coins, LAUNCH, NEW, OfferingExchange } from './words.ts';

const TEN: typeof LAUNCH = { ...LAUNCH, totalMinor: coins(10), maxMinor: coins(10) };

describe('N1: a hundred ask for the last ten units', () => {
  /** Each asks for one; answers by the order in which they came. The engine is made anew before these. */
  function race(reloads: readonly number[]) {
    let exchange = OfferingExchange.begin({ offering: TEN, users: 100 });
    const begin = exchange.engine.takeSnapshot();
    exchange = OfferingExchange.reloaded(begin, exchange.timeMs);
    const answers: string[] = [];
    for (let owner = 1; owner <= 100; owner += 1) {
      if (reloads.includes(owner)) {
        const hash = exchange.engine.stateHash();
        exchange = OfferingExchange.reloaded(exchange.engine.takeSnapshot(), exchange.timeMs);
        expect(exchange.engine.stateHash()).toBe(hash);
      }
      answers.push(exchange.answer(owner, 1));
      exchange.engine.checkInvariants();
    }
    return { exchange, answers };
  }

  test('ten get one, first come, first served; nobody else gets or pays anything', () => {
    const { exchange, answers } = race([]);
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'ok'));
    expect(new Set(answers.slice(10))).toEqual(new Set(['sold_out']));
    expect(exchange.engine.offering(1)?.soldMinor).toBe(coins(10));
    expect(exchange.money(10).paying).toBe('100 (0.5)');
    expect(exchange.money(11).paying).toBe('100 (0)');
  });

  test.each([[[1, 5, 10, 11, 50]], [Array.from({ length: 100 }, (_, at) => at + 1)]])(
    'and a restart before %j changes nothing',
    (reloads) => {
      const calm = race([]);
      const { exchange, answers } = race(reloads);
      expect(answers).toEqual(calm.answers);
      expect(exchange.engine.stateHash()).toBe(calm.exchange.engine.stateHash());
    },
  );

  test('what is rejected goes to whoever asks next, and no more than that', () => {
    const { exchange } = race([]);
    const rows = exchange.engine.takeSnapshot().subscriptions;
    exchange.decide(rows[3]?.subscriptionId ?? 0, 'rejected');
    expect(exchange.answer(90, 2)).toBe('sold_out');
    expect(exchange.answer(91, 1)).toBe('ok');
    expect(exchange.answer(92, 1)).toBe('sold_out');
    expect(exchange.engine.offering(1)?.soldMinor).toBe(coins(10));
  });

  test('parts that are left are sold to whom they suffice', () => {
    const exchange = OfferingExchange.begin({ offering: TEN, users: 4 });
    expect(exchange.answer(1, '8.5')).toBe('ok');
    expect(exchange.answer(2, '1.51')).toBe('sold_out');
    expect(exchange.answer(3, '1.5')).toBe('ok');
    expect(exchange.answer(4, 1)).toBe('sold_out');
  });
});

test('N1: decided in any order with restarts in between, sold and given back are all that there was', () => {
  const random = new Seeded(20_261_122);
  const tables = new Tables();
  let exchange = OfferingExchange.begin({ offering: TEN, users: 100 });
  const supply = () => exchange.engine.houseBalance('subscription_supply', NEW.currencyId).total;
  const whole = supply();
  let given = 0n;
  for (let at = 0; at < 600; at += 1) {
    const { subscriptions } = exchange.engine.takeSnapshot();
    const open = subscriptions.filter(({ status }) => status === 'under_review');
    if (open.length === 0 || random.chance(60)) {
      exchange.answer(1 + random.below(100), 1 + random.below(3));
    } else {
      const row = random.pick(open);
      const isPassed = random.chance(20);
      expect(exchange.decide(row.subscriptionId, isPassed ? 'passed' : 'rejected').ok).toBe(true);
      if (isPassed) given += row.amount;
    }
    exchange.engine.checkInvariants();
    // The tables check that what is sold is what was not rejected, and no more than there is.
    tables.commit(exchange.engine.takeChanges());
    expect(supply()).toBe(whole - given);
    if (random.chance(10)) exchange = OfferingExchange.reloaded(tables.snapshot(), exchange.timeMs);
  }
  expect(given).toBe(coins(10));
});
