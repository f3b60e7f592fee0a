/** Help, legal texts and offices: what anybody reads, and what operators write. */
import { LANGUAGES, LEGAL_SLUGS } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { OFFICES_MAX } from '../../core/http/limits.ts';
import { lastActs, operator, type TestOperator } from '../../operators/test/fixture.ts';
import { seedArticles } from '../seed-articles.ts';
import { newsOfTheSoftware } from '../seed-news.ts';

const SEED_NEWS = newsOfTheSoftware();

let server: TestServer;
let manager: TestOperator;
beforeAll(async () => {
  server = await startTestServer();
  await server.context.database.transaction((transaction) =>
    seedArticles(transaction, { articles: SEED_NEWS, isFirst: true, nowMs: server.clock.nowMs }),
  );
  manager = await operator(server, 'manager');
});
afterAll(() => server.stop());

const inLanguage = (lang: string) => ({ headers: { 'language-mark': lang } });
const titles = async (query: string, lang = 'en') =>
  (await server.data('newsList', { category: 'help', query }, inLanguage(lang))).list.map(
    ({ title }) => title,
  );

describe('help', () => {
  test('a search looks at title, summary and text; what is named so comes first', async () => {
    expect(await titles('withdrawal')).toContain('Getting started');
    expect((await titles('withdrawal'))[0]).toBe('Withdrawals');
    expect(await titles('  FUND   password COOLING-off ')).toEqual(['Withdrawals']);
    expect(await titles('no such word anywhere')).toEqual([]);
  });

  test.each([
    ['th', 'ถอน'],
    ['jp', '出金'],
    ['zh', '提现'],
    ['hk', '提款'],
    ['kr', '출금'],
    ['esp', 'RETIROS'],
  ])('in %s a part of a sentence is found in the language of the reader', async (lang, query) => {
    const found = await server.data('newsList', { category: 'help', query }, inLanguage(lang));
    expect(found.list[0]?.key).toBe('withdrawals');
  });

  test('accents and signs of patterns are letters like others', async () => {
    expect(await titles('liquidacion', 'esp')).toEqual(await titles('liquidación', 'esp'));
    expect((await titles('liquidacion', 'esp')).length).toBeGreaterThan(0);
    expect(await titles('%')).toContain('Fees');
    expect(await titles('%'.repeat(9))).toEqual([]);
    expect(await titles('\\')).toEqual([]);
  });

  test('a search that is too long is refused', async () => {
    const long = { category: 'help', query: 'x'.repeat(61) };
    expect((await server.call('newsList', long)).error).toBe('validation_failed');
  });

  test('every article has a topic, and is found by the name it came with', async () => {
    const { list } = await server.data('newsList', { category: 'help', limit: 100 });
    expect(list.every(({ topic, key }) => topic !== undefined && key !== undefined)).toBe(true);
    const earn = await server.data('newsList', { category: 'help', topic: 'earn' });
    expect(earn.list.map(({ key }) => key)).toEqual(['locked', 'newcoins', 'referral']);
    for (const { id, key } of list) {
      const { title } = await server.data('newsDetail', { key });
      expect((await server.data('newsDetail', { id })).title).toBe(title);
    }
    expect((await server.call('newsDetail', { key: 'nothing' })).error).toBe('not_found');
    expect((await server.call('newsDetail', {})).error).toBe('validation_failed');
  });

  test('links between articles lead to articles, in every language', async () => {
    const { list } = await server.data('newsList', { category: 'help', limit: 100 });
    const keys = new Set(list.map(({ key }) => key));
    for (const lang of LANGUAGES)
      for (const { id } of list) {
        const { body } = await server.data('newsDetail', { id }, inLanguage(lang));
        for (const [, key] of body.matchAll(/center\/detail\?key=([a-z]*)/g))
          expect(keys, `${lang} ${id}`).toContain(key);
      }
  });
});

describe('legal texts', () => {
  const save = (slug: string, texts: readonly object[], of: { token: string } = manager) =>
    server.call('saveLegal', { slug, texts: JSON.stringify(texts) }, of);

  test('ours hold the place in every language, and say so', async () => {
    const bodies = new Set<string>();
    for (const slug of LEGAL_SLUGS)
      for (const lang of LANGUAGES) {
        const text = await server.data('legal', { slug }, inLanguage(lang));
        expect(text.is_placeholder).toBe(true);
        bodies.add(text.body);
      }
    expect(bodies.size).toBe(LEGAL_SLUGS.length * LANGUAGES.length);
    expect((await server.call('legal', { slug: 'other' })).error).toBe('validation_failed');
  });

  test("the operator's take their place at once; languages not given stay, versions too", async () => {
    const english = { lang: 'en', title: 'Ours', body: '<b>First</b> [x](javascript:x)' };
    expect((await save('risk', [english])).message).toMatchObject({ slug: 'risk', version: 1 });
    expect(await server.data('legal', { slug: 'risk' })).toMatchObject({
      title: 'Ours',
      body: 'First x',
      is_placeholder: false,
      updated_at: server.clock.nowMs,
    });
    const thai = await server.data('legal', { slug: 'risk' }, inLanguage('th'));
    expect(thai).toMatchObject({ title: 'Ours', is_placeholder: false });
    await save('risk', [{ lang: 'th', title: 'ของเรา', body: 'ข้อความ' }]);
    const all = await server.data('operatorLegal', {}, manager);
    const risk = all.find(({ slug }) => slug === 'risk');
    expect(risk?.version).toBe(2);
    expect(risk?.texts.filter((each) => !each.is_placeholder).map(({ lang }) => lang)).toEqual([
      'en',
      'th',
    ]);
    const { database } = server.context;
    const kept = 'SELECT version, lang FROM legal_texts ORDER BY version, lang';
    expect(await database.query(kept)).toEqual([
      { version: 1, lang: 'en' },
      { version: 2, lang: 'en' },
      { version: 2, lang: 'th' },
    ]);
    await expect(database.query("UPDATE legal_texts SET body = ''")).rejects.toThrow();
    await expect(database.query('DELETE FROM legal_versions')).rejects.toThrow();
    expect((await server.data('system', {}, manager)).legal_placeholders).toBe(
      LEGAL_SLUGS.length * LANGUAGES.length - 2,
    );
    expect((await lastActs(server, 5)).some(({ action }) => action === 'legal.saved')).toBe(true);
  });

  test.each([
    ['nothing', []],
    ['no title', [{ lang: 'en', title: ' ', body: 'x' }]],
    ['a language twice', [1, 2].map(() => ({ lang: 'en', title: 'a', body: 'b' }))],
    ['a language nobody reads', [{ lang: 'xx', title: 'a', body: 'b' }]],
  ])('%s is refused', async (_what, texts) => {
    expect((await save('terms', texts)).error).toBe('validation_failed');
  });

  test('saved twice at once it has two versions or one, never half of each', async () => {
    const texts = [{ lang: 'en', title: 'Two', body: 'at once' }];
    const replies = await Promise.all([save('privacy', texts), save('privacy', texts)]);
    const saved = replies.filter(({ status }) => status === 200).length;
    expect(saved).toBeGreaterThan(0);
    const all = await server.data('operatorLegal', {}, manager);
    expect(all.find(({ slug }) => slug === 'privacy')?.version).toBe(saved);
  });
});

describe('offices', () => {
  const bangkok = {
    name: 'Bangkok',
    country: 'TH',
    address: '1 Silom Road\nBangkok 10500',
    phone: '+66 2 000 0000',
    latitude: '13.7279',
    longitude: '100.5241',
  };

  test('are none, then those an operator saved, changed and deleted', async () => {
    expect(await server.data('offices', {})).toEqual([]);
    const { id } = await server.data('saveOffice', bangkok, manager);
    expect(await server.data('offices', {})).toEqual([{ id, ...bangkok }]);
    const { phone: _phone, ...silent } = { ...bangkok, hours: 'Mon–Fri 9–18' };
    await server.data('saveOffice', { id, ...silent }, manager);
    expect(await server.data('offices', {})).toEqual([{ id, ...silent }]);
    await server.data('deleteOffice', { id }, manager);
    expect((await server.call('deleteOffice', { id }, manager)).error).toBe('not_found');
    expect((await server.call('saveOffice', { id, ...bangkok }, manager)).error).toBe('not_found');
    expect(await server.data('offices', {})).toEqual([]);
  });

  test.each([
    ['a country that is no code', { country: 'Thailand' }],
    ['no address', { address: '' }],
    ['a latitude beyond the pole', { latitude: '91' }],
    ['a latitude without a longitude', { longitude: undefined }],
  ])('%s is refused', async (_what, change) => {
    const reply = await server.call('saveOffice', { ...bangkok, ...change }, manager);
    expect(reply.error).toBe('validation_failed');
  });

  test('are as many as the page lists, and no more', async () => {
    await server.context.database.query(
      `INSERT INTO offices (name, country, address)
       SELECT 'n', 'TH', 'a' FROM generate_series(1, $1::integer)`,
      [OFFICES_MAX],
    );
    expect((await server.call('saveOffice', bangkok, manager)).error).toBe('office_limit');
  });
});
