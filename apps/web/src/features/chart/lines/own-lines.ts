/** Own orders, positions and alerts of a market as lines at their prices. */
import type { Alert, Order, Position, TriggerOrder } from '@fairlead/contract';
import { formatNumber } from '@fairlead/ui';
import { decimalsOf, formatDecimal, parseDecimal } from '@fairlead/units';
import type { PriceLine } from './price-lines.ts';

export interface LineWords {
  readonly buy: (quantity: string) => string;
  readonly sell: (quantity: string) => string;
  readonly long: (multiple: string) => string;
  readonly short: (multiple: string) => string;
  readonly waiting: (multiple: string) => string;
  readonly average: string;
  readonly liquidation: string;
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly alert: string;
  readonly trigger: (
    order: Pick<TriggerOrder, 'trigger' | 'side' | 'status'> & { readonly size: string },
  ) => string;
}

const isDrawable = ({ price }: PriceLine): boolean => Number.isFinite(price) && price > 0;

/** What still waits of a quantity; undefined where there is none. */
function leftOf(quantity: string | undefined, filled: string): string | undefined {
  if (quantity === undefined) return undefined;
  const scale = Math.max(decimalsOf(quantity), decimalsOf(filled));
  const [all, done] = [parseDecimal(quantity, scale), parseDecimal(filled, scale)];
  return all === undefined || done === undefined ? quantity : formatDecimal(all - done, scale);
}

/**
 * Waiting orders of a market with a price of their own, each with what is left of it. One of a list is moved only while others
 * wait behind it: `behind` are the lists of those.
 */
export function orderLines(
  orders: readonly Order[],
  words: LineWords,
  behind: ReadonlySet<number> = new Set(),
): readonly PriceLine[] {
  return orders
    .map(
      ({ id, list_id: list, side, price, quantity, filled_quantity: filled }): PriceLine => ({
        id: `order-${id}`,
        ...((list === undefined || behind.has(list)) && { orderId: String(id) }),
        price: Number(price),
        label: words[side](formatNumber(leftOf(quantity, filled))),
        tone: side === 'buy' ? 'rise' : 'fall',
      }),
    )
    .filter(isDrawable);
}

/** What waits for a price, or will once an order is filled, where it waits: a trailing stop where it stands now. */
export const triggerLines = (
  triggers: readonly TriggerOrder[],
  words: LineWords,
): readonly PriceLine[] =>
  triggers
    .map(
      ({ id, trigger, side, trigger_price, status, quantity, amount = '' }): PriceLine => ({
        id: `trigger-${id}`,
        price: Number(trigger_price),
        label: words.trigger({ trigger, side, status, size: formatNumber(quantity ?? amount) }),
        tone: side === 'buy' ? 'rise' : 'fall',
      }),
    )
    .filter(isDrawable);

/** Opening, liquidation and stops of each position; the limit of one that waits. */
export function positionLines(
  positions: readonly Position[],
  words: LineWords,
): readonly PriceLine[] {
  return positions
    .flatMap((position): readonly PriceLine[] => {
      const { id, side, multiple } = position;
      const tone = side === 'long' ? 'rise' : 'fall';
      const line = (
        name: string,
        price: string | undefined,
        label: string,
        own: PriceLine['tone'],
      ): PriceLine => ({ id: `${name}-${id}`, price: Number(price), label, tone: own });
      if (position.open_price === undefined)
        return [line('waiting', position.price, words.waiting(String(multiple)), tone)];
      return [
        line('open', position.open_price, words[side](String(multiple)), tone),
        line('liquidation', position.liquidation_price, words.liquidation, 'stale'),
        line('profit', position.take_profit, words.takeProfit, 'rise'),
        line('loss', position.stop_loss, words.stopLoss, 'fall'),
      ];
    })
    .filter(isDrawable);
}

/** Alerts that wait. */
export const alertLines = (alerts: readonly Alert[], words: LineWords): readonly PriceLine[] =>
  alerts
    .filter((alert) => !alert.is_fired)
    .map(
      ({ id, price }): PriceLine => ({
        id: `alert-${id}`,
        price: Number(price),
        label: words.alert,
        tone: 'brand',
      }),
    )
    .filter(isDrawable);

/** Base currency that is less than this of what was ever bought is dust, which fees and rounding leave. */
const DUST = 1e-9;

/**
 * What was paid for a unit, on average, of what was bought in this market and not sold again: a buy weighs in, a sell
 * leaves the average as it is, selling all forgets it. Undefined without any. Newest first, as the server lists them.
 */
export function averagePaid(orders: readonly Order[]): number | undefined {
  let quantity = 0;
  let paid = 0;
  let bought = 0;
  for (const order of orders.toReversed()) {
    const filled = Number(order.filled_quantity);
    const amount = Number(order.filled_amount);
    if (!(filled > 0)) continue;
    if (order.side === 'buy') {
      quantity += filled;
      paid += amount;
      bought += filled;
      continue;
    }
    const left = Math.max(0, quantity - filled);
    paid = quantity === 0 ? 0 : (paid * left) / quantity;
    quantity = left;
  }
  return quantity > bought * DUST ? paid / quantity : undefined;
}
