/** What a demo offers at its first start, or at the first since offerings exist; and the levels of inviters. */
import { LANGUAGES } from '@fairlead/contract';
import { DAY_MS, ratePpm } from '@fairlead/units';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storedBalances } from '../../../test/support/stored-balances.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { FakeClock, start } from '../../../test/support/test-sequencer.ts';
import { loadConfig } from '../../core/config/config.ts';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import { readSnapshot } from '../../core/store/snapshot-reader.ts';
import { termsVersionsPage } from '../../core/terms/version-queries.ts';
import { completeFirstStart } from '../../demo/first-start.ts';
import { seedReferral } from '../../referral/seed.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { readIntroductions } from '../queries.ts';
import { seedOffering } from '../seed.ts';

const LEVELS = [
  { needs: 0, ratioPpm: ratePpm(200_000n) },
  { needs: 10, ratioPpm: ratePpm(250_000n) },
  { needs: 50, ratioPpm: ratePpm(300_000n) },
];

let opened: TestDatabase;
let sequencer: Sequencer;
const config = loadConfig({});
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

async function seed(isDemo: boolean, run: Run = sequencer): Promise<void> {
  const options = {
    database: opened.database,
    books: opened.database,
    sequencer: run,
    isDemo,
    clock,
    log,
  };
  await seedReferral(options);
  await seedOffering({ ...options, config });
}

async function firstStart(isDemo: boolean, run?: Run): Promise<void> {
  const { database } = opened;
  await completeFirstStart({ database, sequencer, isDemo, clock, log });
  await seed(isDemo, run);
}

async function supply(): Promise<bigint | undefined> {
  const balances = await storedBalances(opened.database);
  return balances.find(({ account }) => account === 'subscription_supply')?.total;
}

const subjects = async () =>
  (await termsVersionsPage(opened.database, {}, { page: 1, limit: 100 })).list.map(
    ({ subject }) => subject,
  );

test('a demo offers a new currency in every language, and has what it sells', async () => {
  await firstStart(true);
  const { currencies, offerings, referralTerms } = await readSnapshot(
    opened.database,
    EXCHANGE_TABLES,
  );
  const sold = currencies.at(-1);
  expect(sold).toMatchObject({ currencyId: 11, name: 'FLD', fullName: 'Fairlead Demo' });
  const nowMs = clock.now();
  expect(offerings).toEqual([
    {
      offeringId: 1,
      currencyId: 11,
      paymentCurrencyId: 3,
      issuePrice: 5_000_000n,
      totalMinor: 10_000_000_0000n,
      minMinor: 100_0000n,
      maxMinor: 50_000_0000n,
      lockupDays: 30,
      startsAtMs: nowMs,
      closesAtMs: nowMs + 14 * DAY_MS,
      launchesAtMs: nowMs + 21 * DAY_MS,
      isOpen: true,
      soldMinor: 0n,
    },
  ]);
  expect(await supply()).toBe(10_000_000_0000n);
  const texts = (await readIntroductions(opened.database)).get(1) ?? {};
  expect(Object.keys(texts).sort()).toEqual([...LANGUAGES].sort());
  expect(new Set(Object.values(texts)).size).toBe(LANGUAGES.length);
  expect(referralTerms).toEqual([{ levels: LEVELS }]);
  expect((await subjects()).toSorted()).toEqual(['offering 1 FLD', 'referral']);
});

test('outside demo there are levels, and nothing is offered', async () => {
  await firstStart(false);
  const { currencies, offerings, referralTerms } = await readSnapshot(
    opened.database,
    EXCHANGE_TABLES,
  );
  expect([currencies.length, offerings, await supply()]).toEqual([10, [], undefined]);
  expect(referralTerms).toEqual([{ levels: LEVELS }]);
});

test('killed after any command it is completed by the next start, with nothing twice', async () => {
  let isDone = false;
  for (let count = 0; !isDone; count += 1) {
    const left = { count };
    const run = (command: Parameters<Sequencer['run']>[0]) => {
      left.count -= 1;
      return left.count < 0 ? Promise.reject(new Error('killed')) : sequencer.run(command);
    };
    isDone = await firstStart(true, { run }).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('killed');
        return false;
      },
    );
  }
  expect(await supply()).toBe(10_000_000_0000n);
  expect((await subjects()).toSorted()).toEqual(['offering 1 FLD', 'referral']);
  await seed(true);
  expect(await subjects()).toHaveLength(2);
});

test('what operators have set up before stays', async () => {
  const { database } = opened;
  await completeFirstStart({ database, sequencer, isDemo: true, clock, log });
  const other = { currencyId: 11, name: 'NEW', fullName: 'New', scale: 2, isEnabled: true };
  await sequencer.run({ kind: 'configure_currency', currency: other });
  await seed(true);
  const { currencies, offerings } = await readSnapshot(database, EXCHANGE_TABLES);
  expect(currencies.slice(10)).toMatchObject([{ name: 'NEW' }, { currencyId: 12, name: 'FLD' }]);
  expect(offerings[0]?.currencyId).toBe(12);

  const [offering] = offerings;
  if (offering === undefined) throw new Error('nothing is offered');
  const { soldMinor: _sold, ...terms } = offering;
  const changed = { ...terms, lockupDays: 7 };
  await sequencer.run({ kind: 'configure_offering', offering: changed });
  const levels = { levels: LEVELS.slice(0, 1) };
  await sequencer.run({ kind: 'configure_referral', terms: levels });
  await database.query("DELETE FROM settings WHERE key IN ('offering_seeded', 'referral_seeded')");
  await seed(true);
  const after = await readSnapshot(database, EXCHANGE_TABLES);
  expect(after.offerings[0]?.lockupDays).toBe(7);
  expect(after.referralTerms).toEqual([levels]);
  expect(after.currencies).toHaveLength(12);
});
