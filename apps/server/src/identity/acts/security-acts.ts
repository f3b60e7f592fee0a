/**
 * The log of what was done about an account's security, for its owner: by whom one sees from address and device. It is written
 * after the act, around the handlers, so that none is forgotten; what was refused is no act, but for a login.
 */
import { ProblemError, type RouteName, routes, type SecurityActKind } from '@fairlead/contract';
import { mainOf } from '@fairlead/engine';
import type { Logger } from 'pino';
import { Answer, type Call, type Handlers } from '../../core/http/handler.ts';
import { SECURITY_ACTS_KEPT_MS } from '../../core/http/limits.ts';
import type { Database } from '../../core/store/database.ts';
import type { Page, PageRequest } from '../../core/store/pages.ts';
import { readAccount } from '../accounts.ts';
import {
  type ActOwner,
  actsPage,
  deleteActsBefore,
  insertAct,
  type SecurityActRow,
} from './queries.ts';

const DETAIL_LENGTH_MAX = 120;
const DEVICE_LENGTH_MAX = 300;

/** Calls that are acts. */
const ACTS = {
  register: 'registered',
  login: 'logged_in',
  passkeyLogin: 'logged_in_passkey',
  logout: 'logged_out',
  endSession: 'session_ended',
  forget: 'password_reset',
  changePassword: 'password_changed',
  saveFundPassword: 'fund_password_saved',
  confirmOtp: 'otp_enabled',
  disableOtp: 'otp_disabled',
  confirmPasskey: 'passkey_added',
  renamePasskey: 'passkey_renamed',
  removePasskey: 'passkey_removed',
  saveMailWord: 'mail_word_saved',
  lockAccount: 'account_locked',
  askUnlock: 'unlock_asked',
  beginRecovery: 'recovery_begun',
  stopRecovery: 'recovery_stopped',
  finishRecovery: 'account_recovered',
  createApiKey: 'api_key_created',
  editApiKey: 'api_key_changed',
  revokeApiKey: 'api_key_revoked',
  createWebhook: 'webhook_created',
  editWebhook: 'webhook_changed',
  rotateWebhookSecret: 'webhook_secret_changed',
  removeWebhook: 'webhook_removed',
  addAddress: 'address_added',
  deleteAddress: 'address_removed',
  saveBankCard: 'card_saved',
  deleteBankCard: 'card_removed',
  withdraw: 'withdrawal_requested',
  cancelWithdrawal: 'withdrawal_cancelled',
} as const satisfies Partial<Record<RouteName, SecurityActKind>>;

type ActName = keyof typeof ACTS;

/** Wrong password, wrong second factor: somebody was at the door. */
const REFUSALS: ReadonlySet<string> = new Set(['login_failed', 'code_wrong']);

export interface SecurityActsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'error'>;
}

export class SecurityActs {
  readonly #options: SecurityActsOptions;

  constructor(options: SecurityActsOptions) {
    this.#options = options;
  }

  page(userId: number, request: PageRequest): Promise<Page<SecurityActRow>> {
    return actsPage(this.#options.database, userId, request);
  }

  async note(
    owner: ActOwner,
    act: { readonly kind: SecurityActKind; readonly detail?: string },
    { ip, userAgent = '' }: Pick<Call, 'ip' | 'userAgent'>,
  ): Promise<void> {
    const { database, clock } = this.#options;
    await insertAct(database, owner, {
      kind: act.kind,
      detail: (act.detail ?? '').slice(0, DETAIL_LENGTH_MAX),
      ip,
      device: userAgent.slice(0, DEVICE_LENGTH_MAX),
      timeMs: clock.now(),
    });
  }

  /** The same handlers, which note what they did. */
  around(handlers: Handlers): Handlers {
    const noted = (Object.keys(ACTS) as ActName[]).map((name) => {
      const handler = handlers[name] as (call: Call) => unknown;
      return [name, (call: Call) => this.#noted({ call, name, handler })];
    });
    return { ...handlers, ...Object.fromEntries(noted) };
  }

  prune(): Promise<void> {
    const { database, clock } = this.#options;
    return deleteActsBefore(database, clock.now() - SECURITY_ACTS_KEPT_MS);
  }

  async #noted({
    call,
    name,
    handler,
  }: {
    readonly call: Call;
    readonly name: ActName;
    readonly handler: (call: Call) => unknown;
  }): Promise<unknown> {
    const kind = ACTS[name];
    try {
      const answer = await handler(call);
      const owner = isAct(answer) ? ownerOf(name, call, answer) : undefined;
      await this.#noteSafely(owner, { kind, detail: detailOf(name, call) }, call);
      return answer;
    } catch (error) {
      const isRefusal = error instanceof ProblemError && REFUSALS.has(error.code);
      const account = isRefusal && kind === 'logged_in' ? accountOf(call) : undefined;
      const owner = account === undefined ? undefined : { account };
      await this.#noteSafely(owner, { kind: 'login_refused' }, call);
      throw error;
    }
  }

  /** What was done stays done, and what was refused is told as it was, though the log cannot be written. */
  async #noteSafely(
    owner: ActOwner | undefined,
    act: Parameters<SecurityActs['note']>[1],
    call: Call,
  ): Promise<void> {
    if (owner === undefined) return;
    await this.note(owner, act, call).catch((error: unknown) =>
      this.#options.log.error({ err: error, kind: act.kind }, 'a security act was not logged'),
    );
  }
}

/** The first answer given again is no act, nor is a refusal that the books gave. */
const isAct = (answer: unknown): boolean =>
  !(answer instanceof Answer) || (!answer.isReplay && answer.status < 400);

/**
 * Where anybody may call it is whom the answer or the request names, whatever session comes along. What is done as a sub-account its
 * owner's log has: nobody else reads one.
 */
function ownerOf(name: ActName, call: Call, answer: unknown): ActOwner | undefined {
  if (routes[name].access.who !== 'public')
    return 'userId' in call.caller ? { userId: mainOf(call.caller.userId) } : undefined;
  const { user } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    readonly user?: { readonly id: number };
  };
  if (user !== undefined) return { userId: user.id };
  const account = accountOf(call);
  return account === undefined ? undefined : { account };
}

/** The account that a guest named, as it is kept. */
function accountOf({ input, say }: Call): string | undefined {
  if (!('account_type' in input)) return undefined;
  return readAccount(input as Parameters<typeof readAccount>[0], say).account;
}

/** Which one it was, as the user named it; of cards nothing, whose names are sealed where they are kept. */
function detailOf(act: ActName, { input }: Call): string {
  if (act === 'saveBankCard') return '';
  const { name, label, address, amount } = input as Readonly<Record<string, unknown>>;
  const found = [name, label, address, amount].find((each) => typeof each === 'string');
  return typeof found === 'string' ? found : '';
}
