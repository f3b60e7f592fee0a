/** Locked funds, offerings, subscriptions and partners as the server would list them. */

import type { OperatorSubscription, Partner, ResponseOf, Treasury } from '@fairlead/contract';
import { DAY_MS, MINUTE_MS } from '@fairlead/units';
import { NOW_MS } from './records.ts';

type HostingProduct = ResponseOf<'operatorHosting'>['products'][number];
type HostingOrder = ResponseOf<'operatorHostingOrders'>['list'][number];
type Offering = ResponseOf<'operatorOfferings'>[number];

export const hostingProduct = (own: Partial<HostingProduct> = {}): HostingProduct => ({
  id: 2,
  currency_id: 3,
  days: 15,
  min_amount: '100',
  max_amount: '500000',
  capacity: '20000000',
  daily_yield: '0.004',
  damages_rate: '0.004',
  is_open: true,
  hosting: '300.000000',
  orders: 3,
  ...own,
});

export const treasury = (own: Partial<Treasury> = {}): Treasury => ({
  currency_id: 3,
  currency: 'USDT',
  total: '5000.000000',
  promised: '4000.000000',
  available: '1000.000000',
  principal: '300.000000',
  orders: 3,
  due_24h: '120.000000',
  sold_24h: '600.000000',
  ...own,
});

export const hostingOrder = (own: Partial<HostingOrder> = {}): HostingOrder => ({
  id: 6_119,
  user_id: 10_482,
  product_id: 2,
  currency_id: 3,
  currency: 'USDT',
  amount: '1000.000000',
  days: 15,
  remaining_days: 3,
  daily_yield: '0.004',
  damages_rate: '0.004',
  earned: '48.000000',
  expected_total: '60.000000',
  damages: '12.000000',
  penalty: '6.000000',
  redeemable_amount: '982.000000',
  status: 'hosting',
  paid_at: NOW_MS - 12 * DAY_MS,
  completes_at: NOW_MS + 3 * DAY_MS,
  next_at: NOW_MS + MINUTE_MS,
  next_amount: '4.000000',
  ...own,
});

/** Its times have a fraction of a second, as those of the demo do. */
export const offering = (own: Partial<Offering> = {}): Offering => ({
  id: 1,
  currency_id: 11,
  payment_currency_id: 3,
  issue_price: '0.05',
  total: '10000000',
  min_amount: '100',
  max_amount: '50000',
  lockup_days: 30,
  starts_at: NOW_MS - DAY_MS + 947,
  closes_at: NOW_MS + 13 * DAY_MS + 947,
  launches_at: NOW_MS + 20 * DAY_MS + 947,
  is_open: true,
  introduction: { en: 'A currency of the demo.', jp: 'デモの通貨です。' },
  status: 'subscribing',
  sold: '500.0000',
  under_review: '400.0000',
  proceeds: '5.000000',
  supply: '9999500.0000',
  subscriptions: 6,
  ...own,
});

export const subscription = (own: Partial<OperatorSubscription> = {}): OperatorSubscription => ({
  id: 602,
  offering_id: 1,
  currency_id: 11,
  currency: 'FLD',
  amount: '2000.0000',
  issue_price: '0.05',
  paid: '100.000000',
  payment_currency: 'USDT',
  status: 'under_review',
  time: NOW_MS - 12 * MINUTE_MS,
  user_id: 10_482,
  user: 'v***6@mail.test',
  checks: [],
  ...own,
});

export const partner = (own: Partial<Partner> = {}): Partner => ({
  user_id: 10_482,
  user: 'v***6@mail.test',
  ratio: '0.3',
  invite_count: 41,
  since: NOW_MS - 90 * DAY_MS,
  ...own,
});
