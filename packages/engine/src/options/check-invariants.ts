/** What options must agree on with the ledger and with their own terms, and how they are put back from rows. */
import { optionCost, optionFee, optionPayout } from '@fairlead/formula';
import { assert } from '@fairlead/units';
import type { Snapshot } from '../changes.ts';
import { ledgerAccountId } from '../ledger/account-id.ts';
import type { Hold } from '../ledger/ledger.ts';
import type { EngineState } from '../state/state.ts';
import { HOUSE } from '../terms.ts';
import type { OptionRow } from './rows.ts';
import { windowMsOf } from './sample-window.ts';

/** What the option house has set aside: the pay-outs of the open orders. */
function optionHolds(state: EngineState): Hold[] {
  return state.options.rows().map(({ currencyId, payout }) => ({
    accountId: ledgerAccountId(HOUSE, 'option_house', currencyId),
    amount: payout,
  }));
}

/** Recounts open orders, and the escrow that is theirs; what the house has set aside for them. O(open). */
export function checkOptions(state: EngineState): Hold[] {
  state.options.check();
  for (const row of state.options.rows()) checkRow(state, row);
  checkEscrow(state);
  return optionHolds(state);
}

/** What is in escrow is stakes and fees of the open orders, to the last unit. */
function checkEscrow(state: EngineState): void {
  const costs = new Map<number, bigint>();
  for (const row of state.options.rows()) {
    costs.set(row.currencyId, (costs.get(row.currencyId) ?? 0n) + optionCost(row));
  }
  const { ledger } = state;
  for (const currencyId of state.currencies.keys()) {
    const slot = ledger.find(ledgerAccountId(HOUSE, 'option_escrow', currencyId));
    const total = ledger.balance(slot).total;
    assert(total === (costs.get(currencyId) ?? 0n), 'the escrow is what open orders put in');
  }
}

/** Puts terms, open orders and the samples of their windows back. The holds follow from the orders. */
export function restoreOptions(state: EngineState, snapshot: Snapshot): void {
  const { options } = state;
  for (const terms of snapshot.optionTerms) {
    assert(state.markets.has(terms.marketId), 'terms of options belong to a market');
    options.setTerms(terms);
  }
  for (const currency of snapshot.optionCurrencies) options.setCurrency(currency);
  for (const row of snapshot.windowSamples) {
    assert(state.markets.has(row.marketId), 'a sample belongs to a market');
    options.market(row.marketId).samples.take(row);
  }
  for (const row of snapshot.index) {
    const { samples } = options.market(row.marketId);
    if (row.sampleTimeMs > samples.lastMs) samples.take(row);
  }
  for (const row of snapshot.options) {
    checkRow(state, row);
    options.open(row);
  }
  for (const { accountId, amount } of optionHolds(state)) {
    state.ledger.freeze(state.ledger.open(accountId), amount);
  }
  checkEscrow(state);
}

function checkRow(state: EngineState, row: OptionRow): void {
  const market = state.markets.get(row.marketId);
  assert(market !== undefined && state.owners.has(row.owner), 'an order has a market and an owner');
  const { stake, fee, payout, seconds, purchasedAtMs, windowMs } = row;
  assert(row.status === 'open', 'only open orders are kept');
  assert(row.currencyId === market.terms.quoteCurrencyId, 'options are paid in the quote currency');
  assert(row.optionId <= state.counters.sequence, 'an order id was given out before');
  assert(row.purchaseReceiptId <= state.counters.receiptId, 'a receipt was given out before');
  assert(stake > 0n && fee === optionFee(stake, row.feePpm), 'a fee is what was agreed');
  assert(payout === optionPayout(stake, row.payoutRatioPpm), 'a pay-out is what was agreed');
  assert(row.deliversAtMs === purchasedAtMs + seconds * 1_000, 'an order is due when agreed');
  assert(windowMs === windowMsOf(seconds), 'a window is what the rule says');
}
