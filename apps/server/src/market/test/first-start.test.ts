import { LANGUAGES } from '@fairlead/contract';
import { Engine } from '@fairlead/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storedBalances } from '../../../test/support/stored-balances.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { FakeClock, start } from '../../../test/support/test-sequencer.ts';
import { newsPage } from '../../content/news-queries.ts';
import { textsHash } from '../../content/seed-articles.ts';
import { newsOfTheSoftware } from '../../content/seed-news.ts';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import { StartRefusedError } from '../../core/store/database.ts';
import { readSnapshot } from '../../core/store/snapshot-reader.ts';
import { completeFirstStart, settleMode } from '../../demo/first-start.ts';
import { findSession } from '../../identity/sessions/queries.ts';
import { tokenHash } from '../../identity/sessions/sessions.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { SEED_MARKETS } from '../seed.ts';

const SEED_NEWS = newsOfTheSoftware();

let opened: TestDatabase;
let sequencer: Sequencer;
const clock = new FakeClock();
const log = { info: () => {} };
beforeEach(async () => {
  opened = await openTestDatabase();
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
    const snapshot = await readSnapshot(opened.database, EXCHANGE_TABLES);
    new Engine(snapshot).checkInvariants();
    expect(snapshot.currencies).toHaveLength(10);
    const balances = await storedBalances(opened.database);
    const balance = (owner: number | undefined, account: string, currencyId: number) =>
      balances.find(
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
    const balances = await storedBalances(opened.database);
    const second = await firstStart(true);
    expect(await storedBalances(opened.database)).toEqual(balances);
    expect(second.bots?.maker.userId).toBe(first.bots?.maker.userId);
    expect(second.bots?.maker.token).not.toBe(first.bots?.maker.token);
    const query = { category: 'notice', lang: 'en', nowMs: clock.nowMs } as const;
    expect((await newsPage(opened.database, query, { page: 1, limit: 20 })).total).toBe(2);
  });
});

test('outside demo there are markets and help, but no funds, no bots and nothing about test funds', async () => {
  const { markets, bots } = await firstStart(false);
  expect([markets.length, bots]).toEqual([9, undefined]);
  const snapshot = await readSnapshot(opened.database, EXCHANGE_TABLES);
  expect([[...snapshot.balances], [...snapshot.owners]]).toEqual([[], []]);
  const query = { category: 'banner', lang: 'en', nowMs: clock.nowMs } as const;
  expect((await newsPage(opened.database, query, { page: 1, limit: 20 })).total).toBe(0);
});

test('the mode of the first start stays: the other one is refused with one line', async () => {
  await settleMode(opened.database, { isDemo: true }, 1);
  await settleMode(opened.database, { isDemo: true }, 2);
  await expect(settleMode(opened.database, { isDemo: false }, 3)).rejects.toThrow(
    StartRefusedError,
  );
  await expect(settleMode(opened.database, { isDemo: false }, 3)).rejects.toThrow(
    /demo mode and can never run in real/,
  );
});

test('every price times quantity of the seeded markets is a whole number of minor units', () => {
  for (const market of SEED_MARKETS) {
    expect(market.tickLotQuoteMinor, market.symbol).toBeGreaterThan(0n);
  }
});

describe('articles that come with the software', () => {
  const read = (sql: string) => opened.database.query<Record<string, unknown>>(sql);
  const bodyOf = async (key: string, lang = 'en') =>
    (
      await read(
        `SELECT body FROM seeded_articles JOIN news_translations USING (news_id)
         WHERE article_key = '${key}' AND lang = '${lang}'`,
      )
    )[0]?.['body'];
  const total = async () => (await read('SELECT FROM news')).length;

  test('a missing one is added at the next start, an edited one stays, a deleted one stays away', async () => {
    await firstStart(true);
    const all = await total();
    const own = await bodyOf('fees');
    await read(`UPDATE news_translations SET body = 'edited' WHERE lang = 'th' AND news_id =
      (SELECT news_id FROM seeded_articles WHERE article_key = 'orders')`);
    await read(`DELETE FROM news WHERE news_id =
      (SELECT news_id FROM seeded_articles WHERE article_key = 'options')`);
    // As a version before this one would have left them.
    await read(`DELETE FROM news WHERE news_id =
      (SELECT news_id FROM seeded_articles WHERE article_key = 'futures')`);
    await read("DELETE FROM seeded_articles WHERE article_key = 'futures'");
    await read("UPDATE seeded_articles SET texts_hash = 'old' WHERE article_key = 'orders'");
    await firstStart(true);
    expect(await total()).toBe(all - 1);
    expect(await bodyOf('futures')).toContain('97.23');
    expect(await bodyOf('orders', 'th')).toBe('edited');
    expect(await bodyOf('fees')).toBe(own);
  });

  test('one that still reads as an older version wrote it follows this one', async () => {
    await firstStart(true);
    const now = await bodyOf('fees');
    await read(`UPDATE news_translations SET body = 'as it was' WHERE news_id =
      (SELECT news_id FROM seeded_articles WHERE article_key = 'fees')`);
    const [row] = await read(`SELECT json_object_agg(lang, json_build_object(
      'title', title, 'summary', summary, 'body', body)) AS texts FROM news_translations
      WHERE news_id = (SELECT news_id FROM seeded_articles WHERE article_key = 'fees')`);
    const before = textsHash(row?.['texts'] as Parameters<typeof textsHash>[0]);
    await read(`UPDATE seeded_articles SET texts_hash = '${before}' WHERE article_key = 'fees'`);
    await firstStart(true);
    expect(await bodyOf('fees')).toBe(now);
  });

  test('articles from before they had names are known again by text or title, and not added twice', async () => {
    await firstStart(true);
    const all = await total();
    const old = [
      'start',
      'orders',
      'refused',
      'accounts',
      'index',
      'security',
      'promise',
      'welcome',
    ];
    await read(`DELETE FROM news WHERE news_id IN (SELECT news_id FROM seeded_articles
      WHERE article_key NOT IN ('practise', '${old.join("', '")}'))`);
    await read('DELETE FROM seeded_articles');
    await read('UPDATE news SET topic = NULL');
    await read(`UPDATE news_translations SET title = 'Start here' WHERE title = 'Getting started'`);
    await firstStart(true);
    // One of the nine of old has another title now: it is not known again, and not brought back either.
    expect(await total()).toBe(all);
    expect(await read("SELECT FROM news_translations WHERE title = 'Getting started'")).toEqual([]);
    const accounts = `SELECT topic FROM news JOIN seeded_articles USING (news_id)
      WHERE article_key = 'accounts'`;
    expect(await read(accounts)).toEqual([{ topic: 'start' }]);
  });
});
