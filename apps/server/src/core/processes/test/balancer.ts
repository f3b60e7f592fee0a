/** A balancer as small as can be: HTTP and sockets to one of several servers, by the caller's address or in turn. */
import { createServer, type IncomingMessage, request } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

export interface Balancer {
  readonly address: string;
  close(): void;
}

/** `isSticky`: an address always gets the same server, as nginx' `hash $remote_addr` does. */
export async function startBalancer(
  servers: readonly { readonly address: string }[],
  { isSticky }: { readonly isSticky: boolean },
): Promise<Balancer> {
  let turn = 0;
  const sockets = new Set<Socket>();
  const choose = ({ socket }: IncomingMessage): URL => {
    turn += 1;
    const last = Number(socket.remoteAddress?.split('.').at(-1) ?? 0);
    return new URL(servers[(isSticky ? last : turn) % servers.length]?.address ?? '');
  };
  const server = createServer((from, to) => {
    const { hostname, port } = choose(from);
    const { method, url, headers } = from;
    const forwarded = request({ hostname, port, method, path: url, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    forwarded.on('error', () => to.destroy());
    from.pipe(forwarded);
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.on('upgrade', (from, socket: Socket, head) => {
    const { hostname, port } = choose(from);
    const forwarded = net.connect(Number(port), hostname, () => {
      const lines = [`${from.method} ${from.url} HTTP/1.1`];
      for (let at = 0; at < from.rawHeaders.length; at += 2)
        lines.push(`${from.rawHeaders[at]}: ${from.rawHeaders[at + 1]}`);
      forwarded.write(`${lines.join('\r\n')}\r\n\r\n`);
      forwarded.write(head);
      forwarded.pipe(socket).pipe(forwarded);
    });
    sockets.add(forwarded);
    const end = () => {
      socket.destroy();
      forwarded.destroy();
    };
    for (const each of [socket, forwarded]) each.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
