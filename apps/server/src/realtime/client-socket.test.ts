/** What one socket remembers of its logins. Goal: it calls as the user that it is told of, whichever look-up ends first. */
import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import type { AskedOverSocket } from '../core/http/socket-calls.ts';
import type { Session } from '../identity/index.ts';
import { type ClientSocketOptions, serveClient } from './client-socket.ts';
import { Connections } from './connections.ts';
import type { LiveSocket } from './types.ts';

const sessionOf = (userId: number) =>
  ({ userId, sessionKey: `key ${userId}`, expiresAtMs: 1_000 }) as Session;

/** As much of a socket as its logins and calls need. */
class StubSocket extends EventEmitter {
  readonly conn = Object.assign(new EventEmitter(), { transport: {} });
  readonly data: LiveSocket['data'] = {};
  readonly handshake = { headers: {} };
  readonly connected = true;
  join(): void {}
  leave(): void {}

  ask(event: string, request: object): Promise<unknown> {
    return new Promise((resolve) => this.emit(event, request, resolve));
  }
}

test('a login that cannot begin leaves nobody logged in', async () => {
  const socket = new StubSocket();
  const connections = new Connections();
  const failures: unknown[] = [];
  serveClient(
    socket as unknown as LiveSocket,
    {
      connections,
      sessions: { find: async () => sessionOf(1) },
      numbers: { begin: () => Promise.reject(new Error('away')) },
      underWay: new Set(),
      ip: '127.0.0.1',
      clock: { now: () => 0 },
      limitFactor: 1,
      onFailure: (error: unknown) => failures.push(error),
    } as unknown as ClientSocketOptions,
  );
  const asked = { token: 'one', steps: true, from: { spot: 1 } };
  expect(await socket.ask('login', asked)).toEqual({ ok: false, error: 'unavailable' });
  expect(failures).toHaveLength(1);
  expect(socket.data.session).toBeUndefined();
  expect(connections.ofUser(1).size).toBe(0);
});

test('of two logins under way the calls are of the one that the socket is told of', async () => {
  const socket = new StubSocket();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const looks: string[] = [];
  const tokens: (string | undefined)[] = [];
  serveClient(
    socket as unknown as LiveSocket,
    {
      connections: new Connections(),
      sessions: {
        find: async (token: string) => {
          looks.push(token);
          // The second look at the first one's session takes longest.
          if (looks.filter((each) => each === 'one').length === 2 && token === 'one') await held;
          return sessionOf(token === 'one' ? 1 : 2);
        },
      },
      calls: {
        answer: async (_event: string, { token }: AskedOverSocket) => {
          tokens.push(token);
          return { status: 200, body: '{}', is_replay: false };
        },
      },
      underWay: new Set(),
      ip: '127.0.0.1',
      clock: { now: () => 0 },
      limitFactor: 1,
      onFailure: (error: unknown) => expect.unreachable(String(error)),
    } as unknown as ClientSocketOptions,
  );

  const one = socket.ask('login', { token: 'one' });
  expect(await socket.ask('login', { token: 'two' })).toMatchObject({ ok: true });
  release();
  expect(await one).toMatchObject({ ok: true });
  await socket.ask('trade', { key: 'a-key', request: {} });
  expect(socket.data.session?.userId).toBe(2);
  expect(tokens).toEqual(['two']);
});

test.each([
  ['another user', 'two', { ok: true }, 0],
  ['the same user', 'one', { ok: true }, 0],
  ['nobody', 'wrong', { ok: false, error: 'not_logged_in' }, 1],
])(
  'a login of %s ends what was asked for before, where it is one',
  async (_of, token, answer, renewals) => {
    vi.useFakeTimers();
    try {
      const socket = new StubSocket();
      const set: (string | undefined)[] = [];
      serveClient(
        socket as unknown as LiveSocket,
        {
          connections: new Connections(),
          sessions: {
            find: async (asked: string) =>
              asked === 'wrong' ? undefined : sessionOf(asked === 'one' ? 1 : 2),
          },
          calls: {
            answer: async (_event: string, asked: AskedOverSocket) => {
              set.push(asked.token);
              return { status: 200, body: '{}', is_replay: false };
            },
          },
          underWay: new Set(),
          ip: '127.0.0.1',
          clock: { now: () => 0 },
          limitFactor: 1,
          onFailure: (error: unknown) => expect.unreachable(String(error)),
        } as unknown as ClientSocketOptions,
      );
      await socket.ask('login', { token: 'one' });
      await socket.ask('cancel_on_disconnect', { seconds: 9 });
      expect(await socket.ask('login', { token })).toMatchObject(answer);
      set.length = 0;
      await vi.advanceTimersByTimeAsync(3_500);
      expect(set).toEqual(Array.from({ length: renewals }, () => 'one'));
      socket.emit('disconnect');
    } finally {
      vi.useRealTimers();
    }
  },
);
