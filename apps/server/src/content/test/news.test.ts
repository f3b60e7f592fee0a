/**
 * Users and news as operators see and write them (cases.md L4, O1, V5, H5). Goal: a support person who
 * is bribed sees little, is counted and noted, and what is published is what readers can be shown safely.
 */
import { LANGUAGES } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { verify } from '../../custody/test/fixture.ts';
import { lastActs, operator, type TestOperator } from '../../operators/test/fixture.ts';
import { reportPrivileges } from '../../oversight/privileges-report.ts';

let server: TestServer;
let support: TestOperator;
let logged: string[];
beforeAll(async () => {
  logged = [];
  server = await startTestServer({ logTo: { write: (line: string) => void logged.push(line) } });
  support = await operator(server, 'support');
});
afterAll(() => server.stop());

describe('users', () => {
  test('are found by id, whole account, or how their nickname begins, and are masked', async () => {
    const { userId, email } = await server.register();
    const search = async (query: string) =>
      (await server.data('operatorUsers', { query }, support)).list;
    for (const query of [String(userId), email, email.toUpperCase()]) {
      const list = await search(query);
      expect(list).toMatchObject([{ id: userId, account: 'u***@example.com', is_frozen: false }]);
      expect(JSON.stringify(list)).not.toContain(email);
    }
    // A part of an account finds nobody: it would give the rest away.
    expect(await search('@example.com')).toEqual([]);
    expect(await search(email.slice(0, -1))).toEqual([]);
    const [user] = await search(String(userId));
    const nickname = user?.nickname ?? '';
    expect((await search(nickname.slice(0, 4).toUpperCase())).length).toBeGreaterThan(0);
    expect(await search('%')).toEqual([]);
  });

  test('one is shown with balances, sessions and what is owed', async () => {
    const trader = await server.trader();
    const shown = await server.data('operatorUser', { id: trader.userId }, support);
    expect(shown.sessions).toBe(1);
    expect(shown.balances).toContainEqual({
      account: 'coin',
      currency: 'USDT',
      available: '1000.000000',
      frozen: '0.000000',
      total: '1000.000000',
    });
    // Nothing of it says who: times, a count and sums.
    expect(shown.background).toEqual({ devices: 1, totals: [] });
    const none = await server.call('operatorUser', { id: 999_999 }, support);
    expect(none).toMatchObject({ status: 404, error: 'not_found' });
    expect(none.headers['cache-control']).toBe('no-store');
  });

  test('L4: unmasking needs a reason, is noted before it is shown, and ends at twenty an hour', async () => {
    const user = await server.register();
    await verify(server, user.userId);
    const curious = await operator(server, 'support');
    const reveal = (field: string, reason = 'a call about a lost telephone') =>
      server.call('revealUser', { id: user.userId, field, reason }, curious);
    expect((await reveal('account', '')).error).toBe('validation_failed');
    expect((await reveal('password')).error).toBe('validation_failed');
    expect((await reveal('account')).message).toEqual({
      field: 'account',
      value: user.email,
      views_left: 19,
    });
    expect((await reveal('name')).message).toMatchObject({ value: 'Test', views_left: 18 });
    expect((await reveal('id_number')).message).toMatchObject({ value: `ID ${user.userId}` });
    expect((await reveal('address')).message).toMatchObject({ value: '' });
    expect((await reveal('cards')).message).toMatchObject({ value: '', views_left: 15 });
    const [act] = await lastActs(server, 1);
    expect(act).toEqual({
      action: 'user.revealed',
      subject: `user ${user.userId}`,
      detail: { field: 'cards', reason: 'a call about a lost telephone' },
    });
    const replies = await Promise.all(Array.from({ length: 30 }, () => reveal('account')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(15);
    expect(replies.filter(({ error }) => error === 'view_limit')).toHaveLength(15);
    expect(logged.join('')).toContain('an operator looked at many users');
    expect(logged.join('')).not.toContain(user.email);
    // Somebody else has a count of their own, and an hour later it begins anew.
    const other = { id: user.userId, field: 'account', reason: 'another call' };
    expect((await server.call('revealUser', other, support)).status).toBe(200);
    await server.context.database.query('UPDATE operator_views SET time_ms = time_ms - 3600000');
    expect((await reveal('account')).status).toBe(200);
  });

  test('an operator can log a user out everywhere', async () => {
    const user = await server.register();
    const request = { id: user.userId, reason: 'a stolen telephone' };
    await server.data('endUserSessions', request, support);
    expect((await server.call('center', {}, user)).status).toBe(401);
    const nobody = { ...request, id: 999_999 };
    expect((await server.call('endUserSessions', nobody, support)).error).toBe('not_found');
  });

  test('V5: support freezes nobody and decides nothing', async () => {
    const { userId } = await server.register();
    const frozen = { id: userId, is_frozen: 'true', reason: 'a test' };
    expect((await server.call('freezeUser', frozen, support)).error).toBe('forbidden');
    expect((await server.call('operatorWithdrawals', {}, support)).error).toBe('forbidden');
    const [, last] = await lastActs(server, 2);
    expect(last).toMatchObject({ action: 'forbidden', subject: 'GET operator/withdrawals' });
  });
});

test('L7: once a day the log says what of terms and rights was changed, and by whom', async () => {
  const owner = await server.ownerToken();
  const created = { name: 'somebody-new', role: 'manager' };
  await server.data('createOperator', created, { token: owner });
  const currency = { currency_id: 9, name: 'NEW', full_name: 'New', scale: 8, is_enabled: 'true' };
  await server.data('operatorSaveCurrency', currency, { token: owner });
  logged.length = 0;
  await reportPrivileges(server.context);
  const [line] = logged.map((each) => JSON.parse(each));
  expect(line.terms[0]).toMatchObject({ subject: 'currency NEW', operator: 'owner' });
  expect(line.acts).toContainEqual({
    action: 'operator.created',
    subject: 'operator somebody-new',
    operator: 'owner',
  });
});

describe('news', () => {
  const texts = (title: string, body = 'Text') =>
    JSON.stringify(
      LANGUAGES.map((lang) => ({ lang, title: `${title} ${lang}`, summary: 'In short', body })),
    );
  const save = (change = {}) =>
    server.data(
      'saveNews',
      {
        category: 'notice',
        published_at: server.clock.nowMs,
        translations: texts('New'),
        ...change,
      },
      support,
    );
  const notices = async (lang = 'en') =>
    (await server.data('newsList', { category: 'notice' }, { headers: { 'language-mark': lang } }))
      .list;

  test('is read in every language from its publish time on', async () => {
    const { id } = await save({ published_at: server.clock.nowMs + 60_000 });
    expect((await notices()).map((each) => each.id)).not.toContain(id);
    expect((await server.call('newsDetail', { id })).error).toBe('not_found');
    const mine = await server.data('operatorNews', { category: 'notice' }, support);
    expect(mine.list[0]).toMatchObject({ id });
    expect(mine.list[0]?.translations).toHaveLength(LANGUAGES.length);
    await server.pass(60_000);
    for (const lang of LANGUAGES)
      expect((await notices(lang)).find((each) => each.id === id)?.title).toBe(`New ${lang}`);
  });

  test('a change replaces all of it; taken away it is gone', async () => {
    const { id } = await save();
    const english = JSON.stringify([{ lang: 'en', title: 'Only', summary: '', body: 'B' }]);
    expect(await save({ id, translations: english })).toEqual({ id });
    expect((await notices('jp')).find((each) => each.id === id)?.title).toBe('Only');
    const remove = { id, reason: 'it was wrong' };
    await server.data('deleteNews', remove, support);
    expect((await server.call('newsDetail', { id })).error).toBe('not_found');
    expect((await server.call('deleteNews', remove, support)).error).toBe('not_found');
    const lost = { id, category: 'notice', published_at: 0, translations: english };
    expect((await server.call('saveNews', lost, support)).error).toBe('not_found');
  });

  test('B11: scripts, pictures from elsewhere and unsafe links never come to be', async () => {
    const body =
      '<script>alert(1)</script> [a](javascript:x) ![p](https://evil.example/p.png) **ok**';
    const { id } = await save({ translations: texts('<b>Bold</b>', body) });
    const article = await server.data('newsDetail', { id });
    expect(article.title).toBe('Bold en');
    expect(article.body).toBe('alert(1) a p **ok**');
  });

  test('an article in every language is longer than other bodies may be', async () => {
    const { id } = await save({ translations: texts('Long', 'word '.repeat(3_000)) });
    expect((await server.data('newsDetail', { id })).body.length).toBeGreaterThan(14_000);
    const reply = await server.call('saveNews', { translations: '[]' }, support);
    expect(reply.error).toBe('validation_failed');
  });
});
