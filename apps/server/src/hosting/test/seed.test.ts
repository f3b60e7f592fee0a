/** What a demo's locked funds start with, at its first start or at the first since they exist. */
import { hostingInterest } from '@fairlead/formula';
import { amountMinor } from '@fairlead/units';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storedBalances } from '../../../test/support/stored-balances.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { FakeClock, start } from '../../../test/support/test-sequencer.ts';
import { quickCheck } from '../../core/checks/reconciliation.ts';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import { readSnapshot } from '../../core/store/snapshot-reader.ts';
import { termsVersionsPage } from '../../core/terms/version-queries.ts';
import { completeFirstStart } from '../../demo/first-start.ts';
import { seedFutures } from '../../futures/seed-futures.ts';
import { seedOptions } from '../../options/seed-options.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { seedHosting } from '../seed.ts';

let opened: TestDatabase;
let sequencer: Sequencer;
const clock = new FakeClock();
const log = { info: () => {}, warn: () => {} };
beforeEach(async () => {
  opened = await openTestDatabase();
  sequencer = await start(opened.database, { clock });
});
afterEach(async () => {
  await sequencer.stop();
  await opened.remove();
});

type Run = Pick<Sequencer, 'run'>;

const seed = (isDemo: boolean, run: Run = sequencer): Promise<void> =>
  seedHosting({
    database: opened.database,
    books: opened.database,
    sequencer: run,
    isDemo,
    clock,
    log,
  });

/** A folder of a demo as it was before there were locked funds. */
async function olderDemo(isDemo = true): Promise<void> {
  const options = {
    database: opened.database,
    books: opened.database,
    sequencer,
    isDemo,
    clock,
    log,
  };
  await completeFirstStart(options);
  for (const seed of [seedFutures, seedOptions]) await seed(options);
}

async function treasury(): Promise<Map<number, bigint>> {
  const balances = await storedBalances(opened.database);
  const rows = balances.filter(({ account }) => account === 'yield_treasury');
  return new Map(rows.map(({ currencyId, total }) => [currencyId, total]));
}

test('a demo sells five products, and can promise the interest of all their capacities', async () => {
  await olderDemo();
  await seed(true);
  const { hostingProducts } = await readSnapshot(opened.database, EXCHANGE_TABLES);
  expect(
    hostingProducts.map(
      ({ productId, currencyId, days, dailyYieldPpm, damagesRatePpm, minMinor }) => [
        productId,
        currencyId,
        days,
        dailyYieldPpm,
        damagesRatePpm,
        minMinor,
      ],
    ),
  ).toEqual([
    [1, 3, 7, 2_000n, 2_000n, 100_000000n],
    [2, 3, 15, 4_000n, 4_000n, 100_000000n],
    [3, 3, 30, 4_500n, 4_000n, 500_000000n],
    [4, 1, 30, 1_000n, 1_000n, 500_000n],
    [5, 2, 30, 1_200n, 1_200n, 10_000_000n],
  ]);
  const funded = await treasury();
  for (const currencyId of [1, 2, 3]) {
    const promised = hostingProducts
      .filter((product) => product.currencyId === currencyId)
      .map((product) => hostingInterest({ ...product, amount: product.capacityMinor }));
    expect(funded.get(currencyId)).toBeGreaterThan(
      promised.reduce<bigint>((sum, interest) => sum + interest, 0n),
    );
  }
  const { list } = await termsVersionsPage(opened.database, {}, { page: 1, limit: 5 });
  expect(list.map(({ kind, subject, operatorId }) => [kind, subject, operatorId])).toEqual([
    ['hosting', 'hosting 5 ETH', undefined],
    ['hosting', 'hosting 4 BTC', undefined],
    ['hosting', 'hosting 3 USDT', undefined],
    ['hosting', 'hosting 2 USDT', undefined],
    ['hosting', 'hosting 1 USDT', undefined],
  ]);
  expect(await quickCheck(opened.database, EXCHANGE_TABLES)).toEqual([]);
});

test('again does nothing, and what an operator set or spent stays', async () => {
  await olderDemo();
  await seed(true);
  const [first] = (await readSnapshot(opened.database, EXCHANGE_TABLES)).hostingProducts;
  if (first === undefined) throw new Error('nothing was seeded');
  await sequencer.run({ kind: 'configure_hosting', product: { ...first, isOpen: false } });
  const before = await treasury();
  await seed(true);
  expect((await readSnapshot(opened.database, EXCHANGE_TABLES)).hostingProducts[0]?.isOpen).toBe(
    false,
  );
  expect(await treasury()).toEqual(before);
});

test('a start that was killed at any step is completed by the next', async () => {
  await olderDemo();
  const killed = new Error('killed');
  for (let steps = 1; steps <= 9; steps += 1) {
    let left = steps;
    const dying: Run = {
      run: (command) => {
        left -= 1;
        return left === 0 ? Promise.reject(killed) : sequencer.run(command);
      },
    };
    await seed(true, dying).catch((error: unknown) => {
      if (error !== killed) throw error;
    });
  }
  await seed(true);
  expect((await readSnapshot(opened.database, EXCHANGE_TABLES)).hostingProducts).toHaveLength(5);
  expect(await treasury()).toEqual(
    new Map([
      [1, amountMinor(40_00000000n)],
      [2, amountMinor(500_00000000n)],
      [3, amountMinor(5_000_000_000000n)],
    ]),
  );
  const { list } = await termsVersionsPage(
    opened.database,
    { subject: 'hosting' },
    { page: 1, limit: 20 },
  );
  expect(list).toHaveLength(5);
});

test('a real deployment promises nothing by itself', async () => {
  await olderDemo(false);
  await seed(false);
  expect((await readSnapshot(opened.database, EXCHANGE_TABLES)).hostingProducts).toEqual([]);
  expect(await treasury()).toEqual(new Map());
});
