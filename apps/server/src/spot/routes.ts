/** Orders: text to ticks and lots, and back. Text off the grid is a field error, never rounded. */

import { type Order, ProblemError, routes, zNewOrder, zOrderName } from '@fairlead/contract';
import type { CancelOrder, Value } from '@fairlead/engine';
import { answerEach } from '../core/http/elements.ts';
import { routeLabel } from '../core/http/envelope.ts';
import { type Call, type Handlers, userOf } from '../core/http/handler.ts';
import { answerOnce, KeysUnderWay, type MoneySubmission } from '../core/http/money.ts';
import type { OrderGate } from '../core/operations/order-gate.ts';
import type { Say } from '../core/texts/texts.ts';
import { readOrder } from './desk.ts';
import type { SpotNeeds } from './needs.ts';
import { type OrderName, ordersNamed, ordersPage } from './queries.ts';
import { orderView } from './views.ts';

type PlaceInput = Call<'placeOrder'>['input'];
type CancelInput = Call<'cancelOrder'>['input'];

const PLACE = routeLabel(routes.placeOrder);
const CANCEL = routeLabel(routes.cancelOrder);
const PLACE_ALL = routeLabel(routes.placeOrders);
const CANCEL_ALL = routeLabel(routes.cancelOrders);

export function spotHandlers(
  context: SpotNeeds,
): Pick<Handlers, 'placeOrder' | 'cancelOrder' | 'placeOrders' | 'cancelOrders' | 'orders'> {
  const { terms, sequencer } = context;
  const underWay = new KeysUnderWay();
  const view = (value: Value): { order: Order } => {
    if (value.kind !== 'order') throw new TypeError(`an order answered ${value.kind}`);
    return { order: orderView(value.order, terms) };
  };
  return {
    placeOrder: (call) =>
      answerOnce({ sequencer, call, route: PLACE }, async (submit) => {
        const gate = new Entries(context.orderGate);
        try {
          return await submit(placing(context, { gate, call, view }, call.input));
        } finally {
          gate.leaveAll();
        }
      }),
    cancelOrder: (call) =>
      answerOnce({ sequencer, call, route: CANCEL }, async (submit) => {
        const owner = userOf(call).userId;
        const target = readTarget(call.input, call.say);
        const found = await findTargets(context, owner, [target]);
        return submit(cancelling(owner, found(target), view));
      }),
    placeOrders: async (call) => {
      const gate = new Entries(context.orderGate);
      const { orders: elements } = call.input;
      const bulk = { sequencer, call, route: PLACE_ALL, underWay, schema: zNewOrder, elements };
      try {
        return await answerEach(
          bulk,
          async () => (input) => placing(context, { gate, call, view }, input),
        );
      } finally {
        gate.leaveAll();
      }
    },
    cancelOrders: (call) => {
      const owner = userOf(call).userId;
      const { orders: elements } = call.input;
      const bulk = { sequencer, call, route: CANCEL_ALL, underWay, schema: zOrderName, elements };
      return answerEach(bulk, async (names) => {
        const targets = names.filter(isOneName).map((name) => readTarget(name, call.say));
        const found = await findTargets(context, owner, targets);
        return (name) => cancelling(owner, found(readTarget(name, call.say)), view);
      });
    },
    orders: async (call) => {
      const { symbol, status, page, limit } = call.input;
      const market = symbol === undefined ? undefined : terms.askedMarket(symbol);
      const filter = {
        owner: userOf(call).userId,
        ...(market !== undefined && { marketId: market.marketId }),
        ...(status !== undefined && { status }),
      };
      const found = await ordersPage(context.reads, filter, { page, limit });
      return { ...found, list: found.list.map((row) => orderView(row, terms)) };
    },
  };
}

type View = MoneySubmission['view'];

/** Markets whose gate a call has entered, each once. */
class Entries {
  readonly #gate: OrderGate;
  readonly #markets = new Set<number>();

  constructor(gate: OrderGate) {
    this.#gate = gate;
  }

  enter(marketId: number): void {
    if (this.#markets.has(marketId)) return;
    this.#gate.enter(marketId);
    this.#markets.add(marketId);
  }

  leaveAll(): void {
    for (const marketId of this.#markets) this.#gate.leave(marketId);
  }
}

interface Placing {
  readonly gate: Entries;
  readonly call: Pick<Call, 'caller' | 'say'>;
  readonly view: View;
}

/** The command that places an order. The gate is left by the caller, once there is an answer. */
function placing(
  { terms, reconciler }: SpotNeeds,
  { gate, call, view }: Placing,
  input: PlaceInput,
): MoneySubmission {
  const market = terms.askedMarket(input.symbol);
  if (!reconciler.isSound) throw new ProblemError('unavailable');
  gate.enter(market.marketId);
  const { say } = call;
  return { command: readOrder(input, { owner: userOf(call).userId, market, say }), view };
}

interface Found {
  readonly isOwn: boolean;
  readonly order: CancelOrder['order'];
}

const cancelling = (owner: number, { isOwn, order }: Found, view: View): MoneySubmission => ({
  command: { kind: 'cancel_order', owner, order },
  view,
  told: (reject) => (isOwn ? reject : 'order_not_found'),
});

const isOneName = (name: CancelInput): boolean =>
  (name.order_id === undefined) !== (name.client_order_id === undefined);

function readTarget(
  { order_id: orderId, client_order_id: clientOrderId }: CancelInput,
  say: Say,
): OrderName {
  if (orderId !== undefined && clientOrderId !== undefined)
    throw new ProblemError('validation_failed', {
      fields: { client_order_id: say('fields.not_both') },
    });
  if (orderId !== undefined) return { orderId };
  if (clientOrderId !== undefined) return { clientOrderId };
  throw new ProblemError('validation_failed', { fields: { order_id: say('fields.required') } });
}

/**
 * The engine forgets orders that are over: it calls every such id `order_not_open`, whoever's it was, and no
 * longer knows the client's own ids of them. The tables know: a stranger's order must look as if there were
 * none (cases.md V4), and one's own that is over is that by either id. An order that waits, which nearly all
 * are that someone cancels, costs no query; the others of one call cost one.
 */
async function findTargets(
  { database, sequencer }: SpotNeeds,
  owner: number,
  targets: readonly OrderName[],
): Promise<(target: OrderName) => Found> {
  const own = new Map<string, number>();
  const unknown: OrderName[] = [];
  for (const target of targets) {
    const waiting = sequencer.waitingOrderId({ owner, order: target });
    if (waiting === undefined) unknown.push(target);
    else own.set(textOf(target), waiting);
  }
  if (unknown.length > 0) {
    for (const { orderId, clientOrderId } of await ordersNamed(database, owner, unknown)) {
      own.set(textOf({ orderId }), orderId);
      if (clientOrderId !== undefined) own.set(textOf({ clientOrderId }), orderId);
    }
  }
  return (target) => {
    const orderId = own.get(textOf(target));
    return orderId === undefined
      ? { isOwn: false, order: target }
      : { isOwn: true, order: { orderId } };
  };
}

/** Tells the two kinds of names apart: a client may call its order by a number. */
const textOf = (name: OrderName): string =>
  'orderId' in name ? `id ${name.orderId}` : `client ${name.clientOrderId}`;
