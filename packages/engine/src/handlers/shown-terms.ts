/**
 * Whether an act is taken under what its client showed. Terms that became worse since are refused with
 * `terms_changed`; what was not shown is not compared, and better terms are never refused.
 */
import { type AmountMinor, maximum, type RatePpm } from '@fairlead/units';
import type { PlaceOrder } from '../command.ts';
import type { ShownFutures, ShownOption } from '../derivative-commands.ts';
import type { Agreement } from '../futures/agreement.ts';
import type { OrderRates } from '../orders/order-rates.ts';
import type { ShownHosting, ShownOffering } from '../wealth-commands.ts';
import type { HostingProduct, Offering } from '../wealth-terms.ts';

const isMore = (actual: bigint | number, shown: bigint | number | undefined): boolean =>
  shown !== undefined && actual > shown;
const isLess = (actual: bigint | number, shown: bigint | number | undefined): boolean =>
  shown !== undefined && actual < shown;

/** Whether any fill of an order could be charged more than was shown: which side it may be on follows from its kind. */
export function isDearer(order: PlaceOrder, { makerFeePpm, takerFeePpm }: OrderRates): boolean {
  return isMore(mostCharged(order, { makerFeePpm, takerFeePpm }), order.shownFeePpm);
}

function mostCharged(
  { type, timeInForce }: PlaceOrder,
  { makerFeePpm, takerFeePpm }: OrderRates,
): RatePpm {
  if (type === 'limit' && timeInForce === 'post_only') return makerFeePpm;
  const mayRest = type === 'limit' && timeInForce === 'gtc';
  return mayRest ? maximum(makerFeePpm, takerFeePpm) : takerFeePpm;
}

/** A lot that means more or less than was shown is another order than the one asked for. */
export function isWorseFutures(
  terms: Agreement,
  {
    openFeePpm,
    closeFeePpm,
    halfSpreadPpm,
    maintenanceRatePpm,
    profitCapMultiple,
    lotBaseMinor,
  }: ShownFutures = {},
): boolean {
  return (
    isMore(terms.openFeePpm, openFeePpm) ||
    isMore(terms.closeFeePpm, closeFeePpm) ||
    isMore(terms.halfSpreadPpm, halfSpreadPpm) ||
    isMore(terms.maintenanceRatePpm, maintenanceRatePpm) ||
    isLess(terms.profitCapMultiple, profitCapMultiple) ||
    isOther(terms.lotBaseMinor, lotBaseMinor)
  );
}

const isOther = (actual: AmountMinor, shown: AmountMinor | undefined): boolean =>
  shown !== undefined && actual !== shown;

export function isWorseOption(
  terms: Required<ShownOption>,
  { payoutRatioPpm, feePpm }: ShownOption = {},
): boolean {
  return isLess(terms.payoutRatioPpm, payoutRatioPpm) || isMore(terms.feePpm, feePpm);
}

/** More days lock the money longer, fewer earn less: neither is what was shown. */
export function isWorseHosting(
  terms: HostingProduct,
  { dailyYieldPpm, damagesRatePpm, days }: ShownHosting = {},
): boolean {
  return (
    isLess(terms.dailyYieldPpm, dailyYieldPpm) ||
    isMore(terms.damagesRatePpm, damagesRatePpm) ||
    (days !== undefined && terms.days !== days)
  );
}

export function isWorseOffering(
  terms: Offering,
  { issuePrice, lockupDays, launchesAtMs }: ShownOffering = {},
): boolean {
  return (
    isMore(terms.issuePrice, issuePrice) ||
    isMore(terms.lockupDays, lockupDays) ||
    isMore(terms.launchesAtMs, launchesAtMs)
  );
}
