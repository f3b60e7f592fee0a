/** What the server lists, as what happened when and at what price. */
import type { OwnFill, Position } from '@fairlead/contract';
import { decimalsOf, formatDecimal, parseDecimal } from '@fairlead/units';
import type { OwnAct } from './marks.ts';

export const spotActs = (fills: Iterable<OwnFill>): readonly OwnAct[] =>
  [...fills].map(({ side, time, price, quantity }) => ({
    kind: side,
    atMs: time,
    price,
    quantity,
  }));

/** Lots as base currency. */
function sizeOf({ lots, lot_size }: Position): string {
  const scale = decimalsOf(lot_size);
  return formatDecimal((parseDecimal(lot_size, scale) ?? 0n) * BigInt(lots), scale);
}

/** Where each was opened, and closed: a part that was closed is a position with the opening of the whole, which so adds up. */
export const positionActs = (positions: readonly Position[]): readonly OwnAct[] =>
  positions.flatMap((position): readonly OwnAct[] => {
    const { side, open_price, opened_at, close_price, closed_at } = position;
    const quantity = sizeOf(position);
    const isLong = side === 'long';
    const at = (kind: OwnAct['kind'], price: string | undefined, atMs: number | undefined) =>
      price === undefined || atMs === undefined ? [] : [{ kind, atMs, price, quantity }];
    return [
      ...at(isLong ? 'openLong' : 'openShort', open_price, opened_at),
      ...at(isLong ? 'closeLong' : 'closeShort', close_price, closed_at),
    ];
  });
