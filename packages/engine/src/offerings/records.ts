/** What the state's hash takes of offerings and subscriptions. */
import type { HashRecord } from '../state/hash-sum.ts';
import type { OfferingRow, OfferingSnapshot, SubscriptionRow } from './rows.ts';

export function offeringRecords({ offerings, subscriptions }: OfferingSnapshot): HashRecord[] {
  return [...offerings.map(offeringRecord), ...subscriptions.map(subscriptionRecord)];
}

function offeringRecord(row: OfferingRow): HashRecord {
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
function subscriptionRecord(row: SubscriptionRow): HashRecord {
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
