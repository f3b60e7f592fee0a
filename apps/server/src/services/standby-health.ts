/**
 * Answers health checks while this process waits for another's writer lock: it lives, and is not ready. Everything
 * else is 503 too, so that a balancer that asks anyway goes to the one that serves.
 */
import { createServer } from 'node:http';
import type { Logger } from 'pino';

export interface StandbyHealth {
  /** Frees the port for the server itself. */
  stop(): Promise<void>;
}

/** Listens where the server will. A port that is taken is told to the log: the start itself will refuse it. */
export function answerAsStandby(
  { host, port }: { readonly host: string; readonly port: number },
  log: Pick<Logger, 'warn'>,
): StandbyHealth {
  const server = createServer((request, reply) => {
    const isLive = request.url === '/health/live';
    reply.writeHead(isLive ? 200 : 503, { 'content-type': 'application/json; charset=utf-8' });
    reply.end(JSON.stringify({ status: isLive ? 'live' : 'standby' }));
  });
  server.on('error', (error) => log.warn({ err: error }, 'a standby cannot answer health checks'));
  server.listen({ host, port, exclusive: true });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
