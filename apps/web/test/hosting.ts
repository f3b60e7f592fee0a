/** Locked funds as the server would show them, as drawn: 15 days at 0.4 % a day, 12 of them posted. */
import type { HostingOrder, HostingProduct, ResponseOf } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';

/** 21 November 2026, 14:32 UTC: the moment of the drawings. */
const NOW_MS = 1_795_271_520_000;

export const hostingProduct = (own: Partial<HostingProduct> = {}): HostingProduct => ({
  id: 2,
  currency_id: 3,
  currency: 'USDT',
  name: 'USDT, 15 days',
  days: 15,
  min_amount: '100',
  max_amount: '50000',
  daily_yield: '0.004',
  total_yield: '0.06',
  cycle: 1,
  expected_return_30d: '12.000000',
  damages_rate: '0.004',
  remaining_capacity: '800000.000000',
  ...own,
});

export const PRODUCTS: readonly HostingProduct[] = [
  hostingProduct(),
  hostingProduct({
    id: 4,
    currency_id: 1,
    currency: 'BTC',
    name: 'BTC, 30 days',
    days: 30,
    min_amount: '0.005',
    max_amount: '2',
    daily_yield: '0.001',
    total_yield: '0.03',
    expected_return_30d: '0.00015000',
    damages_rate: '0.001',
    remaining_capacity: '1.25000000',
  }),
  hostingProduct({ id: 5, name: 'USDT, 30 days', days: 30, remaining_capacity: '0.000000' }),
];

export const RULES = ['Interest is 0.4 % of the amount a day.', 'The amount stays locked.'];

export const productInfo = (
  own: Partial<ResponseOf<'hostingProduct'>> = {},
): ResponseOf<'hostingProduct'> => ({ ...hostingProduct(), rules: RULES, ...own });

/** 10,000 USDT for 15 days, of which 3 are left. */
export const hostingOrder = (own: Partial<HostingOrder> = {}): HostingOrder => ({
  id: 70_001,
  product_id: 2,
  currency_id: 3,
  currency: 'USDT',
  amount: '10000.000000',
  days: 15,
  remaining_days: 3,
  daily_yield: '0.004',
  damages_rate: '0.004',
  earned: '480.000000',
  expected_total: '600.000000',
  damages: '120.000000',
  penalty: '60.000000',
  redeemable_amount: '9820.000000',
  status: 'hosting',
  paid_at: NOW_MS - 12 * DAY_MS,
  completes_at: NOW_MS + 3 * DAY_MS,
  next_at: NOW_MS + DAY_MS,
  next_amount: '40.000000',
  ...own,
});

/** The same order after it ended. */
export function endedOrder(
  status: 'completed' | 'redeemed',
  own: Partial<HostingOrder> = {},
): HostingOrder {
  const { next_at: _, next_amount: __, ...order } = hostingOrder();
  const kept =
    status === 'completed'
      ? {
          remaining_days: 0,
          earned: '600.000000',
          damages: '0.000000',
          penalty: '0.000000',
          redeemable_amount: '10000.000000',
        }
      : {};
  return { ...order, ...kept, status, completed_at: NOW_MS, ...own };
}

export const hostingReport = (
  own: Partial<ResponseOf<'hostingReport'>> = {},
): ResponseOf<'hostingReport'> => ({
  currency: 'USDT',
  principal: '2000.000000',
  earned_today: '8.000000',
  earned_total: '72.000000',
  orders: 1,
  next_at: NOW_MS + DAY_MS,
  next_amount: '8.000000',
  next_currency: 'USDT',
  by_currency: [
    {
      currency_id: 3,
      currency: 'USDT',
      principal: '2000.000000',
      earned_today: '8.000000',
      earned_total: '72.000000',
      orders: 1,
    },
  ],
  ...own,
});

export const pageOf = <Item>(list: readonly Item[], total = list.length) => ({
  list,
  page: 1,
  limit: 20,
  total,
});
