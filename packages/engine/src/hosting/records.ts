/** What the state's hash takes of locked funds. */
import type { HashRecord } from '../state/hash-sum.ts';
import type { HostingRow, HostingSnapshot } from './rows.ts';
import type { HostingProduct } from './terms.ts';

export function hostingRecords({ hostingProducts, hostings }: HostingSnapshot): HashRecord[] {
  return [...hostingProducts.map(productRecord), ...hostings.map(hostingRecord)];
}

function productRecord(product: HostingProduct): HashRecord {
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
function hostingRecord(row: HostingRow): HashRecord {
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
