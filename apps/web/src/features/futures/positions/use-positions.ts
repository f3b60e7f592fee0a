import { useApi } from '@fairlead/calls';
import type { Position } from '@fairlead/contract';
import type { PriceE8 } from '@fairlead/units';
import { useMemo } from 'react';
import {
  figuresOf,
  type HeldFigures,
  type LiveFigures,
  liveFigures,
  readPrice,
} from '../figures.ts';
import { useScales } from '../use-futures-inputs.ts';
import { type MarketIndex, useIndices } from '../use-indices.ts';

/** More than a market lets one have; of several markets the newest. */
const SHOWN_MAX = 100;

/** The newest positions of one state, of every market. */
export const usePositions = (status: 'holding' | 'waiting') =>
  useApi('positions', { status, page: 1, limit: SHOWN_MAX }, { keepPrevious: true });

/** A position with its figures at the index of now. */
export interface LivePosition {
  readonly position: Position;
  /** Undefined until the currencies are known. */
  readonly held: HeldFigures | undefined;
  readonly index: MarketIndex | undefined;
  readonly price: PriceE8 | undefined;
  /** Undefined without a price. */
  readonly live: LiveFigures | undefined;
  /** Nothing of it may be taken as live. */
  readonly isStale: boolean;
}

const NONE: readonly Position[] = [];

/** Positions at the indices of their markets, told anew with every sample. */
export function useLivePositions(list: readonly Position[] = NONE): readonly LivePosition[] {
  const scales = useScales();
  const symbols = useMemo(() => [...new Set(list.map(({ symbol }) => symbol))], [list]);
  const indices = useIndices(symbols);
  const held = useMemo(
    () =>
      list.map((position) => {
        const scale = scales.get(position.currency_id);
        return scale === undefined ? undefined : figuresOf(position, scale);
      }),
    [list, scales],
  );
  return list.map((position, at) => {
    const figures = held[at];
    const index = indices.get(position.symbol);
    const price = readPrice(index?.price ?? position.current_price);
    return {
      position,
      held: figures,
      index,
      price,
      live: figures && price && liveFigures(figures, price),
      isStale: index?.isStale ?? true,
    };
  });
}
