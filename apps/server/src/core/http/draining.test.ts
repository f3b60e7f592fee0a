import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Draining } from './draining.ts';

let app: FastifyInstance;
let draining: Draining;
beforeEach(async () => {
  app = Fastify();
  draining = new Draining(0);
  draining.watch(app);
  app.get('/quick', () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

const QUESTION = 'GET /quick HTTP/1.1\r\nHost: x\r\n\r\n';

async function connected(): Promise<Socket> {
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

async function answer(socket: Socket): Promise<string> {
  socket.write(QUESTION);
  const [bytes] = await once(socket, 'data');
  return String(bytes).toLowerCase();
}

test('answers on a connection of before and on a new one, and each answer is its last', async () => {
  const before = await connected();
  expect(await answer(before)).toContain('connection: keep-alive');
  expect(draining.isBegun).toBe(false);
  await draining.run();
  expect(draining.isBegun).toBe(true);
  for (const socket of [before, await connected()]) {
    const ended = once(socket, 'close');
    const text = await answer(socket);
    expect(text).toContain('http/1.1 200 ');
    expect(text).toContain('connection: close');
    await ended;
  }
});
