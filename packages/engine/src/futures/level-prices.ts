import type { PriceE8 } from '@fairlead/units';
import type { PositionRow, StopLevel } from './rows.ts';
import { areStopsValid } from './stops.ts';

interface Levels {
  readonly side: PositionRow['side'];
  readonly levels: readonly Pick<StopLevel, 'stop' | 'price'>[];
}

/** Whether each stop of a part is a price, and on its side of the reference if there is one. */
export function areLevelsValid({ side, levels }: Levels, reference: PriceE8 | undefined): boolean {
  const references = reference === undefined ? [] : [reference];
  return levels.every(({ stop, price }) => {
    const one = stop === 'take_profit' ? { takeProfit: price } : { stopLoss: price };
    return areStopsValid({ side, ...one }, ...references);
  });
}
