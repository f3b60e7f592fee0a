/**
 * What whoever writes to Redis can do to sockets. Goal: processes find each other's sockets, and nobody is told anything, moved or
 * cut by what comes without a seal; what cannot be read is read once.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type LiveClientProbe, LiveFixture } from '../../../../test/support/live-fixture.ts';
import { hasRedis, REDIS_URL } from '../../../../test/support/redis-server.ts';
import { Names } from '../names.ts';
import { openSocketsAdapter, type SocketsAdapter } from '../sockets-adapter.ts';

type Made = ReturnType<SocketsAdapter['adapter']>;

/** Types of messages, as socket.io-adapter numbers them. */
const BROADCAST = 3;
const JOIN = 4;
const LEAVE = 5;
const DISCONNECT = 6;
const FETCH = 7;

describe.skipIf(!hasRedis)('the adapter of sockets (Redis)', () => {
  const opened: SocketsAdapter[] = [];
  const names = new Names(`test-${randomUUID()}`);
  let [here, there]: LiveFixture[] = [];
  let client: LiveClientProbe;
  let adapter: Made;
  let other: Made;

  /** A process with sockets, and its adapter. */
  async function open(keep: (made: Made) => void): Promise<LiveFixture> {
    const sockets = await openSocketsAdapter(REDIS_URL, names, () => undefined);
    opened.push(sockets);
    const kept: SocketsAdapter['adapter'] = function kept(namespace) {
      const made = sockets.adapter(namespace);
      keep(made);
      return made;
    };
    return LiveFixture.open({ adapter: kept });
  }

  beforeAll(async () => {
    here = await open((made) => {
      adapter = made;
    });
    there = await open((made) => {
      other = made;
    });
    here.addSession('a-token', 7);
    client = await here.connect();
    expect(await client.ask('login', { token: 'a-token' })).toMatchObject({ ok: true });
  });
  afterAll(async () => {
    await here?.close();
    await there?.close();
    for (const each of opened) each.close();
  });

  const rooms = { rooms: ['user:7'], except: [], flags: {} };
  const write = (type: number, data?: object) =>
    adapter.onRawMessage(
      { uid: 'x', nsp: '/', type: String(type), ...(data && { data: JSON.stringify(data) }) },
      '1-0',
    );
  const found = async () =>
    (await other.fetchSockets({ rooms: new Set(['user:7']), except: new Set(), flags: {} })).length;

  test('nobody is told, moved or cut by who only writes there, and the user is still found', async () => {
    await vi.waitFor(async () => expect(await found()).toBe(1), 10_000);
    const packet = { type: 2, nsp: '/', data: ['notice', { title: 'Send your coins here' }] };
    write(BROADCAST, { packet, opts: rooms });
    write(LEAVE, { opts: rooms, rooms: ['user:7'] });
    write(JOIN, { opts: rooms, rooms: ['user:8'] });
    write(DISCONNECT, { opts: rooms, close: true });
    await client.settle();
    expect(client.told).toEqual([]);
    expect(await found()).toBe(1);
  });

  test.each([BROADCAST, JOIN, DISCONNECT, FETCH])(
    'a message of type %i without a part is passed over',
    (type) => {
      expect(() => write(type)).not.toThrow();
      expect(() => write(type, {})).not.toThrow();
    },
  );
});
