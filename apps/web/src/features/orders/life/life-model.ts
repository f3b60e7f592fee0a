/** What happened to an order, as a line: from what is known of it, in the order of time. Pure. */
import type { Fill, Order, ResponseOf, TriggerOrder } from '@fairlead/contract';
import { decimalsOf, formatDecimal, parseDecimal } from '@fairlead/units';

type Amendment = ResponseOf<'amendments'>['list'][number];

export interface LifeParts {
  readonly order: Order;
  /** What waited for a price to become it. */
  readonly trigger: TriggerOrder | undefined;
  readonly amendments: readonly Amendment[];
  readonly fills: readonly Fill[];
  /** Fills that the list has but that were not asked for yet. */
  readonly unread: number;
}

export type LifeStep =
  /** For a price, or for another order to be filled. */
  | { readonly kind: 'waited' | 'behind'; readonly at: number }
  | {
      readonly kind: 'reached';
      readonly at: number;
      readonly price: string;
      readonly receiptId: number | undefined;
    }
  | { readonly kind: 'placed'; readonly at: number }
  | { readonly kind: 'amended'; readonly at: number; readonly amendment: Amendment }
  /** Some in a row: how many, and how much was filled by then. */
  | { readonly kind: 'filled'; readonly at: number; readonly count: number; readonly sum: string }
  | { readonly kind: 'unread'; readonly count: number }
  | { readonly kind: 'completed' | 'cancelled' | 'expired'; readonly at: number }
  | { readonly kind: 'waits'; readonly until: number | undefined };

export function addDecimals(texts: readonly string[]): string {
  const scale = Math.max(0, ...texts.map(decimalsOf));
  const sum = texts.reduce((total, text) => total + (parseDecimal(text, scale) ?? 0n), 0n);
  return formatDecimal(sum, scale);
}

/** Fills that are older than the history that is kept: what the order was filled and no trade is left to show. */
export function isCut({
  order,
  fills,
  unread,
}: Omit<LifeParts, 'trigger' | 'amendments'>): boolean {
  const known = addDecimals(fills.map(({ quantity }) => quantity));
  const scale = Math.max(decimalsOf(known), decimalsOf(order.filled_quantity));
  return unread === 0 && parseDecimal(known, scale) !== parseDecimal(order.filled_quantity, scale);
}

function beginningOf({ order, trigger }: LifeParts): LifeStep[] {
  const placed = { kind: 'placed', at: order.created_at } as const;
  if (trigger === undefined) return [placed];
  if (trigger.trigger === 'fill') return [{ kind: 'behind', at: trigger.created_at }, placed];
  const { created_at, updated_at, trigger_price: price, receipt_id: receiptId } = trigger;
  return [
    { kind: 'waited', at: created_at },
    { kind: 'reached', at: updated_at, price, receiptId },
    placed,
  ];
}

/** Changes and fills by time; fills in a row are one step. A change is before what it was filled by at once. */
function middleOf({ amendments, fills }: LifeParts): LifeStep[] {
  const steps: LifeStep[] = [];
  let next = 0;
  for (let done = 0; done <= fills.length; ) {
    const change = amendments[next];
    const fill = fills[done];
    if (change !== undefined && (fill === undefined || change.at <= fill.time)) {
      steps.push({ kind: 'amended', at: change.at, amendment: change });
      next += 1;
      continue;
    }
    if (fill === undefined) break;
    const end = fills.findIndex(
      ({ time }, at) => at > done && change !== undefined && time >= change.at,
    );
    const until = end < 0 ? fills.length : end;
    const sum = addDecimals(fills.slice(0, until).map(({ quantity }) => quantity));
    steps.push({
      kind: 'filled',
      at: fills[until - 1]?.time ?? fill.time,
      count: until - done,
      sum,
    });
    done = until;
  }
  return steps;
}

function endOf({
  status,
  cancel_reason: reason,
  updated_at: at,
  expires_at: until,
}: Order): LifeStep {
  if (status === 'completed') return { kind: 'completed', at };
  if (status === 'waiting') return { kind: 'waits', until };
  return { kind: reason === 'expired' ? 'expired' : 'cancelled', at };
}

/** The last is how it stands. */
export function lifeOf(parts: LifeParts): readonly LifeStep[] {
  const { unread, order } = parts;
  return [
    ...beginningOf(parts),
    ...middleOf(parts),
    ...(unread > 0 ? [{ kind: 'unread', count: unread } as const] : []),
    endOf(order),
  ];
}
