/** Stands between a browser and the server, to put a new version of the app on the air or to cut the line. */
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';

export interface Relay {
  readonly url: string;
  /** Paths asked for since the start, in order. */
  readonly asked: readonly string[];
  /** Every start of the app from now on is of a version of this name. */
  release(version: string): void;
  /** Refuses everything, as a server that is gone. */
  cut(isCut: boolean): void;
  close(): Promise<void>;
}

/** What a release changes: the page, and the version in the worker, as a build would. */
function released(path: string, body: string, version: string): string {
  if (path === '/service-worker.js')
    return body.replace(/version:`[\da-f]+`|"version":"[\da-f]+"/g, `version:\`${version}\``);
  return body.replace('<html ', `<html data-release="${version}" `);
}

export async function startProxy(target: string): Promise<Relay> {
  const { hostname, port, host } = new URL(target);
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  let version: string | undefined;
  let isCut = false;

  const headersOf = ({ headers }: IncomingMessage) => {
    // Whole and readable, never "as you have it": what is released is made here.
    const {
      'accept-encoding': _encoding,
      'if-none-match': _tag,
      'if-modified-since': _time,
      ...rest
    } = headers;
    return { ...rest, host, ...(headers.origin === undefined ? {} : { origin: target }) };
  };

  function relay(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = new URL(incoming.url ?? '/', target).pathname;
    asked.push(path);
    if (isCut) {
      incoming.socket.destroy();
      return;
    }
    const options = { method: incoming.method, path: incoming.url, headers: headersOf(incoming) };
    const upstream = httpRequest({ hostname, port, ...options }, (answer) => {
      const isReleased =
        version !== undefined && ['/', '/index.html', '/service-worker.js'].includes(path);
      if (!isReleased) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      const {
        'content-length': _length,
        'last-modified': _modified,
        etag: _etag,
        ...headers
      } = answer.headers;
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        body += chunk;
      });
      answer.on('end', () => {
        outgoing.writeHead(answer.statusCode ?? 502, headers);
        outgoing.end(released(path, body, version ?? ''));
      });
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  }

  const server = createServer(relay);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (incoming, socket, head) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname, () => {
      const lines = Object.entries(headersOf(incoming)).map(([name, value]) => `${name}: ${value}`);
      upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    release: (name) => {
      version = name;
    },
    cut: (cut) => {
      isCut = cut;
      if (cut) for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
