/** Operators: accounts of their own, sessions of their own, and never a user's rights. */

import { randomBytes } from 'node:crypto';
import { type OperatorRole, ProblemError } from '@fairlead/contract';
import type { AuditLog } from '../core/acts/audit.ts';
import type { OperatorCaller } from '../core/http/handler.ts';
import { OPERATOR_SESSION_IDLE_MS, OPERATOR_SESSION_LIFETIME_MS } from '../core/http/limits.ts';
import { addressKey } from '../core/http/rates.ts';
import type { Database } from '../core/store/database.ts';
import {
  isCommonPassword,
  LoginThrottle,
  newToken,
  type Passwords,
  tokenHash,
} from '../identity/index.ts';
import type { OperatorFactors } from './access/factors.ts';
import type { OperatorPasskeys } from './access/passkeys.ts';
import { type OperatorIdentity, operatorOfIdentity } from './access/sso-queries.ts';
import {
  deleteOperatorSession,
  deleteOperatorSessions,
  findOperator,
  findOperatorById,
  hasOperators,
  insertOperator,
  insertOperatorSession,
  type OperatorRow,
  readOperatorSession,
  updateOperatorPassword,
  useOperatorSession,
} from './queries.ts';

export interface OperatorsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly passwords: Passwords;
  readonly factors: OperatorFactors;
  readonly passkeys: OperatorPasskeys;
  readonly audit: AuditLog;
  /** Outside demo a password alone opens nothing: a second factor is needed. */
  readonly isDemo: boolean;
  /** Multiplies what one address may do wrong; more than 1 in demo only. */
  readonly rateLimitFactor: number;
}

export interface OperatorOrigin {
  readonly ip: string;
  readonly userAgent: string | undefined;
}

export interface OperatorLogin {
  readonly name: string;
  readonly password: string;
}

interface OpenedSession {
  readonly token: string;
  readonly roles: OperatorRole[];
}

/** A generated password: 24 characters of 144 random bits. */
const PASSWORD_BYTES = 18;
export const newOperatorPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

export class Operators {
  readonly #options: OperatorsOptions;
  readonly #throttle: LoginThrottle;

  constructor(options: OperatorsOptions) {
    this.#options = options;
    this.#throttle = new LoginThrottle(options.rateLimitFactor);
  }

  /**
   * Makes the first owner when there is no operator yet, and gives the password, to be shown once;
   * undefined when there are operators.
   */
  async createFirst(first: {
    readonly name: string;
    readonly password?: string;
  }): Promise<string | undefined> {
    const { database, clock, passwords, audit } = this.#options;
    if (await hasOperators(database)) return undefined;
    const password = first.password ?? newOperatorPassword();
    await insertOperator(database, {
      name: first.name,
      role: 'owner',
      passwordHash: await passwords.hash(password),
      createdAtMs: clock.now(),
    });
    await audit.add({ action: 'operator.created', subject: `operator ${first.name}` });
    return password;
  }

  /**
   * Opens a session. `mfa_required` says by its field that a code or a passkey is missing, without one that a second factor
   * must be enrolled before; `needsCode` words the field.
   */
  async login(
    login: OperatorLogin & { readonly otp?: string | undefined },
    origin: OperatorOrigin,
    needsCode: string,
  ): Promise<OpenedSession> {
    const { factors, isDemo } = this.#options;
    const operator = await this.#verify(login, origin.ip);
    // Where there is one, nothing that can be told to somebody does.
    if (operator.hasPasskey)
      throw new ProblemError('mfa_required', { fields: { passkey: needsCode } });
    if (operator.otpSecret === undefined) {
      if (!isDemo) {
        await this.#note(operator, 'operator.mfa_required', origin.ip);
        throw new ProblemError('mfa_required');
      }
      return this.#open(operator, origin);
    }
    if (login.otp === undefined)
      throw new ProblemError('mfa_required', { fields: { otp: needsCode } });
    if (!(await factors.check(operator, login.otp))) {
      await this.#note(operator, 'operator.code_wrong', origin.ip);
      throw new ProblemError('login_failed');
    }
    return this.#open(operator, origin);
  }

  /** Begins the enrolment of a second factor. */
  async enrol(
    login: OperatorLogin,
    origin: OperatorOrigin,
  ): Promise<{ readonly secret: string; readonly uri: string }> {
    const operator = await this.#verify(login, origin.ip);
    this.#checkTakesCodes();
    const begun = await this.#options.factors.begin(operator);
    await this.#note(operator, 'operator.enrol_begun', origin.ip);
    return begun;
  }

  /** Turns the second factor on, ends what was opened without it, and opens a session. */
  async confirmEnrol(
    login: OperatorLogin & { readonly otp: string },
    origin: OperatorOrigin,
  ): Promise<OpenedSession & { readonly recoveryCodes: string[] }> {
    const { factors, database } = this.#options;
    const operator = await this.#verify(login, origin.ip);
    this.#checkTakesCodes();
    const recoveryCodes = await factors.confirm(operator, login.otp);
    await deleteOperatorSessions(database, operator.operatorId);
    await this.#note(operator, 'operator.enrolled', origin.ip);
    return { ...(await this.#open(operator, origin)), recoveryCodes };
  }

  /** Opens a session by a passkey, which is two factors. Throws `passkey_refused`, `locked_out`. */
  async passkeyLogin(credential: string, origin: OperatorOrigin): Promise<OpenedSession> {
    const { database, passkeys } = this.#options;
    const passkey = await passkeys.find(credential);
    // Read first: a password that is set meanwhile, by a reset too, admits no session for it.
    const operator = passkey && (await findOperatorById(database, passkey.operatorId));
    await this.#usePasskey(credential, operator?.operatorId, origin.ip);
    if (operator === undefined) throw new ProblemError('passkey_refused');
    return this.#open(operator, origin);
  }

  /**
   * Opens a session that only reads, for whom the provider of OIDC knows. Throws `sso_unbound`, which tells the person who they
   * are there, `mfa_required` for who could not act by a factor of their own.
   */
  async ssoLogin(identity: OperatorIdentity, origin: OperatorOrigin): Promise<OpenedSession> {
    const { database, isDemo } = this.#options;
    const operatorId = await operatorOfIdentity(database, identity);
    const operator =
      operatorId === undefined ? undefined : await findOperatorById(database, operatorId);
    if (operator?.isActive !== true)
      throw new ProblemError('sso_unbound', { fields: { subject: identity.subject } });
    if (!isDemo && !operator.hasPasskey && operator.otpSecret === undefined)
      throw new ProblemError('mfa_required');
    return this.#open(operator, origin, true);
  }

  /**
   * What to make a passkey with, for whoever gives everything that opens the account now. Throws `mfa_required`, which
   * names what is missing, `code_wrong`, `passkey_refused`.
   */
  async beginPasskey(
    login: OperatorLogin & {
      readonly otp?: string | undefined;
      readonly credential?: string | undefined;
    },
    { ip }: OperatorOrigin,
    needsCode: string,
  ): Promise<Record<string, unknown> & { readonly challenge: string }> {
    const { factors, passkeys } = this.#options;
    if (!passkeys.isOpen) throw new ProblemError('passkeys_closed');
    const operator = await this.#verify(login, ip);
    const { otp, credential } = login;
    let provenBy: number | undefined;
    if (operator.hasPasskey) {
      if (credential === undefined)
        throw new ProblemError('mfa_required', { fields: { passkey: needsCode } });
      provenBy = await this.#usePasskey(credential, operator.operatorId, ip);
    } else if (operator.otpSecret !== undefined) {
      if (otp === undefined) throw new ProblemError('mfa_required', { fields: { otp: needsCode } });
      if (!(await factors.check(operator, otp))) {
        await this.#note(operator, 'operator.code_wrong', ip);
        throw new ProblemError('code_wrong');
      }
    }
    const begun = await passkeys.begin(operator, provenBy);
    await this.#note(operator, 'operator.passkey_begun', ip);
    return begun;
  }

  /** Registers the passkey, ends what was opened without it, and opens a session. */
  async confirmPasskey(
    made: { readonly credential: string; readonly label: string },
    origin: OperatorOrigin,
  ): Promise<OpenedSession> {
    const { database, passkeys } = this.#options;
    const operator = await passkeys.confirm(made, origin.ip);
    await deleteOperatorSessions(database, operator.operatorId);
    return this.#open(operator, origin);
  }

  /** Takes a passkey of the caller's out and ends their other sessions. Outside demo one stays. */
  async removePasskey(
    caller: OperatorCaller,
    asked: { readonly passkeyId: number; readonly password: string; readonly credential: string },
    ip: string,
  ): Promise<void> {
    const { database, audit, passkeys, isDemo } = this.#options;
    const { operatorId, name } = caller;
    await this.#verify({ name, password: asked.password }, ip, 'password_wrong');
    await this.#usePasskey(asked.credential, operatorId, ip);
    const key = { operatorId, passkeyId: asked.passkeyId };
    const removed = await passkeys.remove(key, { mustKeepOne: !isDemo });
    const detail = { passkey: removed.name };
    const action = 'operator.passkey_removed';
    await audit.add({ operatorId, action, subject: name, detail, ip });
    await deleteOperatorSessions(database, operatorId, Buffer.from(caller.sessionKey, 'hex'));
  }

  /** Changes the caller's own password and ends the caller's other sessions. */
  async changePassword(
    caller: OperatorCaller,
    change: { readonly oldPassword: string; readonly password: string },
    ip: string,
  ): Promise<void> {
    const { database, passwords } = this.#options;
    const login = { name: caller.name, password: change.oldPassword };
    const operator = await this.#verify(login, ip, 'password_wrong');
    if (isCommonPassword(change.password, caller.name))
      throw new ProblemError('password_too_common');
    const hash = await passwords.hash(change.password);
    await this.#note(operator, 'operator.password_changed', ip);
    const verified = { hash, verifiedHash: operator.passwordHash };
    if (!(await updateOperatorPassword(database, operator.operatorId, verified)))
      throw new ProblemError('password_wrong');
    const own = Buffer.from(caller.sessionKey, 'hex');
    await deleteOperatorSessions(database, operator.operatorId, own);
  }

  /** The operator of an open session, who is noted as active now. */
  async find(token: string): Promise<OperatorCaller | undefined> {
    const digest = tokenHash(token);
    const operator = await useOperatorSession(this.#options.database, {
      tokenHash: digest,
      nowMs: this.#options.clock.now(),
      idleMs: OPERATOR_SESSION_IDLE_MS,
    });
    if (operator === undefined) return undefined;
    // What a demo opened by a password alone opens nothing once it is one no more.
    const hasFactor = operator.hasPasskey || operator.otpSecret !== undefined;
    if (!this.#options.isDemo && !hasFactor) return undefined;
    return {
      kind: 'operator',
      operatorId: operator.operatorId,
      name: operator.name,
      role: operator.role,
      sessionKey: Buffer.from(digest).toString('hex'),
      ...(operator.isSso && { isSso: true }),
    };
  }

  /** The caller's session as it is now; throws `not_logged_in` when it ended meanwhile. */
  async session(
    caller: OperatorCaller,
  ): Promise<{ readonly operator: OperatorRow; readonly expiresAtMs: number }> {
    const digest = Buffer.from(caller.sessionKey, 'hex');
    const session = await readOperatorSession(this.#options.database, digest);
    if (session === undefined) throw new ProblemError('not_logged_in');
    return session;
  }

  async logout(caller: OperatorCaller): Promise<void> {
    const digest = Buffer.from(caller.sessionKey, 'hex');
    await deleteOperatorSession(this.#options.database, digest);
    const { operatorId, name } = caller;
    await this.#options.audit.add({ operatorId, action: 'operator.logout', subject: name });
  }

  /**
   * The operator whose password it is. Failures are noted of known names only, as anyone can invent others,
   * and nobody waits for that note: its time would tell which names are known (cases.md A8).
   */
  async #verify(
    login: OperatorLogin,
    ip: string,
    refusal: 'login_failed' | 'password_wrong' = 'login_failed',
  ): Promise<OperatorRow> {
    const { database, clock, passwords, audit } = this.#options;
    const address = addressKey(ip);
    // With the address in the key nobody can lock an operator out from elsewhere.
    const attempt = { account: `${address} ${login.name}`, address, knownDevice: undefined };
    const waitMs = this.#throttle.waitMs(attempt, clock.now());
    if (waitMs > 0) throw new ProblemError('locked_out', { retryAfterMs: waitMs });
    let operator: OperatorRow | undefined;
    const isRight = await this.#throttle.attempt(attempt, clock, async () => {
      operator = await findOperator(database, login.name);
      return passwords.verify(operator?.passwordHash, login.password);
    });
    if (isRight && operator !== undefined) return operator;
    if (operator !== undefined) {
      const subject = `operator ${operator.name}`;
      audit.addLater({ action: 'operator.login_failed', subject, ip });
    }
    throw new ProblemError(refusal);
  }

  /** Outside demo a code is a factor only where the address admits no passkeys. */
  #checkTakesCodes(): void {
    const { isDemo, passkeys } = this.#options;
    if (!isDemo && passkeys.isOpen) throw new ProblemError('passkey_required');
  }

  /** Uses a passkey, of this operator if any. What is nobody's is not counted: nobody guesses a key. */
  async #usePasskey(
    credential: string,
    operatorId: number | undefined,
    ip: string,
  ): Promise<number> {
    const { clock, audit, passkeys } = this.#options;
    const address = addressKey(ip);
    let passkeyId: number | undefined;
    const use = async () => {
      const used = await passkeys.use(credential, ip);
      const isTheirs = operatorId !== undefined && used?.operatorId === operatorId;
      passkeyId = isTheirs ? used.passkeyId : undefined;
      return isTheirs;
    };
    const attempt = {
      account: `${address} passkey ${operatorId}`,
      address,
      knownDevice: undefined,
    };
    const waitMs = operatorId === undefined ? 0 : this.#throttle.waitMs(attempt, clock.now());
    if (waitMs > 0) throw new ProblemError('locked_out', { retryAfterMs: waitMs });
    const isRight = await (operatorId === undefined
      ? use()
      : this.#throttle.attempt(attempt, clock, use));
    if (isRight && passkeyId !== undefined) return passkeyId;
    if (operatorId !== undefined) {
      const subject = `operator ${operatorId}`;
      audit.addLater({ action: 'operator.passkey_refused', subject, ip });
    }
    throw new ProblemError('passkey_refused');
  }

  async #open(
    operator: OperatorRow,
    origin: OperatorOrigin,
    isSso = false,
  ): Promise<OpenedSession> {
    const { database, clock } = this.#options;
    const { operatorId, passwordHash, role } = operator;
    const token = newToken();
    const nowMs = clock.now();
    const isOpen = await insertOperatorSession(database, {
      tokenHash: tokenHash(token),
      operatorId,
      passwordHash,
      ip: origin.ip,
      userAgent: origin.userAgent?.slice(0, 300),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + OPERATOR_SESSION_LIFETIME_MS,
      isSso,
    });
    if (!isOpen) throw new ProblemError('login_failed');
    await this.#note(operator, isSso ? 'operator.sso_login' : 'operator.login', origin.ip);
    return { token, roles: [role] };
  }

  #note({ operatorId, name }: OperatorRow, action: string, ip: string): Promise<void> {
    return this.#options.audit.add({ operatorId, action, subject: name, ip });
  }
}
