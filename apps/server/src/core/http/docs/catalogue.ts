/**
 * Serves the contract: one Fastify route for each of its entries. Every call goes the same way: language,
 * session and right, rate, schema, key, handler, envelope. What a route may do is declared in the contract
 * and nowhere else; a route of the contract without a handler, or the other way round, stops the start.
 */
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import {
  type Access,
  IDEMPOTENCY_KEY,
  ProblemError,
  type RouteName,
  type RouteSpec,
  routeEntries,
} from '@fairlead/contract';
import { assert } from '@fairlead/units';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, textsOf } from '../../texts/texts.ts';
import { routeLabel, statusOf, successBody, toProblem } from '../envelope.ts';
import { readFields, zUnreadElements } from '../fields/read.ts';
import {
  Answer,
  type Call,
  type Caller,
  type Handler,
  type Handlers,
  type OperatorCaller,
  type OperatorWork,
  PictureAnswer,
} from '../handler.ts';
import { ELEMENTS_BODY_BYTES_MAX, LONG_BODY_BYTES_MAX } from '../limits.ts';
import type { Rates } from '../rates.ts';
import { pictureHeaders } from '../security-headers.ts';
import { readUpload, type Upload } from '../uploads.ts';

/** What the routes need of the rest of the server. */
export interface CatalogueServices {
  readonly rates: Rates;
  /** The user or operator whose open session this token is, or the signer whose credential it is. */
  findCaller(token: string, who: 'user' | 'operator' | 'signer'): CallerLookup;
  /** Runs an operator's call in its turn, while the session and the role hold. */
  asOperator?<Answer>(caller: OperatorCaller, work: OperatorWork<Answer>): Promise<Answer>;
  /** Told of a caller who has not the role for a route. */
  forbade?(caller: Caller, route: string, ip: string): void;
  /** Reads and keeps an upload of a user when it is its turn. */
  receive?<Answer>(userId: number, work: () => Promise<Answer>): Promise<Answer>;
  /** Told of every answer with how long it took. */
  answered(answer: AnsweredCall): void;
  /** Tests check that DATA is what the contract declares. */
  readonly checkData?: (name: RouteName, envelope: string) => void;
}

/** At once for a session in memory, else the query that finds it, not yet begun. */
export type CallerLookup = Caller | (() => Promise<Caller | undefined>);

export interface AnsweredCall {
  readonly route: string;
  readonly status: number;
  /** Of a refusal. */
  readonly code: string | undefined;
  readonly milliseconds: number;
}

const NO_BYTES = Buffer.alloc(0);
const GUEST: Caller = { kind: 'guest' };
const JSON_TYPE = 'application/json; charset=utf-8';
/** Longer words are no tokens of ours. */
const TOKEN_LENGTH_MAX = 200;
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
    const served = new ServedRoute(name, spec, handler, services);
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

/** Which refusal a rendered envelope is. */
function codeIn(envelope: string): string | undefined {
  const { error }: { error?: unknown } = JSON.parse(envelope);
  return typeof error === 'string' ? error : undefined;
}

class ServedRoute {
  readonly #name: RouteName;
  readonly #spec: RouteSpec;
  readonly #label: string;
  readonly #handler: Handler<RouteName>;
  readonly #services: CatalogueServices;
  /** What is read before the handler. */
  readonly #request: RouteSpec['request'];

  constructor(
    name: RouteName,
    spec: RouteSpec,
    handler: Handler<RouteName>,
    services: CatalogueServices,
  ) {
    this.#name = name;
    this.#spec = spec;
    this.#label = routeLabel(spec);
    this.#handler = handler;
    this.#services = services;
    this.#request = spec.elements === undefined ? spec.request : zUnreadElements(spec.elements);
  }

  async serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const startedAt = performance.now();
    try {
      const data = await this.#answerTo(request);
      if (data instanceof PictureAnswer) return this.#sendPicture(reply, data, startedAt);
      const isAnswer = data instanceof Answer;
      let code: string | undefined;
      const body = isAnswer ? data.body : successBody(data);
      if (isAnswer) {
        reply.code(data.status);
        if (data.status >= 400) code = codeIn(data.body);
        if (data.isReplay) reply.header('idempotent-replayed', 'true');
      }
      this.#services.checkData?.(this.#name, body);
      reply.header('content-type', JSON_TYPE).send(body);
      this.#tell({ status: reply.statusCode, code }, startedAt);
      return reply;
    } catch (error) {
      this.#tell(
        { status: statusOf(error), code: toProblem(error)?.code ?? 'internal' },
        startedAt,
      );
      throw error;
    }
  }

  #sendPicture(reply: FastifyReply, picture: PictureAnswer, startedAt: number): FastifyReply {
    const { bytes, mime, filename } = picture;
    reply.headers(pictureHeaders(filename)).header('content-type', mime).send(bytes);
    this.#tell({ status: reply.statusCode, code: undefined }, startedAt);
    return reply;
  }

  /** Nothing of an upload is read before its sender is known and it is its turn. */
  async #answerTo(request: FastifyRequest): Promise<Awaited<ReturnType<Handler<RouteName>>>> {
    const caller = await this.#admit(request);
    if (!this.#spec.isMultipart) {
      const raw = this.#spec.method === 'GET' ? request.query : request.body;
      const fields = (raw ?? {}) as Record<string, unknown>;
      const call = this.#call(request, caller, { fields, file: undefined });
      if (this.#spec.elements !== undefined) await this.#countElements(call, this.#spec.elements);
      return this.#answer(call);
    }
    const answer = async () => {
      const upload = await readUpload(
        request,
        textsOf(languageOf(request.headers['language-mark'])),
      );
      return this.#answer(this.#call(request, caller, upload));
    };
    const { receive } = this.#services;
    return caller.kind === 'user' && receive !== undefined
      ? receive(caller.userId, answer)
      : answer();
  }

  /** Who calls, after the count of calls that they may make. */
  async #admit({ headers, ip }: FastifyRequest): Promise<Caller> {
    const caller = await this.#caller(headers.authorization, ip);
    await this.#services.rates.count(this.#spec.rate, accountOf(caller), ip);
    return caller;
  }

  /** Each counts as a call would; the call itself was counted as one of them. */
  async #countElements({ input, caller, ip }: Call, field: string): Promise<void> {
    const { length } = (input as unknown as Record<string, readonly unknown[]>)[field] ?? [];
    const { rates } = this.#services;
    if (length > 1) await rates.count(this.#spec.rate, accountOf(caller), ip, length - 1);
  }

  /** An operator's call has its turn and a second look at the session. */
  #answer(call: Call): ReturnType<Handler<RouteName>> {
    const { caller } = call;
    const { asOperator } = this.#services;
    if (caller.kind !== 'operator' || asOperator === undefined) return this.#handler(call);
    const run = async () => this.#handler(call);
    return asOperator(caller, { name: this.#name, isRead: this.#spec.method === 'GET', run });
  }

  #tell({ status, code }: Pick<AnsweredCall, 'status' | 'code'>, startedAt: number): void {
    this.#services.answered({
      route: this.#label,
      status,
      code,
      milliseconds: performance.now() - startedAt,
    });
  }

  #call({ headers, ip }: FastifyRequest, caller: Caller, { fields, file }: Upload): Call {
    const language = languageOf(headers['language-mark']);
    const say = textsOf(language);
    const input = readFields(this.#request, fields, say) as Call['input'];
    if (this.#spec.isMultipart && file === undefined)
      throw new ProblemError('validation_failed', { fields: { file: say('fields.required') } });
    const device = headers['device-id'];
    return {
      input,
      caller,
      language,
      say,
      ip,
      deviceId: typeof device === 'string' && DEVICE_ID.test(device) ? device : undefined,
      userAgent: headers['user-agent'],
      idempotencyKey: this.#idempotencyKey(headers['idempotency-key']),
      file: file ?? NO_BYTES,
    };
  }

  #idempotencyKey(header: string | string[] | undefined): string {
    const { isMoney, takesKey } = this.#spec;
    if (isMoney || (takesKey && header !== undefined)) return idempotencyKey(header);
    // Without a key each call is a new one.
    return takesKey ? randomUUID() : '';
  }

  async #caller(authorization: string | undefined, ip: string): Promise<Caller> {
    const { access } = this.#spec;
    const token = tokenOf(authorization);
    if (token === undefined) {
      if (access.who === 'public') return GUEST;
      throw new ProblemError('not_logged_in');
    }
    const who = access.who === 'public' ? 'user' : access.who;
    let found: CallerLookup | undefined = this.#services.findCaller(token, who);
    if (typeof found === 'function') {
      // A token that is not in memory costs a query, so guessing them is counted before it is made.
      await this.#services.rates.count('read', '', ip);
      found = await found();
    }
    if (found !== undefined) {
      if (isAllowed(access, found)) return found;
      this.#services.forbade?.(found, this.#label, ip);
      throw new ProblemError('forbidden');
    }
    if (access.who === 'public') return GUEST;
    throw new ProblemError('not_logged_in');
  }
}

function isAllowed(access: Access, caller: Caller): boolean {
  if (access.who !== 'operator') return true;
  if (caller.kind !== 'operator') return false;
  return caller.role === 'owner' || access.roles.includes(caller.role);
}

/** The token of an authorization header, with or without "Bearer ". */
function tokenOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const token = /^bearer /i.test(authorization) ? authorization.slice(7).trim() : authorization;
  return token === '' || token.length > TOKEN_LENGTH_MAX ? undefined : token;
}

function idempotencyKey(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || !IDEMPOTENCY_KEY.test(header))
    throw new ProblemError('idempotency_key_required');
  return header;
}

function accountOf(caller: Caller): string {
  if (caller.kind === 'user') return `u${caller.userId}`;
  if (caller.kind === 'operator') return `o${caller.operatorId}`;
  return caller.kind === 'signer' ? 'signer' : '';
}

/** Whether an address is the machine itself. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && /^(::ffff:)?127\.|^::1$/.test(address);
