/** Which orders wait in the book with what is not filled at once: a new type or time in force must say so here. */
import { assertNever } from '@fairlead/units';
import type { PlaceOrder, TimeInForce } from './commands.ts';

/** Whether what is not filled at once may rest. */
export function mayRest({ type, timeInForce }: Pick<PlaceOrder, 'type' | 'timeInForce'>): boolean {
  switch (type) {
    case 'limit':
      return isResting(timeInForce);
    case 'market':
      return false;
    default:
      return assertNever(type);
  }
}

function isResting(timeInForce: TimeInForce): timeInForce is RestingForce {
  switch (timeInForce) {
    case 'gtc':
    case 'post_only':
      return true;
    case 'ioc':
    case 'fok':
      return false;
    default:
      return assertNever(timeInForce);
  }
}

/** What rests has one of these; their places are their codes. */
export const RESTING_FORCES = ['gtc', 'post_only'] as const satisfies readonly TimeInForce[];
export type RestingForce = (typeof RESTING_FORCES)[number];

/** As it is kept: what cannot rest and says "good till cancelled" means immediate or cancel. */
export const timeInForceOf = ({
  type,
  timeInForce,
}: Pick<PlaceOrder, 'type' | 'timeInForce'>): TimeInForce =>
  timeInForce === 'gtc' && !mayRest({ type, timeInForce }) ? 'ioc' : timeInForce;
