/** What hosting orders must agree on with the ledger and with their own terms, and how they are put back from rows. */
import { hostingDaysDue, hostingDueAtMs, hostingEarned, hostingInterest } from '@fairlead/formula';
import { amountMinor, assert } from '@fairlead/units';
import { ledgerAccountId } from '../ledger/account-id.ts';
import type { Hold } from '../ledger/ledger.ts';
import type { EngineState } from '../state/state.ts';
import { HOUSE } from '../terms.ts';
import type { HostingRow, HostingSnapshot } from './rows.ts';

/** Of an order in hosting: the principal, and what the treasury has promised and not posted. */
function holdsOf({ owner, currencyId, amount, interest, earned }: HostingRow): Hold[] {
  const promised = amountMinor(interest - earned);
  return [
    { accountId: ledgerAccountId(owner, 'trust', currencyId), amount },
    { accountId: ledgerAccountId(HOUSE, 'yield_treasury', currencyId), amount: promised },
  ];
}

/** Recounts orders in hosting; what is frozen for them. O(n log n). */
export function checkHosting(state: EngineState): Hold[] {
  const rows = state.hostings.rows();
  state.hostings.check(rows);
  for (const row of rows) checkRow(state, row);
  return rows.flatMap(holdsOf);
}

/** Puts products and orders in hosting back, and freezes what they hold. */
export function restoreHosting(state: EngineState, snapshot: HostingSnapshot): void {
  const { hostings, ledger } = state;
  for (const product of snapshot.hostingProducts) {
    assert(state.currencies.has(product.currencyId), 'a product is of a currency');
    hostings.setProduct(product);
  }
  for (const row of snapshot.hostings) {
    assert(hostings.find(row.hostingId) === undefined, 'an order is restored once');
    checkRow(state, row);
    for (const { accountId, amount } of holdsOf(row)) ledger.freeze(ledger.open(accountId), amount);
    hostings.add(row);
  }
}

/** Whether an order is what its own terms come to. */
function checkRow(state: EngineState, row: HostingRow): void {
  const product = state.hostings.product(row.productId);
  assert(
    product !== undefined && state.owners.has(row.owner),
    'an order has a product and an owner',
  );
  const { amount, days, interest, earned, postedDays, paidAtMs } = row;
  assert(row.currencyId === product.currencyId, 'an order is in the currency of its product');
  assert(row.hostingId <= state.counters.sequence, 'an order id was given out before');
  assert(
    row.status === 'hosting' && row.endedAtMs === undefined,
    'only orders in hosting are kept',
  );
  assert(row.damages === 0n && row.penalty === 0n, 'nothing is taken before the end');
  const { timeMs } = state.counters;
  assert(paidAtMs <= timeMs && postedDays < days, 'an order has begun and not ended');
  assert(postedDays <= hostingDaysDue(row, timeMs), 'no day is posted before it is over');
  assert(amount > 0n && interest === hostingInterest(row), 'interest is what was agreed');
  assert(earned === hostingEarned(interest, row), 'what is earned is what the posted days come to');
  assert(row.completesAtMs === hostingDueAtMs(paidAtMs, days), 'an order ends when agreed');
}
