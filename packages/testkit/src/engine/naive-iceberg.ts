/** What an order shows of itself, and whose turn it is when that is taken. */
import type { PlaceOrder } from '@fairlead/engine';
import type { NaiveOrder } from './naive-order.ts';

export const shownOf = ({ quantity = 0n, filledQuantity, hidden = 0n }: NaiveOrder): bigint =>
  quantity - filledQuantity - hidden;

export const displayOf = (command: PlaceOrder): bigint | undefined =>
  command.type !== 'limit' || command.display === undefined ? undefined : BigInt(command.display);

/** A maker as it is met, and what is behind that. */
interface Queued {
  readonly maker: NaiveOrder;
  readonly shown: bigint;
  readonly hidden: bigint;
}

export const inQueue = (maker: NaiveOrder): Queued => ({
  maker,
  shown: shownOf(maker),
  hidden: maker.hidden ?? 0n,
});

/** What it shows next stands behind all others of its price. */
export function comeAgain(queue: Queued[], { maker, hidden }: Queued): void {
  const { display = 0n, price } = maker;
  const shown = hidden < display ? hidden : display;
  const others = queue.findIndex((other) => other.maker.price !== price);
  const at = others === -1 ? queue.length : others;
  queue.splice(at, 0, { maker, shown, hidden: hidden - shown });
}
