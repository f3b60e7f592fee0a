/** Cases B2, B3, B5, B16 and B17 through the whole of sequencer, engine and tables, many at once. */
import type { Command, Result } from '@fairlead/engine';
import { BTC, USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import { fund, limit, MAKER, seed, start, TAKER } from '../../../../test/support/test-sequencer.ts';
import { balancesOf } from '../../../ledger/queries.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { quickCheck, recount } from '../../checks/reconciliation.ts';
import type { Sequencer } from '../sequencer.ts';

const outcome = (result: Result): string => (result.ok ? 'ok' : result.reject);

describeDatabases('books under parallel requests', (kind) => {
  let test: TestDatabase;
  let sequencer: Sequencer;
  beforeEach(async () => {
    test = await openTestDatabase(kind);
    sequencer = await start(test.database);
    await seed(sequencer);
  });
  afterEach(async () => {
    expect(await quickCheck(test.database, EXCHANGE_TABLES)).toEqual([]);
    expect(await recount(test.database)).toEqual([]);
    await sequencer.stop();
    await test.remove();
  });

  const coinOf = async (owner: number, currencyId: number): Promise<unknown> => {
    const balances = await balancesOf(test.database, owner);
    const balance = balances.find(
      (each) => each.account === 'coin' && each.currencyId === currencyId,
    );
    return { total: balance?.total, frozen: balance?.frozen };
  };
  const times = (count: number, command: Command): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, () => sequencer.run(command).then(outcome)));

  it('B2: fifty cancels at once release the hold once; one of a filled order releases nothing', async () => {
    await sequencer.run(limit(MAKER, 'sell', [10_000, 5]));
    const cancel = { kind: 'cancel_order', owner: MAKER, order: { orderId: 1 } } as const;
    const outcomes = await times(50, cancel);
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(1);
    expect(new Set(outcomes.filter((each) => each !== 'ok'))).toEqual(new Set(['order_not_open']));
    expect(await coinOf(MAKER, BTC.currencyId)).toEqual({ total: 1_000_00000000n, frozen: 0n });
    await sequencer.run(limit(MAKER, 'sell', [10_000, 5]));
    const [filled, late] = await Promise.all([
      sequencer.run(limit(TAKER, 'buy', [10_000, 5])),
      sequencer.run({ kind: 'cancel_order', owner: MAKER, order: { orderId: 2 } }),
    ]);
    expect([outcome(filled), outcome(late)]).toEqual(['ok', 'order_not_open']);
    expect(await coinOf(MAKER, BTC.currencyId)).toEqual({ total: 999_99500000n, frozen: 0n });
  });

  it('B3: whatever is placed and cancelled leaves the balance it found', async () => {
    const before = [await coinOf(MAKER, BTC.currencyId), await coinOf(MAKER, USDT.currencyId)];
    const sizes = [1, 7, 999, 1_000_000, 1_000_001, Number.MAX_SAFE_INTEGER];
    const prices = [8_000, 9_999, 10_000, 12_000, 12_001, Number.MAX_SAFE_INTEGER];
    const placed: number[] = [];
    for (const side of ['buy', 'sell'] as const) {
      for (const price of prices) {
        for (const size of sizes) {
          const result = await sequencer.run(limit(MAKER, side, [price, size]));
          if (!result.ok || result.value.kind !== 'order') continue;
          const { orderId } = result.value.order;
          placed.push(orderId);
          await sequencer.run({ kind: 'cancel_order', owner: MAKER, order: { orderId } });
        }
      }
    }
    expect(placed.length).toBeGreaterThan(10);
    expect([await coinOf(MAKER, BTC.currencyId), await coinOf(MAKER, USDT.currencyId)]).toEqual(
      before,
    );
  });

  it('B5: fifty claims of one grant pay it once', async () => {
    const claim = { ...fund(MAKER, BTC.currencyId, 5n), reference: 'grant' } as Command;
    const outcomes = await times(50, claim);
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(1);
    expect(outcomes.filter((each) => each === 'duplicate_reference')).toHaveLength(49);
    expect(await coinOf(MAKER, BTC.currencyId)).toMatchObject({ total: 1_000_00000005n });
  });

  it('fifty transfers of all there is move it once', async () => {
    const outcomes = await times(50, {
      kind: 'transfer',
      owner: MAKER,
      source: 'coin',
      target: 'option',
      currencyId: BTC.currencyId,
      amount: amountMinor(1_000_00000000n),
    });
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(1);
    expect(await coinOf(MAKER, BTC.currencyId)).toEqual({ total: 0n, frozen: 0n });
  });

  it('B16: a cancel by client order id that comes before its order finds nothing and stops nothing', async () => {
    const byName = { kind: 'cancel_order', owner: MAKER, order: { clientOrderId: 'c' } } as const;
    const outcomes = await Promise.all([
      sequencer.run(byName).then(outcome),
      sequencer.run(limit(MAKER, 'sell', [10_000, 5], 'c')).then(outcome),
      sequencer.run(byName).then(outcome),
      sequencer.run(limit(MAKER, 'sell', [10_000, 5], 'c')).then(outcome),
    ]);
    expect(outcomes).toEqual(['order_not_found', 'ok', 'ok', 'duplicate_client_order_id']);
  });

  it('B17: a transfer to the same account is refused and posts nothing', async () => {
    const same = {
      kind: 'transfer',
      owner: MAKER,
      source: 'coin',
      target: 'coin',
      currencyId: BTC.currencyId,
      amount: amountMinor(1n),
    } as const;
    expect(outcome(await sequencer.run(same))).toBe('same_account');
    expect(await test.database.query('SELECT FROM transfers')).toEqual([]);
  });
});
