/** Rows of locked funds, offerings and referral at the bounds of their columns, for tests of the tables. */
import type {
  Currency,
  HostingProduct,
  HostingRow,
  OfferingRow,
  RebateRow,
  SubscriptionRow,
} from '@fairlead/engine';
import { amountMinor, DAY_MS, priceE8, ratePpm } from '@fairlead/units';
import { TIME_MS } from './batch-rows.ts';

export const LARGEST = amountMinor(2n ** 62n);
export const NONE = amountMinor(0n);
export const TODAY = Math.floor(TIME_MS / DAY_MS);

export const NEW_COIN: Currency = {
  currencyId: 40,
  name: 'NEW',
  fullName: 'New coin',
  scale: 8,
  isEnabled: true,
};

export const PRODUCT: HostingProduct = {
  productId: 2,
  currencyId: 3,
  days: 15,
  minMinor: amountMinor(1n),
  maxMinor: LARGEST,
  capacityMinor: LARGEST,
  dailyYieldPpm: ratePpm(4_000n),
  damagesRatePpm: ratePpm(4_000n),
  isOpen: true,
};

/** 10,000 at 0.4 % a day for 15 days: 600. */
export const BOUGHT: HostingRow = {
  hostingId: 1,
  owner: 7,
  productId: 2,
  currencyId: 3,
  amount: amountMinor(10_000n),
  days: 15,
  dailyYieldPpm: ratePpm(4_000n),
  damagesRatePpm: ratePpm(4_000n),
  interest: amountMinor(600n),
  postedDays: 0,
  earned: NONE,
  damages: NONE,
  penalty: NONE,
  status: 'hosting',
  paidAtMs: TIME_MS,
  completesAtMs: TIME_MS + 15 * DAY_MS,
};

export const posted = (row: HostingRow, days: number): HostingRow => ({
  ...row,
  postedDays: days,
  earned: amountMinor((row.interest * BigInt(days)) / BigInt(row.days)),
});

export const COMPLETED: HostingRow = {
  ...posted(BOUGHT, 15),
  status: 'completed',
  endedAtMs: BOUGHT.completesAtMs,
};

/** On the day after the third: 12 days' damages, and one and a half days' interest. */
export const REDEEMED: HostingRow = {
  ...posted(BOUGHT, 3),
  status: 'redeemed',
  damages: amountMinor(480n),
  penalty: amountMinor(60n),
  endedAtMs: TIME_MS + 4 * DAY_MS - 1,
};

/** The largest principal there can be, at a yield that does not divide it. */
export const LARGE: HostingRow = {
  ...BOUGHT,
  hostingId: 2,
  owner: 8,
  amount: LARGEST,
  dailyYieldPpm: ratePpm(1n),
  damagesRatePpm: ratePpm(1_000_000n),
  interest: amountMinor((LARGEST * 15n) / 1_000_000n),
};

export const OFFERING: OfferingRow = {
  offeringId: 1,
  currencyId: NEW_COIN.currencyId,
  paymentCurrencyId: 3,
  issuePrice: priceE8(BigInt(Number.MAX_SAFE_INTEGER)),
  totalMinor: LARGEST,
  minMinor: amountMinor(1n),
  maxMinor: LARGEST,
  lockupDays: 30,
  startsAtMs: TIME_MS,
  closesAtMs: TIME_MS + DAY_MS,
  launchesAtMs: TIME_MS + DAY_MS,
  isOpen: true,
  soldMinor: amountMinor(1_000n),
};

export const ASKED: SubscriptionRow = {
  subscriptionId: 1,
  owner: 7,
  offeringId: 1,
  currencyId: NEW_COIN.currencyId,
  paymentCurrencyId: 3,
  amount: amountMinor(1_000n),
  paid: amountMinor(25n),
  issuePrice: OFFERING.issuePrice,
  unlocksAtMs: TIME_MS + 31 * DAY_MS,
  status: 'under_review',
  isReleased: false,
  createdAtMs: TIME_MS,
};

export const PASSED: SubscriptionRow = {
  ...ASKED,
  status: 'passed',
  operatorId: 4,
  decidedAtMs: TIME_MS + 1,
};

export const RELEASED: SubscriptionRow = {
  ...PASSED,
  isReleased: true,
  releasedAtMs: ASKED.unlocksAtMs,
};

export const REJECTED: SubscriptionRow = {
  ...ASKED,
  subscriptionId: 2,
  status: 'rejected',
  operatorId: 4,
  reason: 'größe "1", {2}\\',
  decidedAtMs: TIME_MS + 1,
};

export const REBATE: RebateRow = {
  entryId: 11,
  invitee: 7,
  inviter: 6,
  currencyId: 3,
  fee: amountMinor(101n),
  amount: amountMinor(20n),
  ratioPpm: ratePpm(200_000n),
  day: TODAY,
  timeMs: TIME_MS,
};
