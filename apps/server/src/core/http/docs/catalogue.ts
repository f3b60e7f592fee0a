/**
 * Serves the contract: one Fastify route for each of its entries. Every call goes the same way: language,
 * session and right, rate, schema, key, handler, envelope. What a route may do is declared in the contract
 * and nowhere else; a route of the contract without a handler, or the other way round, stops the start.
 */
import { isIP } from 'node:net';
import {
  API_KEY_HEADERS,
  type RouteName,
  routeEntries,
  SHARE_HEADER,
  SUB_ACCOUNT_HEADER,
  WEBHOOK_HEADERS,
} from '@fairlead/contract';
import { assert } from '@fairlead/units';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SignedMessage, signedMessage } from '../../operations/signed-calls.ts';
import { languageOf, textsOf } from '../../texts/texts.ts';
import { type Asked, AskedRoute, type RouteServices, type SignedCall } from '../asked-route.ts';
import { signedBody } from '../body-parsers.ts';
import { successBody } from '../envelope.ts';
import { Answer, type Handler, type Handlers, PictureAnswer } from '../handler.ts';
import { ELEMENTS_BODY_BYTES_MAX, LONG_BODY_BYTES_MAX } from '../limits.ts';
import { pictureHeaders } from '../security-headers.ts';
import { readUpload } from '../uploads.ts';

export interface CatalogueServices extends RouteServices {
  /** Reads and keeps an upload of a user when it is its turn. */
  receive?<Answer>(userId: number, work: () => Promise<Answer>): Promise<Answer>;
  /** In small letters: where a trusted proxy names the caller's country. */
  readonly countryHeader?: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const DEVICE_ID = /^[\x21-\x7e]{8,128}$/;

/** Where routes are registered. */
export interface CatalogueScopes {
  readonly app: FastifyInstance;
  /** For answers that are the same for everyone and may be long. */
  readonly publicReads: FastifyInstance;
  /** For multipart bodies, which nothing else takes. */
  readonly uploads: FastifyInstance;
}

/** Registers every route of the contract. */
export function registerCatalogue(
  { app, publicReads, uploads }: CatalogueScopes,
  handlers: Handlers,
  services: CatalogueServices,
): void {
  const names = new Set<string>(Object.keys(handlers));
  for (const [name, spec] of routeEntries) {
    const handler = handlers[name] as Handler<RouteName> | undefined;
    assert(handler !== undefined, `route ${name} of the contract has no handler`);
    names.delete(name);
    const served = new ServedRoute(new AskedRoute(name, spec, handler, services), services);
    const isPublicRead = spec.method === 'GET' && spec.access.who === 'public';
    const scope = spec.isMultipart ? uploads : isPublicRead ? publicReads : app;
    scope.route({
      method: spec.method,
      url: `/api/${spec.path}`,
      ...(spec.isLong && { bodyLimit: LONG_BODY_BYTES_MAX }),
      ...(spec.elements !== undefined && { bodyLimit: ELEMENTS_BODY_BYTES_MAX }),
      handler: (request, reply) => served.serve(request, reply),
    });
  }
  assert(names.size === 0, `handlers without a contract route: ${[...names].join(', ')}`);
}

class ServedRoute {
  readonly #route: AskedRoute;
  readonly #services: Pick<CatalogueServices, 'receive' | 'countryHeader'>;

  constructor(route: AskedRoute, services: Pick<CatalogueServices, 'receive' | 'countryHeader'>) {
    this.#route = route;
    this.#services = services;
  }

  async serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const startedAt = performance.now();
    try {
      const data = await this.#answerTo(request);
      if (data instanceof PictureAnswer) return this.#sendPicture(reply, data, startedAt);
      const isAnswer = data instanceof Answer;
      const body = isAnswer ? data.body : successBody(data);
      if (isAnswer) {
        reply.code(data.status);
        if (data.isReplay) reply.header('idempotent-replayed', 'true');
      }
      this.#route.tellAnswered(reply.statusCode, body, startedAt);
      return reply.header('content-type', JSON_TYPE).send(body);
    } catch (error) {
      this.#route.tellThrown(error, startedAt);
      throw error;
    }
  }

  #sendPicture(reply: FastifyReply, picture: PictureAnswer, startedAt: number): FastifyReply {
    const { bytes, mime, filename } = picture;
    reply.headers(pictureHeaders(filename)).header('content-type', mime).send(bytes);
    this.#route.tell(reply.statusCode, undefined, startedAt);
    return reply;
  }

  /** Nothing of an upload is read before its sender is known and it is its turn. */
  async #answerTo(request: FastifyRequest): Promise<Awaited<ReturnType<Handler<RouteName>>>> {
    const asked = askedBy(request, this.#services.countryHeader);
    const { isMultipart, method } = this.#route.spec;
    const caller = await this.#route.admit(asked);
    if (!isMultipart) {
      const raw = method === 'GET' ? request.query : request.body;
      const fields = (raw ?? {}) as Record<string, unknown>;
      return this.#route.answer(asked, caller, { fields, file: undefined });
    }
    const answer = async () => {
      const upload = await readUpload(request, textsOf(asked.language));
      return this.#route.answer(asked, caller, upload);
    };
    const { receive } = this.#services;
    const isOfUser = caller.kind === 'user' || caller.kind === 'recovery';
    return isOfUser && receive !== undefined ? receive(caller.userId, answer) : answer();
  }
}

function askedBy(request: FastifyRequest, countryHeader: string | undefined): Asked {
  const { headers, ip } = request;
  const device = headers['device-id'];
  return {
    token: tokenOf(headers.authorization),
    subAccount: headers[SUB_ACCOUNT_HEADER],
    share: headers[SHARE_HEADER],
    signed: signedBy(request),
    webhook: webhookOf(request),
    ip,
    language: languageOf(headers['language-mark']),
    deviceId: typeof device === 'string' && DEVICE_ID.test(device) ? device : undefined,
    userAgent: headers['user-agent'],
    country: countryHeader === undefined ? undefined : countryOf(request, countryHeader),
    key: headers['idempotency-key'],
  };
}

const headersOf =
  ({ headers }: FastifyRequest) =>
  (name: string): string => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  };

/** A message as a webhook; undefined where it has no signature. */
function webhookOf(request: FastifyRequest): SignedMessage | undefined {
  if (request.headers[WEBHOOK_HEADERS.signature] === undefined) return undefined;
  return signedMessage(headersOf(request), signedBody(request));
}

/** What a program signed; undefined where no key is named. */
function signedBy(request: FastifyRequest): SignedCall | undefined {
  const { headers, method, url } = request;
  const textOf = headersOf(request);
  if (headers[API_KEY_HEADERS.key] === undefined) return undefined;
  return {
    key: textOf(API_KEY_HEADERS.key),
    timestamp: textOf(API_KEY_HEADERS.timestamp),
    window: textOf(API_KEY_HEADERS.window),
    signature: textOf(API_KEY_HEADERS.signature),
    method,
    target: url,
    idempotencyKey: textOf('idempotency-key'),
    body: signedBody(request),
  };
}

/** Only of calls that came by a trusted proxy; XX is how proxies say that they do not know. */
function countryOf({ headers, ips }: FastifyRequest, header: string): string | undefined {
  const told = headers[header];
  const isTold = ips !== undefined && ips.length > 1 && typeof told === 'string';
  return isTold && /^[A-Z]{2}$/.test(told) && told !== 'XX' ? told : undefined;
}

/** The token of an authorization header, with or without "Bearer ". */
function tokenOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  return /^bearer /i.test(authorization) ? authorization.slice(7).trim() : authorization;
}

/** Whether an address is the machine itself. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && /^(::ffff:)?127\.|^::1$/.test(address);
