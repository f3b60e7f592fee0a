/** Futures: terms and prices, openings and closes at the next index sample, and a user's own positions. */

import { ProblemError, routes } from '@fairlead/contract';
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
import { availableTo, worth } from '../ledger/index.ts';
import { type ChangeNames, changeHandlers } from './change-routes.ts';
import { prepareOpening, prepareStops } from './desk.ts';
import type { FuturesNeeds } from './needs.ts';
import { openingFields } from './opening-fields.ts';
import { asOver, atNextSample, ownPosition, viewOf } from './own.ts';
import { holdingPositions, positionsPage } from './queries.ts';
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

export function futuresHandlers(context: FuturesNeeds): Pick<Handlers, Names | ChangeNames> {
  const { sequencer, gate } = context;
  return {
    ...changeHandlers(context),
    futuresDeal: ({ caller, input }) => dealOf(context, caller, input.symbol),
    openPosition: (call) =>
      answerOnce({ sequencer, gate, call, route: OPEN, opens: 'open_position' }, async (submit) => {
        const { input, say } = call;
        const owner = userOf(call).userId;
        const command = prepareOpening(context, { owner, input, say });
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
      answerOnce({ sequencer, gate, call, route: STOPS }, async (submit) => {
        const { input, say } = call;
        const row = await ownPosition(context, call);
        const command = prepareStops({ owner: row.owner, position: row, input, say });
        return submit({ command, view: viewOf(context), told: asOver });
      }),
    closePosition: (call) =>
      answerOnce({ sequencer, gate, call, route: CLOSE }, (submit) =>
        closeOne(context, call, submit),
      ),
    closePositions: (call) =>
      answerOnce({ sequencer, gate, call, route: CLOSE_ALL }, (submit) =>
        closeAll(context, call, submit),
      ),
  };
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

/** A waiting one is cancelled; should it open at that moment, the cancel is refused and closes nothing (F8). */
async function closeOne(
  context: FuturesNeeds,
  call: Call<'closePosition'>,
  submit: Submit,
): Promise<Answer> {
  const row = await ownPosition(context, call);
  const { owner, positionId, status } = row;
  const { lots } = call.input;
  const close = {
    kind: 'close_position',
    owner,
    positionId,
    ...(lots !== undefined && { lots }),
  } as const;
  // Of what waits there is no part: it is amended.
  const isCancel = status === 'waiting' && lots === undefined;
  const cancel = { kind: 'cancel_position', owner, positionId } as const;
  return submit({
    ...(isCancel ? { command: cancel } : atNextSample(row, close)),
    view: viewOf(context),
    told: asOver,
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
  const held = (await holdingPositions(context.books, owner)).filter(
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
