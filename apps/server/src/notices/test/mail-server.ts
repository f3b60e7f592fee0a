/** An SMTP server that takes everything but for the recipients it refuses, and keeps what it was given. */
import { createServer, type Server } from 'node:net';

export interface MailServer {
  /** Not listening yet. */
  readonly server: Server;
  /** Every line that a client sent. */
  readonly lines: readonly string[];
}

export function makeMailServer(refused: readonly string[] = []): MailServer {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    socket.write('220 mail.test\r\n');
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      for (const line of String(chunk).split('\r\n')) {
        if (line === '') continue;
        lines.push(line);
        if (isData) {
          if (line !== '.') continue;
          isData = false;
          socket.write('250 kept\r\n');
        } else if (line === 'DATA') {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else if (refused.some((to) => line.includes(to))) socket.write('550 unknown\r\n');
        else socket.write('250 ok\r\n');
      }
    });
    socket.on('error', () => undefined);
  });
  return { server, lines };
}
