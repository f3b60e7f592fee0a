/** Looks behind masks: counted per operator and hour, with an alarm at the limit (cases.md L4). */

import { ProblemError } from '@fairlead/contract';
import { HOUR_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import { OPERATOR_VIEWS_PER_HOUR_MAX } from '../http/limits.ts';
import type { Database } from '../store/database.ts';
import { countOperatorView } from './look-queries.ts';

export interface OperatorViewsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn'>;
}

export class OperatorViews {
  readonly #options: OperatorViewsOptions;

  constructor(options: OperatorViewsOptions) {
    this.#options = options;
  }

  /**
   * Counts a look at one user's field and gives how many are left this hour. Throws `view_limit`. Call it
   * within the operator's turn (OperatorGate), which makes parallel looks come one after the other.
   */
  async count(
    operator: { readonly operatorId: number; readonly name: string },
    view: { readonly userId: number; readonly field: string },
  ): Promise<number> {
    const { database, clock, log } = this.#options;
    const nowMs = clock.now();
    const { operatorId, name } = operator;
    const counted = await countOperatorView(
      database,
      { ...view, operatorId, nowMs },
      { sinceMs: nowMs - HOUR_MS, viewsMax: OPERATOR_VIEWS_PER_HOUR_MAX },
    );
    if (counted === undefined || counted === OPERATOR_VIEWS_PER_HOUR_MAX)
      log.warn(
        { operator: name, views: OPERATOR_VIEWS_PER_HOUR_MAX },
        'an operator looked at many users',
      );
    if (counted === undefined) throw new ProblemError('view_limit');
    return OPERATOR_VIEWS_PER_HOUR_MAX - counted;
  }
}
