/** Withdrawals as stories, with balances before and after. */
import type { Command, SendState } from '@fairlead/engine';
import { BTC, rejectOf, TestExchange, USDT, withdrawalOf } from '@fairlead/testkit';
import { amountMinor, DAY_MS } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import {
  ADA,
  ada,
  asked,
  BOB,
  credited,
  decide,
  funded,
  house,
  mark,
  passed,
  postings,
  request,
  seen,
} from './words.ts';

describe('a withdrawal', () => {
  test('is held, debited and sent (the worked example of docs/internals/custody.md)', () => {
    const exchange = funded();
    exchange.engine.takeChanges();
    const { withdrawalId } = asked(exchange);
    expect(ada(exchange)).toEqual([1_000n, 100n]);
    expect(postings(exchange)).toEqual({});

    exchange.run(decide(withdrawalId));
    expect(ada(exchange)).toEqual([900n, 0n]);
    expect(house(exchange)).toEqual({ fees: 3n, inTransit: 97n, suspense: 0n });
    exchange.run(mark(withdrawalId, 'signed', 'tx1'));
    exchange.run(mark(withdrawalId, 'sent'));
    expect(house(exchange)).toEqual({ fees: 3n, inTransit: 0n, suspense: 0n });
    expect(exchange.engine.houseBalance('external', USDT.currencyId).total).toBe(-903n);
    expect(postings(exchange)).toEqual({
      [`withdrawal:${withdrawalId}`]: ['coin -100', 'withdrawals_in_transit 97', 'fees 3'],
      [`withdrawal:${withdrawalId}:sent`]: ['withdrawals_in_transit -97', 'external 97'],
    });
    expect(exchange.engine.withdrawal(withdrawalId)).toMatchObject({
      status: 'passed',
      sendState: 'sent',
      txId: 'tx1',
      hold: 0n,
      sentAtMs: exchange.timeMs,
    });
    exchange.engine.checkInvariants();
  });

  test('W1: a balance of 1 is asked for 50 times and held once', () => {
    const exchange = TestExchange.withMarket(ADA);
    exchange.fund(ADA, USDT.currencyId, 1n);
    const one = request({
      amount: amountMinor(1n),
      fee: amountMinor(0n),
      minimum: amountMinor(0n),
      dailyCountMax: 100,
    });
    const codes = Array.from({ length: 50 }, () => rejectOf(exchange.execute(one)));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'insufficient_balance')).toHaveLength(49);
    expect(ada(exchange)).toEqual([1n, 1n]);
  });

  test('what is held backs neither an order nor a transfer, and orders do not back a withdrawal', () => {
    const exchange = TestExchange.withMarket(ADA);
    exchange.fund(ADA, USDT.currencyId, 150_000n);
    exchange.limit(ADA, 'buy', [10_000, 1]);
    expect(rejectOf(exchange.execute(request({ amount: amountMinor(50_001n) })))).toBe(
      'insufficient_balance',
    );
    asked(exchange, { amount: amountMinor(50_000n) });
    expect(rejectOf(exchange.placeLimit(ADA, 'buy', [8_000, 1]))).toBe('insufficient_balance');
    const move = {
      source: 'coin',
      target: 'trust',
      currencyId: 3,
      amount: amountMinor(1n),
    } as const;
    expect(rejectOf(exchange.execute({ kind: 'transfer', owner: ADA, ...move }))).toBe(
      'insufficient_balance',
    );
    exchange.engine.checkInvariants();
  });

  test('cancelled or rejected gives its hold back, once', () => {
    const exchange = funded();
    const { withdrawalId } = asked(exchange);
    const cancel = { kind: 'cancel_withdrawal', owner: ADA, withdrawalId } as const;
    expect(rejectOf(exchange.execute({ ...cancel, owner: BOB }))).toBe('withdrawal_not_found');
    const row = withdrawalOf(exchange.run(cancel));
    expect(row).toMatchObject({ status: 'rejected', reason: 'cancelled_by_user', hold: 0n });
    expect(rejectOf(exchange.execute(cancel))).toBe('already_decided');
    expect(rejectOf(exchange.execute(decide(withdrawalId)))).toBe('already_decided');
    const second = asked(exchange);
    exchange.run({ ...decide(second.withdrawalId, 1, 'rejected'), reason: 'no' });
    expect(exchange.engine.withdrawal(second.withdrawalId)?.reason).toBe('no');
    expect(ada(exchange)).toEqual([1_000n, 0n]);
    exchange.engine.checkInvariants();
  });

  test('V8: two approvals are two operators; a rejection needs one', () => {
    const exchange = funded();
    const { withdrawalId } = asked(exchange, { approvalsNeeded: 2 });
    exchange.run(decide(withdrawalId, 1));
    expect(ada(exchange)).toEqual([1_000n, 100n]);
    expect(rejectOf(exchange.execute(decide(withdrawalId, 1)))).toBe('same_operator');
    const other = { ...decide(withdrawalId, 2), intentHash: 'another amount' };
    expect(rejectOf(exchange.execute(other))).toBe('terms_invalid');
    exchange.run(decide(withdrawalId, 2));
    expect(ada(exchange)).toEqual([900n, 0n]);
    const second = asked(exchange, { approvalsNeeded: 2 }).withdrawalId;
    exchange.run(decide(second, 1));
    exchange.run(decide(second, 1, 'rejected'));
    expect(ada(exchange)).toEqual([900n, 0n]);
  });

  test('W11: the fee is at most half of the amount, and what arrives is the rest', () => {
    const exchange = funded();
    const small = { minimum: amountMinor(0n), fee: amountMinor(10n) };
    for (const amount of [10n, 11n, 19n]) {
      const asked = request({ ...small, amount: amountMinor(amount) });
      expect(rejectOf(exchange.execute(asked))).toBe('fee_exceeds_amount');
    }
    passed(exchange, { ...small, amount: amountMinor(20n) });
    expect(house(exchange)).toEqual({ fees: 10n, inTransit: 10n, suspense: 0n });
  });

  test('without a fee there is no posting to fees', () => {
    const exchange = funded();
    exchange.engine.takeChanges();
    const withdrawalId = passed(exchange, { fee: amountMinor(0n) });
    expect(postings(exchange)).toEqual({
      [`withdrawal:${withdrawalId}`]: ['coin -100', 'withdrawals_in_transit 100'],
    });
  });

  test('W9: the day counts what was asked for, across cancels, currencies and UTC midnight', () => {
    const exchange = funded();
    exchange.fund(ADA, BTC.currencyId, 1_000n);
    exchange.timeMs = 20 * DAY_MS - 1_000;
    const { withdrawalId } = asked(exchange);
    exchange.run({ kind: 'cancel_withdrawal', owner: ADA, withdrawalId });
    asked(exchange, { currencyId: BTC.currencyId });
    asked(exchange);
    expect(rejectOf(exchange.execute(request()))).toBe('daily_limit');
    expect(rejectOf(exchange.execute(request({ owner: BOB })))).toBe('insufficient_balance');
    exchange.timeMs = 20 * DAY_MS - 1;
    expect(rejectOf(exchange.execute(request()))).toBe('daily_limit');
    exchange.timeMs = 20 * DAY_MS;
    asked(exchange);
    // Forgotten with its day, since nothing can happen to it any more.
    expect(exchange.engine.withdrawal(withdrawalId)).toBeUndefined();
    exchange.engine.checkInvariants();
  });

  test('W9: the value of a day may be reached and not passed, after a restart too', () => {
    const exchange = funded();
    const worth = (value: bigint) =>
      request({ valueMinor: amountMinor(value), dailyValueMax: amountMinor(100n) });
    exchange.run(worth(60n));
    const reloaded = new TestExchange(exchange.engine.takeSnapshot());
    reloaded.timeMs = exchange.timeMs;
    for (const each of [exchange, reloaded]) {
      expect(rejectOf(each.execute(worth(41n)))).toBe('daily_limit');
      each.run(worth(40n));
      expect(rejectOf(each.execute(worth(1n)))).toBe('daily_limit');
      each.engine.checkInvariants();
    }
    expect(reloaded.engine.stateHash()).toBe(exchange.engine.stateHash());
  });
});

describe('sending', () => {
  const paths: readonly (readonly [string, readonly SendState[]])[] = [
    ['sent by the signer', ['signed', 'sent']],
    ['sent by hand', ['sent']],
    ['W3: unknown, then found on the chain', ['signed', 'unknown', 'sent']],
    ['W15: failed on the chain, then sent again', ['signed', 'failed', 'idle', 'signed', 'sent']],
    ['unknown, failed, refunded', ['signed', 'unknown', 'failed', 'refunded']],
    ['never sent, refunded', ['refunded']],
  ];
  const states: readonly SendState[] = ['idle', 'signed', 'unknown', 'failed', 'sent', 'refunded'];
  const steps: Readonly<Record<SendState, readonly SendState[]>> = {
    idle: ['signed', 'sent', 'refunded'],
    signed: ['sent', 'unknown', 'failed'],
    unknown: ['sent', 'failed'],
    failed: ['idle', 'refunded'],
    sent: [],
    refunded: [],
  };

  test.each(paths)(
    '%s: each step is possible, every other is refused, repeats change nothing',
    (_, path) => {
      const exchange = funded();
      const withdrawalId = passed(exchange);
      let at: SendState = 'idle';
      let attempt = 1;
      for (const next of path) {
        for (const to of states) {
          if (to === at || steps[at].includes(to)) continue;
          const other = rejectOf(exchange.execute(mark(withdrawalId, to, `tx${attempt}`)));
          expect([at, to, other]).toEqual([at, to, 'not_sendable']);
        }
        const needsTx = next === 'signed' || (next === 'sent' && at === 'idle');
        exchange.run(mark(withdrawalId, next, needsTx ? `tx${attempt}` : undefined));
        const before = exchange.engine.stateHash();
        exchange.run(mark(withdrawalId, next));
        expect(exchange.engine.stateHash()).toBe(before);
        exchange.engine.checkInvariants();
        if (next === 'idle') attempt += 1;
        at = next;
      }
      const isRefunded = at === 'refunded';
      expect(ada(exchange)).toEqual([isRefunded ? 1_000n : 900n, 0n]);
      expect(house(exchange)).toEqual({ fees: isRefunded ? 0n : 3n, inTransit: 0n, suspense: 0n });
      expect(exchange.engine.withdrawal(withdrawalId)?.status).toBe(
        isRefunded ? 'rejected' : 'passed',
      );
    },
  );

  test('W3: nothing leaves unknown but evidence, and meanwhile the money stays in transit', () => {
    const exchange = funded();
    const withdrawalId = passed(exchange);
    exchange.run(mark(withdrawalId, 'signed', 'tx1'));
    exchange.run(mark(withdrawalId, 'unknown'));
    for (const to of ['idle', 'signed', 'refunded'] as const) {
      expect(rejectOf(exchange.execute(mark(withdrawalId, to)))).toBe('not_sendable');
    }
    expect(house(exchange)).toEqual({ fees: 3n, inTransit: 97n, suspense: 0n });
    expect(ada(exchange)).toEqual([900n, 0n]);
  });

  test('W15: a failure without its proof is no failure', () => {
    const exchange = funded();
    const withdrawalId = passed(exchange);
    exchange.run(mark(withdrawalId, 'signed', 'tx1'));
    exchange.run(mark(withdrawalId, 'unknown'));
    const bare = { kind: 'mark_withdrawal', withdrawalId, to: 'failed' } as const;
    expect(rejectOf(exchange.execute(bare))).toBe('terms_invalid');
    expect(rejectOf(exchange.execute({ ...bare, reason: '' }))).toBe('terms_invalid');
    exchange.run({ ...bare, reason: 'reverted' });
    exchange.run(bare);
    expect(exchange.engine.withdrawal(withdrawalId)).toMatchObject({
      sendState: 'failed',
      reason: 'reverted',
    });
  });

  test('W14: what is on its way takes a replacement’s name from whoever knows its own', () => {
    const exchange = funded();
    const withdrawalId = passed(exchange);
    const take = (txId: string, replaces: string, to: 'signed' | 'unknown' | 'sent' = 'signed') =>
      ({ ...mark(withdrawalId, to, txId), replaces }) as const;
    expect(rejectOf(exchange.execute(take('tx2', '')))).toBe('terms_invalid');
    exchange.run(mark(withdrawalId, 'signed', 'tx1'));
    expect(rejectOf(exchange.execute(take('tx2', 'tx0')))).toBe('not_sendable');
    expect(rejectOf(exchange.execute(take('tx2', 'tx1', 'sent')))).toBe('not_sendable');
    exchange.run(take('tx2', 'tx1'));
    exchange.run(take('tx2', 'tx1'));
    expect(exchange.engine.withdrawal(withdrawalId)).toMatchObject({
      sendState: 'signed',
      txId: 'tx2',
    });
    exchange.run(take('tx3', 'tx2', 'unknown'));
    expect(rejectOf(exchange.execute(take('tx2', 'tx3')))).toBe('not_sendable');
    exchange.run(take('tx1', 'tx3', 'unknown'));
    expect(rejectOf(exchange.execute(mark(withdrawalId, 'sent', 'tx3')))).toBe('not_sendable');
    exchange.run(mark(withdrawalId, 'sent', 'tx1'));
    expect(rejectOf(exchange.execute(take('tx2', 'tx1')))).toBe('not_sendable');
    expect(house(exchange)).toEqual({ fees: 3n, inTransit: 0n, suspense: 0n });
  });

  test('W14: of two workers with two transactions one is refused; the same one twice is once', () => {
    const exchange = funded();
    const withdrawalId = passed(exchange);
    exchange.run(mark(withdrawalId, 'signed', 'tx1'));
    exchange.run(mark(withdrawalId, 'signed', 'tx1'));
    expect(rejectOf(exchange.execute(mark(withdrawalId, 'signed', 'tx2')))).toBe('not_sendable');
    expect(rejectOf(exchange.execute(mark(withdrawalId, 'sent', 'tx2')))).toBe('not_sendable');
    const cancel: Command = { kind: 'cancel_withdrawal', owner: ADA, withdrawalId };
    expect(rejectOf(exchange.execute(cancel))).toBe('already_decided');
    exchange.run(mark(withdrawalId, 'sent', 'tx1'));
    exchange.run(mark(withdrawalId, 'sent', 'tx1'));
    expect(house(exchange).inTransit).toBe(0n);
  });

  test('a refund takes the fee back from the house, which must still have it', () => {
    const exchange = funded();
    const withdrawalId = passed(exchange);
    exchange.run({
      kind: 'post_entry',
      reason: 'capital',
      reference: 'fees',
      currencyId: USDT.currencyId,
      amount: amountMinor(1n),
      source: { house: 'fees' },
      target: { house: 'capital' },
    });
    expect(rejectOf(exchange.execute(mark(withdrawalId, 'refunded')))).toBe('insufficient_balance');
    expect(house(exchange).inTransit).toBe(97n);
  });
});

describe('D10: a freeze stops what is about to leave', () => {
  const freeze = (exchange: TestExchange, isFrozen = true) =>
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen });

  test('what nobody has begun to send is neither signed nor sent, and may be refunded', () => {
    const exchange = funded();
    const withdrawalId = passed(exchange);
    freeze(exchange);
    for (const to of ['signed', 'sent'] as const)
      expect(rejectOf(exchange.execute(mark(withdrawalId, to, 'tx1')))).toBe('account_frozen');
    expect(house(exchange)).toEqual({ fees: 3n, inTransit: 97n, suspense: 0n });
    freeze(exchange, false);
    exchange.run(mark(withdrawalId, 'signed', 'tx1'));
    const second = passed(exchange);
    freeze(exchange);
    exchange.run(mark(second, 'refunded'));
    expect(ada(exchange)).toEqual([900n, 0n]);
    exchange.engine.checkInvariants();
  });

  test.each<[string, readonly SendState[]]>([
    ['signed', ['sent']],
    ['signed', ['unknown', 'sent']],
    ['signed', ['unknown', 'failed', 'refunded']],
  ])('what is %s goes on to %j: it may have left', (first, path) => {
    const exchange = funded();
    const withdrawalId = passed(exchange);
    exchange.run(mark(withdrawalId, first as SendState, 'tx1'));
    freeze(exchange);
    exchange.run(mark(withdrawalId, first as SendState, 'tx1'));
    for (const to of path) exchange.run(mark(withdrawalId, to));
    expect(house(exchange).inTransit).toBe(0n);
  });

  test('what failed and is to be sent again waits until the account is open', () => {
    const exchange = funded();
    const withdrawalId = passed(exchange);
    exchange.run(mark(withdrawalId, 'signed', 'tx1'));
    exchange.run(mark(withdrawalId, 'failed'));
    freeze(exchange);
    exchange.run(mark(withdrawalId, 'idle'));
    expect(rejectOf(exchange.execute(mark(withdrawalId, 'signed', 'tx2')))).toBe('account_frozen');
    freeze(exchange, false);
    exchange.run(mark(withdrawalId, 'signed', 'tx2'));
  });
});

test('a frozen owner places, moves and withdraws nothing, and may cancel and be credited', () => {
  const exchange = TestExchange.withMarket(ADA);
  exchange.fund(ADA, USDT.currencyId, 300_000n);
  const order = exchange.limit(ADA, 'buy', [10_000, 1]);
  const { withdrawalId } = asked(exchange);
  const freeze = (isFrozen: boolean) =>
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen });
  freeze(true);
  freeze(true);
  expect(exchange.engine.takeChanges().ownerStates).toEqual([{ owner: ADA, isFrozen: true }]);
  const move = { source: 'coin', target: 'trust', currencyId: 3, amount: amountMinor(1n) } as const;
  const refused = [
    exchange.placeLimit(ADA, 'buy', [10_000, 1]),
    exchange.execute({ kind: 'transfer', owner: ADA, ...move }),
    exchange.execute(request()),
  ];
  expect(refused.map(rejectOf)).toEqual(['account_frozen', 'account_frozen', 'account_frozen']);
  credited(exchange, seen(5n, 'a'));
  expect(rejectOf(exchange.execute(decide(withdrawalId)))).toBe('account_frozen');
  expect(exchange.cancel(ADA, order.orderId).ok).toBe(true);
  exchange.run({ kind: 'cancel_withdrawal', owner: ADA, withdrawalId });
  expect(new TestExchange(exchange.engine.takeSnapshot()).engine.isFrozen(ADA)).toBe(true);
  freeze(false);
  expect(exchange.placeLimit(ADA, 'buy', [10_000, 1]).ok).toBe(true);
});

describe('a hold stops what leaves, and nothing else', () => {
  const hold = (exchange: TestExchange, reason?: string) =>
    exchange.run({ kind: 'hold_withdrawals', owner: ADA, ...(reason !== undefined && { reason }) });

  test('none is asked for, passed or begun to be sent; orders, moves, credits, cancels and refunds go on', () => {
    const exchange = TestExchange.withMarket(ADA);
    exchange.fund(ADA, USDT.currencyId, 300_000n);
    const { withdrawalId } = asked(exchange);
    const [ready, refunded] = [passed(exchange), passed(exchange)];
    hold(exchange, 'checking');
    hold(exchange, 'checking');
    expect(exchange.engine.takeChanges().withdrawalHolds).toEqual([
      { owner: ADA, reason: 'checking' },
    ]);
    const stopped = [
      request(),
      decide(withdrawalId),
      mark(ready, 'signed', 'tx1'),
      mark(ready, 'sent', 'tx1'),
    ];
    for (const command of stopped)
      expect(rejectOf(exchange.execute(command))).toBe('withdrawals_held');
    exchange.run({ kind: 'cancel_withdrawal', owner: ADA, withdrawalId });
    exchange.run(mark(refunded, 'refunded'));
    credited(exchange, seen(5n, 'a'));
    expect(exchange.placeLimit(ADA, 'buy', [10_000, 1]).ok).toBe(true);
    const move = {
      source: 'coin',
      target: 'trust',
      currencyId: 3,
      amount: amountMinor(1n),
    } as const;
    exchange.run({ kind: 'transfer', owner: ADA, ...move });
    exchange.engine.checkInvariants();
    expect(exchange.engine.isFrozen(ADA)).toBe(false);
  });

  test('what has begun to leave is told of to its end', () => {
    const exchange = funded();
    const withdrawalId = passed(exchange);
    exchange.run(mark(withdrawalId, 'signed', 'tx1'));
    hold(exchange, 'checking');
    exchange.run(mark(withdrawalId, 'sent', 'tx1'));
    expect(house(exchange).inTransit).toBe(0n);
  });

  test('it outlives a start, takes another reason, and is let go as it began', () => {
    const exchange = funded();
    const withdrawalId = passed(exchange);
    hold(exchange, 'checking');
    const again = new TestExchange(exchange.engine.takeSnapshot());
    expect(again.engine.withdrawalHold(ADA)).toBe('checking');
    expect(again.engine.stateHash()).toBe(exchange.engine.stateHash());
    hold(exchange, 'court');
    expect(exchange.engine.stateHash()).not.toBe(again.engine.stateHash());
    hold(exchange);
    expect(exchange.engine.withdrawalHold(ADA)).toBeUndefined();
    exchange.run(mark(withdrawalId, 'signed', 'tx1'));
  });
});
