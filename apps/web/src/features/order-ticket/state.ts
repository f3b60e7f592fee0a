/** What was typed into the spot ticket, and what each act makes of it. */
import type { Order, TriggerOrder } from '@fairlead/contract';
import { type Expiry, expiryOf, goodForDays, type TimeInForce } from './time-in-force.ts';

export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';
export type TriggerKind = Exclude<TriggerOrder['trigger'], 'fill'>;
export type TriggerBy = TriggerOrder['trigger_by'];
/** Who goes where it meets one of its owner's own. */
export type SelfTrade = NonNullable<Order['self_trade_prevention']>;

/** What closes an order again once it is filled, as typed: of the two, one that is empty is not attached. */
export interface Exits {
  readonly profit: string;
  readonly loss: string;
}

/** What the orders of a list are beside their prices. */
export interface Legs {
  /** The stop follows the best price at `trail`, from `activation` on, and waits at no price of its own. */
  readonly trails: boolean;
  /** What takes the profit behind an order waits in the book as a limit, and for no price. */
  readonly rests: boolean;
  /** Nothing but a market order is behind it. */
  readonly follows: boolean;
}

/** Prices that a pair of orders begins at. */
export interface Around {
  readonly last: string;
  readonly lower: string;
  readonly higher: string;
}

/** How much: the last of the three that the user gave; the other two follow from it. */
export type Size =
  | { readonly by: 'quantity'; readonly text: string }
  | { readonly by: 'total'; readonly text: string }
  /** Of what is available. */
  | { readonly by: 'percent'; readonly percent: number };

export interface TicketState {
  readonly side: Side;
  readonly type: OrderType;
  /** Set, it waits for a price and is of `type` then. */
  readonly trigger: TriggerKind | undefined;
  /** An OCO: the ticket is its limit, and a stop at `triggerPrice` stands beside it. */
  readonly isPair: boolean;
  /** Of the stop of an OCO: the limit that it becomes, as typed; at the market where it is empty. */
  readonly stopLimit: string;
  /** A take-profit and a stop-loss that are placed once it is filled. */
  readonly exits: Exits | undefined;
  readonly legs: Legs;
  /** As typed. */
  readonly triggerPrice: string;
  readonly triggerBy: TriggerBy;
  /** Of what trails, in percent, and where it begins; as typed. */
  readonly trail: string;
  readonly activation: string;
  /** As typed. */
  readonly price: string;
  readonly size: Size;
  readonly timeInForce: TimeInForce;
  readonly isPostOnly: boolean;
  /** Of what waits for a price, of both of an OCO, of what is behind an order. */
  readonly expiry: Expiry;
  /** The most that the book is to show at a time, as typed; undefined where that is all. */
  readonly display: string | undefined;
  /** Of all that it places. */
  readonly selfTrade: SelfTrade;
  /** The button was pressed: what is missing is said from now on. */
  readonly isTried: boolean;
}

export type TicketAction =
  | { readonly kind: 'side'; readonly side: Side }
  | {
      readonly kind: 'type';
      readonly type: OrderType;
      readonly trigger?: TriggerKind | undefined;
      readonly isPair?: boolean;
      /** Where an OCO begins. */
      readonly around?: Around | undefined;
    }
  | { readonly kind: 'exits'; readonly exits: Exits | undefined }
  | { readonly kind: 'legs'; readonly legs: Partial<Legs> }
  | { readonly kind: 'expiry'; readonly expiry: Expiry }
  | { readonly kind: 'self_trade'; readonly selfTrade: SelfTrade }
  | {
      readonly kind: 'trigger_price' | 'trail' | 'activation' | 'stop_limit';
      readonly text: string;
    }
  | { readonly kind: 'trigger_by'; readonly by: TriggerBy }
  | { readonly kind: 'price'; readonly text: string }
  /** The ticket opens at the price that there is; what was typed before is left. */
  | { readonly kind: 'began'; readonly price: string }
  | { readonly kind: 'size'; readonly size: Size }
  | { readonly kind: 'time_in_force'; readonly timeInForce: TimeInForce }
  | { readonly kind: 'post_only'; readonly isOn: boolean }
  | { readonly kind: 'display'; readonly text: string | undefined }
  /** A price taken from the book: a market order becomes a limit order, and one that waits for a price waits for it. */
  | { readonly kind: 'picked'; readonly price: string }
  | { readonly kind: 'tried' }
  /** The order was placed: the amount goes, the price stays. */
  | { readonly kind: 'placed' }
  /** Another market: prices and amounts go. */
  | { readonly kind: 'market' };

const NOTHING: Size = { by: 'quantity', text: '' };
export const PLAIN_LEGS: Legs = { trails: false, rests: false, follows: false };

export const initialState = (side: Side = 'buy', price = ''): TicketState => ({
  side,
  type: 'limit',
  trigger: undefined,
  isPair: false,
  stopLimit: '',
  exits: undefined,
  legs: PLAIN_LEGS,
  triggerPrice: '',
  triggerBy: 'index',
  trail: '1',
  activation: '',
  price,
  size: NOTHING,
  timeInForce: 'gtc',
  isPostOnly: false,
  expiry: 'gtc',
  display: undefined,
  selfTrade: 'expire_taker',
  isTried: false,
});

/** A market buy spends quote, a market sell names what it sells. */
function fitSize(state: TicketState): TicketState {
  const { side, type, size } = state;
  if (type === 'limit' || size.by === 'percent') return state;
  const wanted = side === 'buy' ? 'total' : 'quantity';
  return size.by === wanted ? state : { ...state, size: { by: wanted, text: '' } };
}

/** What was above the price is below it for the other side. */
function turned(state: TicketState, side: Side): TicketState {
  if (side === state.side) return state;
  const { isPair, price, triggerPrice, exits } = state;
  return {
    ...state,
    side,
    ...(isPair && { price: triggerPrice, triggerPrice: price, stopLimit: '' }),
    ...(exits && { exits: { profit: exits.loss, loss: exits.profit } }),
  };
}

/** An OCO begins with a limit that takes the profit and a stop on the other side of the price. */
function pairPrices(
  { side, isPair: wasPair }: TicketState,
  { isPair = false, around }: Extract<TicketAction, { kind: 'type' }>,
): Partial<TicketState> {
  if (isPair === wasPair) return {};
  if (!isPair) return { ...(around && { price: around.last }), triggerPrice: '', stopLimit: '' };
  if (around === undefined) return {};
  const [price, triggerPrice] =
    side === 'sell' ? [around.higher, around.lower] : [around.lower, around.higher];
  return { price, triggerPrice };
}

function ofKind(state: TicketState, action: Extract<TicketAction, { kind: 'type' }>): TicketState {
  const { type, trigger, isPair = false } = action;
  const isPlain = trigger === undefined && !isPair;
  const { timeInForce, isPostOnly, exits, legs, expiry } = state;
  // What waits for a price ends by its own choice, which begins as that of the limit.
  const isDated = goodForDays(timeInForce) !== undefined;
  return {
    ...state,
    ...pairPrices(state, action),
    ...{ type, trigger, isPair },
    exits: isPlain ? exits : undefined,
    legs: isPlain || isPair === state.isPair ? legs : PLAIN_LEGS,
    expiry: isPlain || !isDated ? expiry : expiryOf(timeInForce),
    timeInForce: isPair || (trigger !== undefined && isDated) ? 'gtc' : timeInForce,
    isPostOnly: isPostOnly && !isPair,
    isTried: false,
  };
}

/** A market order stands alone behind another. */
function withLegs({ legs, exits }: TicketState, changed: Partial<Legs>) {
  return { legs: { ...legs, ...changed }, exits: changed.follows ? undefined : exits };
}

export function reduce(state: TicketState, action: TicketAction): TicketState {
  switch (action.kind) {
    case 'side':
      return fitSize({ ...turned(state, action.side), isTried: false });
    case 'type':
      return fitSize(ofKind(state, action));
    case 'exits':
      return {
        ...state,
        exits: action.exits,
        legs: action.exits ? { ...state.legs, follows: false } : PLAIN_LEGS,
      };
    case 'legs':
      return { ...state, ...withLegs(state, action.legs) };
    case 'expiry':
      return { ...state, expiry: action.expiry };
    case 'self_trade':
      return { ...state, selfTrade: action.selfTrade };
    case 'stop_limit':
      return { ...state, stopLimit: action.text };
    case 'trigger_price':
      return { ...state, triggerPrice: action.text };
    case 'trail':
    case 'activation':
      return { ...state, [action.kind]: action.text };
    case 'trigger_by':
      return { ...state, triggerBy: action.by };
    case 'price':
      return { ...state, price: action.text };
    case 'began':
      return state.price === '' ? { ...state, price: action.price } : state;
    case 'size':
      return fitSize({ ...state, size: action.size });
    case 'time_in_force':
      return { ...state, timeInForce: action.timeInForce, isPostOnly: false };
    case 'post_only':
      return { ...state, isPostOnly: action.isOn, timeInForce: 'gtc' };
    case 'display':
      return { ...state, display: action.text };
    case 'picked':
      if (state.trigger === 'trailing_stop') return { ...state, activation: action.price };
      if (state.trigger !== undefined && state.type === 'market')
        return { ...state, triggerPrice: action.price };
      return fitSize({ ...state, type: 'limit', price: action.price });
    case 'tried':
      return { ...state, isTried: true };
    case 'placed':
      return fitSize({
        ...state,
        size: NOTHING,
        display: undefined,
        isTried: false,
        exits: undefined,
        legs: state.isPair ? state.legs : PLAIN_LEGS,
      });
    case 'market':
      return fitSize({
        ...state,
        ...{ price: '', triggerPrice: '', activation: '', size: NOTHING, isTried: false },
        ...{ display: undefined, exits: undefined, legs: PLAIN_LEGS, stopLimit: '' },
      });
  }
}
