/** Operators: accounts of their own, sessions of their own, and never a user's rights. */
import { randomBytes } from 'node:crypto';
import { type OperatorRole, ProblemError } from '@fairlead/contract';
import { OPERATOR_SESSION_IDLE_MS, OPERATOR_SESSION_LIFETIME_MS } from '../limits.ts';
import { addressKey } from '../plugins/rates.ts';
import type { Caller } from '../routes/handler.ts';
import type { Database } from '../store/database.ts';
import {
  deleteOperatorSession,
  findOperator,
  hasOperators,
  insertOperator,
  insertOperatorSession,
  type OperatorRow,
  useOperatorSession,
} from '../store/operator-queries.ts';
import type { Passwords } from './identity-passwords.ts';
import { newToken, tokenHash } from './identity-sessions.ts';
import { LoginThrottle } from './identity-throttle.ts';
import type { AuditLog } from './operators-audit.ts';

export interface OperatorsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly passwords: Passwords;
  readonly audit: AuditLog;
  /** Outside demo a password alone opens nothing: a second factor is needed. */
  readonly isDemo: boolean;
  /** Multiplies what one address may do wrong; more than 1 in demo only. */
  readonly rateLimitFactor: number;
}

type OperatorCaller = Extract<Caller, { kind: 'operator' }>;

/** A generated password: 24 characters of 144 random bits. */
const PASSWORD_BYTES = 18;

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
    const password = first.password ?? randomBytes(PASSWORD_BYTES).toString('base64url');
    await insertOperator(database, {
      name: first.name,
      role: 'owner',
      passwordHash: await passwords.hash(password),
      createdAtMs: clock.now(),
    });
    await audit.add({ action: 'operator.created', subject: `operator ${first.name}` });
    return password;
  }

  async login(
    login: { readonly name: string; readonly password: string },
    origin: { readonly ip: string; readonly userAgent: string | undefined },
  ): Promise<{ readonly token: string; readonly roles: OperatorRole[] }> {
    const { database, clock, audit, isDemo } = this.#options;
    const operator = await this.#verify(login, origin.ip);
    const { operatorId } = operator;
    if (!isDemo) {
      const action = 'operator.mfa_required';
      await audit.add({ operatorId, action, subject: login.name, ip: origin.ip });
      throw new ProblemError('mfa_required');
    }
    const token = newToken();
    const nowMs = clock.now();
    await insertOperatorSession(database, {
      tokenHash: tokenHash(token),
      operatorId,
      ip: origin.ip,
      userAgent: origin.userAgent?.slice(0, 300),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + OPERATOR_SESSION_LIFETIME_MS,
    });
    await audit.add({ operatorId, action: 'operator.login', subject: login.name, ip: origin.ip });
    return { token, roles: [operator.role] };
  }

  /** The operator whose password it is. Failures are noted of known names only: anyone can invent others. */
  async #verify(
    login: { readonly name: string; readonly password: string },
    ip: string,
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
      await audit.add({ action: 'operator.login_failed', subject, ip });
    }
    throw new ProblemError('login_failed');
  }

  async find(token: string): Promise<OperatorCaller | undefined> {
    const digest = tokenHash(token);
    const operator = await useOperatorSession(this.#options.database, {
      tokenHash: digest,
      nowMs: this.#options.clock.now(),
      idleMs: OPERATOR_SESSION_IDLE_MS,
    });
    if (operator === undefined) return undefined;
    return {
      kind: 'operator',
      operatorId: operator.operatorId,
      name: operator.name,
      role: operator.role,
      sessionKey: Buffer.from(digest).toString('hex'),
    };
  }

  async logout(caller: OperatorCaller): Promise<void> {
    const digest = Buffer.from(caller.sessionKey, 'hex');
    await deleteOperatorSession(this.#options.database, digest);
    const { operatorId, name } = caller;
    await this.#options.audit.add({ operatorId, action: 'operator.logout', subject: name });
  }
}
