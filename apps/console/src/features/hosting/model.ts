/** What the yield treasury lacks; exact. */
import type { ResponseOf, Treasury } from '@fairlead/contract';
import {
  decimalsOf,
  divFloor,
  formatDecimal,
  PPM_ONE,
  parseDecimal,
  RATE_SCALE,
} from '@fairlead/units';
import { plain } from '../../terms/decimals.ts';

export type Product = ResponseOf<'operatorHosting'>['products'][number];

/** Decimals of a currency's amounts, which the server writes in full. */
const scaleOf = ({ total }: Treasury): number => decimalsOf(total);

export interface Alarm {
  /** `due`: what falls due is not there. `low`: one more day of sales cannot be promised. */
  readonly kind: 'due' | 'low';
  readonly treasury: Treasury;
  /** What is due, or what a day of sales needs. */
  readonly need: string;
  /** What would end the alarm. */
  readonly missing: string;
}

/**
 * What a day of sales needs, in minor units: as much as the past one promised, and the interest of the smallest order
 * of any product on sale at least. Undefined where nothing of the currency is on sale.
 */
function neededForSales(treasury: Treasury, products: readonly Product[]): bigint | undefined {
  const scale = scaleOf(treasury);
  const smallest = products
    .filter(({ currency_id, is_open }) => is_open && currency_id === treasury.currency_id)
    .map((product) => interestOfSmallest(product, scale));
  if (smallest.length === 0) return undefined;
  const sold = parseDecimal(treasury.sold_24h, scale) ?? 0n;
  return [sold, ...smallest].reduce((most, each) => (each > most ? each : most));
}

/** Rounded down, as the server does. */
function interestOfSmallest(product: Product, scale: number): bigint {
  const amount = parseDecimal(product.min_amount, scale) ?? 0n;
  const rate = parseDecimal(product.daily_yield, RATE_SCALE) ?? 0n;
  return divFloor(amount * rate * BigInt(product.days), PPM_ONE);
}

/** What is due and not there first, then what keeps sales from going on. */
export function alarmsOf(
  treasuries: readonly Treasury[],
  products: readonly Product[],
): readonly Alarm[] {
  const due = treasuries.flatMap((treasury) => {
    const need = parseDecimal(treasury.due_24h, scaleOf(treasury));
    return alarmOf('due', treasury, { need, has: treasury.total });
  });
  const low = treasuries.flatMap((treasury) => {
    const need = neededForSales(treasury, products);
    return alarmOf('low', treasury, { need, has: treasury.available });
  });
  return [...due, ...low];
}

function alarmOf(
  kind: Alarm['kind'],
  treasury: Treasury,
  { need, has }: { readonly need: bigint | undefined; readonly has: string },
): readonly Alarm[] {
  const scale = scaleOf(treasury);
  const held = parseDecimal(has, scale);
  if (need === undefined || held === undefined || need <= held) return [];
  const text = (amount: bigint) => plain(formatDecimal(amount, scale));
  return [{ kind, treasury, need: text(need), missing: text(need - held) }];
}
