/** The worked example of docs/internals/hosting.md, figure by figure. */
import { hostingExpectedReturn, hostingRedemption } from '@fairlead/formula';
import { ratePpm } from '@fairlead/units';
import { expect, test } from 'vitest';
import { usdt } from '../../../test/kit/words.ts';
import { FORTNIGHT, HostingExchange, hostingOf } from './words.ts';

const ADA = 1;
const BOB = 2;

test('the worked example of the docs', () => {
  const exchange = HostingExchange.begin({ treasury: 1_000, users: [10_000, 1_000] });
  exchange.timeMs = Date.UTC(2028, 1, 20, 17, 45);
  const ada = exchange.buy(ADA, 10_000);
  expect(ada).toMatchObject({
    interest: usdt(600),
    completesAtMs: Date.UTC(2028, 2, 6, 17, 45),
  });
  expect(hostingExpectedReturn(FORTNIGHT.minMinor, FORTNIGHT.dailyYieldPpm)).toBe(usdt(12));
  const bob = exchange.buy(BOB, 1_000);
  expect(exchange.money()).toEqual({ trust: '10000 (10000)', treasury: '1000 (660)' });

  exchange.passDays(1);
  expect(exchange.money()).toEqual({ trust: '10040 (10000)', treasury: '956 (616)' });
  exchange.passDays(11);
  expect(exchange.money(BOB)).toEqual({ trust: '1048 (1000)', treasury: '472 (132)' });

  const preview = hostingRedemption({ ...bob, postedDays: 12 });
  expect(preview).toEqual({ damages: usdt(12), penalty: usdt(6), returned: usdt(982) });
  expect(hostingOf(exchange.redeem(BOB, bob.hostingId))).toMatchObject({
    damages: preview.damages,
    penalty: preview.penalty,
  });
  expect(exchange.money(BOB)).toEqual({ trust: '1030 (0)', treasury: '490 (120)' });

  exchange.passDays(3);
  expect(exchange.timeMs).toBe(ada.completesAtMs);
  expect(exchange.money()).toEqual({ trust: '10600 (0)', treasury: '370 (0)' });
});

test('a hundred units over a week at 0.4 %: where the sub-units go', () => {
  const week = { ...FORTNIGHT, days: 7, minMinor: usdt('0.0001'), dailyYieldPpm: ratePpm(4_000n) };
  const exchange = HostingExchange.begin({ products: [week] });
  const { interest } = exchange.buy(ADA, '0.0001');
  expect(interest).toBe(2n);
  exchange.changed();
  const posted: number[] = [];
  for (let day = 1; day <= 7; day += 1) {
    exchange.passDays(1);
    if (exchange.changed().entries.length > 0) posted.push(day);
  }
  expect(posted).toEqual([4, 7]);
});
