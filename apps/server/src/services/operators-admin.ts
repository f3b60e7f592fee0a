/** What owners do with operators: add, change, stop, reset. Passwords are generated and shown once (A5, A7). */
import { type OperatorRole, ProblemError } from '@fairlead/contract';
import type { Database } from '../store/database.ts';
import { resetOperatorAccess } from '../store/operator-factor-queries.ts';
import {
  deleteOperatorSessions,
  findOperatorById,
  hasOtherOwner,
  insertOperator,
  type OperatorRow,
  updateOperator,
} from '../store/operator-queries.ts';
import type { Passwords } from './identity-passwords.ts';
import { newOperatorPassword } from './operators.ts';
import type { OperatorGate } from './operators-gate.ts';

export interface OperatorAdminOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly passwords: Passwords;
  readonly gate: OperatorGate;
}

export class OperatorAdmin {
  readonly #options: OperatorAdminOptions;

  constructor(options: OperatorAdminOptions) {
    this.#options = options;
  }

  /** Adds an operator. Throws `name_taken`. */
  async create(operator: {
    readonly name: string;
    readonly role: OperatorRole;
  }): Promise<{ readonly operatorId: number; readonly password: string }> {
    const { database, clock, passwords } = this.#options;
    const password = newOperatorPassword();
    const operatorId = await insertOperator(database, {
      ...operator,
      passwordHash: await passwords.hash(password),
      createdAtMs: clock.now(),
    });
    if (operatorId === undefined) throw new ProblemError('name_taken');
    return { operatorId, password };
  }

  /** An operator by id. Throws `not_found`. */
  async find(operatorId: number): Promise<OperatorRow> {
    const found = await findOperatorById(this.#options.database, operatorId);
    if (found === undefined) throw new ProblemError('not_found');
    return found;
  }

  /**
   * Changes role or activity and ends the operator's sessions, once nothing of theirs is running (W13).
   * Throws `last_owner`.
   */
  async change(
    operatorId: number,
    change: { readonly role?: OperatorRole; readonly isActive?: boolean },
  ): Promise<void> {
    const { database, gate } = this.#options;
    await gate.whileIdle(operatorId, () =>
      database.transaction(async (transaction) => {
        const before = await findOperatorById(transaction, operatorId);
        if (before === undefined) throw new ProblemError('not_found');
        const after = { role: before.role, isActive: before.isActive, ...change };
        const isOwner = after.role === 'owner' && after.isActive;
        if (!isOwner && !(await hasOtherOwner(transaction, operatorId)))
          throw new ProblemError('last_owner');
        await updateOperator(transaction, operatorId, after);
        await deleteOperatorSessions(transaction, operatorId);
      }),
    );
  }

  /** Gives a new password and takes the second factor away; all sessions end. */
  async reset(operatorId: number): Promise<string> {
    const { database, passwords, gate } = this.#options;
    const password = newOperatorPassword();
    const passwordHash = await passwords.hash(password);
    await gate.whileIdle(operatorId, () =>
      database.transaction((transaction) =>
        resetOperatorAccess(transaction, operatorId, passwordHash),
      ),
    );
    return password;
  }
}
