import type { CurrencyInfo, Offering, Subscription } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import { serverNow } from '../src/data/live/server-clock.ts';
import { USDT } from './currency.ts';

/** What is sold in these tests. */
const HBR: CurrencyInfo = {
  currency_id: 9,
  name: 'HBR',
  full_name: 'Harbour',
  scale: 2,
  chains: [],
  deposit: false,
  withdraw: false,
};
export const currencies = [USDT, HBR];

/** On sale since yesterday, for two more days: 624,000 of 1,000,000 HBR at 0.25 USDT are sold. */
export const offering = (own: Partial<Offering> = {}): Offering => ({
  id: 1,
  currency_id: HBR.currency_id,
  currency: HBR.name,
  name: HBR.full_name,
  issue_price: '0.25000000',
  payment_currency_id: USDT.currency_id,
  payment_currency: USDT.name,
  total: '1000000.00',
  remaining: '376000.00',
  min_amount: '100.00',
  max_amount: '20000.00',
  lockup_days: 30,
  starts_at: serverNow() - DAY_MS,
  closes_at: serverNow() + 2 * DAY_MS + 3_600_000,
  launches_at: serverNow() + 5 * DAY_MS,
  status: 'subscribing',
  ...own,
});

/** Of 400 HBR for 100 USDT, an hour ago. */
export const subscription = (own: Partial<Subscription> = {}): Subscription => ({
  id: 41,
  offering_id: 1,
  currency_id: HBR.currency_id,
  currency: HBR.name,
  amount: '400.00',
  issue_price: '0.25000000',
  paid: '100.000000',
  payment_currency: USDT.name,
  status: 'under_review',
  time: serverNow() - 3_600_000,
  ...own,
});
