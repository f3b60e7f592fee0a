/** For load balancers and monitoring: whether the process lives, whether it can serve, and its figures. */
import { timingSafeEqual } from 'node:crypto';
import { ProblemError } from '@fairlead/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isLoopback } from '../plugins/catalogue.ts';

type HealthContext = Pick<Context, 'sequencer' | 'metrics' | 'config'>;

/** Whether the process can serve, and what else its word on it says. */
export type HealthReader = () => {
  readonly isReady: boolean;
  readonly details?: Readonly<Record<string, string>>;
};

export function registerHealth(
  app: FastifyInstance,
  context: HealthContext,
  read: HealthReader = () => ({ isReady: context.sequencer.health().state === 'running' }),
): void {
  app.get('/health/live', (_request, reply) => reply.send({ status: 'live' }));
  app.get('/health/ready', (_request, reply) => {
    const { isReady, details } = read();
    const status = isReady ? 'ready' : 'not_ready';
    return reply.code(isReady ? 200 : 503).send({ status, ...details });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, context.config.metricsToken)) throw new ProblemError('forbidden');
    const { registry } = context.metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** From the machine itself and not through a proxy on it, or with the token. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const { headers, socket } = request;
  const isForwarded =
    headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  if (!isForwarded && isLoopback(socket.remoteAddress ?? '')) return true;
  if (token === undefined) return false;
  const given = Buffer.from((headers.authorization ?? '').replace(/^bearer /i, ''));
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
