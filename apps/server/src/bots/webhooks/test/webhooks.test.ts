/**
 * Webhooks (docs/internals/bots.md). Goal: whoever has an endpoint is sent every step of theirs that they chose, signed so that the
 * public library of Standard Webhooks takes it, in order, again until it is taken and again when asked; through refusals,
 * outages and restarts; and nobody sets one without password and second factor.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  LANGUAGES,
  WEBHOOK_FAILING_DAYS,
  WEBHOOK_STEPS_MAX,
  WEBHOOKS_MAX,
  type WebhookBody,
  zWebhookBody,
} from '@fairlead/contract';
import { DAY_MS, HOUR_MS } from '@fairlead/units';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../../test/support/fixture.ts';
import { indexSteps, readLastNumber, removeSteps } from '../../../core/steps/queries.ts';
import type { Queryable } from '../../../core/store/database.ts';
import { textsOf } from '../../../core/texts/texts.ts';
import { secondFactor } from '../../../custody/test/fixture.ts';
import { sayMessage } from '../../../notices/message-texts.ts';
import { programOf, signedCall } from '../../test/program-fixture.ts';
import { WebhookCourier, webhookWaitMs } from '../courier.ts';
import { gaugeWebhooks } from '../gauges.ts';
import { dueAt, passIdleAt } from '../place-queries.ts';
import { dueWebhooks, passIdleWebhooks } from '../queries.ts';

interface Received {
  readonly headers: Record<string, string>;
  readonly text: string;
  readonly body: WebhookBody;
}

let server: TestServer;
let receiver: Server;
let port: number;
/** By path. */
const received = new Map<string, Received[]>();
let answer: (path: string, count: number) => number | Promise<number> = () => 204;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', async () => {
      const text = Buffer.concat(parts).toString();
      const path = request.url ?? '';
      const list = received.get(path) ?? [];
      received.set(path, list);
      const headers = request.headers as Record<string, string>;
      list.push({ headers, text, body: JSON.parse(text) });
      response.writeHead(await answer(path, list.length)).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  port = (receiver.address() as AddressInfo).port;
  server = await startTestServer({
    environment: { WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${port}` },
  });
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await server.stop();
});
beforeEach(() => {
  answer = () => 204;
});

let paths = 0;
async function hooked(more: object = {}) {
  const user = await server.trader();
  paths += 1;
  const path = `/in/${paths}`;
  const fields = { label: 'till', url: `http://127.0.0.1:${port}${path}`, events: 'order,record' };
  const { webhook, secret } = await server.data(
    'createWebhook',
    { ...fields, password: PASSWORD, ...more },
    user,
  );
  return { user, path, fields, id: webhook.id, secret };
}

const inbox = (path: string): readonly Received[] => received.get(path) ?? [];
const place = (user: TestUser, price = '90.00') =>
  server.data(
    'placeOrder',
    { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price, quantity: '0.100' },
    user,
  );
async function deliver(): Promise<void> {
  const { webhookCourier } = server.context;
  await webhookCourier.round(server.context);
  await webhookCourier.settled();
}
const own = async (user: TestUser) => (await server.data('webhooks', {}, user))[0];
const deliveries = async (user: TestUser, id: number) =>
  (await server.data('webhookDeliveries', { id }, user)).list;

/** As a receiver of the world checks it. Its clock is the machine's, so only the time is set back to ours. */
function verified({ headers, text }: Received, secret: string): WebhookBody {
  const now = Date.now;
  Date.now = () => server.clock.nowMs;
  try {
    return new StandardWebhook(secret).verify(text, headers) as WebhookBody;
  } finally {
    Date.now = now;
  }
}

describe('a message', () => {
  test('is taken by the public library, and has what the steps say, of the chosen events', async () => {
    const { user, path, secret } = await hooked();
    const { order } = await place(user);
    await deliver();
    const [message, ...more] = inbox(path);
    expect(more).toEqual([]);
    const body = zWebhookBody.parse(verified(message as Received, secret));
    expect(body.data.steps).toHaveLength(1);
    const [step] = body.data.steps;
    const { steps } = await server.data('steps', { after: body.data.after }, user);
    // The balance that was held is in the step, and was not chosen.
    expect(steps[0]?.events.map(({ event }) => event)).toEqual(['order', 'balance']);
    expect(step).toEqual({ ...steps[0], events: steps[0]?.events.slice(0, 1) });
    expect(step?.events[0]?.data).toMatchObject({ id: order.id, status: 'waiting' });
    expect(body.data.number).toBeGreaterThanOrEqual(step?.number ?? 0);
    expect(() => verified({ ...(message as Received), text: '{}' }, secret)).toThrow();
    expect(() => verified(message as Received, 'whsec_AAAA')).toThrow();
  });

  test('of nothing chosen is not sent, and the endpoint goes on', async () => {
    const { user, path, id } = await hooked({ events: 'position' });
    const before = await own(user);
    await place(user);
    await deliver();
    expect(inbox(path)).toEqual([]);
    expect((await own(user))?.number).toBeGreaterThan(before?.number ?? 0);
    expect(await deliveries(user, id)).toEqual([]);
    expect(
      await dueWebhooks(server.context.database, { nowMs: server.clock.now(), limit: 9 }),
    ).toEqual([]);
  });

  test('tells of deposits, trades and transfers by the same records as the socket', async () => {
    const { user, path } = await hooked();
    await server.fund(user.userId, 3, 5_000000n);
    const asked = { from_account: 'coin', to_account: 'option', currency_id: '3', amount: '5' };
    await server.data('transfer', asked, user);
    await deliver();
    const events = inbox(path).flatMap(({ body }) =>
      body.data.steps.flatMap(({ events }) => events),
    );
    const kinds = events.map(({ data }) => (data as { kind?: string }).kind);
    expect(kinds.length).toBe(3);
    expect(events.every(({ event }) => event === 'record')).toBe(true);
  });

  test('many come in order, each behind the one before, none twice', async () => {
    const { user, path } = await hooked();
    for (let count = 0; count < 60; count += 1) await place(user, (90 + count / 10).toFixed(2));
    await deliver();
    const bodies = inbox(path).map(({ body }) => body.data);
    expect(bodies.length).toBeGreaterThan(1);
    for (const [at, body] of bodies.entries())
      if (at > 0) expect(body.after).toBe(bodies[at - 1]?.number);
    const numbers = bodies.flatMap(({ steps }) => steps.map(({ number }) => number));
    expect(numbers).toHaveLength(60);
    expect([...new Set(numbers)].sort((one, two) => one - two)).toEqual(numbers);
  });
});

describe('an endpoint that fails', () => {
  test('is tried again under the same id, later each time, and then gets all that it missed', async () => {
    const { user, path, id, secret } = await hooked();
    answer = () => 500;
    await place(user);
    await deliver();
    await deliver();
    expect(inbox(path)).toHaveLength(1);
    expect(await own(user)).toMatchObject({ state: 'failing', failing_since: server.clock.now() });
    const [waiting] = await deliveries(user, id);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, code: 500, failure: 'status' });
    await place(user, '91.00');
    server.clock.nowMs = (await own(user))?.next_try ?? 0;
    await deliver();
    expect(inbox(path)).toHaveLength(2);
    answer = () => 204;
    server.clock.nowMs = (await own(user))?.next_try ?? 0;
    await deliver();
    const [first, second, third, fourth] = inbox(path);
    expect([second, third].map((each) => each?.headers['webhook-id'])).toEqual([
      first?.headers['webhook-id'],
      first?.headers['webhook-id'],
    ]);
    // What it has is what it had, though more had happened; its signature is of the time of the try.
    expect(third?.text).toBe(first?.text);
    expect(third?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    verified(third as Received, secret);
    expect(fourth?.body.data.after).toBe(third?.body.data.number);
    expect((await own(user))?.state).toBe('active');
    const [, done] = await deliveries(user, id);
    expect(done).toMatchObject({ id: waiting?.id, state: 'delivered', attempts: 3, code: 204 });
  });

  test('waits by a growing time, by chance a fifth more or less, two hours at most', () => {
    const waits = [1, 2, 3, 4, 5, 6, 20].map((tries) => webhookWaitMs(tries, 0.5) / 1_000);
    expect(waits).toEqual([5, 20, 80, 320, 1_280, 5_120, 7_200]);
    expect([webhookWaitMs(1, 0), webhookWaitMs(1, 1)]).toEqual([4_000, 6_000]);
  });

  test(`is switched off after ${WEBHOOK_FAILING_DAYS} days with a message, and goes on where it stood when it is switched on`, async () => {
    const { user, path, id, fields } = await hooked();
    answer = () => 503;
    await place(user);
    await deliver();
    server.clock.nowMs += WEBHOOK_FAILING_DAYS * DAY_MS - HOUR_MS;
    await deliver();
    expect((await own(user))?.state).toBe('failing');
    server.clock.nowMs += 3 * HOUR_MS;
    await deliver();
    expect((await own(user))?.state).toBe('disabled');
    const { list } = await server.data('messages', {}, user);
    expect(list[0]).toMatchObject({ kind: 'webhook_disabled' });
    const tried = inbox(path).length;
    server.clock.nowMs += DAY_MS;
    await deliver();
    expect(inbox(path)).toHaveLength(tried);
    answer = () => 200;
    await server.data('editWebhook', { id, ...fields, password: PASSWORD }, user);
    await deliver();
    expect(inbox(path).at(-1)?.text).toBe(inbox(path)[0]?.text);
    expect((await own(user))?.state).toBe('active');
  });

  test('that says 410 is switched off at once', async () => {
    const { user } = await hooked();
    answer = () => 410;
    await place(user);
    await deliver();
    expect((await own(user))?.state).toBe('disabled');
  });

  test('goes on with what waits there when its owner chooses other events meanwhile', async () => {
    const { user, path, fields, id } = await hooked();
    answer = (to) => (to === path ? 503 : 204);
    await place(user);
    await deliver();
    const edited = { ...fields, events: 'record', id, password: PASSWORD };
    await server.data('editWebhook', edited, user);
    answer = () => 204;
    const moved = { from_account: 'coin', to_account: 'option', currency_id: 3, amount: '1' };
    await server.data('transfer', moved, user);
    await deliver();
    const [waited, again, next, ...more] = inbox(path);
    expect(more).toEqual([]);
    expect(again?.body).toEqual(waited?.body);
    expect(next?.body.data.after).toBe(again?.body.data.number);
    const events = next?.body.data.steps.flatMap((step) => step.events);
    expect(new Set(events?.map(({ event }) => event))).toEqual(new Set(['record']));
  });

  test('of an address that its owner has left is none of the new one', async () => {
    const { user, path, fields, id } = await hooked();
    let release = (_code: number): void => undefined;
    answer = (to) => (to === path ? new Promise<number>((resolve) => (release = resolve)) : 204);
    await place(user);
    await server.context.webhookCourier.round(server.context);
    await expect.poll(() => inbox(path).length).toBe(1);
    const moved = { ...fields, url: `${fields.url}/new`, id, password: PASSWORD };
    await server.data('editWebhook', moved, user);
    release(410);
    await server.context.webhookCourier.settled();
    expect((await own(user))?.state).toBe('active');
    await deliver();
    expect(inbox(`${path}/new`).map(({ text }) => text)).toEqual([inbox(path)[0]?.text]);
  });

  test('of nothing chosen has its turn too, and no more than others', async () => {
    const rare = await hooked({ events: 'trigger_order' });
    const often = await hooked();
    const turn = async (...busy: number[]) => {
      const asked = { nowMs: server.clock.nowMs, limit: 1, busy };
      return (await dueWebhooks(server.context.database, asked)).map(({ webhookId }) => webhookId);
    };
    for (const { user } of [rare, often]) await place(user);
    await deliver();
    server.clock.nowMs += 1_000;
    await place(rare.user);
    await deliver();
    for (const { user } of [rare, often]) await place(user);
    expect(await turn()).toEqual([often.id]);
    // Whoever is being served takes nobody's place.
    expect(await turn(often.user.userId)).toEqual([rare.id]);
    await deliver();
  });

  test('of nothing chosen is passed by as fast as others are sent', async () => {
    const { user, path } = await hooked({ events: 'trigger_order' });
    for (let count = 0; count < WEBHOOK_STEPS_MAX + 10; count += 1) await place(user, '89.00');
    await deliver();
    expect(inbox(path)).toEqual([]);
    const due = await dueWebhooks(server.context.database, { nowMs: server.clock.nowMs, limit: 9 });
    expect(due.filter(({ userId }) => userId === user.userId)).toEqual([]);
  });

  test('holds up nobody else', async () => {
    const slow = await hooked();
    const fast = await hooked();
    let release = (_code: number): void => undefined;
    answer = (path) =>
      path === slow.path ? new Promise<number>((resolve) => (release = resolve)) : 204;
    await place(slow.user);
    await place(fast.user);
    await server.context.webhookCourier.round(server.context);
    await expect.poll(() => inbox(fast.path).length).toBe(1);
    await expect.poll(() => inbox(slow.path).length).toBe(1);
    release(204);
    await server.context.webhookCourier.settled();
  });
});

describe('tries', () => {
  test('of two processes at once are one', async () => {
    const { user, path } = await hooked();
    const { database, clock, log, webhooks } = server.context;
    let sent = 0;
    const send = async () => {
      sent += 1;
      return { code: 204 };
    };
    const sender = { send };
    const couriers = [1, 2].map(
      () => new WebhookCourier({ database, clock, log, webhooks, sender }),
    );
    // Nobody else has anything to be sent.
    await deliver();
    await place(user, '91.00');
    const [due] = await dueWebhooks(database, { nowMs: clock.now(), limit: 1 });
    expect(due?.userId).toBe(user.userId);
    await Promise.all(couriers.map((courier) => courier.round(server.context)));
    await Promise.all(couriers.map((courier) => courier.settled()));
    expect(sent).toBe(1);
    expect(inbox(path)).toEqual([]);
    answer = () => 204;
  });

  test('go on after a restart, with the try that was cut off repeated under its id', async () => {
    const { user, path } = await hooked();
    answer = () => 500;
    await place(user);
    await deliver();
    await server.restart({ WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${port}` });
    answer = () => 204;
    await deliver();
    expect(inbox(path)).toHaveLength(1);
    server.clock.nowMs += HOUR_MS;
    await deliver();
    expect(inbox(path).map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(inbox(path)[0]?.headers['webhook-id']),
    );
  });
});

describe('a replay', () => {
  test('sends what was delivered since a number again, under the same ids, and then what is new', async () => {
    const { user, path, id } = await hooked();
    for (const price of ['90.00', '91.00', '92.00']) {
      await place(user, price);
      await deliver();
    }
    const before = [...inbox(path)];
    expect(before).toHaveLength(3);
    // In the middle of the second message: it is sent whole.
    const after = (before[1]?.body.data.number ?? 0) - 1;
    await server.data('replayWebhook', { id, after }, user);
    await deliver();
    const again = inbox(path).slice(3);
    expect(again.map(({ text }) => text)).toEqual(before.slice(1).map(({ text }) => text));
    expect(again.map(({ headers }) => headers['webhook-id'])).toEqual(
      before.slice(1).map(({ headers }) => headers['webhook-id']),
    );
    await place(user, '93.00');
    await deliver();
    expect(inbox(path)).toHaveLength(6);
    expect((await deliveries(user, id)).map(({ attempts }) => attempts)).toEqual([1, 2, 2, 1]);
  });

  test('from a number that lies ahead is refused', async () => {
    const { user, id } = await hooked();
    const reply = await server.call('replayWebhook', { id, after: '900000000' }, user);
    expect(reply.error).toBe('not_found');
  });

  test('says where what it is asked for is no longer kept', async () => {
    const { user, path, id } = await hooked();
    await place(user);
    const { context, clock } = server;
    await place(user, '91.00');
    await indexSteps(context.database);
    await removeSteps(context.database, clock.now() + 1);
    await place(user, '92.00');
    await server.data('replayWebhook', { id, after: 1 }, user);
    await deliver();
    expect(inbox(path)[0]?.body.data).toMatchObject({ after: 1, steps: [], gap: 'removed' });
  });

  test('an endpoint whose owner did nothing for long has no gap', async () => {
    const { user, path } = await hooked();
    const { database } = server.context;
    await place(await server.trader());
    await indexSteps(database);
    await passIdleWebhooks(database);
    await removeSteps(database, server.clock.now() + 1);
    await place(user);
    await deliver();
    const [message] = inbox(path);
    expect(message?.body.data.gap).toBeUndefined();
    expect(message?.body.data.steps).toHaveLength(1);
  });
});

describe('whoever sets one', () => {
  const PROVED = ['createWebhook', 'editWebhook', 'rotateWebhookSecret', 'removeWebhook'] as const;

  test.each(PROVED)('%s takes the password and the second factor', async (name) => {
    const { user, fields, id } = await hooked();
    const request = {
      ...(name === 'createWebhook' || name === 'editWebhook' ? fields : {}),
      ...(name !== 'createWebhook' && { id }),
    };
    const wrong = await server.call(name, { ...request, password: 'wrong-horse' }, user);
    expect(wrong.error).toBe('password_wrong');
    const code = await secondFactor(server, user);
    const without = await server.call(name, { ...request, password: PASSWORD }, user);
    expect(without.error).toBe('mfa_required');
    const before = await server.data('webhooks', {}, user);
    expect(before).toHaveLength(1);
    await server.data(name, { ...request, password: PASSWORD, otp: code() }, user);
  });

  test('has so many, and none that leads inside', async () => {
    const { user, fields } = await hooked();
    const make = (more: object) =>
      server.call('createWebhook', { ...fields, password: PASSWORD, ...more }, user);
    for (const url of ['http://127.0.0.1:1/', 'http://2130706433/', 'http://[::ffff:10.0.0.1]/'])
      expect((await make({ url })).fields).toHaveProperty('url');
    expect((await make({ events: 'order,password' })).fields).toHaveProperty('events');
    for (let count = 1; count < WEBHOOKS_MAX; count += 1) expect((await make({})).status).toBe(200);
    expect((await make({})).error).toBe('webhook_limit');
  });

  test('is told of it by message and mail, and it stands among the acts', async () => {
    const { user, id } = await hooked();
    await server.data('rotateWebhookSecret', { id, password: PASSWORD }, user);
    await server.data('removeWebhook', { id, password: PASSWORD }, user);
    const { list } = await server.data('messages', {}, user);
    const kinds = list.map(({ kind }) => kind).filter((kind) => kind.startsWith('webhook'));
    expect(kinds).toEqual(['webhook_changed', 'webhook_changed', 'webhook_created']);
    const acts = (await server.data('securityActs', {}, user)).list.map(({ kind }) => kind);
    expect(acts.slice(0, 3)).toEqual([
      'webhook_removed',
      'webhook_secret_changed',
      'webhook_created',
    ]);
    for (const language of LANGUAGES)
      for (const kind of ['webhook_created', 'webhook_changed', 'webhook_disabled'] as const) {
        const values = { label: 'L', host: 'H', ip: 'I' };
        expect(sayMessage(kind, values, textsOf(language)).body).toMatch(/L.*H|H.*L/s);
      }
  });

  test('sees the secret once; it lies nowhere in the clear', async () => {
    const { user, secret } = await hooked();
    const listed = await server.call('webhooks', {}, user);
    expect(listed.text).not.toContain(secret);
    const [row] = await server.context.database.query<{ sealed_secrets: Uint8Array }>(
      'SELECT sealed_secrets FROM webhooks WHERE user_id = $1',
      [user.userId],
    );
    expect(Buffer.from(row?.sealed_secrets ?? []).toString('latin1')).not.toContain(
      secret.slice(6),
    );
  });

  test('after a new secret both sign for a day, then the new one alone', async () => {
    const { user, path, id, secret } = await hooked();
    const rotated = await server.data('rotateWebhookSecret', { id, password: PASSWORD }, user);
    expect(rotated.secret).not.toBe(secret);
    await place(user);
    await deliver();
    verified(inbox(path)[0] as Received, secret);
    verified(inbox(path)[0] as Received, rotated.secret);
    server.clock.nowMs += 25 * HOUR_MS;
    await place(user, '91.00');
    await deliver();
    verified(inbox(path)[1] as Received, rotated.secret);
    expect(() => verified(inbox(path)[1] as Received, secret)).toThrow();
  });

  test('pauses it, and gets what happened meanwhile when it goes on', async () => {
    const { user, path, id, fields } = await hooked();
    const edit = { id, ...fields, password: PASSWORD };
    await server.data('editWebhook', { ...edit, paused: true }, user);
    await place(user);
    await deliver();
    expect(inbox(path)).toEqual([]);
    expect((await own(user))?.state).toBe('paused');
    await server.data('editWebhook', edit, user);
    await deliver();
    expect(inbox(path)).toHaveLength(1);
  });

  test('a new password pauses all, so nothing goes on to whoever had the account', async () => {
    const { user, path, fields, id } = await hooked();
    const [row] = await server.context.database.query<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE user_id = $1',
      [user.userId],
    );
    const next = { password: 'harbour-43', password_confirmation: 'harbour-43' };
    await server.data('changePassword', { old_password: PASSWORD, ...next }, user);
    // Proved with the old one a moment before.
    const own = { userId: user.userId, webhookId: id, verifiedHash: row?.password_hash ?? '' };
    const resumed = server.context.webhooks.edit(own, { ...fields, paused: false }, textsOf('en'));
    await expect(resumed).rejects.toMatchObject({ code: 'password_wrong' });
    await server.sequencer.run({
      kind: 'post_entry',
      ...{ reason: 'deposit', reference: 'test:pause', currencyId: 3, amount: 1_000000n as never },
      source: { house: 'external' },
      target: { owner: user.userId, account: 'coin' },
    });
    await deliver();
    expect(inbox(path)).toEqual([]);
  });

  test('a key reads endpoints and deliveries, and sets nothing', async () => {
    const { user, id } = await hooked();
    const program = await programOf(server, user, {});
    const asked = (name: 'webhooks' | 'webhookDeliveries' | 'replayWebhook', request: object) =>
      signedCall(server, program, name, request as never);
    expect((await asked('webhooks', {})).status).toBe(200);
    expect((await asked('webhookDeliveries', { id })).status).toBe(200);
    expect((await asked('replayWebhook', { id, after: 0 })).error).toBe('api_not_for_keys');
  });
});

test('operators see how many there are, and nothing more', async () => {
  await hooked();
  const token = await server.ownerToken();
  const reply = await server.call('system', {}, { token });
  expect(reply.message.webhooks.active).toBeGreaterThan(0);
  expect(reply.text).not.toContain('/in/');
  const { registry } = server.context.metrics;
  gaugeWebhooks(registry, server.context);
  expect(await registry.metrics()).toMatch(/fairlead_webhooks\{state="active"\} [1-9]/);
});

test('of many that stand at a product those with something to send are found, and only they are read whole', async () => {
  const { database } = server.context;
  const [idle, active] = [await hooked(), await hooked()];
  const user = idle.user.userId;
  await place(active.user);
  // More of one who did nothing since than are looked at together, all tried before the other.
  await database.query(
    `INSERT INTO webhooks (user_id, name, label, url, events, sealed_secrets, key_id, created_at_ms, sent_to)
     SELECT user_id, 'many ' || number, label, url, events, sealed_secrets, key_id, created_at_ms, sent_to
     FROM webhooks, generate_series(1, 1001) AS number WHERE webhook_id = $1`,
    [idle.id],
  );
  const last = await readLastNumber(database);
  await database.query('UPDATE webhooks SET tried_at_ms = 1 WHERE webhook_id = $1', [active.id]);
  await database.query(
    `INSERT INTO webhook_places (webhook_id, engine, sent_to)
     SELECT webhook_id, 'futures', $1::bigint - 1 FROM webhooks WHERE user_id = $2 OR webhook_id = $3`,
    [last, user, active.id],
  );
  const whole: number[] = [];
  const home: Queryable = {
    query: async (text, values) => {
      const rows = await database.query(text, values);
      if (rows.some((row) => Object.keys(row as object).includes('sealed_secrets')))
        whole.push(rows.length);
      return rows as never;
    },
  };
  const places = { home, books: database, engine: 'futures' } as const;
  const asked = { nowMs: server.clock.now(), limit: 64, busy: [] };
  const due = await dueAt(places, asked);
  expect(due.map(({ webhookId, engine, sentTo }) => [webhookId, engine, sentTo])).toEqual([
    [active.id, 'futures', last - 1],
  ]);
  expect(whole).toEqual([1]);
  await passIdleAt(places);
  const left = await database.query('SELECT webhook_id FROM webhook_places WHERE sent_to < $1', [
    last,
  ]);
  expect(left).toEqual([{ webhook_id: BigInt(active.id) }]);
  await database.query("DELETE FROM webhooks WHERE name LIKE 'many %'");
});
