/** Deposits as stories, with balances before and after. */
import type { Command, DecideDeposit, OpenDeposit } from '@fairlead/engine';
import { depositOf, LONE, rejectOf, TestExchange, USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import {
  ADA,
  ada,
  asked,
  BOB,
  credited,
  funded,
  house,
  opened,
  passed,
  postings,
  seen,
} from './words.ts';

describe('a chain deposit', () => {
  test('D8: is seen before it is final, and changes no balance until it is', () => {
    const exchange = funded();
    exchange.engine.takeChanges();
    const depositId = opened(exchange, seen(50n, 'a'));
    expect(ada(exchange)).toEqual([1_000n, 0n]);
    exchange.run({
      kind: 'credit_deposit',
      depositId,
      minimum: amountMinor(50n),
      reference: 'ERC20:a:0',
    });
    expect(ada(exchange)).toEqual([1_050n, 0n]);
    expect(postings(exchange)).toEqual({ 'ERC20:a:0': ['external -50', 'coin 50'] });
  });

  test('D1: one output is one deposit and one credit, however many scanners see it', () => {
    const exchange = funded();
    const codes = Array.from({ length: 50 }, () => rejectOf(exchange.execute(seen(50n, 'a'))));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['ok', 'duplicate_reference']));
    const depositId = exchange.engine.counters().sequence - 49;
    const credit = { kind: 'credit_deposit', depositId, minimum: amountMinor(0n) } as const;
    exchange.run({ ...credit, reference: 'ERC20:a:0' });
    for (const reference of ['ERC20:a:0', 'ERC20:a:1']) {
      expect(rejectOf(exchange.execute({ ...credit, reference }))).toBe('deposit_not_found');
    }
    expect(ada(exchange)).toEqual([1_050n, 0n]);
    // D7: another output of the same transaction is another deposit.
    credited(exchange, seen(7n, 'a', { outputIndex: 1 }));
    expect(ada(exchange)).toEqual([1_057n, 0n]);
  });

  test('D17: dust waits in suspense until its kind together reach the minimum, exactly', () => {
    const exchange = funded();
    const first = credited(exchange, seen(40n, 'a'), 100n);
    expect(first).toMatchObject({
      status: 'under_review',
      isSuspended: true,
      reason: 'below_minimum',
    });
    credited(exchange, seen(59n, 'b'), 100n);
    credited(exchange, seen(99n, 'c', { chain: 'TRC20' }), 100n);
    credited(exchange, seen(99n, 'd', { owner: BOB }), 100n);
    expect(ada(exchange)).toEqual([1_000n, 0n]);
    expect(house(exchange).suspense).toBe(297n);
    exchange.engine.checkInvariants();
    exchange.engine.takeChanges();

    const last = credited(exchange, seen(1n, 'e'), 100n);
    expect(last).toMatchObject({ status: 'passed', credited: 1n, isSuspended: false });
    expect(ada(exchange)).toEqual([1_100n, 0n]);
    expect(house(exchange).suspense).toBe(198n);
    const { deposits } = exchange.engine.takeChanges();
    expect(deposits.map(({ status, credited: minor }) => [status, minor])).toEqual([
      ['passed', 1n],
      ['passed', 40n],
      ['passed', 59n],
    ]);
    expect(deposits.some(({ reason }) => reason !== undefined)).toBe(false);
    exchange.engine.checkInvariants();
  });

  test('suspended money is frozen in suspense: no other entry can take it', () => {
    const exchange = funded();
    credited(exchange, seen(40n, 'a'), 100n);
    const take: Command = {
      kind: 'post_entry',
      reason: 'correction',
      reference: 'x',
      currencyId: USDT.currencyId,
      amount: amountMinor(1n),
      source: { house: 'suspense' },
      target: { house: 'capital' },
    };
    expect(rejectOf(exchange.execute(take))).toBe('insufficient_balance');
  });

  test('held for its origin it is its owner’s and frozen, until it is released, once', () => {
    const exchange = funded();
    const depositId = opened(exchange, seen(50n, 'a'));
    exchange.engine.takeChanges();
    const credit = { kind: 'credit_deposit', depositId, minimum: amountMinor(1n) } as const;
    const held = depositOf(exchange.run({ ...credit, reference: 'ERC20:a:0', isHeld: true }));
    expect(held).toMatchObject({ status: 'under_review', isSuspended: true });
    expect([held.reason, held.credited]).toEqual(['origin_needed', undefined]);
    expect(ada(exchange)).toEqual([1_050n, 50n]);
    expect(postings(exchange)).toEqual({ 'ERC20:a:0': ['external -50', 'coin 50'] });
    exchange.engine.checkInvariants();
    expect(rejectOf(exchange.execute({ ...credit, reference: 'ERC20:a:1' }))).toBe(
      'already_decided',
    );
    const release = { kind: 'release_deposit', depositId } as const;
    const passed = depositOf(exchange.run(release));
    expect(passed).toMatchObject({ status: 'passed', credited: 50n, isSuspended: false });
    expect(passed.reason).toBeUndefined();
    expect(ada(exchange)).toEqual([1_050n, 0n]);
    expect(rejectOf(exchange.execute(release))).toBe('deposit_not_found');
    exchange.engine.checkInvariants();
  });

  test('what was too little alone is held with what makes it enough', () => {
    const exchange = funded();
    const { depositId: dust } = credited(exchange, seen(40n, 'a'), 100n);
    const depositId = opened(exchange, seen(60n, 'b'));
    exchange.run({
      kind: 'credit_deposit',
      depositId,
      minimum: amountMinor(100n),
      reference: 'ERC20:b:0',
      isHeld: true,
    });
    expect(ada(exchange)).toEqual([1_100n, 100n]);
    expect(house(exchange).suspense).toBe(0n);
    exchange.run({ kind: 'release_deposit', depositId: dust });
    expect(ada(exchange)).toEqual([1_100n, 60n]);
    // Held ones count towards no minimum.
    credited(exchange, seen(50n, 'c'), 100n);
    expect(ada(exchange)).toEqual([1_100n, 60n]);
    exchange.engine.checkInvariants();
  });

  test('D10: an orphaned held one leaves its owner as it came', () => {
    const exchange = funded();
    const depositId = opened(exchange, seen(50n, 'a'));
    exchange.run({
      kind: 'credit_deposit',
      depositId,
      minimum: amountMinor(1n),
      reference: 'ERC20:a:0',
      isHeld: true,
    });
    exchange.engine.takeChanges();
    exchange.run({ kind: 'drop_deposit', depositId, reason: 'orphaned' });
    expect(postings(exchange)).toEqual({ [`reversal:${depositId}`]: ['coin -50', 'external 50'] });
    expect(ada(exchange)).toEqual([1_000n, 0n]);
    exchange.engine.checkInvariants();
  });

  test('D10, D11: an orphaned one disappears and may come again; a failed one may not', () => {
    const exchange = funded();
    const depositId = opened(exchange, seen(50n, 'a'));
    exchange.run({ kind: 'drop_deposit', depositId, reason: 'orphaned' });
    expect(exchange.engine.deposit(depositId)).toBeUndefined();
    credited(exchange, seen(50n, 'a'));
    expect(ada(exchange)).toEqual([1_050n, 0n]);
    const failed = opened(exchange, seen(50n, 'b'));
    exchange.run({ kind: 'drop_deposit', depositId: failed, reason: 'failed' });
    expect(rejectOf(exchange.execute(seen(50n, 'b')))).toBe('duplicate_reference');
  });

  test('D10: an orphaned suspended one leaves suspense as it came', () => {
    const exchange = funded();
    const { depositId } = credited(exchange, seen(40n, 'a'), 100n);
    exchange.engine.takeChanges();
    exchange.run({ kind: 'drop_deposit', depositId, reason: 'orphaned' });
    expect(postings(exchange)).toEqual({
      [`reversal:${depositId}`]: ['suspense -40', 'external 40'],
    });
    credited(exchange, seen(60n, 'b'), 100n);
    expect(ada(exchange)).toEqual([1_000n, 0n]);
    exchange.engine.checkInvariants();
  });

  test('D10: a credited one that is orphaned is taken back; nobody is frozen for what is there', () => {
    const exchange = funded();
    const deposit = credited(exchange, seen(50n, 'a'));
    const reverse: Command = { kind: 'reverse_deposit', deposit };
    const row = depositOf(exchange.run(reverse));
    expect(row).toMatchObject({
      status: 'rejected',
      reason: 'orphaned',
      receivable: 0n,
      credited: 50n,
    });
    expect(ada(exchange)).toEqual([1_000n, 0n]);
    expect(exchange.engine.isFrozen(ADA)).toBe(false);
    expect(rejectOf(exchange.execute(reverse))).toBe('already_decided');
    expect(opened(exchange, seen(50n, 'a'))).toBeGreaterThan(deposit.depositId);
    exchange.engine.checkInvariants();
  });

  test('D10: what is gone or held cannot be taken: it is receivable, and the owner is frozen', () => {
    const exchange = TestExchange.withMarket(ADA);
    const deposit = credited(exchange, seen(1_000n, 'a'));
    passed(exchange, { amount: amountMinor(600n) });
    asked(exchange, { amount: amountMinor(300n) });
    const row = depositOf(exchange.run({ kind: 'reverse_deposit', deposit }));
    expect(row.receivable).toBe(900n);
    expect(ada(exchange)).toEqual([300n, 300n]);
    expect(exchange.engine.isFrozen(ADA)).toBe(true);
    expect(exchange.engine.takeChanges().ownerStates).toEqual([{ owner: ADA, isFrozen: true }]);
    exchange.engine.checkInvariants();
  });

  test('D10: with nothing available there is no entry, and still no second reversal', () => {
    const exchange = TestExchange.withMarket(ADA);
    const deposit = credited(exchange, seen(100n, 'a'));
    passed(exchange);
    exchange.engine.takeChanges();
    const reverse: Command = { kind: 'reverse_deposit', deposit };
    expect(depositOf(exchange.run(reverse)).receivable).toBe(100n);
    expect(postings(exchange)).toEqual({});
    exchange.fund(ADA, USDT.currencyId, 100n);
    expect(rejectOf(exchange.execute(reverse))).toBe('already_decided');
  });
});

describe('a claim', () => {
  const claim = (change: Partial<OpenDeposit> = {}): OpenDeposit => ({
    kind: 'open_deposit',
    owner: ADA,
    depositKind: 'bank',
    currencyId: USDT.currencyId,
    amount: amountMinor(70n),
    proofFileId: 9,
    isPriority: true,
    openMax: 2,
    ...change,
  });
  const pass = (depositId: number, change: Partial<DecideDeposit> = {}): DecideDeposit => ({
    kind: 'decide_deposit',
    depositId,
    operatorId: 1,
    decision: 'passed',
    reference: 'bank 1',
    approvalsNeeded: 1,
    valueMinor: amountMinor(1n),
    lone: LONE,
    ...change,
  });

  test('is credited as claimed, or as much as came, under its reference', () => {
    const exchange = funded();
    const [first, second] = [opened(exchange, claim()), opened(exchange, claim())];
    expect(rejectOf(exchange.execute(claim()))).toBe('too_many_claims');
    exchange.engine.takeChanges();
    exchange.run(pass(first));
    exchange.run(pass(second, { credited: amountMinor(65n), reference: 'bank 2' }));
    expect(ada(exchange)).toEqual([1_135n, 0n]);
    expect(postings(exchange)).toEqual({
      'bank 1': ['external -70', 'coin 70'],
      'bank 2': ['external -65', 'coin 65'],
    });
    opened(exchange, claim());
  });

  test('D19: a reference is used once, by claims and chain deposits alike', () => {
    const exchange = funded();
    credited(exchange, seen(5n, 'a'));
    const [first, second] = [opened(exchange, claim()), opened(exchange, claim())];
    exchange.run(pass(first));
    expect(rejectOf(exchange.execute(pass(first)))).toBe('deposit_not_found');
    expect(rejectOf(exchange.execute(pass(second)))).toBe('duplicate_reference');
    const chain = pass(second, { reference: 'ERC20:a:0' });
    expect(rejectOf(exchange.execute(chain))).toBe('duplicate_reference');
    exchange.run(pass(second, { decision: 'rejected', reason: 'twice' }));
    expect(ada(exchange)).toEqual([1_075n, 0n]);
  });

  test('L2, V8: two operators pass the same amount and reference, or nothing is credited', () => {
    const exchange = funded();
    const depositId = opened(exchange, claim());
    const two = pass(depositId, { credited: amountMinor(700n), approvalsNeeded: 2 });
    const first = depositOf(exchange.run(two));
    expect(first).toMatchObject({ status: 'under_review', credited: 700n, reference: 'bank 1' });
    expect(ada(exchange)).toEqual([1_000n, 0n]);
    const codes = [
      two,
      { ...two, approvalsNeeded: 1 } as const,
      { ...two, operatorId: 2, credited: amountMinor(701n) },
      { ...two, operatorId: 2, reference: 'bank 2' },
    ].map((command) => rejectOf(exchange.execute(command)));
    expect(codes).toEqual(['same_operator', 'same_operator', 'terms_invalid', 'terms_invalid']);
    exchange.run({ ...two, operatorId: 2 });
    expect(ada(exchange)).toEqual([1_700n, 0n]);
  });

  test('D19: a reference that was taken between two approvals is refused', () => {
    const exchange = funded();
    const [first, second] = [opened(exchange, claim()), opened(exchange, claim())];
    exchange.run(pass(first, { approvalsNeeded: 2 }));
    exchange.run(pass(second));
    const late = pass(first, { approvalsNeeded: 2, operatorId: 2 });
    expect(rejectOf(exchange.execute(late))).toBe('duplicate_reference');
    const row = depositOf(exchange.run(pass(first, { decision: 'rejected' })));
    expect([row.credited, row.reference]).toEqual([undefined, undefined]);
  });
});
