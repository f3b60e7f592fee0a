/** What the state's hash takes of locked funds, subscriptions and referral. */
import type { Snapshot } from '../changes.ts';
import type { HostingRow, OfferingRow, SubscriptionRow } from '../wealth-rows.ts';
import type { HostingProduct } from '../wealth-terms.ts';

type Value = string | number | bigint | boolean | undefined;

export function wealthRecords(snapshot: Snapshot): Value[][] {
  const { hostingProducts, hostings, offerings, subscriptions } = snapshot;
  return [
    ...hostingProducts.map(hostingProductRecord),
    ...hostings.map(hostingRecord),
    ...offerings.map(offeringRecord),
    ...subscriptions.map(subscriptionRecord),
    ...referralRecords(snapshot),
  ];
}

function hostingProductRecord(product: HostingProduct): Value[] {
  return [
    'hosting_product',
    product.productId,
    product.currencyId,
    product.days,
    product.minMinor,
    product.maxMinor,
    product.capacityMinor,
    product.dailyYieldPpm,
    product.damagesRatePpm,
    product.isOpen,
  ];
}

/** Of an order in hosting. */
function hostingRecord(row: HostingRow): Value[] {
  return [
    'hosting',
    row.hostingId,
    row.owner,
    row.productId,
    row.currencyId,
    row.amount,
    row.days,
    row.dailyYieldPpm,
    row.damagesRatePpm,
    row.interest,
    row.postedDays,
    row.earned,
    row.paidAtMs,
    row.completesAtMs,
  ];
}

function offeringRecord(row: OfferingRow): Value[] {
  return [
    'offering',
    row.offeringId,
    row.currencyId,
    row.paymentCurrencyId,
    row.issuePrice,
    row.totalMinor,
    row.minMinor,
    row.maxMinor,
    row.lockupDays,
    row.startsAtMs,
    row.closesAtMs,
    row.launchesAtMs,
    row.isOpen,
    row.soldMinor,
  ];
}

/** Of one under review or locked. */
function subscriptionRecord(row: SubscriptionRow): Value[] {
  return [
    'subscription',
    row.subscriptionId,
    row.owner,
    row.offeringId,
    row.currencyId,
    row.paymentCurrencyId,
    row.amount,
    row.paid,
    row.issuePrice,
    row.unlocksAtMs,
    row.status,
    row.operatorId,
    row.reason,
    row.createdAtMs,
    row.decidedAtMs,
  ];
}

function referralRecords({ referralTerms, partners, referrals, rebateDays }: Snapshot): Value[][] {
  return [
    ...referralTerms.map(({ levels }): Value[] => {
      return ['referral_terms', ...levels.flatMap(({ needs, ratioPpm }) => [needs, ratioPpm])];
    }),
    ...partners.map(({ owner, ratioPpm }): Value[] => ['partner', owner, ratioPpm]),
    ...referrals.map(({ owner, inviter }): Value[] => ['referral', owner, inviter]),
    ...rebateDays.map(({ inviter, currencyId, day, amount }): Value[] => {
      return ['rebate_day', inviter, currencyId, day, amount];
    }),
  ];
}
