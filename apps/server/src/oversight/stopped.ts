/** A stop of the whole exchange in words, and who ends it: two operators, or in a demo that has one, that one. */

import type { Books, Trading } from '../core/operations/trading-mode.ts';
import type { Queryable } from '../core/store/database.ts';
import { hasActiveOperators } from '../operators/index.ts';

const WHY = {
  operator: 'an operator stopped it',
  drift: 'the books did not add up',
  loss: 'the database lost what was committed last, or was restored',
} as const;

export interface StoppedNeeds {
  readonly config: { readonly isDemo: boolean };
  readonly database: Queryable;
  readonly trading: Pick<Trading, 'view'>;
  readonly reconciler: Books;
}

/** Whether one operator resumes alone. */
export const resumesAlone = async ({
  config,
  database,
}: Pick<StoppedNeeds, 'config' | 'database'>): Promise<boolean> =>
  config.isDemo && !(await hasActiveOperators(database, 2));

/** Why nothing opens and who ends that; undefined while everything is taken. */
export async function stoppedWords(needs: StoppedNeeds): Promise<string | undefined> {
  const { mode, cause } = needs.trading.view(needs.reconciler);
  if (mode === 'open') return undefined;
  if (cause === 'disk')
    return 'Nothing opens: the disk is nearly full. It goes on by itself once there is room.';
  const who = (await resumesAlone(needs)) ? 'the operator resumes' : 'two operators resume';
  const why = cause === undefined ? '' : ` (${WHY[cause]})`;
  return `Nothing opens${why} until ${who}: in the console, System, Resume.`;
}
