/** The one error handler, and what answers where there is no route. */
import { ERRORS, ProblemError, routeEntries } from '@fairlead/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../texts/texts.ts';
import { failureBody, toProblem } from './envelope.ts';
import { API_HEADERS } from './security-headers.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const NOT_LOGGED_IN_STATUS = ERRORS.not_logged_in.status;

/** Methods of each path of the contract, for 405. */
const METHODS: ReadonlyMap<string, string> = new Map(
  [...Map.groupBy(routeEntries, ([, { path }]) => `/api/${path}`)].map(([path, routes]) => [
    path,
    routes.map(([, { method }]) => method).join(', '),
  ]),
);

/** Answers whatever was thrown. A fault is told to the log; the caller gets a number to quote. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = toProblem(error);
  if (problem === undefined) {
    request.log.error({ err: error, requestId: request.id }, 'fault');
    return sendProblem(request, reply, new ProblemError('internal'));
  }
  if (ERRORS[problem.code].status >= 500)
    request.log.warn({ code: problem.code, err: problem.cause, requestId: request.id }, 'refused');
  return sendProblem(request, reply, problem);
}

export function addProblemHandlers(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '';
    const allowed = METHODS.get(pathname);
    if (allowed === undefined) return sendProblem(request, reply, new ProblemError('not_found'));
    reply.header('allow', allowed);
    return sendProblem(request, reply, new ProblemError('method_not_allowed'));
  });
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, fields, retryAfterMs, work }: ProblemError,
): FastifyReply {
  const { status } = ERRORS[code];
  if (retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(retryAfterMs / 1_000));
  if (status === NOT_LOGGED_IN_STATUS) reply.header('www-authenticate', 'Token');
  // Whatever headers a page had set by now: this is an answer of the API.
  reply.headers(API_HEADERS);
  return reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .send(
      failureBody(code, languageOf(request.headers['language-mark']), {
        fields,
        work,
        ...(status >= 500 && { requestId: request.id }),
      }),
    );
}
