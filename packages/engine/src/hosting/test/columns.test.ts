import { hostingInterest } from '@fairlead/formula';
import { Seeded } from '@fairlead/testkit';
import { amountMinor, DAY_MS, InvariantError, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { HostingColumns } from '../columns.ts';
import type { HostingRow } from '../rows.ts';

function drawn(random: Seeded, hostingId: number): HostingRow {
  const terms = {
    amount: amountMinor(2n ** BigInt(random.below(63)) - BigInt(random.below(2))),
    days: 1 + random.below(30),
    dailyYieldPpm: ratePpm(BigInt(1 + random.below(3))),
  };
  const paidAtMs = random.next() * 1_000;
  return {
    hostingId,
    owner: random.next() * 2 + 1,
    productId: 1 + random.below(3),
    currencyId: 1 + random.below(3),
    ...terms,
    damagesRatePpm: ratePpm(BigInt(random.below(2))),
    interest: hostingInterest(terms),
    postedDays: 0,
    earned: amountMinor(0n),
    damages: amountMinor(0n),
    penalty: amountMinor(0n),
    status: 'hosting',
    paidAtMs,
    completesAtMs: paidAtMs + terms.days * DAY_MS,
  };
}

describe('the columns of hosting orders', () => {
  test('give back what was put in, however often slots are reused and the columns grow', () => {
    const random = new Seeded(3);
    const columns = new HostingColumns();
    const rows = new Map<number, HostingRow>();
    let most = 0;
    for (let id = 1; id <= 2_000; id += 1) {
      const [slot] = rows.keys();
      if (slot !== undefined && random.chance(40)) {
        columns.release(slot);
        rows.delete(slot);
      } else {
        const row = drawn(random, id);
        const added = columns.add(row);
        expect(rows.has(added)).toBe(false);
        rows.set(added, row);
      }
      most = Math.max(most, rows.size);
    }
    for (const [slot, row] of rows) expect(columns.row(slot)).toEqual(row);
    const byId = [...rows.values()].sort((left, right) => left.hostingId - right.hostingId);
    expect(columns.rows()).toEqual(byId);
    expect(most).toBeGreaterThan(128);
    expect(Math.max(...rows.keys())).toBeLessThan(most);
  });

  test('a slot that is free holds no order', () => {
    const columns = new HostingColumns();
    const slot = columns.add(drawn(new Seeded(1), 1));
    columns.release(slot);
    expect(() => columns.row(slot)).toThrow(InvariantError);
    expect(columns.rows()).toEqual([]);
  });
});
