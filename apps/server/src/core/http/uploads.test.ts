/** Uploads that come too slowly (cases.md U9): each window must bring something, and there is an end. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { textsOf } from '../texts/texts.ts';
import { answerError } from './problems.ts';
import { acceptUploads, readUpload } from './uploads.ts';

const PACE = { windowMs: 40, bytesMin: 64, windowsMax: 5 };
const BOUNDARY = 'b';
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n`;

const app = () => {
  const server = Fastify();
  server.setErrorHandler(answerError);
  void server.register(async (scope) => {
    await acceptUploads(scope);
    scope.post('/', async (request) => {
      const { file } = await readUpload(request, textsOf('en'), PACE);
      return { bytes: file?.length };
    });
  });
  return server;
};

let server: ReturnType<typeof app>;
let url: string;
beforeEach(async () => {
  server = app();
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => server.close());

/** Begins an upload: what is sent next is its body. */
async function begin() {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\ntransfer-encoding: chunked\r\n\r\n`,
  );
  const send = (text: string) => socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);
  return { send, answer: readAll(socket) };
}

/** All that comes until the other side closes. */
async function readAll(from: Socket): Promise<string> {
  let text = '';
  for await (const bytes of from) text += String(bytes);
  return text;
}

test('headers and then nothing: answered after a window, and the connection is closed', async () => {
  const { answer } = await begin();
  expect(await answer).toMatch(/^HTTP\/1\.1 422 .*"file":"The picture came too slowly/s);
});

test('half a picture and then nothing likewise', async () => {
  const { send, answer } = await begin();
  send(HEAD + 'x'.repeat(1_000));
  expect(await answer).toMatch(/^HTTP\/1\.1 422 .*The picture came too slowly/s);
});

test('one that trickles on for ever is ended too', async () => {
  const { send, answer } = await begin();
  send(HEAD);
  const trickle = setInterval(() => send('x'.repeat(100)), PACE.windowMs / 4);
  try {
    expect(await answer).toMatch(/^HTTP\/1\.1 422 .*The picture came too slowly/s);
  } finally {
    clearInterval(trickle);
  }
});

test('one that comes in time is read, though less than a window brings', async () => {
  const body = new FormData();
  body.set('file', new Blob(['x'.repeat(10)]), 'x');
  const response = await fetch(url, { method: 'POST', body });
  expect(await response.json()).toEqual({ bytes: 10 });
});
