import { finishDecimal, isUnclearDecimal } from '@fairlead/ui';
import { type PriceE8, parseDecimal } from '@fairlead/units';
import { readPrice } from '../figures.ts';
import type { LivePosition } from './use-positions.ts';

export interface Typed {
  readonly text: string;
  /** On the grid; undefined where it is empty or off it. */
  readonly price: PriceE8 | undefined;
  readonly error: 'stop_step' | undefined;
}

/** A typed stop against the position's step. */
export function readStop(text: string, tickSize: string | undefined): Typed {
  // Its field says why; it is not taken for none.
  if (isUnclearDecimal(text)) return { text, price: undefined, error: 'stop_step' };
  const finished = finishDecimal(text);
  if (finished === undefined || !/[1-9]/.test(finished))
    return { text, price: undefined, error: undefined };
  const price = readPrice(finished);
  const tick = tickSize === undefined ? undefined : parseDecimal(tickSize, 8);
  const isOff = price === undefined || (tick !== undefined && tick > 0n && price % tick !== 0n);
  return isOff ? { text, price: undefined, error: 'stop_step' } : { text, price, error: undefined };
}

/** What the engine measures stops against: the limit of a waiting one, a live index of a holding one. */
export const referenceOf = ({ position, price, isStale }: LivePosition): PriceE8 | undefined =>
  position.status === 'waiting' ? readPrice(position.price) : isStale ? undefined : price;
