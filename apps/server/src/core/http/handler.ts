/** What a route's handler is given and what it gives back. */
import type {
  Access,
  Language,
  OperatorRole,
  ParsedOf,
  ResponseOf,
  RouteName,
} from '@fairlead/contract';
import { ProblemError } from '@fairlead/contract';
import type { SignedMessage } from '../operations/signed-calls.ts';
import type { Say } from '../texts/texts.ts';

/** An account that its owner lets somebody else read. */
export interface SharedReading {
  /** Whose session it is. */
  readonly readerId: number;
  /** The account that is read. */
  readonly owner: number;
  /** All that the same share lets be read, that one too. */
  readonly owners: readonly number[];
}

/** Who calls, as far as the session proves it. */
export type Caller =
  | { readonly kind: 'guest' }
  /** The credential of signers that pay, and of those that sweep. */
  | { readonly kind: 'signer' | 'sweeper' }
  /** The token of a recovery that is open. */
  | { readonly kind: 'recovery'; readonly userId: number; readonly recoveryId: number }
  | {
      readonly kind: 'user';
      /** Of a sub-account where the call is made as one, by its owner's session or by a key of its own; of another's where `share` says so. */
      readonly userId: number;
      readonly sessionId: number;
      /** Names the session without being able to use it: hex of the token's digest, or of a program its `keySession`. */
      readonly sessionKey: string;
      /** Of a program, which called with this key. */
      readonly apiKeyId?: number;
      /** Of somebody else's session, which only reads: `userId` is of the account that is read. */
      readonly share?: SharedReading;
    }
  | {
      readonly kind: 'operator';
      readonly operatorId: number;
      readonly name: string;
      readonly role: OperatorRole;
      readonly sessionKey: string;
      /** Opened by the provider of OIDC alone. */
      readonly isSso?: boolean;
    };

/** What stands for a session where a program calls with its key. */
export const keySession = (apiKeyId: number): string => `key ${apiKeyId}`;

export interface Call<Name extends RouteName = RouteName> {
  /** Checked by the contract's schema. */
  readonly input: ParsedOf<Name>;
  readonly caller: Caller;
  readonly language: Language;
  /** Says a sentence in the caller's language. */
  readonly say: Say;
  /** The caller's address; a proxy's word counts only where TRUST_PROXY says so. */
  readonly ip: string;
  /** A random word the client keeps, by which a device is known again. */
  readonly deviceId: string | undefined;
  readonly userAgent: string | undefined;
  /** ISO 3166 alpha-2, as the trusted proxy names it (COUNTRY_HEADER); undefined where none does. */
  readonly country: string | undefined;
  /** Of calls that move money or take a key; '' otherwise. */
  readonly idempotencyKey: string;
  /** As it came, where it is signed as a webhook; whose signature it is is the handler's to look at. */
  readonly webhook?: SignedMessage | undefined;
  /** The bytes of an upload; empty otherwise. */
  readonly file: Buffer;
}

/** An envelope already written, as the sequencer keeps it for repeats. */
export class Answer {
  readonly status: number;
  /** The whole envelope as JSON text. */
  readonly body: string;
  readonly isReplay: boolean;

  constructor(status: number, body: string, isReplay: boolean) {
    this.status = status;
    this.body = body;
    this.isReplay = isReplay;
  }
}

interface Picture {
  readonly bytes: Buffer;
  readonly mime: string;
  readonly filename?: string;
}

/** A picture's bytes in place of an envelope. */
export class PictureAnswer {
  readonly bytes: Buffer;
  readonly mime: string;
  /** What it is called when it is saved. */
  readonly filename: string;

  constructor({ bytes, mime, filename = 'picture.jpg' }: Picture) {
    this.bytes = bytes;
    this.mime = mime;
    this.filename = filename;
  }
}

/** Gives the envelope's DATA, a whole Answer or a picture; refuses with ProblemError. */
export type Handler<Name extends RouteName> = (
  call: Call<Name>,
) => ResponseOf<Name> | Answer | PictureAnswer | Promise<ResponseOf<Name> | Answer | PictureAnswer>;

/** One handler for each route of the contract: a forgotten one is a type error. */
export type Handlers = { readonly [Name in RouteName]: Handler<Name> };

export type OperatorCaller = Extract<Caller, { kind: 'operator' }>;

export interface OperatorWork<Answer> {
  readonly name: RouteName;
  readonly isRead: boolean;
  readonly run: () => Promise<Answer>;
}

/** Where every change of an operator has its turn. */
export interface OperatorTurns {
  serve<Answer>(caller: OperatorCaller, work: OperatorWork<Answer>): Promise<Answer>;
}

/** The user who calls; the access check has seen to it that there is one. */
export function userOf(call: { readonly caller: Caller }): Extract<Caller, { kind: 'user' }> {
  if (call.caller.kind !== 'user') throw new ProblemError('not_logged_in');
  return call.caller;
}

/** The operator who calls; the access check has seen to it that there is one. */
export function operatorOf(call: {
  readonly caller: Caller;
}): Extract<Caller, { kind: 'operator' }> {
  if (call.caller.kind !== 'operator') throw new ProblemError('not_logged_in');
  return call.caller;
}

/** Whether a caller whose session is of the right kind has the role for a route. */
export function mayCall(access: Access, caller: Caller): boolean {
  if (access.who !== 'operator') return true;
  if (caller.kind !== 'operator') return false;
  return caller.role === 'owner' || access.roles.includes(caller.role);
}

/** What users say and show of themselves: nobody reads it by another's word. */
const PRIVATE: ReadonlySet<RouteName> = new Set([
  'readFile',
  'operatorChats',
  'operatorChat',
  'chatFile',
  'operatorChatTranscript',
]);

/** Whether a session that the provider of OIDC opened is too little for a call: for all but reading, and leaving. */
export function needsStepUp(name: RouteName, method: string, caller: Caller): boolean {
  if (caller.kind !== 'operator' || caller.isSso !== true) return false;
  return PRIVATE.has(name) || (method !== 'GET' && name !== 'operatorLogout');
}
