/**
 * Requests to endpoints. Goal: no connection is made to an address that was not checked, whatever the name says a moment later
 * or an answer leads to; nothing keeps a try longer than its time.
 */
import { createSocket } from 'node:dgram';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { isPublicAddress } from './addresses.ts';
import { resolveAll, WebhookSender, type WebhookSenderParts } from './sender.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const DEMO = { allowsHttp: true, privateHosts: [] };
const send = (port: number, parts: Partial<WebhookSenderParts>) =>
  new WebhookSender({ rules: DEMO, ...parts }).send({
    url: `http://hooks.example.com:${port}/in`,
    headers: { 'webhook-id': 'msg_1' },
    body: '{"a":"é"}',
  });
/** As if the machine itself were public: what is tried here is where a connection goes. */
const here = { resolve: async () => ['127.0.0.1'], admits: () => true };

test('the address that was checked is the one that is connected to, under the name that was asked for', async () => {
  let seen: unknown;
  const port = await listen((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const { host, 'webhook-id': id } = request.headers;
      seen = { host, id, body: Buffer.concat(parts).toString(), method: request.method };
      response.writeHead(204).end();
    });
  });
  let asked = 0;
  const outcome = await send(port, {
    ...here,
    // A second answer would lead elsewhere: it is never asked for.
    resolve: async () => (asked++ === 0 ? ['127.0.0.1'] : ['203.0.113.9']),
  });
  expect(outcome).toEqual({ code: 204 });
  expect(asked).toBe(1);
  const host = `hooks.example.com:${port}`;
  expect(seen).toEqual({ host, id: 'msg_1', body: '{"a":"é"}', method: 'POST' });
});

test.each([
  [['127.0.0.1']],
  [['8.8.8.8', '127.0.0.1']],
  [['::ffff:127.0.0.1']],
  [['::1']],
  [['169.254.169.254']],
])('a name of %j is not connected to', async (addresses) => {
  let isReached = false;
  const port = await listen((_request, response) => {
    isReached = true;
    response.end();
  });
  expect(await send(port, { resolve: async () => addresses })).toEqual({ failure: 'address' });
  expect(isReached).toBe(false);
});

/** Answers A and AAAA of `known.test`, and nothing of any other name. */
async function nameServer() {
  const socket = createSocket('udp4', (query, from) => {
    const end = query.indexOf(0, 12);
    if (!query.subarray(12, end).includes('known')) return;
    const type = query.readUInt16BE(end + 1);
    const address =
      type === 1 ? Buffer.from([8, 8, 8, 8]) : Buffer.from('fd00'.padEnd(32, '0'), 'hex');
    const head = Buffer.from('c00c00000001000000000000', 'hex');
    head.writeUInt16BE(type, 2);
    head.writeUInt16BE(address.length, 10);
    const flags = Buffer.from('81800001000100000000', 'hex');
    const asked = query.subarray(12, end + 5);
    socket.send(Buffer.concat([query.subarray(0, 2), flags, asked, head, address]), from.port);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { at: `127.0.0.1:${socket.address().port}`, stop: () => socket.close() };
}

test('every address of a name is asked for, and names that nobody answers for hold up no other', async () => {
  const { at, stop } = await nameServer();
  const silent = Array.from({ length: 64 }, (_, count) => resolveAll(`${count}.silent.test`, [at]));
  const ended = Promise.allSettled(silent);
  expect(await resolveAll('known.test', [at])).toEqual(['8.8.8.8', 'fd00::']);
  stop();
  for (const { status } of await ended) expect(status).toBe('rejected');
}, 600_000);

test.each([301, 302, 303, 307, 308])('%i leads nowhere', async (status) => {
  let isReached = false;
  const inner = await listen((_request, response) => {
    isReached = true;
    response.end();
  });
  const port = await listen((_request, response) =>
    response.writeHead(status, { location: `http://127.0.0.1:${inner}/` }).end(),
  );
  expect(await send(port, here)).toEqual({ code: status, failure: 'redirect' });
  expect(isReached).toBe(false);
});

test('what an endpoint answers is said, and how long it wants to rest', async () => {
  const answers = [
    [500, {}],
    [429, { 'retry-after': '90' }],
    [503, { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }],
    [404, { 'retry-after': '90' }],
  ] as const;
  const outcomes: unknown[] = [];
  for (const [code, headers] of answers) {
    const port = await listen((_request, response) => response.writeHead(code, headers).end());
    outcomes.push(await send(port, here));
  }
  expect(outcomes).toEqual([
    { code: 500, failure: 'status' },
    { code: 429, failure: 'status', afterMs: 90_000 },
    { code: 503, failure: 'status' },
    { code: 404, failure: 'status' },
  ]);
});

test('one that never answers, or whose name never resolves, is given up', async () => {
  const port = await listen(() => undefined);
  expect(await send(port, { ...here, timeoutMs: 50 })).toEqual({ failure: 'timeout' });
  const resolve = () => new Promise<never>(() => undefined);
  expect(await send(port, { resolve, timeoutMs: 50 })).toEqual({ failure: 'timeout' });
});

test('an answer that never ends keeps nobody', async () => {
  const port = await listen((_request, response) => void response.writeHead(200).write('x'));
  expect(await send(port, here)).toEqual({ code: 200 });
});

test('an answer that is none, as one that goes on as another protocol, keeps nobody', async () => {
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';
  for (const text of [switching, '\0\0', '']) {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(text));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await send(port, here)).toEqual({ failure: 'unreachable' });
    await new Promise((done) => server.close(done));
  }
});

test('nobody there, no such name, no TLS', async () => {
  const port = await listen((_request, response) => response.end());
  const rules = { allowsHttp: false, privateHosts: [] };
  const secure = new WebhookSender({ rules, ...here });
  const request = { url: `https://hooks.example.com:${port}/`, headers: {}, body: '' };
  expect(await secure.send(request)).toEqual({ failure: 'certificate' });
  const lost = { ...here, resolve: () => Promise.reject(new Error('ENOTFOUND')) };
  expect(await send(port, lost)).toEqual({ failure: 'unreachable' });
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
  expect(await send(port, here)).toEqual({ failure: 'unreachable' });
});

test('what was stored before the rules became narrower is refused at the send', async () => {
  const sender = new WebhookSender({ rules: { allowsHttp: false, privateHosts: [] } });
  const request = { url: 'http://127.0.0.1:4010/', headers: {}, body: '' };
  expect(await sender.send(request)).toEqual({ failure: 'address' });
  expect(isPublicAddress('127.0.0.1')).toBe(false);
});
