/**
 * `npm run operator -- reset NAME`: whoever holds the server's machine lets an operator come in anew who lost everything. It
 * takes the access away and makes a link; it gives nobody a second person: whoever made the link may be any of the
 * operators, so nobody's word on who used it counts while anybody else was there within the last 30 days. All owners see
 * it in the console, and the audit log keeps it.
 */
import type { AuditLog } from '../../core/acts/audit.ts';
import type { Database } from '../../core/store/database.ts';
import type { Passwords } from '../../identity/index.ts';
import { findOperator, isFirstAndUnseen, listOperators } from '../queries.ts';
import { newOperatorPassword } from '../service.ts';
import { MACHINE, type OperatorEnrolment } from './enrolment.ts';
import { resetOperatorAccess } from './factor-queries.ts';
import type { OperatorGate } from './gate.ts';
import { CONSENT_ROLES, thirdPerson } from './second-operators.ts';

export interface MachineResetOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly passwords: Passwords;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly gate: OperatorGate;
  readonly enrolment: Pick<OperatorEnrolment, 'make' | 'linkOf'>;
  /** How long an operator does not count as one of two. */
  readonly coolingOffMs: number;
}

export interface MachineReset {
  readonly link: string;
  readonly expiresAtMs: number;
  /** From when on whoever comes in counts as one of two, where nothing else keeps them from it. */
  readonly approvesFromMs: number;
  /** Somebody who was there lately, so that whoever comes in does not count; absent where nobody was. */
  readonly waitsFor?: string;
}

/** What a server is asked by, with the name. */
export const RESET_REQUEST = 'reset-operator';

export class UnknownOperatorError extends Error {
  override readonly name = 'UnknownOperatorError';
}

/** Throws UnknownOperatorError, which says what names there are. */
export async function resetByMachine(
  { database, clock, passwords, audit, gate, enrolment, coolingOffMs }: MachineResetOptions,
  name: string,
): Promise<MachineReset> {
  const operator = await findOperator(database, name);
  if (operator === undefined) {
    const active = (await listOperators(database)).filter(({ isActive }) => isActive);
    const names = active.map((each) => each.name).join(', ');
    throw new UnknownOperatorError(`no active operator is called ${name}; there are: ${names}`);
  }
  const { operatorId } = operator;
  const passwordHash = await passwords.hash(newOperatorPassword());
  const subject = `operator ${name}`;
  await audit.add({ action: 'operator.reset', subject, detail: { by: MACHINE } });
  return gate.whileIdle(operatorId, () =>
    database.transaction(async (transaction) => {
      const nowMs = clock.now();
      const approvesFromMs = nowMs + coolingOffMs;
      // Whose password nobody ever used is no person whose place could be taken.
      const isNobody = await isFirstAndUnseen(transaction, operatorId);
      const countingRoles = isNobody ? [] : CONSENT_ROLES;
      const access = { passwordHash, approvesFromMs, countingRoles, nowMs };
      await resetOperatorAccess(transaction, operatorId, access);
      const made = await enrolment.make(transaction, {
        operatorId,
        createdBy: undefined,
        isMailed: false,
      });
      const waitsFor = coolingOffMs > 0 ? await thirdPerson(transaction, [], nowMs) : undefined;
      return {
        link: enrolment.linkOf(made.token),
        expiresAtMs: made.expiresAtMs,
        approvesFromMs,
        ...(waitsFor !== undefined && { waitsFor }),
      };
    }),
  );
}
