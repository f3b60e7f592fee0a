/** What the clock makes due, of all kinds together: in due order, whatever the parts. */
import type { Changes, Command, HostingProduct, Offering } from '@fairlead/engine';
import { BTC, BTC_USDT, ETH, TestExchange, USDT } from '@fairlead/testkit';
import { amountMinor, assert, DAY_MS, HOUR_MS, priceE8, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';

const INVITER = 1;
const INVITEE = 2;
const OTHER = 3;
const MIDNIGHT_MS = Date.UTC(2027, 10, 22);

const PRODUCT: HostingProduct = {
  productId: 1,
  currencyId: USDT.currencyId,
  days: 2,
  minMinor: amountMinor(1_000n),
  maxMinor: amountMinor(1_000_000n),
  capacityMinor: amountMinor(1_000_000n),
  dailyYieldPpm: ratePpm(4_000n),
  damagesRatePpm: ratePpm(4_000n),
  isOpen: true,
};

/** Ether, sold until `launchesAtMs`, when it is released at once. */
function offering(launchesAtMs: number): Offering {
  return {
    offeringId: 1,
    currencyId: ETH.currencyId,
    paymentCurrencyId: USDT.currencyId,
    issuePrice: priceE8(100_000_000n),
    totalMinor: amountMinor(1_000_000_000n),
    minMinor: amountMinor(100n),
    maxMinor: amountMinor(1_000_000_000n),
    lockupDays: 0,
    startsAtMs: MIDNIGHT_MS - DAY_MS,
    closesAtMs: launchesAtMs,
    launchesAtMs,
    isOpen: true,
  };
}

const pay = (
  reference: string,
  currencyId: number,
  target: Extract<Command, { kind: 'post_entry' }>['target'],
): Command => ({
  kind: 'post_entry',
  reason: 'capital',
  reference,
  currencyId,
  amount: amountMinor(1_000_000_000n),
  source: { house: 'external' },
  target,
});

/** One order hosted from `hostedAtMs` on, one subscription released at `launchesAtMs`, and a rebate of 22 November. */
function prepared(hostedAtMs: number, launchesAtMs: number): TestExchange {
  const exchange = new TestExchange();
  exchange.timeMs = MIDNIGHT_MS - HOUR_MS;
  for (const owner of [INVITER, OTHER]) exchange.run({ kind: 'open_account', owner });
  exchange.run({ kind: 'open_account', owner: INVITEE, inviter: INVITER });
  for (const currency of [BTC, ETH, USDT]) exchange.run({ kind: 'configure_currency', currency });
  exchange.run({ kind: 'configure_market', market: BTC_USDT });
  const levels = [{ needs: 0, ratioPpm: ratePpm(200_000n) }];
  exchange.run({ kind: 'configure_referral', terms: { levels } });
  exchange.run({ kind: 'configure_hosting', product: PRODUCT });
  exchange.run({ kind: 'configure_offering', offering: offering(launchesAtMs) });
  exchange.run(pay('1', 3, { house: 'yield_treasury' }));
  exchange.run(pay('2', 2, { house: 'subscription_supply' }));
  exchange.run(pay('3', 3, { owner: OTHER, account: 'trust' }));
  exchange.run(pay('4', 3, { owner: INVITEE, account: 'coin' }));
  exchange.run(pay('5', 1, { owner: OTHER, account: 'coin' }));
  const bought = exchange.run({
    kind: 'subscribe',
    owner: INVITEE,
    offeringId: 1,
    amount: amountMinor(500n),
  });
  assert(bought.value.kind === 'subscription', 'a subscription is answered');
  exchange.run({
    kind: 'decide_subscription',
    subscriptionId: bought.value.subscription.subscriptionId,
    operatorId: 7,
    decision: 'passed',
  });
  exchange.timeMs = MIDNIGHT_MS - 1_000;
  exchange.index(10_000);
  exchange.limit(OTHER, 'sell', [10_000, 50]);
  exchange.limit(INVITEE, 'buy', [10_000, 50]);
  exchange.timeMs = hostedAtMs;
  const amount = amountMinor(100_000n);
  exchange.run({ kind: 'buy_hosting', owner: OTHER, productId: 1, amount });
  exchange.engine.takeChanges();
  return exchange;
}

/** What a run did, one after the other: which kind of rows each part of one changed. */
function ranOneByOne(exchange: TestExchange): (readonly [kind: string, number | undefined])[] {
  const done: (readonly [string, number | undefined])[] = [];
  for (;;) {
    const { value } = exchange.run({ kind: 'run_schedules', max: 1 });
    assert(value.kind === 'schedules', 'schedules answer what they ran');
    if (value.ran === 0) return done;
    expect(value.nextDueAtMs).toBe(exchange.engine.nextScheduleMs());
    done.push([kindOf(exchange.engine.takeChanges()), value.nextDueAtMs]);
    exchange.engine.checkInvariants();
  }
}

function kindOf({ hostings, subscriptions, rebateDays }: Changes): string {
  return [
    ...hostings.map(({ postedDays }) => `day ${postedDays}`),
    ...subscriptions.map(() => 'release'),
    ...rebateDays.map(() => 'rebate'),
  ].join();
}

describe('what the clock makes due', () => {
  const next = MIDNIGHT_MS + DAY_MS;

  test('at one time: interest, then releases, then rebates', () => {
    const exchange = prepared(MIDNIGHT_MS, next);
    expect(exchange.engine.nextScheduleMs()).toBe(next);
    exchange.timeMs = next - 1;
    expect(ranOneByOne(exchange)).toEqual([]);
    exchange.timeMs = next;
    expect(ranOneByOne(exchange)).toEqual([
      ['day 1', next],
      ['release', next],
      ['rebate', next + DAY_MS],
    ]);
  });

  test('after a downtime of four days: all kinds in the order in which they were due', () => {
    const [hostedAtMs, launchesAtMs] = [MIDNIGHT_MS + 10 * HOUR_MS, next + 6 * HOUR_MS];
    const exchange = prepared(hostedAtMs, launchesAtMs);
    exchange.timeMs = next + 3 * DAY_MS;
    expect(ranOneByOne(exchange)).toEqual([
      ['rebate', launchesAtMs],
      ['release', hostedAtMs + DAY_MS],
      ['day 1', hostedAtMs + 2 * DAY_MS],
      ['day 2', undefined],
    ]);
  });

  test('is the same in one part and in many', () => {
    const [whole, parts] = [prepared(MIDNIGHT_MS, next), prepared(MIDNIGHT_MS, next)];
    for (const exchange of [whole, parts]) exchange.timeMs = next + 3 * DAY_MS;
    const { value } = whole.run({ kind: 'run_schedules', max: 10_000 });
    expect(value).toEqual({ kind: 'schedules', ran: 4 });
    ranOneByOne(parts);
    expect(parts.engine.stateHash()).toBe(whole.engine.stateHash());
  });
});
