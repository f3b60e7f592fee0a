import { LANGUAGES } from '@fairlead/contract';
import { Engine } from '@fairlead/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sequencer } from '../../src/sequencer/sequencer.ts';
import { completeFirstStart, settleMode } from '../../src/services/first-start.ts';
import { tokenHash } from '../../src/services/identity-sessions.ts';
import { SEED_NEWS } from '../../src/services/seed/news.ts';
import { SEED_MARKETS } from '../../src/services/seed/terms.ts';
import { StartRefusedError } from '../../src/store/database.ts';
import { newsPage } from '../../src/store/news-queries.ts';
import { findSession } from '../../src/store/session-queries.ts';
import { readSnapshot } from '../../src/store/snapshot-reader.ts';
import { FakeClock, start } from '../sequencer/test-sequencer.ts';
import { hasPostgres, openTestDatabase, type TestDatabase } from '../store/test-database.ts';

let opened: TestDatabase;
let sequencer: Sequencer;
const clock = new FakeClock();
const log = { info: () => {} };
beforeEach(async () => {
  opened = await openTestDatabase(hasPostgres ? 'postgres' : 'pglite');
  sequencer = await start(opened.database, { clock });
});
afterEach(async () => {
  await sequencer.stop();
  await opened.remove();
});
const firstStart = (isDemo: boolean, run: Pick<Sequencer, 'run'> = sequencer) =>
  completeFirstStart({ database: opened.database, sequencer: run, isDemo, clock, log });

describe('the first start of a demo', () => {
  test('leaves currencies, markets, funded bots and news, and balanced books', async () => {
    const { markets, bots } = await firstStart(true);
    expect(markets.map(({ symbol }) => symbol)).toEqual(SEED_MARKETS.map(({ symbol }) => symbol));
    const snapshot = await readSnapshot(opened.database);
    new Engine(snapshot).checkInvariants();
    expect(snapshot.currencies).toHaveLength(10);
    const balance = (owner: number | undefined, account: string, currencyId: number) =>
      snapshot.balances.find(
        (row) => row.owner === owner && row.account === account && row.currencyId === currencyId,
      )?.total;
    expect(balance(bots?.maker.userId, 'coin', 3)).toBe(400_000_000_000_000n);
    expect(balance(0, 'capital', 3)).toBe(100_000_000_000_000n);
    const session = await findSession(
      opened.database,
      tokenHash(bots?.taker.token ?? ''),
      clock.nowMs,
    );
    expect(session?.userId).toBe(bots?.taker.userId);
    for (const lang of LANGUAGES) {
      const query = { category: 'help', lang, nowMs: clock.nowMs } as const;
      const { list, total } = await newsPage(opened.database, query, { page: 1, limit: 20 });
      expect(total).toBe(SEED_NEWS.filter(({ category }) => category === 'help').length);
      expect(list[0]?.title).toBe(SEED_NEWS.find(({ key }) => key === 'start')?.texts[lang]?.title);
    }
  });

  test('killed after any command is completed by the next, with nothing twice', async () => {
    // Terms that are there are not set again: 19 of them, then 20 entries of the house and 22 of the bots.
    for (const count of [1, 9, 15, 25, 41]) {
      const left = { count };
      const killed = firstStart(true, {
        run: (command) => {
          left.count -= 1;
          return left.count < 0 ? Promise.reject(new Error('killed')) : sequencer.run(command);
        },
      });
      await expect(killed).rejects.toThrow('killed');
    }
    const first = await firstStart(true);
    const balances = (await readSnapshot(opened.database)).balances;
    const second = await firstStart(true);
    expect((await readSnapshot(opened.database)).balances).toEqual(balances);
    expect(second.bots?.maker.userId).toBe(first.bots?.maker.userId);
    expect(second.bots?.maker.token).not.toBe(first.bots?.maker.token);
    const query = { category: 'notice', lang: 'en', nowMs: clock.nowMs } as const;
    expect((await newsPage(opened.database, query, { page: 1, limit: 20 })).total).toBe(2);
  });
});

test('outside demo there are markets and help, but no funds, no bots and nothing about test funds', async () => {
  const { markets, bots } = await firstStart(false);
  expect([markets.length, bots]).toEqual([9, undefined]);
  const snapshot = await readSnapshot(opened.database);
  expect([snapshot.balances, snapshot.owners]).toEqual([[], []]);
  const query = { category: 'banner', lang: 'en', nowMs: clock.nowMs } as const;
  expect((await newsPage(opened.database, query, { page: 1, limit: 20 })).total).toBe(0);
});

test('the mode of the first start stays: the other one is refused with one line', async () => {
  await settleMode(opened.database, true, 1);
  await settleMode(opened.database, true, 2);
  await expect(settleMode(opened.database, false, 3)).rejects.toThrow(StartRefusedError);
  await expect(settleMode(opened.database, false, 3)).rejects.toThrow(
    /demo mode and can never run in real/,
  );
});

test('every price times quantity of the seeded markets is a whole number of minor units', () => {
  for (const market of SEED_MARKETS) {
    expect(market.tickLotQuoteMinor, market.symbol).toBeGreaterThan(0n);
  }
});
