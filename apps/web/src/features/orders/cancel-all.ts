/** All open orders of a market or of the account, however many: a page at a time, until none is left. */
import type { ResponseOf } from '@fairlead/contract';

export interface CancelAllCalls {
  /** What waits now, the newest first, as many as one call takes. */
  readonly waiting: () => Promise<ResponseOf<'orders'>>;
  /** Undefined when it failed, and said so. */
  readonly cancel: (ids: readonly number[]) => Promise<ResponseOf<'cancelOrders'> | undefined>;
}

export interface Cancelled {
  readonly done: number;
  /** Filled meanwhile, or refused. */
  readonly refused: number;
  /** Whether all that waited was tried. */
  readonly isWhole: boolean;
}

/** More than an account may have open. */
const PAGES_MAX = 100;

export async function cancelAllWaiting({ waiting, cancel }: CancelAllCalls): Promise<Cancelled> {
  const tried = new Set<number>();
  let done = 0;
  const outcome = (isWhole: boolean) => ({ done, refused: tried.size - done, isWhole });
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { list, total } = await waiting();
    const ids = list.map(({ id }) => id).filter((id) => !tried.has(id));
    // What was refused and waits on may hide older ones.
    if (ids.length === 0) return outcome(total <= list.length);
    const answer = await cancel(ids);
    if (answer === undefined) return outcome(false);
    for (const id of ids) tried.add(id);
    done += answer.results.filter(({ type }) => type === 'ok').length;
  }
  return outcome(false);
}
