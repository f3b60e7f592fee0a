import { type AmountMinor, InvariantError } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { NONE } from '../table/slot-table.ts';
import { ledgerAccountId } from './account-id.ts';
import { Ledger } from './ledger.ts';

const minor = (amount: bigint) => amount as AmountMinor;

function funded(amount: bigint) {
  const ledger = new Ledger();
  const external = ledger.open(ledgerAccountId(0, 'external', 3));
  const coin = ledger.open(ledgerAccountId(7, 'coin', 3));
  ledger.post(external, minor(-amount));
  ledger.post(coin, minor(amount));
  return { ledger, external, coin };
}

describe('the ledger', () => {
  test('opens an account once and knows what it is', () => {
    const { ledger, coin } = funded(10n);
    expect(ledger.open(ledgerAccountId(7, 'coin', 3))).toBe(coin);
    expect(ledger.account(coin)).toMatchObject({ owner: 7, kind: 'coin', currencyId: 3 });
    expect(ledger.find(ledgerAccountId(8, 'coin', 3))).toBe(NONE);
    expect([ledger.isUsed(3), ledger.isUsed(1)]).toEqual([true, false]);
    expect(() => ledger.account(99)).toThrow(InvariantError);
  });

  test('freezes what is available, to the last unit, and releases it', () => {
    const { ledger, coin } = funded(100n);
    ledger.freeze(coin, minor(100n));
    expect(ledger.balance(coin)).toEqual({ total: 100n, frozen: 100n, available: 0n });
    expect(() => ledger.freeze(coin, minor(1n))).toThrow(InvariantError);
    ledger.release(coin, minor(100n));
    expect(() => ledger.release(coin, minor(1n))).toThrow(InvariantError);
    expect(() => ledger.freeze(coin, minor(-1n))).toThrow(InvariantError);
    expect(() => ledger.release(coin, minor(-1n))).toThrow(InvariantError);
  });

  test('what is frozen cannot be posted away', () => {
    const { ledger, coin } = funded(100n);
    ledger.freeze(coin, minor(60n));
    expect(() => ledger.post(coin, minor(-41n))).toThrow('available must not be negative');
    expect(ledger.post(coin, minor(-40n))).toBe(60n);
  });

  test('an entry that does not sum to zero is a fault', () => {
    const { ledger, coin } = funded(100n);
    ledger.assertBalanced(3);
    ledger.post(coin, minor(-1n));
    expect(() => ledger.assertBalanced(3)).toThrow(InvariantError);
  });

  test('canPay is exact at both sides, also for an account never opened', () => {
    const { ledger, coin } = funded(100n);
    expect([ledger.canPay(coin, minor(100n)), ledger.canPay(coin, minor(101n))]).toEqual([
      true,
      false,
    ]);
    expect(ledger.canPay(coin, minor(2n ** 70n))).toBe(false);
    expect([ledger.canPay(NONE, minor(0n)), ledger.canPay(NONE, minor(1n))]).toEqual([true, false]);
    expect(ledger.balance(NONE)).toEqual({ total: 0n, frozen: 0n, available: 0n });
  });

  test('nothing beyond 2^62 is posted', () => {
    const { ledger, external, coin } = funded(2n ** 62n);
    expect(() => ledger.post(coin, minor(2n ** 62n + 1n))).toThrow(InvariantError);
    expect(() => ledger.post(coin, minor(1n))).toThrow('a total is within the limits');
    expect(() => ledger.post(external, minor(-1n))).toThrow('a total is within the limits');
  });

  test('holds many accounts, and gives out each changed one once', () => {
    const { ledger, coin } = funded(1_000n);
    ledger.takeTouched();
    for (let owner = 100; owner < 400; owner += 1) {
      ledger.post(coin, minor(-1n));
      ledger.post(ledger.open(ledgerAccountId(owner, 'coin', 3)), minor(1n));
    }
    const rows = ledger.takeTouched();
    expect(rows).toHaveLength(301);
    expect(rows[0]).toEqual({
      accountId: ledgerAccountId(7, 'coin', 3),
      owner: 7,
      account: 'coin',
      currencyId: 3,
      total: 700n,
      frozen: 0n,
    });
    expect(ledger.takeTouched()).toEqual([]);
    expect(ledger.rows()).toHaveLength(302);
  });

  test('a stored balance is put back once, and only external may be negative', () => {
    const ledger = new Ledger();
    const coin = ledgerAccountId(7, 'coin', 3);
    ledger.restore(coin, minor(5n));
    expect(() => ledger.restore(coin, minor(5n))).toThrow(InvariantError);
    expect(() => ledger.restore(ledgerAccountId(8, 'coin', 3), minor(-1n))).toThrow(InvariantError);
    const external = ledgerAccountId(0, 'external', 3);
    expect(() => ledger.restore(external, minor(-(2n ** 62n) - 1n))).toThrow(InvariantError);
  });
});
