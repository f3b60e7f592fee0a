/** For load balancers and monitoring: whether the process lives, whether it can serve, and its figures. */

import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ProblemError } from '@fairlead/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Trading } from '../operations/trading-mode.ts';
import type { SequencerPort } from '../sequencer/sequencer.ts';
import { isLoopback } from './docs/catalogue.ts';

interface HealthContext {
  readonly sequencer: SequencerPort;
  readonly metrics: Metrics;
  readonly config: Config;
  readonly trading?: Pick<Trading, 'disk'>;
}

/** Whether the process can serve, and what else its word on it says. */
export type HealthReader = () => {
  readonly isReady: boolean;
  readonly details?: Readonly<Record<string, string>>;
};

export function registerHealth(
  app: FastifyInstance,
  context: HealthContext,
  read: HealthReader = () => readHealth(context),
): void {
  app.get('/health/live', (_request, reply) => reply.send({ status: 'live' }));
  app.get('/health/ready', (_request, reply) => {
    const { isReady, details } = read();
    const status = isReady ? 'ready' : 'not_ready';
    return reply.code(isReady ? 200 : 503).send({ status, ...details });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request.raw, context.config.metricsToken))
      throw new ProblemError('forbidden');
    const { registry } = context.metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Ready is who can write: one whose last commit failed cannot, and one whose disk is full does not. */
export function readHealth({
  sequencer,
  trading,
}: Pick<HealthContext, 'sequencer' | 'trading'>): ReturnType<HealthReader> {
  const { state, isCommitFailing } = sequencer.health();
  if (state !== 'running') return { isReady: false, details: { code: state } };
  if (trading?.disk?.level === 'endings') return { isReady: false, details: { code: 'disk_full' } };
  if (isCommitFailing) return { isReady: false, details: { code: 'commit_failing' } };
  return { isReady: true };
}

/** From the machine itself and not through a proxy on it, or with the token. */
export function mayReadMetrics(request: IncomingMessage, token: string | undefined): boolean {
  const { headers, socket } = request;
  const isForwarded =
    headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  if (!isForwarded && isLoopback(socket.remoteAddress ?? '')) return true;
  if (token === undefined) return false;
  const given = Buffer.from((headers.authorization ?? '').replace(/^bearer /i, ''));
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
