import { directionOf } from '@fairlead/ui';

/** The colour of what was won or lost. */
export function profitTone(profit: string | undefined): string {
  const way = directionOf(profit);
  return way === 'rise' ? 'text-rise' : way === 'fall' ? 'text-fall' : 'text-muted';
}
