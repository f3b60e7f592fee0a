/** What an order that waits was asked to be, from its command alone, and whether a row, or the order that it became, is that. */
import type {
  ListLeg,
  OrderRow,
  PlaceList,
  PlaceTrailing,
  PlaceTrigger,
  TriggerRow,
} from '@fairlead/engine';
import type { Row } from './store/sql-expression.ts';
import { textOf } from './texts.ts';
import { must } from './violation.ts';

const PPM = 1_000_000n;

/** What one waits for and becomes. A list may make its quantity smaller, and nothing may make it larger. */
export type Terms = Pick<
  TriggerRow,
  | 'side'
  | 'type'
  | 'timeInForce'
  | 'price'
  | 'amount'
  | 'display'
  | 'selfTrade'
  | 'expiresAtMs'
  | 'trailPpm'
  | 'activationPrice'
> & { readonly triggerPrice?: number | undefined; readonly quantity?: number | undefined };

const NAMES = [
  'side',
  'type',
  'timeInForce',
  'price',
  'amount',
  'display',
  'selfTrade',
  'expiresAtMs',
  'trailPpm',
  'activationPrice',
] as const;

export const termsOf = (row: TriggerRow): Terms => row;

/** Whose own goes is not kept where it is as always. */
const kept = (mode: ListLeg['selfTrade']): Pick<Terms, 'selfTrade'> =>
  mode === undefined || mode === 'expire_taker' ? {} : { selfTrade: mode };

/** A market order is immediate, as always. */
const inForce = ({ type, timeInForce }: Pick<ListLeg, 'type' | 'timeInForce'>) =>
  type === 'market' && timeInForce === 'gtc' ? 'ioc' : timeInForce;

export function askedOf(command: PlaceTrigger | PlaceTrailing): Terms {
  const { order, side, expiresAtMs } = command;
  const sized =
    order.type === 'limit'
      ? { price: order.price, quantity: order.quantity, display: order.display }
      : order.size.by === 'amount'
        ? { amount: order.size.amount }
        : { quantity: order.size.quantity };
  const waits =
    command.kind === 'place_trailing'
      ? { trailPpm: command.trailPpm, activationPrice: command.activationPrice }
      : { triggerPrice: command.triggerPrice };
  return {
    ...{ side, type: order.type, timeInForce: inForce(order), expiresAtMs },
    ...sized,
    ...waits,
    ...kept(order.selfTrade),
  } as Terms;
}

export function askedOfLeg(leg: ListLeg): Terms {
  const { side, type, price, quantity, display, expiresAtMs, trigger } = leg;
  const waits =
    trigger?.kind === 'trailing_stop'
      ? { trailPpm: trigger.trailPpm, activationPrice: trigger.activationPrice }
      : { triggerPrice: trigger?.price };
  return {
    ...{ side, type, timeInForce: inForce(leg), price, quantity, display, expiresAtMs },
    ...waits,
    ...kept(leg.selfTrade),
  } as Terms;
}

/** Those that begin as orders that wait for something. */
export const legsOf = ({ working, legs }: PlaceList): readonly ListLeg[] =>
  working === undefined ? legs.filter(({ trigger }) => trigger !== undefined) : legs;

/** The order that enters the book with its list is as it was asked for. */
export function checkEntered({ working, legs }: PlaceList, order: OrderRow): void {
  const [first] = legs;
  const asked = working ?? first;
  const isLimit = asked?.type === 'limit';
  const shown = isLimit ? asked.display : undefined;
  const isAlike =
    order.display === shown &&
    order.selfTrade === kept(asked?.selfTrade).selfTrade &&
    (!isLimit || (order.price === asked.price && order.expiresAtMs === asked.expiresAtMs));
  must(isAlike, 'an order of a list is what was asked for', () => textOf({ asked, order }));
}

export function checkTerms(asked: Terms, row: TriggerRow): void {
  const isAlike =
    NAMES.every((name) => asked[name] === row[name]) &&
    (asked.triggerPrice === undefined ||
      row.trailPpm !== undefined ||
      row.triggerKind === 'fill' ||
      asked.triggerPrice === row.triggerPrice);
  const quantity = row.quantity ?? 0;
  const isSized =
    row.listId === undefined
      ? quantity === (asked.quantity ?? 0)
      : quantity <= (asked.quantity ?? Infinity);
  must(isAlike && isSized, 'what waits is what was asked for', () => textOf({ asked, row }));
}

/** The order has the terms that waited for it. */
export function checkBecome(row: TriggerRow, order: OrderRow | undefined): void {
  const { side, type, timeInForce, amount, selfTrade, expiresAtMs } = row;
  const isExpiring = isResting(row) && expiresAtMs !== undefined;
  const isAlike =
    order?.side === side &&
    order.type === type &&
    order.timeInForce === timeInForce &&
    order.amount === amount &&
    order.selfTrade === selfTrade &&
    order.expiresAtMs === (isExpiring ? expiresAtMs : undefined) &&
    order.price === row.price &&
    order.quantity === row.quantity;
  must(isAlike, 'what was waited for is what comes', () => textOf({ row, order }));
}

/** The distance from the best price there was, on the tick that is no nearer; what is pending follows nothing. */
export function checkTrail({ trailPpm, bestPrice, side, triggerPrice, ...row }: TriggerRow): void {
  if (trailPpm === undefined) return;
  const told = () => textOf({ ...row, trailPpm, bestPrice, side, triggerPrice });
  must(row.status !== 'pending' || bestPrice === undefined, 'what is pending follows none', told);
  if (bestPrice === undefined) return;
  const sell = (BigInt(bestPrice) * (PPM - trailPpm)) / PPM;
  const buy = (BigInt(bestPrice) * (PPM + trailPpm) + PPM - 1n) / PPM;
  const stop = side === 'sell' ? sell : buy;
  must(BigInt(triggerPrice) === stop, 'a stop trails at its distance', told);
}

const isResting = ({ type, timeInForce }: Pick<TriggerRow, 'type' | 'timeInForce'>): boolean =>
  type === 'limit' && ['gtc', 'post_only'].includes(timeInForce);

/** What was asked for, or as little more as its market takes by then; never more than there is. */
export function checkShown(row: TriggerRow, order: OrderRow | undefined, market: Row): void {
  const { display, quantity = 0, price = 1 } = row;
  const lotWorth = BigInt(price) * BigInt(String(market['tick_lot_quote_minor']));
  const smallest = BigInt(String(market['min_notional_minor']));
  const least = Number((smallest + lotWorth - 1n) / lotWorth);
  const part = Math.ceil(quantity / Number(market['iceberg_parts_max']));
  const shown = Math.min(quantity, Math.max(display ?? 0, part, least));
  const expected = display === undefined ? undefined : shown;
  must(order?.display === expected, 'as much is shown as was asked for', () =>
    textOf({ row, order, expected }),
  );
}
