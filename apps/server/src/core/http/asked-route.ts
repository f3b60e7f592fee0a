/**
 * One route of the contract, whichever way its calls come: session and right, rate, schema, key, handler. What HTTP and the
 * socket have in common is here; what is theirs alone (headers, uploads, pictures; acknowledgements) is with them.
 */
import { randomUUID } from 'node:crypto';
import {
  type ApiKeyPermission,
  DEFAULT_LANGUAGE,
  IDEMPOTENCY_KEY,
  keyPermissionOf,
  type Language,
  ProblemError,
  type RateClass,
  type RouteName,
  type RouteSpec,
  SHARED_CALLS,
  type SignedParts,
  SUB_ACCOUNT_CALLS,
} from '@fairlead/contract';
import { isSubAccount, mainOf } from '@fairlead/engine';
import type { SignedMessage } from '../operations/signed-calls.ts';
import { textsOf } from '../texts/texts.ts';
import { routeLabel, statusOf, toProblem } from './envelope.ts';
import { readFields, zUnreadElements } from './fields/read.ts';
import {
  type Call,
  type Caller,
  type Handler,
  mayCall,
  needsStepUp,
  type OperatorCaller,
  type OperatorWork,
  type SharedReading,
} from './handler.ts';
import { KEY_CALL_COST } from './limits.ts';
import type { Rates } from './rates.ts';
import type { Upload } from './uploads.ts';

/** What the routes need of the rest of the server. */
export interface RouteServices {
  readonly rates: Rates;
  /** The user or operator whose open session this token is, the signer whose credential it is, or whose recovery it goes on with. */
  findCaller(
    token: string,
    who: 'user' | 'operator' | 'signer' | 'sweeper' | 'recovery',
  ): CallerLookup;
  /** Whose program signed a call, with the right for it and counted for its key; absent where none is served. */
  findProgram?(signed: SignedCall, ip: string, asked: AskedOfKey): Promise<Caller>;
  /** Whether a sub-account is this user's. */
  isOwnSubAccount?(userId: number, subAccountId: number): Promise<boolean>;
  /** What a user may read of another's account by the name of a share, which may be anything; undefined where nothing. */
  findShared?(readerId: number, named: unknown): Promise<SharedReading | undefined>;
  /** Runs an operator's call in its turn, while the session and the role hold. */
  asOperator?<Answer>(caller: OperatorCaller, work: OperatorWork<Answer>): Promise<Answer>;
  /** Told of a caller who has not the role for a route. */
  forbade?(caller: Caller, route: string, ip: string): void;
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

/** A call that a program signed, as it was sent. */
export interface SignedCall extends SignedParts {
  readonly key: string;
  readonly signature: string;
}

/** What a call asks of the key that signed it. */
export interface AskedOfKey {
  /** Undefined where no key has the right. */
  readonly needs: ApiKeyPermission | undefined;
  readonly rate: RateClass;
}

/** What comes beside the fields of a call. */
export interface Asked {
  readonly token: string | undefined;
  /** The sub-account that it is made as, as it came, which may be anything. */
  readonly subAccount?: unknown;
  /** The shared account that it reads, as it came, which may be anything. */
  readonly share?: unknown;
  /** Of a call that names a key of a program. */
  readonly signed?: SignedCall | undefined;
  /** Of a call that is signed as a webhook; nobody has looked at the signatures. */
  readonly webhook?: SignedMessage | undefined;
  readonly ip: string;
  readonly language: Language;
  readonly deviceId: string | undefined;
  readonly userAgent: string | undefined;
  /** ISO 3166 alpha-2, by a trusted proxy; undefined where none says so. */
  readonly country: string | undefined;
  /** The idempotency key as it came, which may be anything. */
  readonly key: unknown;
}

/** Of whoever calls with an address and nothing else. */
export const callOfGuest = (ip: string): Asked => ({
  token: undefined,
  ip,
  language: DEFAULT_LANGUAGE,
  deviceId: undefined,
  userAgent: undefined,
  country: undefined,
  key: undefined,
});

const NO_BYTES = Buffer.alloc(0);
const GUEST: Caller = { kind: 'guest' };
/** 33 bits at most. */
const SUB_ACCOUNT_ID = /^[1-9]\d{8,9}$/;
/** Longer words are no tokens of ours. */
const TOKEN_LENGTH_MAX = 200;

/** Which refusal a rendered envelope is. */
function codeIn(envelope: string): string | undefined {
  const { error }: { error?: unknown } = JSON.parse(envelope);
  return typeof error === 'string' ? error : undefined;
}

export class AskedRoute {
  readonly spec: RouteSpec;
  readonly #name: RouteName;
  readonly #label: string;
  readonly #handler: Handler<RouteName>;
  readonly #services: RouteServices;
  /** What is read before the handler. */
  readonly #request: RouteSpec['request'];

  constructor(
    name: RouteName,
    spec: RouteSpec,
    handler: Handler<RouteName>,
    services: RouteServices,
  ) {
    this.spec = spec;
    this.#name = name;
    this.#label = routeLabel(spec);
    this.#handler = handler;
    this.#services = services;
    this.#request = spec.elements === undefined ? spec.request : zUnreadElements(spec.elements);
  }

  /** Who calls, after the count of calls that they may make. */
  async admit(asked: Asked): Promise<Caller> {
    if (asked.share !== undefined) this.#refuseUnshared(asked);
    const caller = (await this.#program(asked)) ?? (await this.#caller(asked.token, asked.ip));
    await this.#services.rates.count(this.spec.rate, accountOf(caller), asked.ip);
    return asked.share === undefined
      ? this.#acting(asked.subAccount, caller)
      : this.#reading(asked.share, caller);
  }

  /** Whoever names a share reads what the table says, by a session: all else is refused before it is known who calls. */
  #refuseUnshared({ subAccount, signed }: Asked): void {
    if (!SHARED_CALLS.has(this.#name) || subAccount !== undefined)
      throw new ProblemError('share_refused');
    if (signed !== undefined) throw new ProblemError('api_not_for_keys');
  }

  /** As a reader of another's account: looked up each time, so that a share which has ended opens nothing. */
  async #reading(named: unknown, caller: Caller): Promise<Caller> {
    if (caller.kind !== 'user') throw new ProblemError('not_logged_in');
    const share = await this.#services.findShared?.(caller.userId, named);
    if (share === undefined) throw new ProblemError('share_over');
    return { ...caller, userId: share.owner, share };
  }

  /**
   * As which account of its user's a call is made. A key is of one account; a session is its main account's, and may name a
   * sub-account of the same user. What a sub-account may not do is refused before anything is looked at.
   */
  async #acting(named: unknown, caller: Caller): Promise<Caller> {
    if (caller.kind !== 'user') return caller;
    const isOpen = SUB_ACCOUNT_CALLS.has(this.#name);
    const isForAnyone = this.spec.access.who === 'public';
    if (named === undefined) {
      if (isOpen || !isSubAccount(caller.userId)) return caller;
      if (isForAnyone) return GUEST;
      throw new ProblemError('sub_account_refused');
    }
    if (caller.apiKeyId !== undefined) throw new ProblemError('api_not_for_keys');
    if (!isOpen) {
      if (isForAnyone) return caller;
      throw new ProblemError('sub_account_refused');
    }
    const userId = typeof named === 'string' && SUB_ACCOUNT_ID.test(named) ? Number(named) : 0;
    if ((await this.#services.isOwnSubAccount?.(caller.userId, userId)) !== true)
      throw new ProblemError('not_found');
    return { ...caller, userId };
  }

  /** Answers a call that was admitted; elements count like calls of their own. */
  async answer(
    asked: Asked,
    caller: Caller,
    upload: Upload,
  ): Promise<Awaited<ReturnType<Handler<RouteName>>>> {
    const call = this.#call(asked, caller, upload);
    if (this.spec.elements !== undefined) await this.#countElements(call, this.spec.elements);
    return this.#run(call);
  }

  /** Looks at an envelope before it is sent, and tells of it. */
  tellAnswered(status: number, envelope: string, startedAt: number): void {
    this.#services.checkData?.(this.#name, envelope);
    this.tell(status, status >= 400 ? codeIn(envelope) : undefined, startedAt);
  }

  tellThrown(error: unknown, startedAt: number): void {
    this.tell(statusOf(error), toProblem(error)?.code ?? 'internal', startedAt);
  }

  tell(status: number, code: string | undefined, startedAt: number): void {
    const milliseconds = performance.now() - startedAt;
    this.#services.answered({ route: this.#label, status, code, milliseconds });
  }

  /** Each counts as a call would; the call itself was counted as one of them. */
  async #countElements({ input, caller, ip }: Call, field: string): Promise<void> {
    const { length } = (input as unknown as Record<string, readonly unknown[]>)[field] ?? [];
    if (length <= 1) return;
    const { rates } = this.#services;
    const { rate } = this.spec;
    const calls = length - 1;
    // A program's count for its key, which has a part of its owner's limit only, and for its owner.
    if (caller.kind === 'user' && caller.apiKeyId !== undefined)
      await rates.count(rate, `k${caller.apiKeyId}`, ip, calls * KEY_CALL_COST);
    await rates.count(rate, accountOf(caller), ip, calls);
  }

  /** Who signed a call with a program's key; undefined for one that is not signed, or that anybody may make. */
  async #program({ signed, ip }: Asked): Promise<Caller | undefined> {
    const { findProgram } = this.#services;
    if (signed === undefined || findProgram === undefined) return undefined;
    const { who } = this.spec.access;
    const needs = keyPermissionOf(this.#name);
    if (who !== 'user' && needs === undefined) return undefined;
    return findProgram(signed, ip, { needs, rate: this.spec.rate });
  }

  /** An operator's call has its turn and a second look at the session. */
  #run(call: Call): ReturnType<Handler<RouteName>> {
    const { caller } = call;
    const { asOperator } = this.#services;
    if (caller.kind !== 'operator' || asOperator === undefined) return this.#handler(call);
    const run = async () => this.#handler(call);
    return asOperator(caller, { name: this.#name, isRead: this.spec.method === 'GET', run });
  }

  #call(asked: Asked, caller: Caller, { fields, file }: Upload): Call {
    const { ip, language, deviceId, userAgent, country, key, webhook } = asked;
    const say = textsOf(language);
    const input = readFields(this.#request, fields, say) as Call['input'];
    if (this.spec.isMultipart && file === undefined)
      throw new ProblemError('validation_failed', { fields: { file: say('fields.required') } });
    const idempotencyKey = this.#idempotencyKey(key);
    const bytes = file ?? NO_BYTES;
    const origin = { ip, language, deviceId, userAgent, country, webhook };
    return { input, caller, say, ...origin, idempotencyKey, file: bytes };
  }

  #idempotencyKey(given: unknown): string {
    const { isMoney, takesKey } = this.spec;
    if (isMoney || (takesKey && given !== undefined)) return idempotencyKey(given);
    // Without a key each call is a new one.
    return takesKey ? randomUUID() : '';
  }

  async #caller(token: string | undefined, ip: string): Promise<Caller> {
    const { access } = this.spec;
    if (token === undefined || token === '' || token.length > TOKEN_LENGTH_MAX) {
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
      if (mayCall(access, found)) {
        if (needsStepUp(this.#name, this.spec.method, found))
          throw new ProblemError('step_up_required');
        return found;
      }
      this.#services.forbade?.(found, this.#label, ip);
      throw new ProblemError('forbidden');
    }
    if (access.who === 'public') return GUEST;
    throw new ProblemError('not_logged_in');
  }
}

function idempotencyKey(given: unknown): string {
  if (typeof given !== 'string' || !IDEMPOTENCY_KEY.test(given))
    throw new ProblemError('idempotency_key_required');
  return given;
}

function accountOf(caller: Caller): string {
  // A person has one limit, however many accounts.
  if (caller.kind === 'user') return `u${mainOf(caller.userId)}`;
  if (caller.kind === 'operator') return `o${caller.operatorId}`;
  if (caller.kind === 'recovery') return `r${caller.recoveryId}`;
  return caller.kind === 'guest' ? '' : caller.kind;
}
