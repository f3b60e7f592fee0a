/** Settles options by the mean of their window; where too much of it is missing, as rule 2 of delivery says. */
import { type DeliveryDecision, deliveryDecision, optionCost, optionPaid } from '@fairlead/formula';
import { amountMinor, assertNever } from '@fairlead/units';
import { indexTimeMs, type Stamp } from '../command.ts';
import { postFee } from '../ledger/fees.ts';
import { beginEntry, postTo } from '../ledger/journal.ts';
import { DELIVERY_GRACE_MS } from '../limits.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import type { Result } from '../result.ts';
import { DONE } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { optionSlots } from './accounts.ts';
import { addDeliveryReceipt } from './receipts.ts';
import type { OptionResult, OptionRow } from './rows.ts';

/**
 * Takes a sample up and settles what it makes due. An order waits for a sample of its delivery time or later, since
 * all that can be in its window has come by then; the sample may be a stale one. What waits for a price goes first: it was
 * due before.
 */
export function deliverOptions(
  state: EngineState,
  { terms, index }: TradedMarket,
  stamp: Stamp,
): void {
  const options = state.options.market(terms.marketId);
  const { sampleTimeMs } = index;
  options.samples.take(index);
  if (options.samples.lastPrice !== undefined) {
    for (const row of options.takeAwaiting()) settle(state, row, stamp);
  }
  for (let row = options.takeDue(sampleTimeMs); row !== undefined; ) {
    settle(state, row, stamp);
    row = options.takeDue(sampleTimeMs);
  }
  options.forgetSamples(sampleTimeMs);
}

/** Settles what is overdue in any market because ticks do not come. Nothing overdue is nothing done (P3). */
export function settleDue(state: EngineState, stamp: Stamp): Result {
  const overdue = state.options.takeAllDue(indexTimeMs(stamp) - DELIVERY_GRACE_MS);
  for (const row of overdue) settle(state, row, stamp);
  return DONE;
}

/** Settles an order that was taken out of its queue; what nothing decides yet goes back and waits for a price. */
function settle(state: EngineState, row: OptionRow, stamp: Stamp): void {
  const { deliversAtMs, windowMs } = row;
  const market = state.options.market(row.marketId);
  const { samples } = market;
  const window = samples.window({ startMs: deliversAtMs - windowMs, endMs: deliversAtMs });
  const latePrice = samples.lastMs >= deliversAtMs ? samples.lastPrice : undefined;
  const decision = deliveryDecision(row, { ...window, latePrice });
  if (decision === undefined) {
    market.keepWaiting(row);
    return;
  }
  const settled = settledRow(row, decision, stamp);
  payOut(state, settled, stamp);
  const sampleTimesMs =
    decision.isLate === true ? [...window.timesMs, samples.lastMs] : window.timesMs;
  const deliveryReceiptId = addDeliveryReceipt(state, settled, { window, sampleTimesMs, stamp });
  state.options.noteSettled({ ...settled, deliveryReceiptId });
}

interface SettledRow extends OptionRow {
  readonly result: OptionResult;
}

function settledRow(row: OptionRow, decision: DeliveryDecision, stamp: Stamp): SettledRow {
  const { result, outcome, price, shortfall, wouldBe } = decision;
  const paid = optionPaid(result, row);
  return {
    ...row,
    status: 'settled',
    settledAtMs: indexTimeMs(stamp),
    result,
    ...(outcome === undefined ? {} : { outcome }),
    ...(price === undefined ? {} : { deliveryPrice: price }),
    ...(shortfall === undefined ? {} : { shortfall }),
    ...(wouldBe === undefined ? {} : { wouldBe }),
    paid,
    profit: amountMinor(paid - optionCost(row)),
  };
}

/** Empties the escrow of one order in one entry: what the owner does not get is the house's or the fees'. */
function payOut(state: EngineState, row: SettledRow, stamp: Stamp): void {
  const { ledger } = state;
  const slots = optionSlots(ledger, row);
  ledger.release(slots.house, row.payout);
  beginEntry(state, { reason: 'option_delivery', reference: String(row.optionId) }, stamp);
  postTo(state, slots.escrow, amountMinor(-optionCost(row)));
  postTo(state, slots.user, optionPaid(row.result, row));
  postTo(state, slots.house, houseShare(row));
  if (row.result !== 'refunded') {
    const { currencyId, fee } = row;
    postFee(state, state.owner(row.owner), { currencyId, feesSlot: slots.fees, fee });
  }
  ledger.assertBalanced(row.currencyId);
}

function houseShare({ result, stake, payout }: SettledRow) {
  switch (result) {
    case 'win':
      return amountMinor(-payout);
    case 'lose':
      return stake;
    case 'flat':
    case 'refunded':
      return amountMinor(0n);
    default:
      return assertNever(result);
  }
}
