/** Lists of a key's owner's orders: placing, finding, listing, cancelling. Weights as Binance has them. */
import type { OrderList } from '@fairlead/contract';
import { listNamed, listView, wholeLists } from '../../spot/index.ts';
import { listsFrom, openListsOf } from '../bot-queries.ts';
import type { KeyedCall, KeyedEndpoint } from './endpoint.ts';
import {
  BinanceError,
  NO_SUCH_LIST,
  PRICES_AMISS,
  REACHED,
  refused,
  TAKES,
  UNKNOWN_LIST,
  WOULD_NOT_FILL,
} from './errors.ts';
import { ROWS_DEFAULT, ROWS_MAX } from './limits.ts';
import { type AskedList, readOco, readOldOco, readOto, readOtoco } from './list-orders.ts';
import { cancelledList, isStopOf, listedList, type Member, membersOf } from './list-view.ts';
import type { BinanceNeeds } from './needs.ts';
import { ifOpen, type OrderParts, placedOrder } from './order-answers.ts';
import { OrderDesk } from './order-desk.ts';
import { cancelledOrder } from './order-view.ts';
import { cancelledStop, placedStop } from './stop-orders.ts';
import { marketNamed } from './symbols.ts';

export const listEndpoints = (parts: OrderParts): KeyedEndpoint[] => [
  ...changingEndpoints(parts),
  ...readingEndpoints(parts.context),
];

interface Placing {
  readonly path: string;
  readonly socketMethod: string;
  /** How many orders it counts for. */
  readonly orders: number;
  readonly read: (context: BinanceNeeds, call: KeyedCall) => AskedList;
}

const PLACINGS: readonly Placing[] = [
  { path: 'orderList/oco', socketMethod: 'orderList.place.oco', orders: 2, read: readOco },
  { path: 'orderList/oto', socketMethod: 'orderList.place.oto', orders: 2, read: readOto },
  { path: 'orderList/otoco', socketMethod: 'orderList.place.otoco', orders: 3, read: readOtoco },
  { path: 'order/oco', socketMethod: 'orderList.place', orders: 2, read: readOldOco },
];

function changingEndpoints(parts: OrderParts): KeyedEndpoint[] {
  const { context, rates, handlers } = parts;
  const desk = new OrderDesk(handlers);
  const count = async ({ key: { userId }, ip, used }: KeyedCall, orders: number) => {
    used.orders = await rates.count('order', `u${userId}`, ip, orders);
  };
  const trade = { security: 'trade', weight: 1 } as const;
  return [
    ...PLACINGS.map(
      ({ path, socketMethod, orders, read }): KeyedEndpoint => ({
        ...{ path: `api/v3/${path}`, socketMethod, ...trade },
        method: 'POST',
        run: async (call) => {
          await count(call, orders);
          const asked = read(context, call);
          call.parameters.finish();
          return placedList(parts, asked, await place(desk, call, asked));
        },
      }),
    ),
    {
      path: 'api/v3/orderList',
      ...trade,
      method: 'DELETE',
      socketMethod: 'orderList.cancel',
      run: async (call) => {
        await count(call, 1);
        return cancel(context, desk, call);
      },
    },
  ];
}

function readingEndpoints(context: BinanceNeeds): KeyedEndpoint[] {
  const read = { method: 'GET', security: 'read' } as const;
  const { reads, terms } = context;
  return [
    {
      path: 'api/v3/orderList',
      ...read,
      weight: 4,
      socketMethod: 'orderList.status',
      run: async ({ parameters, key: { userId } }) => {
        const names = readNames(parameters, 'origClientOrderId');
        if (names === undefined)
          throw new BinanceError(
            -1128,
            "Combination of optional parameters invalid. Recommendation: 'orderListId' should also be sent.",
          );
        const list = await ownList(context, userId, names);
        if (list === undefined) throw NO_SUCH_LIST();
        return listedList(list);
      },
    },
    {
      path: 'api/v3/allOrderList',
      ...read,
      weight: 20,
      socketMethod: 'allOrderLists',
      run: async ({ parameters, key: { userId } }) => {
        const fromId = parameters.integer('fromId');
        const [fromMs, toMs] = [parameters.time('startTime'), parameters.time('endTime')];
        if (fromId !== undefined && (fromMs !== undefined || toMs !== undefined))
          throw new BinanceError(-1128, 'Combination of optional parameters invalid.');
        const rows = await listsFrom(reads, {
          owner: userId,
          ...(fromId !== undefined && { fromId }),
          ...(fromMs !== undefined && { fromMs }),
          ...(toMs !== undefined && { toMs }),
          limit: parameters.count('limit', { fallback: ROWS_DEFAULT, max: ROWS_MAX }),
        });
        return (await wholeLists(reads, rows)).map((each) => listedList(listView(each, terms)));
      },
    },
    {
      path: 'api/v3/openOrderList',
      ...read,
      weight: 6,
      socketMethod: 'openOrderLists.status',
      run: async ({ key: { userId } }) => {
        const rows = await openListsOf(reads, userId);
        return (await wholeLists(reads, rows)).map((each) => listedList(listView(each, terms)));
      },
    },
  ];
}

async function place(desk: OrderDesk, call: KeyedCall, { input }: AskedList): Promise<OrderList> {
  try {
    return await desk.placeList(call, input);
  } catch (error) {
    if (!(error instanceof BinanceError)) throw error;
    if (error.message === REACHED) throw refused(PRICES_AMISS);
    const first = input.working ?? input.legs.find(({ trigger }) => trigger === undefined);
    // Clients know this refusal by its words.
    throw error.message === WOULD_NOT_FILL && first?.time_in_force === 'post_only'
      ? refused(TAKES)
      : error;
  }
}

/** As it was placed: what is behind an order is pending, also where that was filled at once. */
async function placedList(
  parts: OrderParts,
  { market, response }: AskedList,
  list: OrderList,
): Promise<object> {
  const status = list.kind === 'oco' ? 'waiting' : 'pending';
  return {
    ...listedList({ ...list, status: 'open', updated_at: list.created_at }),
    orderReports: await Promise.all(
      membersOf(list).map((member) =>
        isStopOf(member)
          ? placedStop({ ...member, status }, response)
          : placedOrder(parts, { market, response }, member),
      ),
    ),
  };
}

interface ListNames {
  readonly listId: number | undefined;
  readonly clientListId: string | undefined;
}

/** By one of its two names, or both; undefined without either. */
function readNames(
  parameters: KeyedCall['parameters'],
  clientName: 'origClientOrderId' | 'listClientOrderId',
): ListNames | undefined {
  const listId = parameters.integer('orderListId');
  const clientListId = parameters.text(clientName);
  return listId === undefined && clientListId === undefined ? undefined : { listId, clientListId };
}

/** A stranger's is as none; with both names given both must be its own. */
async function ownList(
  { database, terms }: Pick<BinanceNeeds, 'database' | 'terms'>,
  owner: number,
  { listId, clientListId }: ListNames,
): Promise<OrderList | undefined> {
  const name = listId === undefined ? { clientListId: clientListId ?? '' } : { listId };
  const row = await listNamed(database, owner, name);
  if (row === undefined) return undefined;
  if (clientListId !== undefined && row.clientListId !== clientListId) return undefined;
  const [whole] = await wholeLists(database, [row]);
  return whole && listView(whole, terms);
}

/** A list as it is now. */
export const listById = (context: BinanceNeeds, owner: number, listId: number) =>
  ownList(context, owner, { listId, clientListId: undefined });

/** Of a list that is over those of its orders that go on by themselves. */
async function cancel(context: BinanceNeeds, desk: OrderDesk, call: KeyedCall): Promise<object> {
  const { parameters, key } = call;
  const { symbol } = marketNamed(context.terms, parameters.required('symbol'));
  const names = readNames(parameters, 'listClientOrderId');
  if (names === undefined)
    throw new BinanceError(
      -1102,
      "Param 'orderListId' or 'listClientOrderId' must be sent, but both were empty/null!",
    );
  const newId = parameters.text('newClientOrderId');
  parameters.finish();
  const list = await ownList(context, key.userId, names);
  if (list?.symbol !== symbol) throw UNKNOWN_LIST();
  if (list.status === 'done') {
    const ended = await Promise.all(
      membersOf(list).map((member) => ifOpen(() => cancelMember(desk, call, { member, newId }))),
    );
    const orderReports = ended.filter((each) => each !== undefined);
    if (orderReports.length === 0) throw UNKNOWN_LIST();
    return { ...listedList(list), orderReports };
  }
  const ended = await ifOpen(() => desk.cancelList(call, list.id));
  if (ended === undefined) throw UNKNOWN_LIST();
  return cancelledList((await listById(context, key.userId, list.id)) ?? ended, newId);
}

/** What waits of it, or the order that it became. */
async function cancelMember(
  desk: OrderDesk,
  call: KeyedCall,
  { member, newId }: { readonly member: Member; readonly newId: string | undefined },
): Promise<object> {
  if (!isStopOf(member)) return cancelledOrder(await desk.cancel(call, member.id), newId);
  if (member.order_id === undefined)
    return cancelledStop(await desk.cancelStop(call, member.id), newId);
  return cancelledStop(member, newId, await desk.cancel(call, member.order_id));
}
