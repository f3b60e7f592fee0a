/** Where a hot wallet stands by its limits. Minor units of the ledger. */
import type { LineFigures } from './treasury.ts';

export interface Standing {
  readonly standing: 'below' | 'within' | 'above' | undefined;
  /** Up to the target. */
  readonly missing: bigint | undefined;
  /** Down to the target, once it is over the maximum. */
  readonly excess: bigint | undefined;
  /** What passed withdrawals that nobody has begun need and it has not. */
  readonly short: bigint | undefined;
}

/** Exactly the minimum, and exactly the maximum, are within. */
export function standingOf({
  hot,
  limits,
  leaving,
}: Pick<LineFigures, 'hot' | 'limits' | 'leaving'>): Standing {
  const lacks = hot === undefined ? 0n : leaving.idle.amount - hot;
  const short = lacks > 0n ? lacks : undefined;
  if (hot === undefined || limits === undefined)
    return { standing: undefined, missing: undefined, excess: undefined, short };
  const { minimum, target, maximum } = limits;
  return {
    standing: hot < minimum ? 'below' : hot > maximum ? 'above' : 'within',
    missing: hot < target ? target - hot : undefined,
    excess: hot > maximum ? hot - target : undefined,
    short,
  };
}

/** Whether an operator has something to do about it. */
export function needsAct(line: LineFigures): boolean {
  const { standing, short } = standingOf(line);
  return standing === 'below' || standing === 'above' || short !== undefined;
}
