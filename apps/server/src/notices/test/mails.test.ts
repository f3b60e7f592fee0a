/** What users are told by mail on their wish: over a real SMTP server, at their hours, once, and ended by one click. */
import type { AddressInfo } from 'node:net';
import { BTC, USDT } from '@fairlead/testkit';
import { HOUR_MS, MINUTE_MS } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  registration,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { hasPostgres } from '../../../test/support/postgres-server.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { readLastNumber } from '../../core/steps/queries.ts';
import { DatabaseAwayError } from '../../core/store/database.ts';
import { withdrawalNotices } from '../../custody/notices.ts';
import { startOrderNotices } from '../../spot/notices.ts';
import { usersToMail } from '../mail/queries.ts';
import { MailRounds } from '../mail/round.ts';
import { readToldMark } from '../mark-queries.ts';
import { Outbox } from '../outbox.ts';
import { makeMailServer, type ReadMail, readMails } from './mail-server.ts';

const mailServer = makeMailServer();
let port = 0;
let server: TestServer;
let opened: TestDatabase;

const listen = (on: number) =>
  new Promise<void>((resolve) => mailServer.server.listen(on, '127.0.0.1', resolve));
const unlisten = () =>
  new Promise<void>((resolve) => {
    mailServer.server.close(() => resolve());
  });

beforeAll(async () => {
  await listen(0);
  port = (mailServer.server.address() as AddressInfo).port;
  opened = await openTestDatabase(hasPostgres ? 'postgres' : 'pglite');
  server = await startTestServer({
    opened,
    environment: {
      ...{ DEMO: 'false', FEED: 'live:kraken,coinbase', OPERATOR_NAME: 'owner' },
      SECRET_KEY: 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Fairlead <mail@fair.example>',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await unlisten();
});

let user: TestUser;
beforeEach(async () => {
  // Noon in UTC of the next day, with nothing of the test before.
  await server.pass(2 * HOUR_MS);
  user = await join();
});

async function join(): Promise<TestUser> {
  const email = server.newEmail();
  await server.data('smsMail', { email, scene: 'register' });
  await server.context.outbox.deliver();
  const { token, user: made } = await server.data(
    'register',
    registration(email, await server.code(email)),
  );
  await server.fund(made.id, USDT.currencyId, 1_000_000000n);
  await server.fund(made.id, BTC.currencyId, 10_00000000n);
  return { userId: made.id, token, email };
}

const wish = (more: object, of: TestUser = user) => server.data('saveMailWishes', { ...more }, of);
const hold = (more: object, of: TestUser = user) => server.call('saveMailWishes', { ...more }, of);
/** Rounds and hands over. */
async function post(): Promise<void> {
  await server.notices.settled();
  await server.context.mailRounds.round();
  await server.context.outbox.deliver();
}
const mailsTo = (of: TestUser = user): ReadMail[] =>
  readMails(mailServer.lines).filter(({ to, headers }) => {
    return to === of.email && headers['list-unsubscribe'] !== undefined;
  });
const securityMails = (of: TestUser = user): ReadMail[] =>
  readMails(mailServer.lines).filter(({ to, headers }) => {
    return to === of.email && headers['list-unsubscribe'] === undefined;
  });

let deposits = 0;
/** Tells of a deposit, as a commit would. */
async function deposit(amount = '1500.250000', of: TestUser = user): Promise<void> {
  deposits += 1;
  const params = { amount, currency: 'USDT' };
  const key = `deposit_passed:t${deposits}`;
  await server.context.messages.tell(of.userId, 'deposit_passed', params, { key });
}
async function fill(of: TestUser = user): Promise<void> {
  const other = await join();
  const order = { symbol: 'BTC/USDT', type: 'limit', price: '100', quantity: '0.5' };
  await server.data('placeOrder', { ...order, side: 'buy' }, of);
  await server.data('placeOrder', { ...order, side: 'sell' }, other);
}

describe('wishes', () => {
  test('are off until they are set, each alone, and outlive a restart', async () => {
    const { mail } = await server.data('notificationSettings', {}, user);
    expect(mail).toEqual({
      address: 'u***@example.com',
      kinds: ['fills', 'movements', 'results', 'products', 'recurring'].map((kind) => ({
        kind,
        timing: 'off',
      })),
      ...{ time_zone: 'UTC', is_quiet: false, quiet_from: 1_320, quiet_to: 420, digest_at: 480 },
      is_default: true,
    });
    await wish({ kind: 'fills', timing: 'digest', time_zone: 'Asia/Bangkok' });
    const saved = await wish({ is_quiet: true, quiet_from: 1_380 });
    expect(saved).toMatchObject({
      ...{ time_zone: 'Asia/Bangkok', is_quiet: true, quiet_from: 1_380, quiet_to: 420 },
      is_default: false,
    });
    expect(saved.kinds[0]).toEqual({ kind: 'fills', timing: 'digest' });
    expect(saved.kinds[1]).toEqual({ kind: 'movements', timing: 'off' });
    await server.restart();
    const { mail: kept } = await server.data('notificationSettings', {}, user);
    expect(kept).toEqual(saved);
    expect(server.context.mailWishes.wants(user.userId, 'order_filled')).toBe(true);
    expect(server.context.mailWishes.wants(user.userId, 'deposit_passed')).toBe(false);
  });

  test('that make no sense are refused by field, and change nothing', async () => {
    const before = (await server.data('notificationSettings', {}, user)).mail;
    for (const [request, field] of [
      [{ kind: 'fills' }, 'timing'],
      [{ timing: 'digest' }, 'kind'],
      [{ time_zone: 'Europe/Atlantis' }, 'time_zone'],
      [{ is_quiet: true, quiet_from: 420 }, 'quiet_to'],
      [{ digest_at: 1_440 }, 'digest_at'],
    ] as const)
      expect((await hold(request)).fields, field).toHaveProperty(field);
    expect((await server.data('notificationSettings', {}, user)).mail).toEqual(before);
  });
});

describe('at once', () => {
  test('a filled order is mailed with its exact amounts, a link, the word and a way out', async () => {
    await server.context.mailWords.save(user.userId, 'blue heron <b>');
    await wish({ kind: 'fills', timing: 'at_once', time_zone: 'Asia/Tokyo' });
    await fill();
    await post();
    const [mail, ...more] = mailsTo();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Fairlead: Order filled');
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('Bought 0.5 BTC at 100.0000 (BTC/USDT).');
      expect(part).toMatch(/http:\/\/127\.0\.0\.1:8080\/#\/pages\/trade\/orders\?order=\d+/);
      expect(part).toContain('#/pages/settings/notifications');
      expect(part).toContain('#/pages/user/unsubscribe?token=');
      expect(part).toContain('Times are of Asia/Tokyo.');
    }
    expect(mail?.text).toContain('Your word: blue heron <b>');
    expect(mail?.html).toContain('Your word: blue heron &lt;b&gt;');
    expect(mail?.html).toMatch(/<html lang="en" dir="ltr">[\s\S]*<table[\s\S]*<th scope="col"/);
    expect(mail?.html).not.toMatch(/<(img|script|link|iframe)/);
    expect(mail?.headers).toMatchObject({
      'list-unsubscribe': expect.stringMatching(/^<http.+\/mail\/unsubscribe\?token=.+>$/),
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
    });
  });

  test('what has its time is left alone by a round, and what this program does not know stands in nobody’s way', async () => {
    await wish({ kind: 'movements', timing: 'digest' });
    await deposit('1.000000');
    await post();
    const waiting = () =>
      server.context.database.query<{ kind: string; due_ms: bigint; written: string }>(
        `SELECT kind, due_ms, xmin::text AS written FROM mail_items
         WHERE user_id = $1 AND mailed_at_ms IS NULL ORDER BY item_id`,
        [user.userId],
      );
    const [first] = await waiting();
    expect(Number(first?.due_ms)).toBeGreaterThan(server.clock.now());
    await server.context.database.query(
      `INSERT INTO mail_items (user_id, kind, params, happened_at_ms, due_ms) VALUES ($1, 'of_tomorrow', '{}', 1, 1)`,
      [user.userId],
    );
    await deposit('2.000000');
    await post();
    const rows = await waiting();
    expect(rows.map(({ kind }) => kind)).toEqual([
      'deposit_passed',
      'of_tomorrow',
      'deposit_passed',
    ]);
    expect(rows[0]).toEqual(first);
    expect(
      await usersToMail(server.context.database, { nowMs: server.clock.now(), usersMax: 10 }),
    ).not.toContain(user.userId);
  });

  test('what happens within ten minutes goes as one mail, in its order', async () => {
    await wish({ kind: 'movements', timing: 'at_once' });
    await deposit('1.000000');
    await post();
    for (const amount of ['2.000000', '3.000000', '4.000001']) {
      await deposit(amount);
      await post();
    }
    expect(mailsTo()).toHaveLength(1);
    await server.pass(10 * MINUTE_MS);
    await post();
    const [, mail, ...more] = mailsTo();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Fairlead: 3 things happened in your account');
    const amounts = [...(mail?.text ?? '').matchAll(/(\S+) USDT were added/g)].map(
      ([, one]) => one,
    );
    expect(amounts).toEqual(['2', '3', '4.000001']);
  });

  test('waits for the end of quiet hours and comes as one; security does not wait', async () => {
    const nowMinute = Math.floor(server.clock.nowMs / MINUTE_MS) % 1_440;
    const end = (nowMinute + 60) % 1_440;
    await wish({
      kind: 'movements',
      timing: 'at_once',
      is_quiet: true,
      quiet_from: nowMinute,
      quiet_to: end,
    });
    await deposit();
    await deposit();
    await server.context.messages.tellAndMail(user.userId, 'password_changed', {});
    await server.pass(59 * MINUTE_MS);
    await post();
    expect(mailsTo()).toEqual([]);
    expect(securityMails().map(({ subject }) => subject)).toContain('Fairlead: Password changed');
    await server.pass(MINUTE_MS);
    await post();
    expect(mailsTo().map(({ subject }) => subject)).toEqual([
      'Fairlead: 2 things happened in your account',
    ]);
  });

  test('a kind that is off is not mailed, and one that ends takes along what waits', async () => {
    await wish({ kind: 'fills', timing: 'at_once' });
    await deposit();
    await wish({ kind: 'movements', timing: 'digest' });
    await deposit();
    await wish({ kind: 'movements', timing: 'off' });
    await server.pass(26 * HOUR_MS);
    await post();
    expect(mailsTo()).toEqual([]);
  });

  test('what is told again after a crash is mailed once', async () => {
    await wish({ kind: 'results', timing: 'at_once' });
    const params = {
      symbol: 'BTC/USDT',
      result: 'won',
      profit: '74.000000',
      currency: 'USDT',
      receipt_id: '7',
    };
    const { messages } = server.context;
    for (const isRepeat of [false, true, true]) {
      await messages.tell(user.userId, 'option_delivered', params, {
        key: 'option_delivered:7',
        isRepeat,
      });
      await post();
      await server.pass(11 * MINUTE_MS);
    }
    expect(mailsTo()).toHaveLength(1);
  });
});

/** Orders of the user that are all filled by one of another. */
async function fillMany(count: number): Promise<void> {
  const other = await join();
  const order = { symbol: 'BTC/USDT', type: 'limit', price: '100', quantity: '0.1' };
  const orders = Array.from({ length: count }, () => ({ ...order, side: 'buy' }));
  await server.data('placeOrders', { orders }, user);
  const quantity = (count / 10).toFixed(1);
  await server.data('placeOrder', { ...order, side: 'sell', quantity }, other);
}

describe('fills', () => {
  const forget = async (mark: number): Promise<void> => {
    const { database } = server.context;
    await database.query('DELETE FROM mail_items WHERE user_id = $1', [user.userId]);
    await database.query("UPDATE told_marks SET sequence = $1 WHERE name = 'fills'", [mark]);
  };
  const items = (): Promise<{ dedupe: string; params: Record<string, string> }[]> =>
    server.context.database.query(
      'SELECT dedupe, params FROM mail_items WHERE user_id = $1 ORDER BY dedupe',
      [user.userId],
    );

  test('of the last moments before a crash are mailed by who comes after it, once', async () => {
    await wish({ kind: 'fills', timing: 'at_once' });
    const mark = await readLastNumber(server.context.database);
    await fillMany(3);
    await server.notices.settled();
    const told = await items();
    expect(told).toHaveLength(3);
    // Committed, and nobody told of it; then an hour without a server.
    await forget(mark);
    await server.pass(60 * MINUTE_MS);
    await server.restart();
    await server.notices.settled();
    expect(await items()).toEqual(told);
    await post();
    expect(mailsTo()).toHaveLength(1);
    await server.context.database.query('UPDATE told_marks SET sequence = $1', [mark]);
    await server.restart();
    await server.pass(11 * MINUTE_MS);
    await post();
    expect(mailsTo()).toHaveLength(1);
  });

  test('of a minute that has too many to be told one by one are counted in the mail, after a crash too', async () => {
    await wish({ kind: 'fills', timing: 'at_once' });
    const mark = await readLastNumber(server.context.database);
    await fillMany(35);
    await server.notices.settled();
    expect(await items()).toHaveLength(30);
    await server.pass(MINUTE_MS);
    await server.tick();
    await server.notices.settled();
    const told = await items();
    expect(told).toHaveLength(31);
    expect(told.at(-1)?.params).toEqual({ more: '5' });
    await forget(mark);
    await server.restart();
    await server.notices.settled();
    expect(await items()).toEqual(told);
    await post();
    const [mail] = mailsTo();
    expect(mail?.subject).toBe('Fairlead: 35 things happened in your account');
    expect(mail?.html.match(/<tr><td/g)).toHaveLength(30);
    expect(mail?.text).toContain('5 more are in the app.');
  });

  test('are read again from the beginning of a minute of which all was told', async () => {
    await wish({ kind: 'fills', timing: 'at_once' });
    const notices = startOrderNotices(server.context);
    const mark = () => readToldMark(server.context.database, 'fills');
    try {
      await fillMany(1);
      const first = await readLastNumber(server.context.database);
      await notices.settled();
      await server.pass(MINUTE_MS);
      await fillMany(1);
      await notices.settled();
      await notices.keep();
      const kept = (await mark()) ?? 0;
      expect(kept).toBeGreaterThanOrEqual(first);
      expect(kept).toBeLessThan(await readLastNumber(server.context.database));
    } finally {
      await notices.stop();
    }
  });

  test('whose telling breaks off are read again from behind the last minute that was told', async () => {
    await wish({ kind: 'fills', timing: 'at_once' });
    const { database } = server.context;
    const told: string[] = [];
    let isAway = true;
    const tell = async (_userId: number, _kind: string, params: object): Promise<boolean> => {
      if (told.length === 1 && isAway) throw new DatabaseAwayError('away');
      told.push(String((params as { order_id?: string }).order_id));
      return true;
    };
    const mark = () => readToldMark(database, 'fills');
    await forget(await readLastNumber(database));
    await fillMany(1);
    const first = await readLastNumber(database);
    await server.pass(MINUTE_MS);
    await fillMany(1);
    await server.pass(MINUTE_MS);
    const messages = { tell, tellAndMail: async () => undefined };
    const notices = startOrderNotices({ ...server.context, messages });
    try {
      await notices.settled();
      expect(told).toHaveLength(1);
      expect(await mark()).toBeGreaterThanOrEqual(first);
      isAway = false;
      // Nothing is committed meanwhile.
      await notices.keep();
      await notices.settled();
      expect(new Set(told).size).toBe(2);
      expect(told).toHaveLength(2);
    } finally {
      await notices.stop();
    }
  });
});

test('a withdrawal that is asked for is mailed whatever is wished, with what locks the account', async () => {
  const params = { amount: '1.00000000', currency: 'BTC' };
  const key = 'withdrawal_requested:1';
  const withdrawal = { owner: user.userId, withdrawalId: 1, currencyId: BTC.currencyId } as const;
  const [notice] = withdrawalNotices(
    { ...withdrawal, amount: 1_00000000n, status: 'pending' } as never,
    server.context.terms,
  );
  expect(notice).toMatchObject({ kind: 'withdrawal_requested', key, isMailed: true });
  for (let twice = 0; twice < 2; twice += 1)
    await server.context.messages.tellAndMail(user.userId, 'withdrawal_requested', params, { key });
  await post();
  const mails = securityMails().filter(({ subject }) => subject.includes('Withdrawal'));
  expect(mails).toHaveLength(1);
  const sent = mailServer.lines.join('\n').replaceAll('=\n', '');
  expect(sent).toContain('If you did not ask for it, cancel it');
  expect(sent).toContain('Was that not you? This link locks your account at once:');
});

describe('the digest', () => {
  test('comes at its hour in the language and zone of the user, once, and not on a day without anything', async () => {
    const nowMinute = Math.floor(server.clock.nowMs / MINUTE_MS) % 1_440;
    // In two hours, by the clocks of Bangkok.
    const digest = (nowMinute + 7 * 60 + 120) % 1_440;
    await wish({
      kind: 'movements',
      timing: 'digest',
      time_zone: 'Asia/Bangkok',
      digest_at: digest,
    });
    await server.context.database.query("UPDATE users SET lang = 'th' WHERE user_id = $1", [
      user.userId,
    ]);
    await deposit('1500.250000');
    await server.pass(HOUR_MS);
    await deposit('0.000001');
    await post();
    expect(mailsTo()).toEqual([]);
    await server.pass(HOUR_MS);
    await post();
    await post();
    const [mail, ...more] = mailsTo();
    expect(more).toEqual([]);
    const date = new Intl.DateTimeFormat('th-u-ca-gregory', {
      ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Asia/Bangkok' },
    }).format(server.clock.nowMs);
    expect(mail?.subject).toContain(`สรุปหนึ่งวันถึง ${date}`);
    expect(mail?.html).toContain('<html lang="th" dir="ltr">');
    expect(mail?.html.match(/<tr><td/g)).toHaveLength(2);
    expect(mail?.text).toContain('เพิ่ม 1,500.25 USDT');
    expect(mail?.text).toContain('เพิ่ม 0.000001 USDT');
    for (let day = 0; day < 3; day += 1) {
      await server.pass(24 * HOUR_MS);
      await post();
    }
    expect(mailsTo()).toHaveLength(1);
  });

  test('what waits for it goes at once where that is wished instead', async () => {
    await wish({ kind: 'movements', timing: 'digest' });
    await deposit();
    await post();
    expect(mailsTo()).toEqual([]);
    await wish({ kind: 'movements', timing: 'at_once' });
    await post();
    expect(mailsTo()).toHaveLength(1);
  });

  test('of more than a mail has lines for, the rest is counted', async () => {
    await wish({ kind: 'movements', timing: 'at_once' });
    for (let count = 0; count < 103; count += 1) await deposit();
    await post();
    const [mail] = mailsTo();
    expect(mail?.subject).toBe('Fairlead: 103 things happened in your account');
    expect(mail?.html.match(/<tr><td/g)).toHaveLength(100);
    expect(mail?.text).toContain('3 more are in the app.');
  });
});

describe('once', () => {
  beforeEach(() => wish({ kind: 'movements', timing: 'at_once' }));

  const failing = async (table: string, check: string, run: () => Promise<void>) => {
    const { database } = server.context;
    await database.query(`ALTER TABLE ${table} ADD CONSTRAINT dies CHECK (${check}) NOT VALID`);
    try {
      await run();
    } finally {
      await database.query(`ALTER TABLE ${table} DROP CONSTRAINT dies`);
    }
  };

  test('a mail server that is away for a day has it afterwards', async () => {
    await deposit();
    await unlisten();
    await post();
    for (let hour = 0; hour < 26; hour += 1) {
      await server.pass(HOUR_MS);
      await server.context.outbox.deliver();
    }
    await server.context.codes.prune();
    expect(mailsTo()).toEqual([]);
    await listen(port);
    await server.pass(HOUR_MS);
    await server.context.outbox.deliver();
    await server.context.outbox.deliver();
    expect(mailsTo()).toHaveLength(1);
  });

  test('a crash between mail and note sends the same again, under the same id, after its claim', async () => {
    await deposit();
    await failing('outbox_messages', 'sent_at_ms IS NULL', post);
    expect(mailsTo()).toHaveLength(1);
    await server.context.outbox.deliver();
    expect(mailsTo()).toHaveLength(1);
    await server.pass(2 * MINUTE_MS);
    await server.context.outbox.deliver();
    await server.context.outbox.deliver();
    const [first, second, ...more] = mailsTo();
    expect(more).toEqual([]);
    expect(second?.headers['message-id']).toBe(first?.headers['message-id']);
    expect(first?.headers['message-id']).toMatch(/^<[0-9a-f]{64}@127\.0\.0\.1>$/);
    expect(second?.text).toBe(first?.text);
  });

  test('a crash before what was put together is noted leaves no mail, and the next round one', async () => {
    await deposit();
    await failing('mail_items', 'mailed_at_ms IS NULL', post);
    expect(mailsTo()).toEqual([]);
    await server.restart();
    await post();
    expect(mailsTo()).toHaveLength(1);
  });

  test.skipIf(!hasPostgres)('of two processes at once one mails', async () => {
    const another = await opened.openAnother();
    const { clock, log, secrets, config, mailWishes, mailEndLinks, mailWords } = server.context;
    const { openChannels } = await import('../channels.ts');
    const parts = { database: another, clock, log };
    const outbox = new Outbox({
      ...{ ...parts, secrets, isDemo: false, channels: openChannels(config), brand: config.brand },
      ...{ mailWords, publicUrl: config.publicUrl },
    });
    const rounds = new MailRounds({
      ...{ ...parts, outbox, wishes: mailWishes, links: mailEndLinks },
      publicUrl: config.publicUrl,
    });
    try {
      for (let turn = 0; turn < 5; turn += 1) {
        await deposit();
        await server.notices.settled();
        await Promise.all([server.context.mailRounds.round(), rounds.round()]);
        await Promise.all([server.context.outbox.deliver(), outbox.deliver()]);
        await Promise.all([server.context.outbox.deliver(), outbox.deliver()]);
        expect(mailsTo()).toHaveLength(turn + 1);
        await server.pass(11 * MINUTE_MS);
      }
    } finally {
      await another.close();
    }
  });
});

describe('the way out', () => {
  const linkOf = (mail: ReadMail | undefined): string =>
    new URL(/<(.+)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '').href;
  const clicked = async (
    url: string,
    type = 'application/x-www-form-urlencoded',
    payload = 'List-Unsubscribe=One-Click',
  ) => {
    const { pathname, search } = new URL(url);
    const headers = { 'content-type': type };
    return server.app.inject({ method: 'POST', url: pathname + search, headers, payload });
  };
  async function mailed(): Promise<string> {
    await wish({ kind: 'movements', timing: 'at_once' });
    await wish({ kind: 'fills', timing: 'digest' });
    await deposit();
    await post();
    return linkOf(mailsTo()[0]);
  }
  const timings = async () =>
    (await server.data('notificationSettings', {}, user)).mail?.kinds.map(({ timing }) => timing);

  test('is one click without a login, which may be clicked again, and leaves security', async () => {
    const url = await mailed();
    await deposit();
    const form =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--';
    expect((await clicked(url)).statusCode).toBe(200);
    expect((await clicked(url, 'multipart/form-data; boundary=x', form)).statusCode).toBe(200);
    expect(await timings()).toEqual(['off', 'off', 'off', 'off', 'off']);
    await deposit();
    await server.context.messages.tellAndMail(user.userId, 'password_changed', {});
    await server.pass(26 * HOUR_MS);
    await post();
    expect(mailsTo()).toHaveLength(1);
    expect(securityMails().map(({ subject }) => subject)).toContain('Fairlead: Password changed');
  });

  test('opened it asks first; the page ends it by the same token', async () => {
    const url = await mailed();
    const { pathname, search, searchParams } = new URL(url);
    const page = await server.app.inject({ method: 'GET', url: pathname + search });
    expect(page.statusCode).toBe(302);
    const token = searchParams.get('token') ?? '';
    expect(page.headers.location).toBe(
      `http://127.0.0.1:8080/#/pages/user/unsubscribe?token=${token}`,
    );
    expect(await timings()).toContain('at_once');
    await server.data('unsubscribeMail', { token });
    expect(await timings()).not.toContain('at_once');
  });

  test('a token of somebody else’s making, or of another link, ends nothing', async () => {
    const url = await mailed();
    const token = new URL(url).searchParams.get('token') ?? '';
    const lock = new URL(server.context.lockLinks.make(user.userId).replace('/#', '')).searchParams;
    for (const bad of [
      token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
      lock.get('token'),
      '',
    ])
      expect((await clicked(url.replace(token, bad ?? ''))).statusCode).toBeGreaterThanOrEqual(400);
    expect(await timings()).toContain('at_once');
  });
});
