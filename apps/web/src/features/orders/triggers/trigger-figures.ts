/** What the figures of an order that waits for a price say, from its decimal strings. */
import type { Quotation, TriggerOrder } from '@fairlead/contract';
import { absolute, divFloor, PPM_ONE, PRICE_SCALE, parseDecimal } from '@fairlead/units';

/** Whether it waits for a price at its trigger or below; else at it or above. */
export const waitsBelow = ({ side, trigger }: Pick<TriggerOrder, 'side' | 'trigger'>): boolean =>
  (side === 'sell') === (trigger !== 'take_profit');

/** The price now of what it waits for; undefined where none is known. */
export function watchedPrice(
  { trigger_by }: Pick<TriggerOrder, 'trigger_by'>,
  market: Pick<Quotation, 'index_price' | 'last_price' | 'is_stale'> | undefined,
): string | undefined {
  if (trigger_by === 'last') return market?.last_price;
  return market?.is_stale ? undefined : market?.index_price;
}

/** How far the price is from the trigger, in parts per million of the price. */
export function distancePpm(
  { trigger_price }: Pick<TriggerOrder, 'trigger_price'>,
  price: string | undefined,
): bigint | undefined {
  const now = parseDecimal(price ?? '', PRICE_SCALE);
  const trigger = parseDecimal(trigger_price, PRICE_SCALE);
  if (now === undefined || trigger === undefined || now <= 0n) return undefined;
  return divFloor(absolute(trigger - now) * PPM_ONE, now);
}

/** What it asks for, and in which currency: base, or quote of a market buy by amount. */
export function sizeOf({ symbol, quantity, amount }: TriggerOrder): {
  readonly size: string | undefined;
  readonly currency: string;
} {
  const [base = '', quote = ''] = symbol.split('/');
  return quantity === undefined
    ? { size: amount, currency: quote }
    : { size: quantity, currency: base };
}

const REASONS = [
  'user',
  'operator',
  'market_terms',
  'expired',
  'would_not_fill',
  'price_stale',
  'price_out_of_band',
  'insufficient_balance',
  'below_minimum',
  'quantity_out_of_range',
  'other_leg',
  'working_ended',
] as const;
type KnownReason = (typeof REASONS)[number] | 'other';

/** Why there is no order, of the reasons that have a sentence. */
export const reasonOf = ({ cancel_reason }: TriggerOrder): KnownReason =>
  REASONS.find((reason) => reason === cancel_reason) ?? 'other';

/** The word of its kind. */
export const kindNameOf = ({ trigger, type }: Pick<TriggerOrder, 'trigger' | 'type'>) =>
  `${trigger}_${type}` as const;

export type LifeStep =
  | 'placed'
  | 'behind'
  | 'waits'
  | 'reached'
  | 'became'
  | 'refused'
  | 'cancelled';

/** What happened to it, in order; the last is how it stands. */
export function lifeOf({ status, receipt_id, trigger }: TriggerOrder): readonly LifeStep[] {
  switch (status) {
    case 'pending':
      return ['placed', 'behind'];
    case 'waiting':
      return ['placed', 'waits'];
    case 'triggered':
      return trigger === 'fill' ? ['placed', 'became'] : ['placed', 'reached', 'became'];
    case 'cancelled':
      return receipt_id === undefined ? ['placed', 'cancelled'] : ['placed', 'reached', 'refused'];
  }
}
