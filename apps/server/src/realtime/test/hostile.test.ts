import net from 'node:net';
import { SUBSCRIPTIONS_MAX } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { LiveFixture } from '../../../test/support/live-fixture.ts';
import { limit, TAKER } from '../../../test/support/test-sequencer.ts';
import { FRAME_BYTES_MAX } from '../limits.ts';

let live: LiveFixture;

describe('X13: hostile clients', () => {
  beforeAll(async () => {
    live = await LiveFixture.open();
  });
  afterAll(() => live.close());

  const alive = async () => {
    const client = await live.connect();
    expect(await client.subscribe('ticker')).toMatchObject({ ok: true });
  };

  test('more channels than allowed are refused whole', async () => {
    const client = await live.connect();
    const channels = ['1m', '5m', '15m', '30m', '60m', '1d', '1w', '1M'].flatMap((period) => [
      `candle:BTC/USDT:${period}`,
      `candle:BTC/USDT:${period}:index`,
    ]);
    expect(await client.subscribe(...channels)).toMatchObject({ ok: true });
    const many = Array.from({ length: SUBSCRIPTIONS_MAX + 1 }, () => 'ticker');
    expect(await client.subscribe(...many)).toEqual({ ok: false, error: 'validation_failed' });
  });

  test('too many messages are refused, and a flood is cut off', async () => {
    const client = await live.connect();
    const asked = Array.from({ length: 180 }, () => client.subscribe('ticker'));
    const acks = await Promise.all(asked);
    expect(acks.filter((ack) => !ack.ok && ack.error === 'rate_limited').length).toBeGreaterThan(
      10,
    );
    const flooder = await live.connect();
    for (let index = 0; index < 2_000; index += 1) flooder.socket.emit('nonsense', index);
    await flooder.until(() => flooder.of('disconnect')[0] !== undefined);
    await alive();
  });

  test('a frame of 1 MB ends the connection, not the server', async () => {
    const client = await live.connect();
    client.socket.emit('subscribe', { channels: ['x'.repeat(1024 * 1024)] });
    await client.until(() => client.of('disconnect')[0] !== undefined);
    expect(FRAME_BYTES_MAX).toBeLessThan(64 * 1024);
    await alive();
  });

  test.each([
    ['a broken packet', '42["subscribe"'],
    ['an unknown type', '4999'],
    ['a binary event without its parts', '451-["x",{"_placeholder":true,"num":5}]'],
    ['a reserved event', '42["disconnecting"]'],
    ['an event named by a number', '42[1e309]'],
    ['no JSON at all', '42{{{{'],
  ])('%s ends at most its own connection', async (_name, packet) => {
    const socket = new WebSocket(
      `${live.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
    );
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send('40');
    await new Promise((resolve) => socket.once('message', resolve));
    socket.send(packet);
    await alive();
    socket.terminate();
  });

  test('a page of another origin gets nothing; ours and other programs do (H7)', async () => {
    const origin = (value: string) => live.connect({ extraHeaders: { origin: value } });
    await expect(origin('https://evil.example')).rejects.toThrow();
    await expect(origin('null')).rejects.toThrow();
    await expect(origin('https://exchange.example.evil.example')).rejects.toThrow();
    await expect(origin('https://exchange.example')).resolves.toBeDefined();
    await expect(origin(live.url)).resolves.toBeDefined();
    await alive();
  });

  test('one address has so many connections and no more', async () => {
    const limited = await LiveFixture.open({ limitFactor: 0.02 });
    try {
      await limited.connect();
      await limited.connect();
      await expect(limited.connect()).rejects.toThrow();
    } finally {
      await limited.close();
    }
  });
});

test.each(['', '&sid=', '&sid=x&sid='])(
  'handshakes with "%s" that never join count for their address until they close',
  async (query) => {
    const limited = await LiveFixture.open({ limitFactor: 0.02 });
    const opened: WebSocket[] = [];
    const open = () => {
      const url = `${limited.url.replace('http', 'ws')}/socket.io/`;
      const socket = new WebSocket(`${url}?EIO=4&transport=websocket${query}`);
      opened.push(socket);
      return new Promise((resolve, reject) => {
        // The handshake's packet: by now the connection is counted.
        socket.once('message', resolve);
        socket.once('error', reject);
      });
    };
    try {
      await open();
      await open();
      await expect(open()).rejects.toThrow('400');
      const polling = `${limited.url}/socket.io/?EIO=4&transport=polling${query}`;
      expect((await fetch(polling)).status).toBe(403);
      expect(limited.realtime.connected).toBe(0);
      for (const socket of opened) socket.terminate();
      await expect.poll(() => open().then(() => 'open', String)).toBe('open');
    } finally {
      for (const socket of opened) socket.terminate();
      await limited.close();
    }
  },
);

test('a login that fails on our side is answered, and the server goes on', async () => {
  const find = () => Promise.reject(new Error('the database is away'));
  const failing = await LiveFixture.open({ sessions: { find } });
  try {
    const client = await failing.connect();
    expect(await client.ask('login', { token: 'maker' })).toEqual({
      ok: false,
      error: 'unavailable',
    });
    expect(await client.subscribe('ticker')).toMatchObject({ ok: true });
    expect(failing.warnings).toEqual(['the live socket failed']);
  } finally {
    await failing.close();
  }
});

test('X14: a reader that does not read is cut off, and costs bounded memory', async () => {
  const slow = await LiveFixture.open({ slowBytesMax: 64 * 1024 });
  const { port } = new URL(slow.url);
  const socket = net.connect(Number(port), '127.0.0.1');
  try {
    socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    const frame = (text: string) => {
      const mask = Buffer.alloc(4);
      return Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, Buffer.from(text)]);
    };
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write(frame('40'));
    await new Promise((resolve) => socket.once('data', resolve));
    for (let price = 9_000; price < 9_200; price += 1) {
      await slow.market.run(limit(TAKER, 'buy', [price, 1]));
    }
    socket.pause();
    const witness = await slow.connect();
    expect(slow.realtime.connected).toBe(2);
    // Each asks for a snapshot of 5 KB: more than the kernel's buffers hold, in the end.
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    const ask = frame('42["subscribe",{"channels":["depth:BTC/USDT"]}]');
    const asking = setInterval(() => {
      slow.market.clock.nowMs += 1_000;
      for (let index = 0; index < 20; index += 1) socket.write(ask);
    }, 5);
    while (!slow.warnings.includes('slow readers were cut off')) await witness.settle();
    clearInterval(asking);
    socket.destroy();
    await closed;
    expect(slow.realtime.connected).toBe(1);
  } finally {
    socket.destroy();
    await slow.close();
  }
});
