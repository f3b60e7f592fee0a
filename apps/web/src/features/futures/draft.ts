/** The ticket of a market through a reload. */
import { type Dispatch, useReducer } from 'react';
import { readDraft, typedOf, useKeepDraft, wordOf } from '../../data/draft.ts';
import { initialState, reduce, type Size, type TicketAction, type TicketState } from './model.ts';

const SIDES = ['long', 'short'] as const;
const TYPES = ['market', 'limit'] as const;

function sizeOf(kept: unknown): Size {
  const size = typeof kept === 'object' && kept !== null ? { ...kept } : {};
  const { by, text, percent } = size as Readonly<Record<string, unknown>>;
  return by === 'percent' && typeof percent === 'number' && percent > 0 && percent <= 100
    ? { by, percent }
    : { by: 'lots', text: typedOf(text) };
}

/** As it was left in this tab. */
function draftOf(symbol: string): TicketState {
  const kept = readDraft(`futures ${symbol}`);
  const first = initialState(wordOf(kept['side'], SIDES));
  const { multiple } = kept;
  return {
    ...first,
    type: wordOf(kept['type'], TYPES) ?? first.type,
    price: typedOf(kept['price']),
    multiple: typeof multiple === 'number' ? multiple : undefined,
    size: sizeOf(kept['size']),
    takeProfit: typedOf(kept['takeProfit']),
    stopLoss: typedOf(kept['stopLoss']),
  };
}

/** The ticket's state, kept as it is typed. */
export function useTicket(symbol: string): readonly [TicketState, Dispatch<TicketAction>] {
  const [state, dispatch] = useReducer(reduce, undefined, () => draftOf(symbol));
  const { isTried: _, ...typed } = state;
  // A price of another day is none to begin with: only that of a limit that is being typed is kept.
  useKeepDraft(`futures ${symbol}`, { ...typed, price: typed.type === 'limit' ? typed.price : '' });
  return [state, dispatch];
}
