/** Which engine a gateway's call goes to, and whose answer counts. The other end is a list of what was sent. */
import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { ProblemError } from '@fairlead/contract';
import type { Command } from '@fairlead/engine';
import { priceTicks, quantityLots } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answer, Call } from '../../http/handler.ts';
import { CALLS_MAX, KEYED_CALL_MS, SWEEP_MS } from '../limits.ts';
import type { CallsMessage } from '../messages.ts';
import { Names } from '../names.ts';
import { TERMS } from '../protocol.ts';
import type { RedisClient } from '../redis.ts';
import { packAnswer } from './answer-packing.ts';
import { CallClient } from './call-client.ts';
import type { SentCommand } from './command-packing.ts';
import { Packer, Unpacker } from './packing.ts';
import { Sealer } from './sealer.ts';

const names = new Names('test');
const sealer = new Sealer(new Uint8Array(32));
const OK = { kind: 'answer', status: 200, body: '{}', isReplay: false } as const;

/** What was added to which stream; answers as Redis does. */
let sent: { readonly place: string; readonly message: CallsMessage }[];
let streams: Set<string>;
let isAway: boolean;
let isTaken: Promise<void> | undefined;
let client: CallClient;

beforeEach(() => {
  sent = [];
  streams = new Set();
  isAway = false;
  isTaken = undefined;
  const sendCommand = async (words: readonly (string | Buffer)[]) => {
    if (isAway) throw new Error('the client is closed');
    const place = String(words[1]);
    if (!streams.has(place)) return null;
    const message = sealer.open<CallsMessage>(place, words.at(-1) as Buffer);
    if (message !== undefined) sent.push({ place, message });
    await isTaken;
    return Buffer.from('1-1');
  };
  const redis = { sendCommand } as unknown as RedisClient;
  client = new CallClient({ redis, sealer, names, gateway: 'g', log: { warn: () => undefined } });
});
afterEach(() => client.stop());

function lead(epoch: number): void {
  streams.add(names.calls(epoch));
  client.engineIs({ epoch });
}

const call = (idempotencyKey = ''): Call => ({ idempotencyKey, input: {} }) as unknown as Call;
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'ok',
    (error: unknown) => (error instanceof ProblemError ? error.code : String(error)),
  );
const command: SentCommand = {
  ...{ name: 'placeOrder', userId: 3, sessionKey: 'x', language: 'en', key: 'a' },
  ...{ fingerprint: 'f', asks: { kind: 'find' } },
};
/** Numbers of what was sent as commands, each with how far back the one before is. */
const framesOf = (commands: Buffer | undefined) =>
  [...new Unpacker(commands ?? Buffer.alloc(0)).frames()].map((frame) => [
    frame.integer(),
    frame.integer(),
  ]);
const idsTo = (epoch: number) =>
  sent
    .filter(({ place }) => place === names.calls(epoch))
    .flatMap(({ message }) => message.calls.map(({ id }) => id));

describe('a gateway', () => {
  test('sends calls of one turn together, and believes the engine that it asked', async () => {
    lead(3);
    const answers = [client.call('transfer', call('a')), client.call('alerts', call())];
    await setImmediatePromise();
    expect(sent).toHaveLength(1);
    const [first = 0, second = 0] = idsTo(3);
    client.take({ epoch: 2, answers: [[first, OK]] });
    expect(client.waiting).toBe(2);
    client.take({
      epoch: 3,
      answers: [
        [second, OK],
        [first, OK],
        [first, OK],
      ],
    });
    expect((await Promise.all(answers)).map((answer) => (answer as Answer).status)).toEqual([
      200, 200,
    ]);
  });

  test('says the last beat that it has heard of the engine, and none of another one', async () => {
    lead(3);
    client.engineSays({ epoch: 2, beat: 90 });
    void client.ask('transfer', call('a'));
    await setImmediatePromise();
    client.engineSays({ epoch: 3, beat: 9 });
    void client.ask('transfer', call('b'));
    await setImmediatePromise();
    lead(4);
    await setImmediatePromise();
    const beats = sent.map(({ place, message }) => [place, message.beat]);
    expect(beats).toEqual([
      [names.calls(3), undefined],
      [names.calls(3), 9],
      [names.calls(4), undefined],
    ]);
  });

  test('sends what comes while an entry is on its way together, in the next one', async () => {
    const takenAt = Promise.withResolvers<void>();
    isTaken = takenAt.promise;
    lead(3);
    const answers = [client.call('transfer', call('a'))];
    await setImmediatePromise();
    for (const key of ['b', 'c']) {
      answers.push(client.call('transfer', call(key)));
      await setImmediatePromise();
    }
    expect(sent.map(({ message }) => message.calls.length)).toEqual([1]);
    takenAt.resolve();
    await vi.waitUntil(() => sent.length > 1);
    expect(sent.map(({ message }) => message.calls.length)).toEqual([1, 2]);
    client.take({ epoch: 3, answers: idsTo(3).map((id) => [id, OK]) });
    await Promise.all(answers);
  });

  test('sends what has a key to the next engine, refuses what has none, and hears no old answer', async () => {
    lead(3);
    const keyed = client.call('transfer', call('a'));
    const unkeyed = codeOf(client.call('alerts', call()));
    await setImmediatePromise();
    const [id = 0] = idsTo(3);
    lead(5);
    await setImmediatePromise();
    expect(await unkeyed).toBe('unavailable');
    const [anew = 0, ...others] = idsTo(5);
    expect([anew > id, others]).toEqual([true, []]);
    // The engine of epoch 3 woke, answers, and says once more that it leads.
    client.take({ epoch: 3, answers: [[id, { kind: 'problem', code: 'internal' }]] });
    client.engineIs({ epoch: 3 });
    client.take({ epoch: 5, answers: [[anew, OK]] });
    expect(((await keyed) as Answer).status).toBe(200);
  });

  test('without an engine it keeps what has a key for the next one', async () => {
    lead(3);
    client.engineIsAway();
    expect(await codeOf(client.call('alerts', call()))).toBe('unavailable');
    const keyed = client.call('transfer', call('a'));
    await setImmediatePromise();
    expect(sent).toEqual([]);
    lead(4);
    await setImmediatePromise();
    client.take({ epoch: 4, answers: idsTo(4).map((id) => [id, OK]) });
    expect(((await keyed) as Answer).status).toBe(200);
  });

  test('an engine whose stream is gone is gone', async () => {
    client.engineIs({ epoch: 3 });
    const keyed = codeOf(client.call('transfer', call('a')));
    const unkeyed = codeOf(client.call('alerts', call()));
    await vi.waitUntil(() => !client.hasEngine);
    expect(await unkeyed).toBe('unavailable');
    lead(4);
    await setImmediatePromise();
    client.take({ epoch: 4, answers: idsTo(4).map((id) => [id, OK]) });
    expect(await keyed).toBe('ok');
  });

  test('sends what has a key again to an engine that was not heard, under a new number that names the old one', async () => {
    lead(3);
    const calls = ['a', 'b'].map((key) => client.call('transfer', call(key)));
    const unkeyed = codeOf(client.call('alerts', call()));
    await setImmediatePromise();
    client.engineIsAway();
    expect(await unkeyed).toBe('unavailable');
    const late = client.call('transfer', call('c'));
    client.engineIs({ epoch: 3 });
    await setImmediatePromise();
    const again = sent.at(-1)?.message.calls.map(({ id, again }) => [id, again]);
    expect(again).toEqual([
      [4, 1],
      [5, 2],
      [6, undefined],
    ]);
    // The first answer to either number counts, once.
    client.take({
      epoch: 3,
      answers: [
        [1, OK],
        [4, { kind: 'problem', code: 'internal' }],
        [5, OK],
        [6, OK],
      ],
    });
    const statuses = (await Promise.all([...calls, late])).map((each) => (each as Answer).status);
    expect(statuses).toEqual([200, 200, 200]);
    expect(client.waiting).toBe(0);
  });

  test('keeps what Redis did not take, if it has a key', async () => {
    isAway = true;
    lead(3);
    const keyed = client.call('transfer', call('a'));
    expect(await codeOf(client.call('alerts', call()))).toBe('unavailable');
    expect([client.waiting, client.hasEngine]).toEqual([1, false]);
    isAway = false;
    lead(3);
    await setImmediatePromise();
    client.take({ epoch: 3, answers: idsTo(3).map((id) => [id, OK]) });
    expect(((await keyed) as Answer).status).toBe(200);
  });

  test('refuses a call that cannot be written, and sends the others of its turn', async () => {
    lead(3);
    const before = client.call('transfer', call('a'));
    const unwritable = { ...call('b'), input: { fields: () => undefined } } as unknown as Call;
    const refused = codeOf(client.call('transfer', unwritable));
    const after = client.call('alerts', call());
    await setImmediatePromise();
    expect(await refused).toBe('validation_failed');
    expect([client.hasEngine, client.waiting]).toEqual([true, 2]);
    // A number that was never sent could not be named when a call is sent again.
    expect(idsTo(3)).toEqual([1, 3]);
    client.take({ epoch: 3, answers: idsTo(3).map((id) => [id, OK]) });
    expect((await Promise.all([before, after])).map((answer) => (answer as Answer).status)).toEqual(
      [200, 200],
    );
  });

  test('sends the command of a call where it is taken, behind the calls of its turn; and the call where it is not', async () => {
    streams.add(names.calls(3));
    client.engineIs({ epoch: 3, takesCommands: true });
    const asked = client.ask('placeOrder', call('a'), command);
    const alerts = client.call('alerts', call());
    const unwritable = { ...command, userId: -1 };
    const refused = client.ask('placeOrder', call('b'), unwritable);
    await setImmediatePromise();
    const [first] = sent;
    expect(sent).toHaveLength(1);
    expect(await refused).toMatchObject({ kind: 'problem', code: 'validation_failed' });
    expect(first?.message.calls.map(({ id, route }) => [id, route])).toEqual([[1, 'alerts']]);
    expect(framesOf(first?.message.commands)).toEqual([[2, 0]]);
    client.take({ epoch: 3, answers: [[1, OK]] });
    await alerts;
    // The same engine is heard again, then one of the version before leads.
    client.engineIsAway();
    client.engineIs({ epoch: 3, takesCommands: true });
    await setImmediatePromise();
    expect(framesOf(sent[1]?.message.commands)).toEqual([[4, 2]]);
    lead(5);
    await setImmediatePromise();
    const last = sent.at(-1)?.message;
    expect(last?.calls.map(({ id, again, route }) => [id, again, route])).toEqual([
      [5, 4, 'placeOrder'],
    ]);
    expect(last?.commands).toBeUndefined();
    const packer = new Packer();
    // What cannot be read is passed over: an entry must not be read for ever.
    packer.frame(() => packer.integer(5));
    packAnswer(packer, 5, { ...OK, kind: 'answer', body: '{"ü":1}', isReplay: true, status: 422 });
    client.take({ epoch: 5, answers: [], packed: packer.packed() });
    expect(await asked).toEqual({ kind: 'answer', status: 422, body: '{"ü":1}', isReplay: true });
  });

  test('sends an engine of the version before nothing that it would pass over, and everything to one that knows it', async () => {
    const order = {
      ...({ kind: 'place_order', owner: 3, marketId: 1, side: 'buy', type: 'limit' } as const),
      ...({ timeInForce: 'gtc', price: priceTicks(1), quantity: quantityLots(2) } as const),
    };
    const one = (asked: Command): SentCommand['asks'] => ({
      kind: 'one',
      asked: { command: asked },
    });
    const stop: Command = {
      ...({
        kind: 'place_trigger',
        owner: 3,
        marketId: 1,
        side: 'sell',
        triggerKind: 'stop',
      } as const),
      ...({ triggerBy: 'index', triggerPrice: priceTicks(9) } as const),
      order: { ...order, display: quantityLots(1), selfTrade: 'expire_both' },
      expiresAtMs: 7,
    };
    const trigger = { triggerId: 4 };
    const shown = { ...order, display: quantityLots(1) };
    const untouched: Command = {
      ...({ kind: 'cancel_order', owner: 3, order: { orderId: 4 } } as const),
      onlyFilled: 'nothing',
    };
    const isNew: SentCommand['asks'][] = [
      ...[stop, shown, untouched, { ...order, expiresAtMs: 7 }].map(one),
      one({ kind: 'amend_trigger', owner: 3, marketId: 1, trigger, quantity: quantityLots(1) }),
      one({ kind: 'place_list', owner: 3, marketId: 1, legs: [] }),
      one({ kind: 'close_position', owner: 3, positionId: 4, lots: 1 }),
      { kind: 'each', elements: [{ command: order }, { command: shown }] },
    ];
    const ask = (asks: SentCommand['asks'], at: number) => {
      const key = `k${at}`;
      return client.ask('placeOrder', call(key), { ...command, key, asks });
    };
    for (const says of [{}, { takesCommands: true }]) {
      const epoch = says.takesCommands === true ? 5 : 3;
      streams.add(names.calls(epoch));
      client.engineIs({ epoch, ...says });
      const refused = await Promise.all(isNew.map(ask));
      expect(new Set(refused.map((outcome) => JSON.stringify(outcome)))).toEqual(
        new Set(['{"kind":"problem","code":"unavailable"}']),
      );
      expect([sent.length, client.waiting]).toEqual([0, 0]);
    }
    // What it knows goes to it beside them, under the next number.
    const [refused, taken] = [ask(one(stop), 1), ask(one(order), 2)];
    await setImmediatePromise();
    expect(await refused).toMatchObject({ code: 'unavailable' });
    expect(framesOf(sent.at(-1)?.message.commands)).toEqual([[1, 0]]);
    client.take({ epoch: 5, answers: [[1, OK]] });
    expect(await taken).toEqual(OK);
    streams.add(names.calls(7));
    client.engineIs({ epoch: 7, takesCommands: true, terms: TERMS });
    const all = isNew.map(ask);
    await setImmediatePromise();
    const ids = framesOf(sent.at(-1)?.message.commands).map(([id = 0]) => id);
    expect(ids).toHaveLength(isNew.length);
    client.take({ epoch: 7, answers: ids.map((id) => [id, OK]) });
    expect(await Promise.all(all)).toEqual(isNew.map(() => OK));
  });

  test('gives up in time, and takes no more than it can hold', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      const timed = new CallClient({
        redis: {} as RedisClient,
        sealer,
        names,
        gateway: 'g',
        log: { warn: () => undefined },
      });
      const waiting = Array.from({ length: CALLS_MAX }, () =>
        codeOf(timed.call('transfer', call('a'))),
      );
      expect(await codeOf(timed.call('transfer', call('b')))).toBe('overloaded');
      await vi.advanceTimersByTimeAsync(KEYED_CALL_MS + SWEEP_MS);
      expect(new Set(await Promise.all(waiting))).toEqual(new Set(['unavailable']));
      timed.stop();
    } finally {
      vi.useRealTimers();
    }
  });

  test('what another engine has run comes behind calls, gives its result, and is never sent again', async () => {
    lead(3);
    const run = { command: { kind: 'settle_due' }, homeSequence: 7 } as const;
    const results = [client.run(run), client.run(run)];
    const keyed = client.call('transfer', call('a'));
    await setImmediatePromise();
    const { calls, runs } = sent[0]?.message ?? {};
    expect(calls?.map(({ id }) => id)).toEqual([1]);
    expect(runs).toEqual([
      { ...run, id: 2 },
      { ...run, id: 3 },
    ]);
    const result = { ok: false, reject: 'terms_invalid' } as const;
    client.take({ epoch: 3, answers: [[2, { kind: 'result', result }]] });
    expect(await results[0]).toEqual(result);
    client.engineIsAway();
    expect(await codeOf(results[1] as Promise<unknown>)).toMatch(/unavailable/);
    lead(4);
    await setImmediatePromise();
    expect(sent.at(-1)?.message.runs).toBeUndefined();
    client.take({ epoch: 4, answers: idsTo(4).map((id) => [id, OK]) });
    await keyed;
    client.engineIsAway();
    expect(await codeOf(client.run(run))).toMatch(/unavailable/);
  });
});
