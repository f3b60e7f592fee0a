/**
 * Every change an operator makes runs here, one at a time for each operator, and looks again whether the
 * session and the role still hold. Whoever stops an operator waits until what is running has ended, so
 * nothing of theirs happens after that (cases.md W13).
 */

import { ProblemError, type RouteName } from '@fairlead/contract';
import type { OperatorCaller, OperatorTurns, OperatorWork } from '../../core/http/handler.ts';
import type { Database } from '../../core/store/database.ts';
import { Mutex } from '../../core/store/mutex.ts';
import { hasActiveOperators, readOperatorSession } from '../queries.ts';

/** Open while there is but one operator outside demo: what it takes to add the second, and the brake. */
const BEFORE_SECOND: ReadonlySet<RouteName> = new Set([
  'operatorLogout',
  'operatorMe',
  'operatorPassword',
  'operatorPasskeys',
  'removeOperatorPasskey',
  'operators',
  'createOperator',
  // What that is signed with.
  'operatorIntent',
  'changeOperator',
  'resetOperator',
  'auditLog',
  'verifyAudit',
  // An emergency does not wait for a second person.
  'stopTrading',
]);

/** These stop operators, the caller's own too: they wait for one another, not for their caller's turn. */
const CHANGES_OF_OPERATORS: ReadonlySet<RouteName> = new Set(['changeOperator', 'resetOperator']);

export class OperatorGate implements OperatorTurns {
  readonly #database: Database;
  readonly #isDemo: boolean;
  readonly #turns = new Map<number, Mutex>();
  readonly #changes = new Mutex();

  constructor(database: Database, isDemo: boolean) {
    this.#database = database;
    this.#isDemo = isDemo;
  }

  /** Whether nothing but operators can be changed before there is a second one. */
  async needsSecond(): Promise<boolean> {
    return !this.#isDemo && !(await hasActiveOperators(this.#database, 2));
  }

  /** Runs an operator's call. */
  async serve<Answer>(caller: OperatorCaller, work: OperatorWork<Answer>): Promise<Answer> {
    if (!BEFORE_SECOND.has(work.name) && (await this.needsSecond()))
      throw new ProblemError('second_operator_required');
    if (work.isRead) return work.run();
    const mutex = CHANGES_OF_OPERATORS.has(work.name)
      ? this.#changes
      : this.#turnOf(caller.operatorId);
    return mutex.run(async () => {
      await this.#check(caller);
      return work.run();
    });
  }

  /** Runs a change of an operator while nothing of theirs is running. */
  whileIdle<Answer>(operatorId: number, change: () => Promise<Answer>): Promise<Answer> {
    return this.#turnOf(operatorId).run(change);
  }

  #turnOf(operatorId: number): Mutex {
    const found = this.#turns.get(operatorId);
    if (found !== undefined) return found;
    const made = new Mutex();
    this.#turns.set(operatorId, made);
    return made;
  }

  async #check({ sessionKey, role }: OperatorCaller): Promise<void> {
    const digest = Buffer.from(sessionKey, 'hex');
    const session = await readOperatorSession(this.#database, digest);
    if (session === undefined) throw new ProblemError('not_logged_in');
    if (session.operator.role !== role) throw new ProblemError('forbidden');
  }
}
