/** The ticket of a market through a reload; a fresh one begins with the shortest time. */
import { type Dispatch, useReducer } from 'react';
import { readDraft, typedOf, useKeepDraft } from '../../../data/draft.ts';
import type { OptionRules } from '../option-rules.ts';
import { initialState, reduce, type TicketAction, type TicketState } from './model.ts';

/** The ticket's state, kept as it is typed. */
export function useTicket({
  symbol,
  times,
}: OptionRules): readonly [TicketState, Dispatch<TicketAction>] {
  const [state, dispatch] = useReducer(reduce, initialState, (first) => {
    const kept = readDraft(`options ${symbol}`);
    const time = times.find(({ seconds }) => seconds === kept['seconds']) ?? times[0];
    return { ...first, seconds: time?.seconds, amount: typedOf(kept['amount']) };
  });
  const { seconds, amount } = state;
  useKeepDraft(`options ${symbol}`, { seconds, amount });
  return [state, dispatch];
}
