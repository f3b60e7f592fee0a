/** Lists of orders: taken up, and taken back by their owner. */
import { type AmountMinor, amountMinor, maximum } from '@fairlead/units';
import type { Reject, Stamp } from '../../command.ts';
import { coinAccounts } from '../../ledger/coin-accounts.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import type { Result } from '../../result.ts';
import type { OrderOwner } from '../../state/order-owner.ts';
import { reject } from '../../state/results.ts';
import { isMore } from '../../state/shown-terms.ts';
import type { EngineState } from '../../state/state.ts';
import type { ListLeg, PlaceList, PlaceOrder } from '../commands.ts';
import { enterOrder } from '../enter-order.ts';
import { mostCharged } from '../order-checks.ts';
import { mayRest } from '../resting.ts';
import type { ListKind, OrderRow, TriggerMove } from '../rows.ts';
import { moveOf } from '../triggers/becoming.ts';
import { fireMoves } from '../triggers/fire.ts';
import { noTrailingRoom } from '../triggers/trailing.ts';
import { type LegFacts, legHold, legRow, shapeProblem } from './leg-checks.ts';
import { listResult } from './list-result.ts';
import { linkLegs, placeLegs } from './place-legs.ts';
import { settleLists } from './settle-lists.ts';

/** Takes up orders that depend on one another, all of them or none. */
export function placeList(state: EngineState, command: PlaceList, stamp: Stamp): Result {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return reject('account_not_found');
  const market = state.markets.get(command.marketId);
  if (market === undefined) return reject('market_not_found');
  if (owner.isFrozen) return reject('account_frozen');
  if (market.terms.state !== 'open') return reject('market_closed');
  if (isNamedTwice(state, command, owner)) return reject('duplicate_client_order_id');
  if (shapeProblem(command)) return reject('list_invalid');
  const placing = { owner, market, stamp };
  const refused = refusalOf(state, command, placing);
  if (refused !== undefined) return reject(refused);
  const from = state.log.rows.trades.length;
  const before = state.counters.orderId;
  const order = orderAtOnce(command);
  const listId = before + (order === undefined ? 1 : 2);
  const entered =
    order &&
    enterOrder(state, { ...placing, command: order, rates: market.terms, isNew: true, listId });
  if (typeof entered === 'string') return reject(entered);

  // From here on the command must succeed.
  const move = moveOf(state, from, stamp);
  const moves = move === undefined ? [] : [move];
  // What it met may have taken numbers since, for places of icebergs.
  state.counters.orderId = Math.max(listId, state.counters.orderId);
  const added = addList(state, command, { ...placing, listId, entered });
  moves.push(...added.moves);
  const orders = entered === undefined ? [] : [entered];
  const result = listResult(state, { listId, orders, legIds: added.legIds });
  fireMoves(state, market, { moves, stamp });
  return result;
}

interface Placing {
  readonly owner: OrderOwner;
  readonly market: TradedMarket;
  readonly stamp: Stamp;
}

/** Whether one of its names is in use, or there twice. */
function isNamedTwice(state: EngineState, command: PlaceList, owner: OrderOwner): boolean {
  const { clientListId, legs } = command;
  if (
    clientListId !== undefined &&
    state.orderLists.idOf(command.owner, clientListId) !== undefined
  )
    return true;
  const order = orderAtOnce(command);
  const name = order?.clientOrderId;
  if (name !== undefined && owner.named(name) !== undefined) return true;
  const names = triggerLegs(command).flatMap(({ clientOrderId }) => clientOrderId ?? []);
  const isKnown = names.some((each) => state.triggers.idOf(command.owner, each) !== undefined);
  return isKnown || (legs.length > 1 && new Set(names).size < names.length);
}

/** The order that enters the book with the list itself: the working one, or the limit of two that stand alone. */
function orderAtOnce(command: PlaceList): PlaceOrder | undefined {
  const { working, legs, owner, marketId, shownFeePpm } = command;
  if (working !== undefined) return working;
  const [first] = legs;
  if (first === undefined || first.trigger !== undefined) return undefined;
  const { side, timeInForce, price, quantity, display, clientOrderId } = first;
  const { selfTrade, expiresAtMs } = first;
  // No limit: what it is instead is for the shape to say.
  if (price === undefined || quantity === undefined) return undefined;
  return {
    kind: 'place_order',
    type: 'limit',
    owner,
    marketId,
    side,
    timeInForce,
    price,
    quantity,
    ...(display !== undefined && { display }),
    ...(clientOrderId !== undefined && { clientOrderId }),
    ...(selfTrade !== undefined && { selfTrade }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(shownFeePpm !== undefined && { shownFeePpm }),
  };
}

/** The legs that begin as trigger orders. */
function triggerLegs({ working, legs }: PlaceList): readonly ListLeg[] {
  return working === undefined ? legs.filter(({ trigger }) => trigger !== undefined) : legs;
}

/** Why its orders cannot be taken up, but for what the one says itself that enters the book. */
function refusalOf(
  state: EngineState,
  command: PlaceList,
  { owner, market, stamp }: Placing,
): Reject | undefined {
  const { working, legs, shownFeePpm } = command;
  let most = amountMinor(0n);
  for (const leg of legs) {
    const hold = legHold(leg, { market, working, stamp });
    if (typeof hold === 'string') return hold;
    most = maximum(most, hold);
  }
  const isDearer = legs.some((leg) => isMore(mostCharged(leg, market.terms), shownFeePpm));
  if (isDearer) return 'terms_changed';
  const places = legs.length + (working !== undefined && mayRest(working) ? 1 : 0);
  if (owner.count(market.number) + places > market.terms.openOrdersMax) return 'too_many_orders';
  const trails = legs.some(({ trigger }) => trigger?.kind === 'trailing_stop');
  const full = trails ? noTrailingRoom(state, command) : undefined;
  if (full !== undefined) return full;
  if (working !== undefined) return undefined;
  return canPay(state, { owner, market, side: legs[0]?.side, most })
    ? undefined
    : 'insufficient_balance';
}

/** Two of which one cancels the other need what the one needs that needs most. */
function canPay(
  state: EngineState,
  {
    owner,
    market,
    side,
    most,
  }: Pick<Placing, 'owner' | 'market'> & {
    readonly side: ListLeg['side'] | undefined;
    readonly most: AmountMinor;
  },
): boolean {
  const { base, quote } = coinAccounts(state.ledger, owner, market);
  return state.ledger.canPay(side === 'buy' ? quote : base, most);
}

interface Adding extends Placing {
  readonly listId: number;
  /** The order that entered the book. */
  readonly entered: OrderRow | undefined;
}

interface Added {
  /** Of its trigger orders, as they were placed. */
  readonly legIds: readonly number[];
  /** What was traded. */
  readonly moves: readonly TriggerMove[];
}

/** Takes up the list and its trigger orders, and places what nothing stands before. */
function addList(state: EngineState, command: PlaceList, adding: Adding): Added {
  const { owner, market, stamp, listId, entered } = adding;
  const facts: LegFacts = { command, listId, market, stamp, entered };
  const legIds = triggerLegs(command).map((leg) => {
    state.counters.orderId += 1;
    const row = legRow(leg, state.counters.orderId, facts);
    state.triggers.add(row);
    owner.addCount(market.number, 1);
    return row.triggerId;
  });
  return { legIds, moves: beginList(state, command, { ...adding, legIds }) };
}

function beginList(
  state: EngineState,
  command: PlaceList,
  adding: Adding & Pick<Added, 'legIds'>,
): TriggerMove[] {
  const { working, owner: ownerId, marketId, clientListId } = command;
  const { stamp, listId, entered, legIds: ids } = adding;
  const isLimitFirst = working === undefined && entered !== undefined;
  const [firstId, secondId] = isLimitFirst ? [entered.orderId, ...ids] : ids;
  if (firstId === undefined) throw new RangeError('a list has a first order');
  const list = {
    ...{ listId, owner: ownerId, marketId, firstId },
    kind: kindOf(command),
    ...(clientListId !== undefined && { clientListId }),
    ...(working !== undefined && entered !== undefined && { workingId: entered.orderId }),
    ...(secondId !== undefined && { secondId }),
    status: 'pending',
    createdAtMs: stamp.timeMs,
    updatedAtMs: stamp.timeMs,
  } as const;
  state.orderLists.add(list);
  if (working !== undefined) {
    const isOver = entered !== undefined && entered.status !== 'waiting';
    if (isOver) state.orderLists.touch(listId, entered);
    return settleLists(state, stamp);
  }
  if (entered === undefined)
    return [...placeLegs(state, list, stamp), ...settleLists(state, stamp)];
  const row = secondId === undefined ? undefined : state.triggers.find(secondId);
  const second = row && { row, sized: row };
  linkLegs(state, list, {
    ...{ first: firstId, order: entered, second, stamp },
    held: entered.hold,
  });
  return settleLists(state, stamp);
}

function kindOf({ working, legs }: PlaceList): ListKind {
  if (working === undefined) return 'oco';
  return legs.length === 1 ? 'oto' : 'otoco';
}
