/** Futures: terms and prices, openings and closes at the next index sample, and a user's own positions. */

import { type Position, ProblemError, routes } from '@fairlead/contract';
import type { PositionRow, Reject, Value } from '@fairlead/engine';
import type { Exceptions } from '../core/capability.ts';
import { routeLabel } from '../core/http/envelope.ts';
import {
  type Answer,
  type Call,
  type Caller,
  type Handlers,
  userOf,
} from '../core/http/handler.ts';
import { answerOnce, type Submit } from '../core/http/money.ts';
import type { Say } from '../core/texts/texts.ts';
import { availableTo, worth } from '../ledger/index.ts';
import { prepareOpening, prepareStops } from './desk.ts';
import type { FuturesNeeds } from './needs.ts';
import { holdingPositions, positionById, positionsPage } from './queries.ts';
import {
  derivativeIndex,
  futuresDealView,
  holdingSums,
  positionView,
  summaryView,
} from './views.ts';

type Names =
  | 'futuresDeal'
  | 'openPosition'
  | 'positions'
  | 'setStops'
  | 'closePosition'
  | 'closePositions';

/** Only read, though asked by POST. */
export const futuresExceptions = {
  futuresDeal: 'gateway',
  positions: 'gateway',
} as const satisfies Exceptions<Names>;

const OPEN = routeLabel(routes.openPosition);
const STOPS = routeLabel(routes.setStops);
const CLOSE = routeLabel(routes.closePosition);
const CLOSE_ALL = routeLabel(routes.closePositions);

export function futuresHandlers(context: FuturesNeeds): Pick<Handlers, Names> {
  const { sequencer } = context;
  return {
    futuresDeal: ({ caller, input }) => dealOf(context, caller, input.symbol),
    openPosition: (call) =>
      answerOnce({ sequencer, call, route: OPEN }, async (submit) => {
        const { input, say } = call;
        const command = prepareOpening(context, { owner: userOf(call).userId, input, say });
        return submit({
          command,
          view: viewOf(context),
          // A limit waits in the engine; it asks nothing of the present index.
          ...(command.type === 'market' && { afterSamplesOf: [command.marketId] }),
          fields: (reject) => openingFields(reject, say),
        });
      }),
    positions: (call) => ownPositions(context, call),
    setStops: (call) =>
      answerOnce({ sequencer, call, route: STOPS }, async (submit) => {
        const { input, say } = call;
        const row = await ownPosition(context, call);
        const command = prepareStops({ owner: row.owner, position: row, input, say });
        return submit({ command, view: viewOf(context), told: asOver });
      }),
    closePosition: (call) =>
      answerOnce({ sequencer, call, route: CLOSE }, (submit) => closeOne(context, call, submit)),
    closePositions: (call) =>
      answerOnce({ sequencer, call, route: CLOSE_ALL }, (submit) =>
        closeAll(context, call, submit),
      ),
  };
}

const viewOf =
  (context: FuturesNeeds) =>
  (value: Value): { position: Position } => {
    if (value.kind !== 'position') throw new TypeError(`a position answered ${value.kind}`);
    return { position: positionView(value.position, context) };
  };

/** Says which input a refused opening is about. */
function openingFields(reject: Reject, say: Say): Readonly<Record<string, string>> | undefined {
  switch (reject) {
    case 'insufficient_balance':
      return { lots: say('fields.balance_low') };
    case 'quantity_out_of_range':
      return { lots: say('fields.too_large') };
    case 'price_out_of_band':
      return { price: say('errors.price_out_of_band') };
    case 'not_offered':
      return { multiple: say('errors.not_offered') };
    default:
      return undefined;
  }
}

/** Throws `not_found` for what is not traded in lots. */
async function dealOf(context: FuturesNeeds, caller: Caller, symbol: string) {
  const market = context.terms.askedMarket(symbol);
  const terms = context.marketData.derivatives.futures(market.marketId);
  if (terms === undefined || market.state === 'closed') throw new ProblemError('not_found');
  const index = derivativeIndex(context, market);
  const available = await availableTo(context, caller, 'contract');
  return futuresDealView(terms, { market, index }, available(market.quoteCurrencyId));
}

async function ownPositions(context: FuturesNeeds, call: Call<'positions'>) {
  const { symbol, status, page, limit } = call.input;
  const { reads } = context;
  const owner = userOf(call).userId;
  const market = symbol === undefined ? undefined : context.terms.askedMarket(symbol);
  const filter = {
    owner,
    ...(market !== undefined && { marketId: market.marketId }),
    ...(status !== undefined && { status }),
  };
  const found = await positionsPage(reads, filter, { page, limit });
  const held = (await holdingPositions(reads, owner)).filter(
    ({ marketId }) => market === undefined || marketId === market.marketId,
  );
  const sums = holdingSums(held, context, (id, amount) => worth(context, id, amount));
  return {
    ...found,
    list: found.list.map((row) => positionView(row, context)),
    summary: summaryView(sums),
  };
}

/**
 * The tables' word on a position. The engine forgets those that are over; a stranger's must look as if there were
 * none (cases.md V4).
 */
async function ownPosition(
  { database }: FuturesNeeds,
  call: Call<'setStops'> | Call<'closePosition'>,
): Promise<PositionRow> {
  const row = await positionById(database, userOf(call).userId, call.input.position_id);
  if (row === undefined) throw new ProblemError('not_found');
  return row;
}

/** One's own that the engine no longer knows is over. */
const asOver = (reject: Reject): Reject =>
  reject === 'position_not_found' ? 'position_not_open' : reject;

/** A waiting one is cancelled; should it open at that moment, the cancel is refused and closes nothing (F8). */
async function closeOne(
  context: FuturesNeeds,
  call: Call<'closePosition'>,
  submit: Submit,
): Promise<Answer> {
  const { owner, positionId, marketId, status } = await ownPosition(context, call);
  const kind = status === 'waiting' ? 'cancel_position' : 'close_position';
  return submit({
    command: { kind, owner, positionId },
    view: viewOf(context),
    told: asOver,
    ...(status === 'holding' && { afterSamplesOf: [marketId] }),
  });
}

/** Closes what is held now, each behind the next sample of its market. */
async function closeAll(
  context: FuturesNeeds,
  call: Call<'closePositions'>,
  submit: Submit,
): Promise<Answer> {
  const { symbol, side } = call.input;
  const owner = userOf(call).userId;
  const market = symbol === undefined ? undefined : context.terms.askedMarket(symbol);
  const held = (await holdingPositions(context.database, owner)).filter(
    (row) =>
      (market === undefined || row.marketId === market.marketId) &&
      (side === undefined || row.side === side),
  );
  const marketIds = [...new Set(held.map(({ marketId }) => marketId))];
  return submit({
    command: {
      kind: 'close_positions',
      owner,
      marketIds,
      ...(side !== undefined && { side }),
    },
    view: (value) => ({ closed: value.kind === 'closed' ? value.positionIds : [] }),
    afterSamplesOf: marketIds,
  });
}
