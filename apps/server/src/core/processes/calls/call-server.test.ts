/** What the engine does with calls that come again, and with answers that Redis does not take. */
import { EventEmitter } from 'node:events';
import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Handlers, OperatorTurns } from '../../http/handler.ts';
import type { AnswersMessage, NumberedCall, SentCall } from '../messages.ts';
import { Names } from '../names.ts';
import type { RedisClient } from '../redis.ts';
import { CallServer } from './call-server.ts';
import { Sealer } from './sealer.ts';

const names = new Names('test');
const sealer = new Sealer(new Uint8Array(32));
const call = {
  input: {},
  caller: { kind: 'user', userId: 3, sessionId: 1, sessionKey: 'x' },
  language: 'en',
  ip: '127.0.0.1',
  idempotencyKey: 'a',
  file: undefined,
} as unknown as SentCall;

/** A server whose only handler waits to be told what to answer. */
function serve() {
  const begun: ((answer: string) => void)[] = [];
  const told: (readonly [id: number, body: string])[] = [];
  let isTaken = true;
  const place = names.answers('g');
  const sendCommand = async (words: readonly (string | Buffer)[]) => {
    if (!isTaken) throw new Error('the client is closed');
    if (words[0] === 'XADD') {
      const message = sealer.open<AnswersMessage>(place, words.at(-1) as Buffer);
      for (const [id, outcome] of message?.answers ?? [])
        told.push([id, outcome.kind === 'answer' ? outcome.body : outcome.kind]);
    }
    return Buffer.from('1-1');
  };
  const warn = vi.fn();
  const server = new CallServer({
    redis: { sendCommand } as unknown as RedisClient,
    sealer,
    names,
    epoch: 3,
    handlers: {
      transfer: () => new Promise((resolve) => begun.push(resolve)),
    } as unknown as Handlers,
    operatorGate: {} as OperatorTurns,
    events: new EventEmitter() as never,
    lease: { held: () => true },
    log: { warn, error: warn },
  });
  const take = (numbered: Pick<NumberedCall, 'id' | 'again'>) => {
    const calls = [{ ...numbered, route: 'transfer', call }];
    return server.take({
      id: '1-1',
      bytes: sealer.seal(names.calls(3), { gateway: 'g', calls }),
    });
  };
  const redisTakes = (takes: boolean) => {
    isTaken = takes;
  };
  return { server, take, begun, told, warn, redisTakes };
}

test('a call that came again while it is under way is answered once; one that is over is run by its key', async () => {
  const { server, take, begun, told } = serve();
  await take({ id: 1 });
  await take({ id: 2, again: 1 });
  await take({ id: 3, again: 2 });
  expect(begun).toHaveLength(1);
  begun[0]?.('first');
  await vi.waitUntil(() => told.length > 0);
  await take({ id: 4, again: 3 });
  expect(begun).toHaveLength(2);
  begun[1]?.('stored');
  await vi.waitUntil(() => told.length > 1);
  expect(told.map(([id]) => id)).toEqual([1, 4]);
  expect(server.workedOn).toBe(0);
});

test('an entry that comes a second time as it was is refused', async () => {
  const { take, begun, warn } = serve();
  await take({ id: 1 });
  await take({ id: 2, again: 1 });
  begun[0]?.('first');
  await setImmediatePromise();
  await take({ id: 2, again: 1 });
  await take({ id: 1 });
  expect(begun).toHaveLength(1);
  expect(warn).toHaveBeenCalledTimes(2);
});

test('answers that Redis does not take are sent when it does', async () => {
  const { take, begun, told, warn, redisTakes } = serve();
  redisTakes(false);
  await take({ id: 1 });
  begun[0]?.('first');
  await vi.waitUntil(() => warn.mock.calls.length > 1);
  await take({ id: 2 });
  begun[1]?.('second');
  redisTakes(true);
  await vi.waitUntil(() => told.length > 1);
  expect(told.map(([id]) => id).sort()).toEqual([1, 2]);
});
