import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerClientError, refuseWhileClosing } from './client-errors.ts';
import { addProblemHandlers } from './problems.ts';

let app: FastifyInstance;
let enter: () => void;
let leave: () => void;
beforeEach(async () => {
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  app = Fastify({ clientErrorHandler: answerClientError, return503OnClosing: false });
  addProblemHandlers(app);
  refuseWhileClosing(app);
  app.get('/quick', () => 'done');
  app.get('/slow', async () => {
    enter();
    await left;
    return 'done';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  leave();
  await app.close();
});

/** Sends bytes and gives all that comes until the connection ends. */
function send(bytes: string): { readonly socket: net.Socket; readonly answer: Promise<string> } {
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const parts: Buffer[] = [];
  socket.on('data', (part) => parts.push(part));
  // The server does not read to the end of what is too long.
  socket.on('error', () => undefined);
  socket.write(bytes);
  const answer = once(socket, 'close').then(() => Buffer.concat(parts).toString());
  return { socket, answer };
}

test.each([
  [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431', 'body_too_large'],
  ['this is no HTTP\r\n\r\n', '400', 'validation_failed'],
])('%.30s… is answered %s in the envelope: %s', async (bytes, status, error) => {
  const [head = '', body = ''] = (await send(bytes).answer).split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(head).toContain("default-src 'none'");
  expect(JSON.parse(body)).toEqual({
    type: 'error',
    code: 0,
    error,
    message: expect.stringMatching(/./),
  });
});

test('while the server closes, a call on an open connection is told so in the envelope', async () => {
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const { socket, answer } = send(get('/slow'));
  await entered;
  const closed = app.close();
  const refused = once(app.server, 'request');
  socket.write(get('/quick'));
  await refused;
  leave();
  const [, second = ''] = (await answer).split(/(?=HTTP\/1\.1 503)/);
  expect(JSON.parse(second.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    type: 'error',
    code: 0,
    error: 'unavailable',
  });
  await closed;
});
