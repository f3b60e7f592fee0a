/** Referral as stories: who is bound to whom, what of which fee is shared, and when it is paid. R1 and B13. */
import { areReferralTermsValid, type ReferralTerms } from '@fairlead/engine';
import { BTC, rejectOf, USDT } from '@fairlead/testkit';
import { DAY_MS, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { usdt } from '../../../test/kit/words.ts';
import { ADA, BOB, CARL, LEVELS, ReferralExchange } from './words.ts';

const DORA = 4;

describe('R1: an inviter', () => {
  test('is another who has an account already', () => {
    const exchange = ReferralExchange.begin();
    expect(exchange.opening(DORA, DORA)).toBe('terms_invalid');
    expect(exchange.opening(DORA, 99)).toBe('account_not_found');
    expect(exchange.opening(DORA, 0)).toBe('account_not_found');
    expect(exchange.engine.isOpen(DORA)).toBe(false);
    expect(exchange.opening(DORA, BOB)).toBe('ok');
    expect(exchange.engine.takeChanges().referrals.at(-1)).toEqual({ owner: DORA, inviter: BOB });
  });

  test('is never changed, given later, or taken in a ring', () => {
    const exchange = ReferralExchange.begin();
    const before = exchange.engine.takeSnapshot().referrals;
    exchange.engine.takeChanges();
    // ADA invited BOB: BOB cannot invite ADA, nor can CARL invite BOB, and CARL stays without.
    for (const [owner, inviter] of [
      [ADA, BOB],
      [BOB, CARL],
      [CARL, ADA],
      [BOB, BOB],
      [BOB, 99],
    ] as const) {
      expect(exchange.opening(owner, inviter)).toBe('ok');
    }
    expect(exchange.engine.takeChanges().referrals).toEqual([]);
    expect(exchange.engine.takeSnapshot().referrals).toEqual(before);
    exchange.engine.checkInvariants();
  });
});

describe('of a fee', () => {
  test('on the spot market each inviter gets a share, in the entry of the trade', () => {
    const exchange = ReferralExchange.begin();
    exchange.join(DORA, BOB);
    exchange.engine.takeChanges();
    // 10 BTC at 100: BOB receives 1,000 USDT less 0.1 %, DORA 10 BTC less 0.2 %.
    exchange.trade(BOB, DORA, 10_000);
    const { rebates, trades, postings, entries } = exchange.engine.takeChanges();
    expect(trades).toMatchObject([{ makerFee: usdt(1), takerFee: 2_000_000n }]);
    const { entryId } = entries.find(({ reason }) => reason === 'trade') ?? { entryId: 0 };
    const day = Math.floor(exchange.timeMs / DAY_MS);
    const common = { entryId, ratioPpm: 200_000n, day, timeMs: exchange.timeMs };
    expect(rebates).toEqual([
      { ...common, invitee: BOB, inviter: ADA, currencyId: 3, fee: usdt(1), amount: usdt('0.2') },
      { ...common, invitee: DORA, inviter: BOB, currencyId: 1, fee: 2_000_000n, amount: 400_000n },
    ]);
    const house = postings.filter(({ owner }) => owner === 0);
    expect(house.map(({ account, amount }) => [account, amount])).toEqual([
      ['fees', usdt('0.8')],
      ['referral_rebates', usdt('0.2')],
      ['fees', 1_600_000n],
      ['referral_rebates', 400_000n],
    ]);
  });

  test('nobody gets anything of those whom nobody invited', () => {
    const exchange = ReferralExchange.begin();
    exchange.join(DORA);
    exchange.engine.takeChanges();
    exchange.trade(CARL, DORA, 10_000);
    exchange.closePosition(CARL, exchange.openPosition(CARL, 10));
    expect(exchange.rebates()).toEqual([]);
    expect(exchange.house('referral_rebates')).toBe('0');
  });

  test('of futures the insurance fund gets its part first, at opening and at close', () => {
    const exchange = ReferralExchange.begin();
    const insurance = exchange.engine.houseBalance('insurance_fund', 3).total;
    // 1,000 lots of 0.01 BTC at 100.01 are 1,000.10: a fee of 0.50005, a fifth for the fund.
    const positionId = exchange.openPosition(BOB, 1_000);
    expect(exchange.rebates()).toMatchObject([{ fee: 500_050n, amount: 100_010n }]);
    expect(exchange.house('fees')).toBe('0.30003');
    expect(exchange.engine.houseBalance('insurance_fund', 3).total - insurance).toBe(100_010n);
    exchange.closePosition(BOB, positionId);
    const [close] = exchange.rebates();
    expect(close).toMatchObject({ invitee: BOB, inviter: ADA, fee: 500_000n, amount: 100_000n });
    exchange.engine.checkInvariants();
  });

  test('of futures an inviter gets no more than what the fund leaves', () => {
    const exchange = ReferralExchange.begin([{ needs: 0, ratioPpm: ratePpm(500_000n) }]);
    const terms = exchange.engine.futuresTerms(1);
    if (terms === undefined) throw new Error('futures are offered');
    const insuranceSharePpm = ratePpm(700_000n);
    exchange.run({
      kind: 'configure_futures',
      terms: { ...terms, priceStepE8: 1n, insuranceSharePpm },
    });
    exchange.openPosition(BOB, 1_000);
    expect(exchange.rebates()).toMatchObject([{ fee: 500_050n, amount: 150_015n }]);
    expect(exchange.house('fees')).toBe('0');
  });

  test.each([
    ['wins', 101, '0.2'],
    ['loses', 99, '0.2'],
    ['comes out flat', 100, '0.2'],
  ])('of an option that %s an inviter gets a share at its delivery', (_, price, amount) => {
    const exchange = ReferralExchange.begin();
    exchange.buyOption(BOB, 100);
    expect(exchange.rebates()).toEqual([]);
    for (let second = 0; second <= 30; second += 1) exchange.tick(price);
    expect(exchange.rebates()).toMatchObject([{ fee: usdt(1), amount: usdt(amount) }]);
    expect(exchange.house('fees')).toBe('0.8');
  });

  test('that is refunded an inviter gets nothing: the rebate of a fee that was not kept never was', () => {
    const exchange = ReferralExchange.begin();
    exchange.buyOption(BOB, 100);
    exchange.timeMs += 40_000;
    exchange.tick(100);
    expect(exchange.rebates()).toEqual([]);
    expect([exchange.house('fees'), exchange.house('referral_rebates')]).toEqual(['0', '0']);
  });

  test('parts of a unit stay with the house, and a fee without a share is noted all the same', () => {
    const exchange = ReferralExchange.begin([{ needs: 0, ratioPpm: ratePpm(499_999n) }]);
    // 0.1 % of 0.1 USDT are 100 units, of which 49.9999 are shared.
    exchange.trade(BOB, CARL, 1);
    expect(exchange.rebates()).toMatchObject([{ fee: 100n, amount: 49n }]);
    exchange.setPartner(ADA, 0n);
    exchange.trade(BOB, CARL, 1);
    expect(exchange.rebates()).toMatchObject([{ fee: 100n, amount: 0n, ratioPpm: 0n }]);
    expect(exchange.house('referral_rebates')).toBe('0.000049');
    exchange.nextDay();
    expect(exchange.runDue()).toBe(1);
  });
});

describe('the ratio', () => {
  const shareOf = (exchange: ReferralExchange): bigint | undefined => {
    exchange.engine.takeChanges();
    exchange.trade(BOB, CARL, 10);
    return exchange.rebates()[0]?.ratioPpm;
  };

  test('is that of the level which the invitees make, from the third of them on', () => {
    const exchange = ReferralExchange.begin();
    expect(shareOf(exchange)).toBe(200_000n);
    exchange.join(DORA, ADA);
    expect(shareOf(exchange)).toBe(200_000n);
    exchange.join(DORA + 1, ADA);
    expect(shareOf(exchange)).toBe(300_000n);
  });

  test('of a partner is their own, whatever the level, until they are none any more', () => {
    const exchange = ReferralExchange.begin();
    expect(exchange.setPartner(ADA, 450_000n)).toBe('ok');
    expect(exchange.engine.takeChanges().partners).toEqual([{ owner: ADA, ratioPpm: 450_000n }]);
    expect(shareOf(exchange)).toBe(450_000n);
    expect(exchange.setPartner(ADA, 450_000n)).toBe('ok');
    expect(exchange.engine.takeChanges().partners).toEqual([]);
    expect(exchange.setPartner(ADA)).toBe('ok');
    expect(exchange.engine.takeChanges().partners).toEqual([{ owner: ADA }]);
    expect(shareOf(exchange)).toBe(200_000n);
    expect(exchange.setPartner(99, 1n)).toBe('account_not_found');
    expect(exchange.setPartner(ADA, 500_001n)).toBe('terms_invalid');
  });

  test('of new levels holds from the next fee on', () => {
    const exchange = ReferralExchange.begin();
    const levels = [{ needs: 0, ratioPpm: ratePpm(10_000n) }];
    exchange.run({ kind: 'configure_referral', terms: { levels } });
    expect(exchange.engine.takeChanges().referralTerms).toEqual([{ levels }]);
    expect(shareOf(exchange)).toBe(10_000n);
  });

  test('is nothing before there are levels, but for partners', () => {
    const exchange = ReferralExchange.begin([]);
    expect(shareOf(exchange)).toBe(0n);
    exchange.setPartner(ADA, 100_000n);
    expect(shareOf(exchange)).toBe(100_000n);
  });
});

describe('what is pending', () => {
  /** Of yesterday ADA is owed 0.2 USDT, BOB 0.004 BTC. */
  function owed(): ReferralExchange {
    const exchange = ReferralExchange.begin();
    exchange.join(DORA, BOB);
    exchange.trade(BOB, DORA, 10_000);
    exchange.engine.takeChanges();
    return exchange;
  }

  test('is paid to the coin account when the UTC day is over, once', () => {
    const exchange = owed();
    const before = exchange.coin(ADA);
    const day = Math.floor(exchange.timeMs / DAY_MS);
    const dueAtMs = (day + 1) * DAY_MS;
    exchange.timeMs = dueAtMs - 1;
    expect(exchange.engine.nextScheduleMs()).toBe(dueAtMs);
    expect(exchange.runDue()).toBe(0);
    exchange.timeMs = dueAtMs;
    expect(exchange.runDue()).toBe(2);
    expect(exchange.engine.takeChanges()).toMatchObject({
      entries: [
        { reason: 'rebate_payout', reference: `${ADA}:3:${day}` },
        { reason: 'rebate_payout', reference: `${BOB}:1:${day}` },
      ],
      rebateDays: [
        { inviter: ADA, currencyId: 3, day, amount: usdt('0.2'), paidAtMs: dueAtMs },
        { inviter: BOB, currencyId: 1, day, amount: 400_000n, paidAtMs: dueAtMs },
      ],
    });
    expect([before, exchange.coin(ADA)]).toEqual(['100000', '100000.2']);
    expect([exchange.house('referral_rebates'), exchange.house('referral_rebates', BTC)]).toEqual([
      '0',
      '0',
    ]);
    // Whoever runs it again, or at the same time, pays nothing.
    expect([exchange.runDue(), exchange.runDue(1)]).toEqual([0, 0]);
    expect(exchange.entries()).toEqual([]);
    expect(exchange.engine.nextScheduleMs()).toBeUndefined();
  });

  test('grows by each fee of its day; one after midnight is of the next', () => {
    const exchange = owed();
    exchange.trade(BOB, CARL, 10_000);
    exchange.nextDay();
    exchange.tick(100);
    exchange.trade(BOB, CARL, 5_000);
    expect(exchange.runDue()).toBe(2);
    expect(exchange.coin(ADA)).toBe('100000.4');
    expect(exchange.house('referral_rebates')).toBe('0.1');
    exchange.nextDay();
    expect(exchange.runDue()).toBe(1);
    expect(exchange.coin(ADA)).toBe('100000.5');
  });

  test('of several days is paid day by day, in the order of inviters, so many at once as asked', () => {
    const exchange = owed();
    exchange.nextDay();
    exchange.tick(100);
    exchange.trade(BOB, DORA, 1_000);
    const day = Math.floor(exchange.timeMs / DAY_MS);
    exchange.nextDay();
    exchange.nextDay();
    exchange.entries();
    const names: string[] = [];
    for (let at = 0; at < 4; at += 1) {
      expect(exchange.runDue(1)).toBe(1);
      names.push(...exchange.entries());
      // In the middle of a day the engine is made anew.
      const reloaded = ReferralExchange.reloaded(exchange.engine.takeSnapshot(), exchange.timeMs);
      expect(reloaded.engine.stateHash()).toBe(exchange.engine.stateHash());
      expect(reloaded.runDue()).toBe(3 - at);
    }
    expect(names).toEqual([
      `rebate_payout ${ADA}:3:${day - 1}`,
      `rebate_payout ${BOB}:1:${day - 1}`,
      `rebate_payout ${ADA}:3:${day}`,
      `rebate_payout ${BOB}:1:${day}`,
    ]);
  });

  test('is sent to the coin account where another engine keeps it, and stays out of the books once it is', () => {
    const accounts = ['contract', 'option'] as const;
    const bounds = { triggerFiresMax: 10, triggerRunFiresMax: 10, accounts };
    const exchange = ReferralExchange.begin(LEVELS, bounds);
    exchange.closePosition(BOB, exchange.openPosition(BOB, 1_000));
    const pending = exchange.house('referral_rebates');
    const day = Math.floor(exchange.timeMs / DAY_MS);
    exchange.engine.takeChanges();
    exchange.nextDay();
    exchange.run({ kind: 'run_schedules', max: 10 });
    const { sentTransfers, entries } = exchange.engine.takeChanges();
    const [entry] = entries;
    const reference = `${ADA}:3:${day}:${entry?.entryId}`;
    expect(entries).toMatchObject([{ reason: 'rebate_payout', reference }]);
    expect(sentTransfers).toEqual([
      {
        transferId: entry?.entryId,
        owner: ADA,
        source: 'referral_rebates',
        target: 'coin',
        currencyId: 3,
        amount: usdt(pending),
        reference,
        status: 'sent',
        timeMs: exchange.timeMs,
      },
    ]);
    expect(exchange.house('referral_rebates')).toBe('0');
    expect(exchange.house('other_engines')).toBe(pending);
    // Nobody takes it: it waits for somebody to look why.
    const transferId = entry?.entryId ?? 0;
    exchange.run({ kind: 'end_transfer', transferId, refusal: 'account_not_found' });
    expect([exchange.house('suspense'), exchange.house('other_engines')]).toEqual([pending, '0']);
    exchange.engine.checkInvariants();
  });

  test('is paid to a frozen inviter too: they can see it, and not move it', () => {
    const exchange = owed();
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: true });
    exchange.nextDay();
    expect(exchange.runDue()).toBe(2);
    expect(exchange.coin(ADA)).toBe('100000.2');
  });

  test('is out of reach of everybody else', () => {
    const exchange = owed();
    const entry = {
      kind: 'post_entry',
      reason: 'correction',
      reference: 'a hand in the till',
      currencyId: USDT.currencyId,
      amount: usdt('0.1'),
      source: { house: 'referral_rebates' },
      target: { house: 'fees' },
    } as const;
    expect(rejectOf(exchange.execute(entry))).toBe('terms_invalid');
  });
});

describe('levels are refused with', () => {
  const level = (needs: number, ratio: bigint) => ({ needs, ratioPpm: ratePpm(ratio) });
  const wrong: readonly ReferralTerms['levels'][] = [
    [],
    [level(1, 0n)],
    [level(0, -1n)],
    [level(0, 500_001n)],
    [level(0, 1n), level(0, 2n)],
    [level(0, 1n), level(5, 2n), level(4, 3n)],
    [level(0, 1n), level(1.5, 2n)],
    [level(0, 1n), level(2 ** 33, 2n)],
    Array.from({ length: 21 }, (_, at) => level(at, 1n)),
  ];
  test.each(wrong.map((levels) => ({ levels })))('%o', (terms) => {
    expect(areReferralTermsValid(terms)).toBe(false);
  });

  test.each([
    [LEVELS],
    [[level(0, 0n)]],
    [[level(0, 500_000n), level(1, 0n)]],
    [Array.from({ length: 20 }, (_, at) => level(at, 1n))],
  ])('but not with %o', (levels) => {
    expect(areReferralTermsValid({ levels })).toBe(true);
  });
});
