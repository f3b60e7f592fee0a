/** Lists of orders that depend on one another: placed, cancelled, read. */
import { ProblemError } from '@fairlead/contract';
import type { CancelList, PlaceList } from '@fairlead/engine';
import { answerCommand } from '../../core/commands/answer.ts';
import type { Admitted, Asked } from '../../core/commands/rules.ts';
import { type Call, type Handlers, userOf } from '../../core/http/handler.ts';
import type { SpotCommandNeeds, SpotNeeds } from '../needs.ts';
import { readList } from './desk.ts';
import { type ListName, listNamed, listsPage } from './queries.ts';
import { listView } from './views.ts';

export type ListCalls = 'placeOrderList' | 'cancelOrderList' | 'orderLists';

export function listHandlers(context: SpotNeeds): Pick<Handlers, ListCalls> {
  const { commands, reads, terms } = context;
  return {
    placeOrderList: (call) =>
      answerCommand({ commands, name: 'placeOrderList', call }, () => placing(context, call)),
    cancelOrderList: (call) =>
      answerCommand({ commands, name: 'cancelOrderList', call }, () => cancelling(call)),
    orderLists: async (call) => {
      const { symbol, status, list_id: listId, page, limit } = call.input;
      const market = symbol === undefined ? undefined : terms.askedMarket(symbol);
      const filter = {
        owner: userOf(call).userId,
        ...(market !== undefined && { marketId: market.marketId }),
        ...(status !== undefined && { status }),
        ...(listId !== undefined && { listId }),
      };
      const found = await listsPage(reads, filter, { page, limit });
      return { ...found, list: found.list.map((each) => listView(each, terms)) };
    },
  };
}

function placing({ terms }: SpotNeeds, call: Call<'placeOrderList'>): Asked<PlaceList> {
  const market = terms.askedMarket(call.input.symbol);
  const command = readList(call.input, { owner: userOf(call).userId, market, say: call.say });
  return { command, reading: terms.readingOf(market.marketId) };
}

const cancelling = (call: Call<'cancelOrderList'>): Asked<CancelList> => ({
  command: { kind: 'cancel_list', owner: userOf(call).userId, list: nameOf(call) },
});

function nameOf({ input, say }: Call<'cancelOrderList'>): ListName {
  const { list_id: listId, client_order_id: clientListId } = input;
  const problem = (field: string, text: 'not_both' | 'required') =>
    new ProblemError('validation_failed', { fields: { [field]: say(`fields.${text}`) } });
  if (listId !== undefined && clientListId !== undefined)
    throw problem('client_order_id', 'not_both');
  if (listId !== undefined) return { listId };
  if (clientListId !== undefined) return { clientListId };
  throw problem('list_id', 'required');
}

/** A stranger's must look as if there were none, and one's own that is over is that by either name. */
export function admitListCancels(
  { database }: Pick<SpotCommandNeeds, 'database'>,
  asked: readonly Asked<CancelList>[],
): Promise<readonly Admitted[]> {
  return Promise.all(
    asked.map(async ({ command }): Promise<Admitted> => {
      const found = await listNamed(database, command.owner, command.list);
      return found === undefined
        ? { command, told: () => 'order_not_found' }
        : { command: { ...command, list: { listId: found.listId } } };
    }),
  );
}
