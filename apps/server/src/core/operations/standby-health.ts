/**
 * Answers health checks and gives figures while this process waits for another's writer lock: it lives, and is not ready.
 * Everything else is 503 too, so that a balancer that asks anyway goes to the one that serves.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { mayReadMetrics } from '../http/health.ts';
import type { Metrics } from './metrics.ts';

export interface StandbyHealth {
  /** Frees the port for the server itself. */
  stop(): Promise<void>;
}

/** Listens where the server will; figures are given where there are any yet. A port that is taken is told to the log: the start itself will refuse it. */
export function answerAsStandby(
  { host, port, metricsToken }: Pick<Config, 'host' | 'port' | 'metricsToken'>,
  { metrics, log }: { readonly metrics?: Metrics; readonly log: Pick<Logger, 'warn'> },
): StandbyHealth {
  const server = createServer((request, reply) => {
    if (
      metrics !== undefined &&
      request.url === '/metrics' &&
      mayReadMetrics(request, metricsToken)
    )
      return void tellFigures(metrics, reply);
    answerHealth(request, reply);
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

function answerHealth(request: IncomingMessage, reply: ServerResponse): void {
  const isLive = request.url === '/health/live';
  reply.writeHead(isLive ? 200 : 503, { 'content-type': 'application/json; charset=utf-8' });
  reply.end(JSON.stringify({ status: isLive ? 'live' : 'standby' }));
}

async function tellFigures({ registry }: Metrics, reply: ServerResponse): Promise<void> {
  try {
    const figures = await registry.metrics();
    reply.writeHead(200, { 'content-type': registry.contentType }).end(figures);
  } catch {
    reply.writeHead(503).end();
  }
}
