/** Serves the interface's calls below /binance/, in Binance's own shapes. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../core/config/config.ts';
import type { Metrics } from '../../core/operations/metrics.ts';
import { type Binance, weightOf } from './binance.ts';
import type { Endpoint, Used } from './endpoint.ts';
import { NOT_SERVED } from './errors.ts';
import { modeOf } from './market-calls.ts';
import { Parameters } from './parameters.ts';
import { signedText } from './signature.ts';

const PREFIX = '/binance';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Registers the calls. What throws is answered in Binance's words, wherever it comes from. */
export async function registerBinance(
  app: FastifyInstance,
  binance: Binance,
  { config, metrics }: { readonly config: Config; readonly metrics: Metrics },
): Promise<void> {
  await app.register(
    async (scope) => {
      const mode = modeOf(config);
      // The body is a form, whatever its type is called (official clients say JSON and send none), and a part of
      // what is signed: it is read as it was sent.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) =>
        done(null, text),
      );
      scope.addHook('onRequest', (_request, reply, done) => {
        reply.header('x-fairlead-mode', mode);
        done();
      });
      scope.setErrorHandler((error, _request, reply) => refuse(reply, binance, error));
      scope.setNotFoundHandler((_request, reply) => refuse(reply, binance, NOT_SERVED()));
      for (const endpoint of binance.endpoints) {
        const label = `${endpoint.method} ${PREFIX.slice(1)}/${endpoint.path}`;
        scope.route({
          method: endpoint.method,
          url: `/${endpoint.path}`,
          handler: async (request, reply) => {
            const startedAt = performance.now();
            reply.header('content-type', JSON_TYPE);
            try {
              const answer = JSON.stringify(await serve(binance, endpoint, { request, reply }));
              return await reply.send(answer);
            } catch (error) {
              return await refuse(reply, binance, error);
            } finally {
              const milliseconds = performance.now() - startedAt;
              const status = reply.statusCode;
              metrics.answered({ route: label, status, code: undefined, milliseconds });
            }
          },
        });
      }
    },
    { prefix: PREFIX },
  );
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function serve(
  binance: Binance,
  endpoint: Endpoint,
  { request, reply }: Exchange,
): Promise<unknown> {
  const { ip, url } = request;
  const at = url.indexOf('?');
  const query = at < 0 ? '' : url.slice(at + 1);
  const body = typeof request.body === 'string' ? request.body : '';
  const parameters = Parameters.ofCall(query, body);
  const weight = weightOf(endpoint, parameters);
  const used: Used = { weight: await binance.gate.count(ip, weight) };
  reply.headers({ 'x-mbx-used-weight': used.weight, 'x-mbx-used-weight-1m': used.weight });
  const header = request.headers['x-mbx-apikey'];
  const apiKey = typeof header === 'string' ? header : undefined;
  const signed = signedText(query, body);
  const asked = { parameters, signedText: signed, apiKey, ip, weight, used };
  try {
    return await binance.run(endpoint, asked);
  } finally {
    if (used.orders !== undefined) reply.header('x-mbx-order-count-10s', used.orders);
  }
}

function refuse(reply: FastifyReply, binance: Binance, thrown: unknown): FastifyReply {
  const error = binance.errorOf(thrown);
  if (error.retryAfterMs !== undefined)
    reply.header('retry-after', Math.ceil(error.retryAfterMs / 1_000));
  return reply
    .code(error.status)
    .header('content-type', JSON_TYPE)
    .send(JSON.stringify(error.body));
}
