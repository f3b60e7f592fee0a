/** What calls about one of a user's own positions share. */
import { type Position, ProblemError } from '@fairlead/contract';
import type { Command, PositionRow, Reject, Value } from '@fairlead/engine';
import { type Call, userOf } from '../core/http/handler.ts';
import type { FuturesNeeds } from './needs.ts';
import { positionById } from './queries.ts';
import { positionView } from './views.ts';

/** Calls that name a position. */
type PositionCalls =
  | 'setStops'
  | 'closePosition'
  | 'addMargin'
  | 'reversePosition'
  | 'amendPosition'
  | 'setStopLevel'
  | 'removeStopLevel';

interface PositionAnswer {
  position: Position;
  rest?: Position;
  closed?: Position;
}

export const viewOf =
  (context: Pick<FuturesNeeds, 'terms' | 'marketData'>) =>
  (value: Value): PositionAnswer => {
    if (value.kind !== 'position') throw new TypeError(`a position answered ${value.kind}`);
    const { position, rest, closed } = value;
    return {
      position: positionView(position, context),
      ...(rest !== undefined && { rest: positionView(rest, context) }),
      ...(closed !== undefined && { closed: positionView(closed, context) }),
    };
  };

/**
 * The tables' word on a position. The engine forgets those that are over; a stranger's must look as if there were
 * none (cases.md V4).
 */
export async function ownPosition(
  { books }: Pick<FuturesNeeds, 'books'>,
  call: Call<PositionCalls>,
): Promise<PositionRow> {
  const row = await positionById(books, userOf(call).userId, call.input.position_id);
  if (row === undefined) throw new ProblemError('not_found');
  return row;
}

/**
 * What acts at the index, behind the next sample of a position that is held. One that waits may be held by now, by a batch that nobody was
 * told of: what was asked for before that must not run at the very sample that opened it, which came before it was asked.
 */
export const atNextSample = (
  { status, marketId }: Pick<PositionRow, 'status' | 'marketId'>,
  command: Command,
): { readonly command: Command; readonly afterSamplesOf?: readonly number[] } =>
  status === 'waiting'
    ? { command: { kind: 'refuse', reject: 'position_not_open' } }
    : { command, ...(status === 'holding' && { afterSamplesOf: [marketId] }) };

/** One's own that the engine no longer knows is over. */
export const asOver = (reject: Reject): Reject =>
  reject === 'position_not_found' ? 'position_not_open' : reject;
