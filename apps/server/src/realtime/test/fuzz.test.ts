/**
 * The live socket, attacked by machine (cases.md X13, H7, V1). Goal: whatever is sent, each question has an
 * answer of the contract or its connection ends; the server and every other connection go on; nobody hears what is
 * another's. Method: seeded events with junk in place of what is asked, packets with bytes changed, and rooms that a
 * stranger could guess, while the victim trades.
 */
import { ERROR_CODES, PRIVATE_EVENTS } from '@fairlead/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { LiveFixture } from '../../../test/support/live-fixture.ts';
import { limit, MAKER, TAKER } from '../../../test/support/test-sequencer.ts';

const SEED = 7;
const TOKEN = 'a-token-of-the-victim';

let live: LiveFixture;
beforeAll(async () => {
  // Limits have tests of their own; here they would hide what is behind them.
  live = await LiveFixture.open({ limitFactor: 1_000 });
  live.addSession(TOKEN, MAKER);
  live.addSession('a-token-of-the-stranger', TAKER);
});
afterAll(() => live.close());

const EVENTS = ['login', 'subscribe', 'unsubscribe', 'data', 'order', 'join', '', '__proto__'];
const NAMES = ['channels', 'token', 'lang', '__proto__', 'constructor', 'toString', 'length'];
const CHANNELS = [
  'ticker',
  'depth:BTC/USDT',
  'depth:BTC/USDT ',
  'depth:XRP/USDT',
  'candle:BTC/USDT:1m:index',
  'candle:BTC/USDT:__proto__',
  'index:__proto__/X',
  'trades:BTC/USDT\u0000',
  'order',
  `user:${MAKER}`,
  `${MAKER}`,
  `key of ${TOKEN}`,
  TOKEN,
  '*',
  '',
];
const junk: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 0, -1, 1e308, '', TOKEN.slice(1), '\ud800', 'x'.repeat(60)),
    fc.constantFrom(...CHANNELS),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    fc.array(fc.constantFrom(...CHANNELS), { maxLength: 70, size: 'max' }).map((channels) => ({
      channels,
    })),
  ),
})).value;

/** Another connection is served as ever. */
async function goesOn(): Promise<void> {
  const client = await live.connect();
  expect(await client.subscribe('ticker')).toMatchObject({ ok: true });
  client.socket.disconnect();
  expect(live.warnings).toEqual([]);
}

describe('X13: what no client of ours sends', () => {
  test('each question with junk in it has an answer of the contract', async () => {
    const client = await live.connect();
    const question = fc.tuple(fc.constantFrom('login', 'subscribe', 'unsubscribe'), junk);
    await fc.assert(
      fc.asyncProperty(question, async ([event, request]) => {
        const ack = await client.ask(event, request);
        if (ack.ok) expect(Object.keys(ack).sort()).toEqual(['ok', 'time']);
        else expect(ERROR_CODES).toContain(ack.error);
      }),
      { seed: SEED, numRuns: 300 },
    );
    await goesOn();
  });

  test('events of any name with any number of arguments are heard by nobody', async () => {
    const client = await live.connect();
    const call = fc.tuple(fc.constantFrom(...EVENTS), fc.array(junk, { maxLength: 4 }));
    for (const [event, args] of fc.sample(call, { seed: SEED, numRuns: 300 }))
      client.socket.emit(event === '' ? 'nameless' : event, ...args);
    await client.settle();
    await goesOn();
  });

  test('packets with bytes changed end at most their own connection', async () => {
    const packets = [
      '40',
      '42["subscribe",{"channels":["ticker"]}]',
      '421["login",{"token":"x"}]',
      '451-["subscribe",{"_placeholder":true,"num":0}]',
      '430[{"ok":true}]',
      '2probe',
    ];
    const changed = fc
      .tuple(
        fc.constantFrom(...packets),
        fc.array(fc.tuple(fc.nat(45), fc.nat(255)), { maxLength: 4 }),
        fc.nat(60),
      )
      .map(([packet, edits, length]) => {
        const bytes = Buffer.from(packet);
        for (const [at, byte] of edits) if (at < bytes.length) bytes[at] = byte;
        return bytes.subarray(0, length);
      });
    const frame = fc.tuple(changed, fc.boolean());
    const url = `${live.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    for (const frames of fc.sample(fc.array(frame, { minLength: 1, maxLength: 6 }), {
      seed: SEED,
      numRuns: 60,
    })) {
      const socket = new WebSocket(url);
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('message', resolve));
      socket.send('40');
      for (const [bytes, isBinary] of frames) socket.send(bytes, { binary: isBinary });
      const over = new Promise((resolve) => socket.once('close', resolve));
      socket.terminate();
      await over;
    }
    await goesOn();
  });

  test('no name of a room lets a stranger hear what is of another', async () => {
    const [victim, stranger, guest] = [
      await live.connect(),
      await live.connect(),
      await live.connect(),
    ];
    expect(await victim.ask('login', { token: TOKEN })).toMatchObject({ ok: true });
    expect(await stranger.ask('login', { token: 'a-token-of-the-stranger' })).toMatchObject({
      ok: true,
    });
    for (const channel of CHANNELS)
      for (const client of [stranger, guest]) {
        await client.subscribe(channel);
        await client.ask('subscribe', { channels: [channel], user_id: MAKER });
        await client.ask('login', { token: channel, user_id: MAKER });
      }
    const before = victim.of('order').length;
    await live.market.run(limit(MAKER, 'buy', [9_000, 1]));
    await victim.until(() => victim.of('order').length > before);
    for (const client of [stranger, guest]) {
      await client.settle();
      for (const event of PRIVATE_EVENTS)
        for (const value of client.of<object>(event))
          expect(JSON.stringify(value), event).not.toContain('9000');
      expect(client.of('order')).toEqual([]);
    }
    await goesOn();
  });
});
