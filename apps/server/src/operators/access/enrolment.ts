/**
 * How operators come in: by a link that is good once and for a day, and sets the person's own password. Where mail is
 * set up it goes to the person and nobody else sees it. Where it is not, whoever made it could open it: so whoever came
 * in counts as one of two only once a third person, who did not make the link, has said that it was the right one. Whether
 * there is such a person is judged by the last month (second-operators.ts).
 */

import { type Language, type OperatorRole, ProblemError } from '@fairlead/contract';
import { HOUR_MS } from '@fairlead/units';
import type { AuditLog } from '../../core/acts/audit.ts';
import type { OperatorCaller } from '../../core/http/handler.ts';
import type { Database, Queryable } from '../../core/store/database.ts';
import type { Say } from '../../core/texts/texts.ts';
import {
  isCommonPassword,
  maskedAccount,
  newToken,
  type Passwords,
  tokenHash,
} from '../../identity/index.ts';
import type { Outbox } from '../../notices/index.ts';
import {
  confirmOperator,
  enrolledBy,
  findEnrolment,
  insertEnrolment,
  setEnrolledPassword,
  useEnrolment,
} from './enrolment-queries.ts';
import { COUNTED_LASTS_DAYS, checkCountAsTwo, thirdPerson } from './second-operators.ts';

const LINK_HOURS = 24;
/** Mail is handed over after the transaction; a link that could not be is made anew. */
const SCENE = 'operator_enrolment';
/** In the audit log: whoever holds the server's machine. */
export const MACHINE = 'machine';

export interface OperatorEnrolmentOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly passwords: Passwords;
  readonly audit: AuditLog;
  readonly outbox: Pick<Outbox, 'put' | 'sendsMail'>;
  /** The origin that people see. */
  readonly publicUrl: string;
  /** How long an operator does not count as one of two; 0, in demo only, waives the third person too. */
  readonly coolingOffMs: number;
}

/** What the maker of a link gets: the link, or to whom it was sent. */
export interface MadeLink {
  readonly link?: string;
  /** Masked. */
  readonly sentTo?: string;
  readonly expiresAtMs: number;
}

export interface LinkWanted {
  readonly operatorId: number;
  readonly name: string;
  /** Undefined: whoever holds the server's machine. */
  readonly createdBy: number | undefined;
  readonly email: string | undefined;
  readonly lang: Language;
}

interface NewLink extends Pick<LinkWanted, 'operatorId' | 'createdBy'> {
  /** Absent: where mail is set up. */
  readonly isMailed?: boolean;
}

export class OperatorEnrolment {
  readonly #options: OperatorEnrolmentOptions;

  constructor(options: OperatorEnrolmentOptions) {
    this.#options = options;
  }

  /** Throws a field error where mail is set up and no address is given: then nobody but the person sees the link. */
  checkAddress(email: string | undefined, say: Say): void {
    if (email !== undefined || !this.#options.outbox.sendsMail) return;
    throw new ProblemError('validation_failed', { fields: { email: say('fields.required') } });
  }

  /** Makes a link in the running transaction; call `send` after its commit. */
  async make(
    transaction: Queryable,
    { operatorId, createdBy, isMailed = this.#options.outbox.sendsMail }: NewLink,
  ): Promise<{ readonly token: string; readonly expiresAtMs: number }> {
    const { clock } = this.#options;
    const token = newToken();
    const createdAtMs = clock.now();
    const expiresAtMs = createdAtMs + LINK_HOURS * HOUR_MS;
    await insertEnrolment(transaction, {
      tokenHash: tokenHash(token),
      operatorId,
      createdBy,
      isMailed,
      createdAtMs,
      expiresAtMs,
    });
    return { token, expiresAtMs };
  }

  /** Behind the #: it is in no server's log and no Referer. */
  linkOf(token: string): string {
    return `${this.#options.publicUrl}/console/#/enrol/${token}`;
  }

  /** Sends a link that was made, or gives it. */
  async send(
    { name, email, lang }: Pick<LinkWanted, 'name' | 'email' | 'lang'>,
    { token, expiresAtMs }: { readonly token: string; readonly expiresAtMs: number },
  ): Promise<MadeLink> {
    const { outbox } = this.#options;
    const link = this.linkOf(token);
    if (!outbox.sendsMail || email === undefined) return { link, expiresAtMs };
    const content = { about: 'enrolment', name, link, hours: LINK_HOURS } as const;
    await outbox.put({ kind: 'email', target: email, scene: SCENE, lang, content });
    return { sentTo: maskedAccount('email', email), expiresAtMs };
  }

  /** Whose link it is. Throws `ticket_invalid`. */
  async look(token: string): Promise<{
    readonly name: string;
    readonly role: OperatorRole;
    readonly expiresAtMs: number;
  }> {
    const { database, clock } = this.#options;
    const found = await findEnrolment(database, tokenHash(token), clock.now());
    if (found === undefined) throw new ProblemError('ticket_invalid');
    return found;
  }

  /** Sets the person's own password and uses the link up. Throws `ticket_invalid`, `password_too_common`. */
  async use(token: string, password: string, ip: string): Promise<{ readonly name: string }> {
    const { database, clock, passwords, audit, coolingOffMs } = this.#options;
    const { name } = await this.look(token);
    if (isCommonPassword(password, name)) throw new ProblemError('password_too_common');
    const passwordHash = await passwords.hash(password);
    const used = await database.transaction(async (transaction) => {
      const nowMs = clock.now();
      const link = await useEnrolment(transaction, tokenHash(token), { nowMs, ip });
      if (link === undefined) throw new ProblemError('ticket_invalid');
      const { operatorId, createdBy } = link;
      const approvesFromMs = nowMs + coolingOffMs;
      await setEnrolledPassword(transaction, operatorId, { passwordHash, approvesFromMs });
      // Who counted under this name before a reset is another person too until somebody says otherwise.
      const exceptIds = createdBy === undefined ? [] : [createdBy];
      const third = await thirdPerson(transaction, exceptIds, nowMs);
      const isAsked = coolingOffMs > 0 && third !== undefined;
      if (!isAsked) await confirmOperator(transaction, operatorId, { by: undefined, atMs: nowMs });
      return { operatorId, createdBy, isAsked };
    });
    const { operatorId, createdBy, isAsked } = used;
    const detail = { link_by: createdBy ?? MACHINE, needs_confirmation: isAsked };
    await audit.add({
      operatorId,
      action: 'operator.link_used',
      subject: `operator ${name}`,
      detail,
      ip,
    });
    return { name };
  }

  /**
   * A third person says that the right one came in; whoever made the link, and of one that was made on the server's machine
   * everybody, only where nobody else was there for long. `sign` takes the caller's signature of it.
   * Throws `four_eyes`, `already_decided`, `not_found`.
   */
  async confirm(
    caller: OperatorCaller,
    operatorId: number,
    { say, sign }: { readonly say: Say; readonly sign: () => Promise<void> },
  ): Promise<void> {
    const { database, clock } = this.#options;
    const madeBy = await enrolledBy(database, operatorId);
    if (madeBy === undefined) throw new ProblemError('not_found');
    if (caller.operatorId === operatorId) throw new ProblemError('four_eyes');
    await checkCountAsTwo(this.#options, [caller.operatorId], say);
    // Whoever holds the machine may be anybody, the caller too.
    if (caller.operatorId === madeBy || madeBy === MACHINE) {
      const name = await thirdPerson(database, [caller.operatorId], clock.now());
      const words = madeBy === MACHINE ? 'fields.machine_link' : 'fields.third_confirms';
      if (name !== undefined)
        throw new ProblemError('four_eyes', {
          fields: { confirmation: say(words, { name, days: COUNTED_LASTS_DAYS }) },
        });
    }
    await sign();
    const confirmed = { by: caller.operatorId, atMs: clock.now() };
    if (!(await confirmOperator(database, operatorId, confirmed)))
      throw new ProblemError('already_decided');
  }
}
