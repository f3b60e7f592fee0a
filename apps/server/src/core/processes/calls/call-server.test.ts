/** What the engine does with calls that come again, with commands, and with answers that Redis does not take. */
import { EventEmitter } from 'node:events';
import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Keyed } from '../../commands/port.ts';
import { ReadAgainError } from '../../commands/rules.ts';
import { type Handlers, keySession, type OperatorTurns } from '../../http/handler.ts';
import type { Settle } from '../../sequencer/pending.ts';
import type { Answer } from '../../sequencer/submission.ts';
import { SubmitError } from '../../sequencer/submit-error.ts';
import { FORGOTTEN_BEATS } from '../limits.ts';
import type { AnswersMessage, NumberedCall, Outcome, SentCall } from '../messages.ts';
import { Names } from '../names.ts';
import type { RedisClient } from '../redis.ts';
import { unpackAnswers } from './answer-packing.ts';
import { CallServer } from './call-server.ts';
import { type Asks, packCommand } from './command-packing.ts';
import { Packer } from './packing.ts';
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

interface Begun {
  readonly keyed: Keyed;
  readonly settle: Settle<Answer>;
}

/** A server whose only handler, and whose commands, wait to be told what to answer. */
function serve() {
  const commands: Begun[] = [];
  const commit: (() => void)[] = [];
  const events = new EventEmitter();
  const begun: ((answer: string) => void)[] = [];
  const told: (readonly [id: number, body: string])[] = [];
  let isTaken = true;
  const lease = { held: () => true as const, beats: 1 };
  const place = names.answers('g');
  const sendCommand = async (words: readonly (string | Buffer)[]) => {
    if (!isTaken) throw new Error('the client is closed');
    if (words[0] === 'XADD') {
      const message = sealer.open<AnswersMessage>(place, words.at(-1) as Buffer);
      const note = (id: number, outcome: Outcome) => {
        const { kind } = outcome;
        told.push([id, kind === 'answer' ? outcome.body : 'code' in outcome ? outcome.code : kind]);
      };
      for (const [id, outcome] of message?.answers ?? []) note(id, outcome);
      if (message?.packed !== undefined) unpackAnswers(message.packed, note);
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
    commands: {
      take: (keyed, _asked, settle) => void commands.push({ keyed, settle }),
      submitEach: (keyed) =>
        new Promise((resolve, reject) => {
          commands.push({ keyed, settle: { resolve, reject } });
        }),
      find: async () => undefined,
    },
    sequencer: {
      onCommitted: (tell) => {
        commit.push(() => tell({} as never));
        return () => undefined;
      },
    },
    operatorGate: {} as OperatorTurns,
    events: events as never,
    lease,
    log: { warn, error: warn },
  });
  /** Of a gateway, with the beat that it had heard, if any. */
  const entryOf = (
    numbered: Pick<NumberedCall, 'id' | 'again'>,
    { gateway = 'g', beat }: { readonly gateway?: string; readonly beat?: number } = {},
  ) => {
    const calls = [{ ...numbered, route: 'transfer', call }];
    const message = { gateway, ...(beat !== undefined && { beat }), calls };
    return { id: '1-1', bytes: sealer.seal(names.calls(3), message) };
  };
  const take = (...sent: Parameters<typeof entryOf>) => server.take(entryOf(...sent));
  /** In one entry; bytes are a frame as it is. */
  const takeCommands = (...sent: readonly (Sent | Buffer)[]) => {
    const frames = sent.map((each) => (Buffer.isBuffer(each) ? each : framed(each)));
    const message = { gateway: 'g', calls: [], commands: Buffer.concat(frames) };
    return server.take({ id: '1-1', bytes: sealer.seal(names.calls(3), message) });
  };
  const committed = () => {
    for (const tell of commit) tell();
  };
  const redisTakes = (takes: boolean) => {
    isTaken = takes;
  };
  const calls = { lease, entryOf, take, begun, takeCommands, commands, committed };
  return { server, ...calls, events, told, warn, redisTakes };
}

interface Sent {
  readonly id: number;
  /** How far back the number is that it was sent under before. */
  readonly back?: number;
  readonly asks?: Asks;
  readonly sessionKey?: string;
}

const ORDER = { kind: 'cancel_order', owner: 3, order: { orderId: 5 } } as const;
const ONE: Asks = { kind: 'one', asked: { command: ORDER } };

function framed({ id, back = 0, asks = ONE, sessionKey = 'x' }: Sent): Buffer {
  const packer = new Packer();
  packer.frame(() => {
    packer.integer(id);
    packer.integer(back);
    const caller = { userId: 3, sessionKey, language: 'en', key: `k${id}` } as const;
    packCommand(packer, { ...caller, name: 'cancelOrder', fingerprint: 'f', asks });
  });
  return packer.packed();
}

const answer = (body: string): Answer => ({ status: 200, body, isReplay: false });

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

test('a command is under its caller’s key, and its answer goes out in the turn of its commit', async () => {
  const { takeCommands, commands, committed, told, server } = serve();
  await takeCommands({ id: 1 }, { id: 2, asks: { kind: 'each', elements: [] } });
  expect(commands.map(({ keyed }) => keyed)).toEqual(
    ['k1', 'k2'].map((key) => ({
      language: 'en',
      idempotency: { owner: 3, key, fingerprint: 'f', route: 'PUT coin/trade' },
    })),
  );
  commands[0]?.settle.resolve(answer('one'));
  committed();
  expect(told).toEqual([[1, 'one']]);
  commands[1]?.settle.resolve(answer('many'));
  await vi.waitUntil(() => told.length > 1);
  expect([told[1], server.workedOn]).toEqual([[2, 'many'], 0]);
});

test('what becomes of a command is told by its name: refused, to be read again, or without an answer', async () => {
  const { takeCommands, commands, told, warn } = serve();
  await takeCommands({ id: 1 }, { id: 2 }, { id: 3 }, { id: 4, asks: { kind: 'find' } });
  const errors = [new SubmitError('in_progress'), new ReadAgainError(), new Error('a fault')];
  for (const [at, error] of errors.entries()) commands[at]?.settle.reject(error);
  await vi.waitUntil(() => told.length > 3);
  expect(told.toSorted(([left], [right]) => left - right)).toEqual([
    [1, 'in_progress'],
    [2, 'read_again'],
    [3, 'internal'],
    [4, 'none'],
  ]);
  expect(warn).toHaveBeenCalledTimes(1);
});

test('a command whose session ended while it was on its way is refused', async () => {
  const { takeCommands, commands, told, events } = serve();
  events.emit('session_ended', { sessionKey: 'x' });
  await takeCommands({ id: 1 });
  await vi.waitUntil(() => told.length > 0);
  expect([told, commands]).toEqual([[[1, 'not_logged_in']], []]);
});

test('a command of a program whose key ended while it was on its way is refused', async () => {
  const { takeCommands, commands, told, events } = serve();
  events.emit('api_key_ended', { userId: 1, apiKeyId: 12 });
  // Under its new terms.
  events.emit('api_key_ended', { userId: 1, apiKeyId: 1, isEdited: true });
  await takeCommands({ id: 1, sessionKey: keySession(12) }, { id: 2, sessionKey: keySession(1) });
  await vi.waitUntil(() => told.length > 0);
  expect([told, commands.length]).toEqual([[[1, 'not_logged_in']], 1]);
});

test('a command that cannot be read is refused alone', async () => {
  const { takeCommands, commands, told } = serve();
  const broken = framed({ id: 2 });
  // Where its language stands, and where nothing could stand behind it.
  broken.fill(0xff, 12);
  await takeCommands({ id: 1 }, broken, Buffer.from([0, 0, 0, 0]), { id: 3 });
  await vi.waitUntil(() => told.length > 0);
  expect(told).toEqual([[2, 'validation_failed']]);
  expect(commands.map(({ keyed }) => keyed.idempotency.key)).toEqual(['k1', 'k3']);
});

test('a command that came again while it is under way is answered once, and one that came before is refused', async () => {
  const { takeCommands, commands, committed, told, warn } = serve();
  await takeCommands({ id: 1 }, { id: 3, back: 2 }, { id: 4, back: 1 }, { id: 4 }, { id: 2 });
  expect([commands.length, warn.mock.calls.length]).toEqual([1, 2]);
  commands[0]?.settle.resolve(answer('first'));
  committed();
  await takeCommands({ id: 5, back: 1 });
  commands[1]?.settle.resolve(answer('stored'));
  committed();
  expect(told).toEqual([
    [1, 'first'],
    [5, 'stored'],
  ]);
});

test('a gateway that is gone is forgotten in time, and nothing that it had sent is taken again', async () => {
  const { server, lease, entryOf, take, begun } = serve();
  const sent = Array.from({ length: 3 }, (_, at) =>
    entryOf({ id: at + 1 }, { gateway: 'gone', beat: 1 + at }),
  );
  lease.beats = 5;
  for (const entry of sent) await server.take(entry);
  // One call of it is still worked on.
  for (const answer of begun.slice(1)) answer('done');
  await setImmediatePromise();
  lease.beats += FORGOTTEN_BEATS + 1;
  await take({ id: 1 }, { gateway: 'next', beat: lease.beats });
  expect(server.gateways).toBe(2);
  begun[0]?.('done');
  await setImmediatePromise();
  // Restarts for months: each is forgotten once the next ones come.
  for (let start = 0; start < 50; start += 1) {
    lease.beats += FORGOTTEN_BEATS + 1;
    await take({ id: 1 }, { gateway: `start ${start}`, beat: lease.beats });
    begun.at(-1)?.('done');
    await setImmediatePromise();
    expect(server.gateways).toBeLessThanOrEqual(3);
  }
  const taken = begun.length;
  for (const entry of sent) await server.take(entry);
  expect(begun).toHaveLength(taken);
});

test('one that was only silent goes on, and one of a version that says no beat is never forgotten', async () => {
  const { server, lease, take, entryOf, begun } = serve();
  const answered = async () => {
    begun.at(-1)?.('done');
    await setImmediatePromise();
  };
  const old = entryOf({ id: 7 }, { gateway: 'old' });
  await server.take(old);
  await answered();
  await take({ id: 4 }, { gateway: 'silent', beat: 1 });
  await answered();
  lease.beats += FORGOTTEN_BEATS + 1;
  await take({ id: 1 }, { gateway: 'another', beat: lease.beats });
  await answered();
  expect(server.gateways).toBe(2);
  await take({ id: 5 }, { gateway: 'silent', beat: lease.beats - 5 });
  await answered();
  expect(begun).toHaveLength(4);
  await server.take(old);
  expect(begun).toHaveLength(4);
});
