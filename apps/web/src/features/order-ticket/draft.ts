/** The ticket of a market through a reload, and where a fresh one begins. */
import { type Dispatch, useEffect, useReducer, useRef } from 'react';
import { readDraft, typedOf, useKeepDraft, wordOf } from '../../data/draft.ts';
import { oppositeLevels, priceFieldText, type TicketInputs } from './model.ts';
import { SELF_TRADES } from './self-trade.ts';
import {
  type Exits,
  initialState,
  type Legs,
  PLAIN_LEGS,
  reduce,
  type Side,
  type Size,
  type TicketAction,
  type TicketState,
} from './state.ts';
import { EXPIRIES, TIMES } from './time-in-force.ts';

const SIDES = ['buy', 'sell'] as const;
const TYPES = ['limit', 'market'] as const;
const TRIGGERS = ['stop', 'take_profit', 'trailing_stop'] as const;
const SOURCES = ['index', 'last'] as const;
const SIZES = ['quantity', 'total'] as const;

function sizeOf(kept: unknown): Size {
  const size = typeof kept === 'object' && kept !== null ? { ...kept } : {};
  const { by, text, percent } = size as Readonly<Record<string, unknown>>;
  if (by === 'percent' && typeof percent === 'number' && percent > 0 && percent <= 100)
    return { by, percent };
  return { by: wordOf(by, SIZES) ?? 'quantity', text: typedOf(text) };
}

function exitsOf(kept: unknown): Exits | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { profit, loss } = kept as Readonly<Record<string, unknown>>;
  return { profit: typedOf(profit), loss: typedOf(loss) };
}

function legsOf(kept: unknown): Legs {
  if (typeof kept !== 'object' || kept === null) return PLAIN_LEGS;
  const { trails, rests, follows } = kept as Readonly<Record<string, unknown>>;
  return { trails: trails === true, rests: rests === true, follows: follows === true };
}

/** As it was left in this tab. A link that names another side than the one the draft began with wins. */
function draftOf(symbol: string, linked: Side): TicketState {
  const kept = readDraft(`spot ${symbol}`);
  const first = initialState(linked);
  if (kept['linked'] !== linked) return first;
  return {
    ...first,
    side: wordOf(kept['side'], SIDES) ?? linked,
    type: wordOf(kept['type'], TYPES) ?? first.type,
    trigger: wordOf(kept['trigger'], TRIGGERS),
    isPair: kept['isPair'] === true,
    stopLimit: typedOf(kept['stopLimit']),
    exits: exitsOf(kept['exits']),
    legs: legsOf(kept['legs']),
    expiry: wordOf(kept['expiry'], EXPIRIES) ?? first.expiry,
    triggerPrice: typedOf(kept['triggerPrice']),
    triggerBy: wordOf(kept['triggerBy'], SOURCES) ?? first.triggerBy,
    trail: typedOf(kept['trail']) || first.trail,
    activation: typedOf(kept['activation']),
    price: typedOf(kept['price']),
    size: sizeOf(kept['size']),
    timeInForce: wordOf(kept['timeInForce'], TIMES) ?? first.timeInForce,
    isPostOnly: kept['isPostOnly'] === true,
    selfTrade: wordOf(kept['selfTrade'], SELF_TRADES) ?? first.selfTrade,
    display: typeof kept['display'] === 'string' ? typedOf(kept['display']) : undefined,
  };
}

/** Where a limit begins: at the last price, or where there was no trade at the best of the other side. */
export function firstPrice(side: Side, inputs: TicketInputs): string | undefined {
  const price = inputs.lastPrice ?? oppositeLevels(side, inputs)[0]?.price;
  return price === undefined || inputs.rules === undefined
    ? undefined
    : priceFieldText(price, inputs.rules);
}

/** The ticket's state; its reducer, and what keeps it. */
export function useTicket(
  symbol: string,
  linked: Side,
): readonly [TicketState, Dispatch<TicketAction>] {
  return useReducer(reduce, undefined, () => draftOf(symbol, linked));
}

/** Begins at the price that there is, once; keeps what was typed, not that price, which is old when one comes back. */
export function useBeginAndKeep(options: {
  readonly symbol: string;
  readonly linked: Side;
  readonly state: TicketState;
  readonly dispatch: Dispatch<TicketAction>;
  readonly inputs: TicketInputs;
}): void {
  const { symbol, linked, state, dispatch, inputs } = options;
  const began = useRef<string>(undefined);
  const first = firstPrice(state.side, inputs);
  useEffect(() => {
    if (first === undefined || began.current !== undefined) return;
    began.current = first;
    dispatch({ kind: 'began', price: first });
  }, [first, dispatch]);
  const { isTried: _, ...typed } = state;
  const isOwnPrice = state.price !== began.current;
  useKeepDraft(`spot ${symbol}`, { ...typed, linked, price: isOwnPrice ? state.price : '' });
}
