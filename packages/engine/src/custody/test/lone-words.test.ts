/**
 * Q2: money from nothing in slices. One operator passes several claims, each below the threshold, and lets them out: of
 * one user, of several, and by way of others. Sums stop the slices, and whoever passed a claim alone is never the only
 * one to let its money out, as far as the ledger sees. Both rules are also planted away, to see that they are found.
 */
import type { Command, LoneRule } from '@fairlead/engine';
import {
  BTC,
  depositOf,
  LONE,
  limitOrder,
  rejectOf,
  TestExchange,
  USDT,
  withdrawalOf,
} from '@fairlead/testkit';
import { amountMinor, DAY_MS, HOUR_MS } from '@fairlead/units';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Tables } from '../../../test/kit/tables.ts';
import { LoneWords } from '../lone-words.ts';
import { Vouches } from '../vouches.ts';

const USERS = [1, 2, 3, 4, 5, 6] as const;
const [REVIEWER, OTHER] = [1, 2];
const RULE: LoneRule = {
  operatorDayFrom: amountMinor(20_000n),
  ownerWeekFrom: amountMinor(10_000n),
  holdingMs: 168 * HOUR_MS,
  countsAsTwo: true,
};

const newExchange = () => TestExchange.withMarket(...USERS);
let references = 0;
function newReference(): string {
  references += 1;
  return `line ${references}`;
}

function claimed(exchange: TestExchange, owner: number, amount: bigint): number {
  const open: Command = {
    kind: 'open_deposit',
    owner,
    depositKind: 'bank',
    currencyId: USDT.currencyId,
    amount: amountMinor(amount),
    proofFileId: 9,
    openMax: 50,
  };
  return depositOf(exchange.run(open)).depositId;
}

const passing = (depositId: number, by: number, value: bigint, rule = RULE): Command => ({
  kind: 'decide_deposit',
  depositId,
  operatorId: by,
  decision: 'passed',
  reference: newReference(),
  approvalsNeeded: 1,
  valueMinor: amountMinor(value),
  lone: rule,
});

/** Whether one word credited it. */
function credit(exchange: TestExchange, owner: number, amount: bigint, by = REVIEWER): boolean {
  const command = passing(claimed(exchange, owner, amount), by, amount);
  return depositOf(exchange.run(command)).status === 'passed';
}

function asked(exchange: TestExchange, owner: number, amount: bigint): number {
  const request: Command = {
    kind: 'request_withdrawal',
    owner,
    currencyId: USDT.currencyId,
    amount: amountMinor(amount),
    fee: amountMinor(1n),
    minimum: amountMinor(1n),
    destination: { kind: 'crypto', addressId: 5, chain: 'TRC20', address: 'T1' },
    approvalsNeeded: 1,
    valueMinor: amountMinor(amount),
    dailyValueMax: amountMinor(1_000_000n),
    dailyCountMax: 99,
  };
  return withdrawalOf(exchange.run(request)).withdrawalId;
}

const letting = (withdrawalId: number, by: number, rule: LoneRule | undefined = RULE): Command => ({
  kind: 'decide_withdrawal',
  withdrawalId,
  operatorId: by,
  intentHash: 'hash',
  decision: 'passed',
  ...(rule !== undefined && { lone: rule }),
});

/** Whether one word let it out. */
function letOut(exchange: TestExchange, owner: number, amount: bigint, by = REVIEWER): boolean {
  const command = letting(asked(exchange, owner, amount), by);
  return withdrawalOf(exchange.run(command)).status === 'passed';
}

/** The audit's attack: five made-up claims of 9,999, passed and let out by one reviewer. What left. */
function attack(exchange: TestExchange, owners: readonly number[]): bigint {
  let left = 0n;
  for (const owner of owners) {
    credit(exchange, owner, 9_999n);
    const { total, frozen } = exchange.engine.balance(owner, 'coin', USDT.currencyId);
    const amount = total - frozen;
    if (amount > 0n && letOut(exchange, owner, amount)) left += amount;
  }
  return left;
}

afterEach(() => vi.restoreAllMocks());

describe('Q2: five claims of 9,999 passed and let out by one reviewer', () => {
  test.each([[[1, 1, 1, 1, 1]], [[1, 2, 3, 4, 5]]])('of users %j, nothing leaves', (owners) => {
    expect(attack(newExchange(), owners)).toBe(0n);
  });

  test('one claim a day, by the same reviewer: nothing leaves, in two months', () => {
    const exchange = newExchange();
    let left = 0n;
    for (let day = 0; day < 60; day += 1) {
      left += attack(exchange, [USERS[day % 5] ?? 1]);
      exchange.timeMs += DAY_MS;
    }
    expect(left).toBe(0n);
  });

  test('planted: without the bar on one’s own word what the sums let through leaves', () => {
    vi.spyOn(Vouches.prototype, 'has').mockReturnValue(false);
    expect(attack(newExchange(), [1, 2, 3, 4, 5])).toBe(2n * 9_999n);
  });

  test('planted: without the sums each claim is credited on one word', () => {
    vi.spyOn(LoneWords.prototype, 'reached').mockReturnValue(undefined);
    const exchange = newExchange();
    expect(USERS.filter((owner) => credit(exchange, owner, 9_999n))).toHaveLength(6);
  });

  test('planted: without either all of it leaves', () => {
    vi.spyOn(Vouches.prototype, 'has').mockReturnValue(false);
    vi.spyOn(LoneWords.prototype, 'reached').mockReturnValue(undefined);
    expect(attack(newExchange(), [1, 2, 3, 4, 5])).toBe(5n * 9_999n);
  });
});

describe('sums', () => {
  test('of an operator within 24 hours, which slide', () => {
    const exchange = newExchange();
    expect(credit(exchange, 1, 9_999n)).toBe(true);
    exchange.timeMs += HOUR_MS;
    expect(credit(exchange, 2, 9_999n)).toBe(true);
    // 19,998 and 2 are 20,000: from there on it takes two.
    expect(credit(exchange, 3, 1n)).toBe(true);
    expect(credit(exchange, 4, 1n)).toBe(false);
    expect(credit(exchange, 4, 1n, OTHER)).toBe(true);
    exchange.timeMs += 23 * HOUR_MS - 1;
    expect(credit(exchange, 5, 9_999n)).toBe(false);
    exchange.timeMs += 1;
    expect(credit(exchange, 5, 9_999n)).toBe(true);
  });

  test('of an owner within 7 days, whoever passes; withdrawals are counted apart', () => {
    const exchange = newExchange();
    exchange.fund(6, USDT.currencyId, 50_000n);
    expect(credit(exchange, 6, 5_000n)).toBe(true);
    expect(credit(exchange, 6, 5_000n, OTHER)).toBe(false);
    expect(letOut(exchange, 6, 5_000n, OTHER)).toBe(true);
    expect(letOut(exchange, 6, 4_999n, 3)).toBe(true);
    expect(letOut(exchange, 6, 2n, 4)).toBe(false);
    exchange.timeMs += 7 * DAY_MS;
    expect(letOut(exchange, 6, 2n, 4)).toBe(true);
  });

  test('what is held back waits for another, is not counted, and is written down', () => {
    const exchange = newExchange();
    exchange.engine.takeChanges();
    const id = claimed(exchange, 1, 15_000n);
    const first = passing(id, REVIEWER, 15_000n);
    expect(depositOf(exchange.run(first))).toMatchObject({ status: 'under_review' });
    expect(exchange.engine.takeChanges().loneWords).toEqual([
      {
        kind: 'claim',
        recordId: id,
        operatorId: REVIEWER,
        owner: 1,
        value: 15_000n,
        timeMs: exchange.timeMs,
        heldFor: 'owner_week',
      },
    ]);
    expect(rejectOf(exchange.execute(first))).toBe('same_operator');
    expect(depositOf(exchange.run({ ...first, operatorId: OTHER } as Command)).status).toBe(
      'passed',
    );
    expect(exchange.engine.takeChanges().vouches).toEqual([]);
    expect(credit(exchange, 2, 9_999n)).toBe(true);
  });

  test('without a value, or without a rule, one word is not enough', () => {
    const exchange = newExchange();
    exchange.fund(1, USDT.currencyId, 100n);
    const { valueMinor: _, ...unvalued } = passing(claimed(exchange, 1, 5n), 1, 5n) as Extract<
      Command,
      { kind: 'decide_deposit' }
    >;
    expect(depositOf(exchange.run(unvalued)).status).toBe('under_review');
    const { lone: _rule, ...bare } = letting(asked(exchange, 1, 5n), 1) as Extract<
      Command,
      { kind: 'decide_withdrawal' }
    >;
    expect(withdrawalOf(exchange.run(bare)).status).toBe('under_review');
  });

  test('V8: the first of two must count as one, where a sum makes it two', () => {
    const exchange = newExchange();
    const rule = { ...RULE, countsAsTwo: false };
    const large = claimed(exchange, 1, 10_000n);
    const before = exchange.engine.stateHash();
    expect(rejectOf(exchange.execute(passing(large, 1, 10_000n, rule)))).toBe(
      'operator_not_counted',
    );
    expect(exchange.engine.stateHash()).toBe(before);
    const small = passing(claimed(exchange, 1, 9_000n), 1, 9_000n, rule);
    expect(depositOf(exchange.run(small)).status).toBe('passed');
  });
});

describe('whoever passed a claim alone', () => {
  /** User 1 has 1,000 on the word of REVIEWER; the others have of their own. */
  function vouched(): TestExchange {
    const exchange = newExchange();
    for (const owner of [1, 2, 3, 4]) {
      exchange.fund(owner, USDT.currencyId, 1_000_000_000n);
      exchange.fund(owner, BTC.currencyId, 1_000_000_000n);
    }
    expect(credit(exchange, 1, 9_000n)).toBe(true);
    return exchange;
  }

  /** `from` buys of `to`: what came to `from` may be at `to` now. */
  function trade(exchange: TestExchange, from: number, to: number): void {
    exchange.run(limitOrder(to, 'sell', [10_000, 10]));
    exchange.run(limitOrder(from, 'buy', [10_000, 10]));
  }

  test('is never the only one to let that user’s money out; another is enough', () => {
    const exchange = vouched();
    expect(letOut(exchange, 1, 10n)).toBe(false);
    expect(letOut(exchange, 1, 10n, OTHER)).toBe(true);
    exchange.timeMs += 400 * DAY_MS;
    expect(letOut(exchange, 1, 10n)).toBe(false);
  });

  test('nor that of whom the money may have reached by trades, one after another, until the holding ends', () => {
    const exchange = vouched();
    trade(exchange, 1, 2);
    trade(exchange, 2, 3);
    expect(letOut(exchange, 2, 10n)).toBe(false);
    expect(letOut(exchange, 3, 10n)).toBe(false);
    expect(letOut(exchange, 3, 10n, OTHER)).toBe(true);
    expect(letOut(exchange, 4, 10n)).toBe(true);
    exchange.timeMs += RULE.holdingMs - 1;
    expect(letOut(exchange, 3, 11n)).toBe(false);
    exchange.timeMs += 1;
    expect(letOut(exchange, 3, 12n)).toBe(true);
  });

  test('the chain is kept over a restart, and what was traded before the claim is not of it', () => {
    const exchange = vouched();
    trade(exchange, 3, 4);
    trade(exchange, 1, 2);
    trade(exchange, 2, 3);
    const tables = new Tables();
    tables.commit(exchange.engine.takeChanges());
    const restarted = new TestExchange(tables.snapshot());
    restarted.timeMs = exchange.timeMs;
    expect(restarted.engine.stateHash()).toBe(exchange.engine.stateHash());
    expect(letOut(restarted, 3, 10n)).toBe(false);
    expect(letOut(restarted, 4, 10n)).toBe(true);
  });

  test('a claim that two passed puts no bar', () => {
    const exchange = newExchange();
    const id = claimed(exchange, 1, 12_000n);
    const first = passing(id, REVIEWER, 12_000n);
    exchange.run(first);
    exchange.run({ ...first, operatorId: OTHER } as Command);
    expect(letOut(exchange, 1, 10n)).toBe(true);
  });

  test('a holding of 0, in demo, puts none', () => {
    const exchange = newExchange();
    exchange.run(passing(claimed(exchange, 1, 100n), REVIEWER, 100n, LONE));
    expect(letOut(exchange, 1, 10n)).toBe(true);
  });
});

/** A home beside other engines: what comes from these is of fees that the home never saw. */
test('nor that of whom it may have reached by rebates of another engine, until the holding ends', () => {
  const bounds = { triggerFiresMax: 10, triggerRunFiresMax: 10, accounts: ['coin'] } as const;
  const exchange = new TestExchange(undefined, bounds).opened([1, 2, 3, 4]);
  exchange.run({ kind: 'open_account', owner: 11, inviter: 1 });
  exchange.run({ kind: 'open_account', owner: 12, inviter: 2 });
  credit(exchange, 11, 500n);
  let transferId = 1_000_000_000_000;
  const rebate = (owner: number) => {
    transferId += 1;
    exchange.run({
      ...{ kind: 'receive_transfer', transferId, reference: `${owner}:${transferId}`, owner },
      ...{ source: 'referral_rebates', target: 'coin', currencyId: USDT.currencyId },
      amount: amountMinor(500n),
    });
  };
  for (const owner of [1, 2]) rebate(owner);
  // Only the inviter of whom the reviewer vouched for.
  expect([1, 2].map((owner) => letOut(exchange, owner, 50n))).toEqual([false, true]);
  expect(letOut(exchange, 1, 50n, OTHER)).toBe(true);
  exchange.timeMs += RULE.holdingMs;
  expect(letOut(exchange, 1, 50n)).toBe(true);
  exchange.engine.checkInvariants();
});
