/**
 * What owners do with operators: add, change, stop, reset. Nobody sees another's password: whoever is added or reset
 * sets their own by a link that is good once (operators-enrolment.ts). Whoever
 * was added, reset, let in again or given another role does not count as one of two for some hours, and what is
 * done to an owner, or behind the back of a third operator, takes two itself (V8). Stopping takes one, at once; whoever was
 * stopped or demoted is somebody there for a month all the same (second-operators.ts).
 */
import { type OperatorRole, ProblemError } from '@fairlead/contract';
import { payloadOf } from '../../core/acts/payloads.ts';
import type { ProposalRow } from '../../core/acts/proposal-queries.ts';
import type { OperatorCaller } from '../../core/http/handler.ts';
import type { Database } from '../../core/store/database.ts';
import type { Passwords } from '../../identity/index.ts';
import {
  deleteOperatorSessions,
  findOperatorById,
  hasOtherOwner,
  insertOperator,
  type OperatorRow,
  updateOperator,
} from '../queries.ts';
import { newOperatorPassword } from '../service.ts';
import type { LinkWanted, MadeLink, OperatorEnrolment } from './enrolment.ts';
import { resetOperatorAccess } from './factor-queries.ts';
import type { OperatorGate } from './gate.ts';
import { CONSENT_ROLES, thirdPerson } from './second-operators.ts';
import { bindIdentity, deleteIdentity, type OperatorIdentity } from './sso-queries.ts';

/** Whoever was an owner is one for so long after, for what may be done to them. */
const OWNERSHIP_LASTS_MS = 24 * 60 * 60_000;

export interface OperatorAdminOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly passwords: Passwords;
  readonly gate: OperatorGate;
  readonly enrolment: OperatorEnrolment;
  /** How long an operator does not count as one of two. */
  readonly coolingOffMs: number;
}

/** Who makes a link, and to where it goes. */
export type Asking = Pick<LinkWanted, 'createdBy' | 'email' | 'lang'>;

export interface OperatorChange {
  readonly role?: OperatorRole;
  readonly isActive?: boolean;
}

export class OperatorAdmin {
  readonly #options: OperatorAdminOptions;

  constructor(options: OperatorAdminOptions) {
    this.#options = options;
  }

  /** Adds an operator, and makes the link by which they come in. Throws `name_taken`. */
  async create(
    operator: { readonly name: string; readonly role: OperatorRole },
    by: Asking,
  ): Promise<MadeLink & { readonly operatorId: number }> {
    const { database, clock, enrolment } = this.#options;
    const passwordHash = await this.#unknownHash();
    const made = await database.transaction(async (transaction) => {
      const operatorId = await insertOperator(transaction, {
        ...operator,
        passwordHash,
        createdAtMs: clock.now(),
        approvesFromMs: this.#approvesFromMs(),
        isUnconfirmed: true,
      });
      if (operatorId === undefined) throw new ProblemError('name_taken');
      const { createdBy } = by;
      return { operatorId, ...(await enrolment.make(transaction, { operatorId, createdBy })) };
    });
    const sent = await enrolment.send({ ...by, name: operator.name }, made);
    return { operatorId: made.operatorId, ...sent };
  }

  /** An operator by id. Throws `not_found`. */
  async find(operatorId: number): Promise<OperatorRow> {
    const found = await findOperatorById(this.#options.database, operatorId);
    if (found === undefined) throw new ProblemError('not_found');
    return found;
  }

  /** Whether changing this operator takes another's consent: an owner, or one who was until lately. */
  needsConsentToChange(caller: OperatorCaller, target: OperatorRow): boolean {
    return target.operatorId !== caller.operatorId && this.#isOwner(target);
  }

  /** Whether resetting this operator does: it does too where anybody else is there to be asked, or was lately. */
  async needsConsentToReset(caller: OperatorCaller, target: OperatorRow): Promise<boolean> {
    if (this.#isOwner(target)) return true;
    const exceptIds = [caller.operatorId, target.operatorId];
    const { database, clock } = this.#options;
    return (await thirdPerson(database, exceptIds, clock.now())) !== undefined;
  }

  /**
   * Changes role or activity and ends the operator's sessions, once nothing of theirs is running (W13).
   * Throws `last_owner`.
   */
  async change(operatorId: number, change: OperatorChange): Promise<void> {
    const { database, clock, gate } = this.#options;
    await gate.whileIdle(operatorId, () =>
      database.transaction(async (transaction) => {
        const before = await findOperatorById(transaction, operatorId);
        if (before === undefined) throw new ProblemError('not_found');
        const after = { role: before.role, isActive: before.isActive, ...change };
        const isOwner = after.role === 'owner' && after.isActive;
        if (!isOwner && !(await hasOtherOwner(transaction, operatorId)))
          throw new ProblemError('last_owner');
        const isAnother = after.role !== before.role || (after.isActive && !before.isActive);
        const isDeposed = before.role === 'owner' && after.role !== 'owner';
        await updateOperator(transaction, operatorId, {
          ...after,
          approvesFromMs: isAnother ? this.#approvesFromMs() : before.approvesFromMs,
          ownerUntilMs: isDeposed ? clock.now() : before.ownerUntilMs,
          countingRoles: CONSENT_ROLES,
          nowMs: clock.now(),
        });
        await deleteOperatorSessions(transaction, operatorId);
      }),
    );
  }

  /** Takes password and second factor away, and makes a link to set new ones; all sessions end. */
  async reset({ operatorId, name }: OperatorRow, by: Asking): Promise<MadeLink> {
    const { database, clock, gate, enrolment } = this.#options;
    const passwordHash = await this.#unknownHash();
    const made = await gate.whileIdle(operatorId, () => {
      const access = {
        passwordHash,
        approvesFromMs: this.#approvesFromMs(),
        countingRoles: CONSENT_ROLES,
        nowMs: clock.now(),
      };
      return database.transaction(async (transaction) => {
        await resetOperatorAccess(transaction, operatorId, access);
        return enrolment.make(transaction, { operatorId, createdBy: by.createdBy });
      });
    });
    return enrolment.send({ ...by, name }, made);
  }

  /** Carries a binding out that two asked for. Throws `not_found`, `name_taken` where the subject is another's. */
  async bind(proposal: ProposalRow): Promise<void> {
    const { database, clock } = this.#options;
    const { id, ...identity } = payloadOf<OperatorIdentity & { readonly id: number }>(proposal);
    await database.transaction(async (transaction) => {
      if ((await findOperatorById(transaction, id)) === undefined)
        throw new ProblemError('not_found');
      if (!(await bindIdentity(transaction, id, identity, clock.now())))
        throw new ProblemError('name_taken');
    });
  }

  /** Takes a binding away and ends what it opened; false when there was none. */
  unbind(operatorId: number, subject: string): Promise<boolean> {
    return this.#options.database.transaction((transaction) =>
      deleteIdentity(transaction, operatorId, subject),
    );
  }

  /** Of a password that nobody ever sees. */
  #unknownHash(): Promise<string> {
    return this.#options.passwords.hash(newOperatorPassword());
  }

  #approvesFromMs(): number {
    const { clock, coolingOffMs } = this.#options;
    return clock.now() + coolingOffMs;
  }

  #isOwner({ role, ownerUntilMs }: OperatorRow): boolean {
    const sinceMs = this.#options.clock.now() - OWNERSHIP_LASTS_MS;
    return role === 'owner' || (ownerUntilMs !== undefined && ownerUntilMs > sinceMs);
  }
}
