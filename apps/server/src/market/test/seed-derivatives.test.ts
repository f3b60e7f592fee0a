/** What a deployment gets of futures and options at its first start, or at the first since they exist. */
import { priceE8 } from '@fairlead/units';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storedBalances } from '../../../test/support/stored-balances.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { FakeClock, start } from '../../../test/support/test-sequencer.ts';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import { writeSetting } from '../../core/store/settings-queries.ts';
import { readSnapshot } from '../../core/store/snapshot-reader.ts';
import { termsVersionsPage } from '../../core/terms/version-queries.ts';
import { completeFirstStart } from '../../demo/first-start.ts';
import { seedFutures } from '../../futures/seed-futures.ts';
import { seedOptions } from '../../options/seed-options.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { SEED_MARKETS } from '../seed.ts';

const HOUSE = ['contract_house', 'insurance_fund', 'option_house'] as const;
const PAGE = { page: 1, limit: 100 };

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

async function firstStart(isDemo: boolean, run: Pick<Sequencer, 'run'> = sequencer): Promise<void> {
  const { database } = opened;
  await completeFirstStart({ database, sequencer, isDemo, clock, log });
  for (const seed of [seedFutures, seedOptions])
    await seed({ database, books: database, sequencer: run, isDemo, clock, log });
}

async function capital(): Promise<Record<string, bigint>> {
  const balances = await storedBalances(opened.database);
  const totals = new Map(
    balances.filter(({ currencyId }) => currencyId === 3).map((row) => [row.account, row.total]),
  );
  return Object.fromEntries(HOUSE.map((account) => [account, totals.get(account) ?? 0n]));
}

test('a demo sells options in all markets, and its house can pay them', async () => {
  await firstStart(true);
  const { optionTerms, optionCurrencies } = await readSnapshot(opened.database, EXCHANGE_TABLES);
  expect(optionTerms.map(({ marketId }) => marketId)).toEqual(
    SEED_MARKETS.map(({ marketId }) => marketId),
  );
  expect(optionTerms[0]).toEqual({
    marketId: 1,
    times: [
      [30, 750_000n],
      [60, 800_000n],
      [120, 820_000n],
      [180, 850_000n],
      [300, 880_000n],
    ].map(([seconds, payoutRatioPpm]) => ({
      seconds,
      payoutRatioPpm,
      minMinor: 10_000000n,
      maxMinor: 5_000_000000n,
    })),
    exposureMaxMinor: 500_000_000000n,
    ordersMax: 50,
    isOpen: true,
  });
  expect(optionCurrencies).toEqual([
    {
      currencyId: 3,
      feePpm: 10_000n,
      presets: [10_000000n, 50_000000n, 100_000000n, 500_000000n, 1_000_000000n],
      isOpen: true,
    },
  ]);
  expect(await capital()).toEqual({
    contract_house: 20_000_000_000000n,
    insurance_fund: 5_000_000_000000n,
    option_house: 5_000_000_000000n,
  });
  const versions = await termsVersionsPage(opened.database, { subject: 'options ' }, PAGE);
  expect(versions.total).toBe(SEED_MARKETS.length);
  // Set by nobody, in place of nothing.
  expect(versions.list[0]).toMatchObject({ operatorId: undefined, before: undefined });
});

test('futures are traded in all markets, in lots and at multiples whose terms the engine takes', async () => {
  await firstStart(true);
  const { futuresTerms, markets, currencies } = await readSnapshot(
    opened.database,
    EXCHANGE_TABLES,
  );
  const lots = futuresTerms.map(({ marketId, lotBaseMinor }) => {
    const market = markets.find((each) => each.marketId === marketId);
    const base = currencies.find(({ currencyId }) => currencyId === market?.baseCurrencyId);
    return [market?.symbol, Number(lotBaseMinor) / 10 ** (base?.scale ?? 0)];
  });
  expect(lots).toEqual([
    ['BTC/USDT', 0.01],
    ['ETH/USDT', 0.1],
    ['SOL/USDT', 1],
    ['XRP/USDT', 100],
    ['BNB/USDT', 0.1],
    ['DOGE/USDT', 1_000],
    ['LTC/USDT', 1],
    ['TRX/USDT', 1_000],
    ['ADA/USDT', 100],
  ]);
  const million = 1_000_000_000000n;
  expect(futuresTerms[0]).toEqual({
    marketId: 1,
    lotBaseMinor: 1_000_000n,
    lotsMin: 1,
    lotsMax: 10_000,
    multiples: [
      [2, 5n * million],
      [5, 5n * million],
      [10, 2n * million],
      [20, million],
      [50, 200_000_000000n],
      [100, 50_000_000000n],
    ].map(([multiple, notionalMaxMinor]) => ({
      multiple,
      maintenanceRatePpm: 5_000n,
      notionalMaxMinor,
    })),
    openFeePpm: 500n,
    closeFeePpm: 500n,
    insuranceSharePpm: 200_000n,
    halfSpreadPpm: 100n,
    priceStepE8: 1_000_000n,
    profitCapMultiple: 10,
    openInterestMaxMinor: 20n * million,
    positionsMax: 100,
    isOpen: true,
  });
  const versions = await termsVersionsPage(opened.database, { subject: 'futures ' }, PAGE);
  expect(versions.total).toBe(SEED_MARKETS.length);
});

test('Q1: where there are prices already, steps and lots are within their bounds at them', async () => {
  const { database } = opened;
  await completeFirstStart({ database, sequencer, isDemo: true, clock, log });
  const prices = [
    [1, priceE8(100_00000000n)],
    [2, priceE8(2_000_000_00000000n)],
  ] as const;
  for (const [marketId, price] of prices) {
    const sampleTimeMs = Math.floor(clock.now() / 1_000) * 1_000;
    await sequencer.run({ kind: 'index_tick', marketId, sampleTimeMs, price });
  }
  for (const seed of [seedFutures, seedOptions])
    await seed({ database, books: database, sequencer, isDemo: true, clock, log });
  const { futuresTerms } = await readSnapshot(database, EXCHANGE_TABLES);
  expect(futuresTerms).toHaveLength(SEED_MARKETS.length);
  // 0.001 USDT is a tenth of half the spread at 100; 0.001 ETH is worth 2,000 USDT, ten times as much too dear.
  expect(futuresTerms[0]).toMatchObject({ priceStepE8: 100_000n, lotBaseMinor: 1_000_000n });
  expect(futuresTerms[1]).toMatchObject({ priceStepE8: 100_000n, lotBaseMinor: 100_000n });
});

test('outside demo there are terms and no capital: nothing is sold that could not be paid', async () => {
  await firstStart(false);
  const { futuresTerms, optionTerms } = await readSnapshot(opened.database, EXCHANGE_TABLES);
  expect([futuresTerms.length, optionTerms.length]).toEqual([
    SEED_MARKETS.length,
    SEED_MARKETS.length,
  ]);
  expect(await capital()).toEqual({ contract_house: 0n, insurance_fund: 0n, option_house: 0n });
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
  expect(await capital()).toEqual({
    contract_house: 20_000_000_000000n,
    insurance_fund: 5_000_000_000000n,
    option_house: 5_000_000_000000n,
  });
  const versions = await termsVersionsPage(opened.database, {}, PAGE);
  const subjects = versions.list.map(({ subject }) => subject);
  expect(subjects).toEqual([...new Set(subjects)]);
});

test('what an operator has changed since stays', async () => {
  await firstStart(true);
  const { futuresTerms, optionTerms } = await readSnapshot(opened.database, EXCHANGE_TABLES);
  const [futures, options] = [futuresTerms[0], optionTerms[0]];
  if (futures === undefined || options === undefined) throw new Error('no terms');
  const changed = { ...options, isOpen: false };
  await sequencer.run({ kind: 'configure_options', terms: changed });
  const tighter = { ...futures, lotsMax: 7 };
  await sequencer.run({ kind: 'configure_futures', terms: tighter });
  await opened.database.query(
    "DELETE FROM settings WHERE key IN ('futures_seeded', 'options_seeded')",
  );
  await firstStart(true);
  const after = await readSnapshot(opened.database, EXCHANGE_TABLES);
  expect(after.optionTerms[0]).toEqual(changed);
  expect(after.futuresTerms[0]).toEqual(tighter);
});

test('a deployment that noted both together is not set up again', async () => {
  const { database } = opened;
  await completeFirstStart({ database, sequencer, isDemo: true, clock, log });
  await writeSetting(database, 'derivatives_seeded', { value: 'true', nowMs: clock.now() });
  await firstStart(true);
  const { futuresTerms, optionTerms } = await readSnapshot(database, EXCHANGE_TABLES);
  expect([futuresTerms, optionTerms]).toEqual([[], []]);
  expect(await capital()).toEqual({ contract_house: 0n, insurance_fund: 0n, option_house: 0n });
});
