/** What trigger orders must agree on with markets and ledger, and how they are put back from rows. */
import { amountOf, trailedPrice } from '@fairlead/formula';
import { type AmountMinor, assert } from '@fairlead/units';
import { ledgerAccountId } from '../../ledger/account-id.ts';
import { coinAccounts } from '../../ledger/coin-accounts.ts';
import type { Hold } from '../../ledger/ledger.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import type { EngineState } from '../../state/state.ts';
import { NONE } from '../../table/slot-table.ts';
import type { TriggerBacklogRow, TriggerRow } from '../rows.ts';

/** Recounts them, and what each freezes. O(waiting). */
export function checkTriggers(state: EngineState): Hold[] {
  const rows = state.triggers.rows();
  state.triggers.check(rows);
  return rows.flatMap((row) => {
    const market = state.market(row.marketId);
    const { terms } = market;
    assertSound(state, row, market);
    const currencyId = row.side === 'buy' ? terms.quoteCurrencyId : terms.baseCurrencyId;
    const accountId = ledgerAccountId(row.owner, 'coin', currencyId);
    return row.hold === 0n ? [] : [{ accountId, amount: row.hold }];
  });
}

export function restoreTrigger(state: EngineState, row: TriggerRow): void {
  const market = state.market(row.marketId);
  const owner = state.owner(row.owner);
  assert(state.triggers.find(row.triggerId) === undefined, 'a trigger order is restored once');
  assertSound(state, row, market);
  state.triggers.add(row);
  const { base, quote } = coinAccounts(state.ledger, owner, market);
  if (row.hold > 0n) state.ledger.freeze(row.side === 'buy' ? quote : base, row.hold);
  owner.addCount(market.number, 1);
}

export function restoreBacklog(state: EngineState, row: TriggerBacklogRow): void {
  state.market(row.marketId);
  state.triggerBacklogs.restore(row);
  for (const { idMax } of row.moves)
    assert(idMax <= state.counters.orderId, 'what waited had an id that was given out');
}

function assertSound(state: EngineState, row: TriggerRow, market: TradedMarket): void {
  const { triggerId, status, hold, orderId, receiptId, listId } = row;
  const isPending = status === 'pending';
  assert(isPending || status === 'waiting', 'a trigger order that is kept waits');
  assert(!isPending || (listId !== undefined && hold === 0n), 'what is pending is of a list');
  assert(isPending || row.triggerKind !== 'fill', 'what waits for a fill is pending');
  assert(orderId === undefined && receiptId === undefined, 'what waits became nothing yet');
  assert(triggerId <= state.counters.orderId, 'a trigger order has an id that was given out');
  assert(state.pool.find(triggerId) === NONE, 'no order has the id of a trigger order');
  assertTrailing(row);
  const list = listId === undefined ? undefined : state.orderLists.find(listId);
  // Of two that exclude each other the second has what the first's lacks: lists/check-invariants.ts.
  if (isPending || list?.secondId === triggerId) return;
  const needed = neededBy(row, market);
  const isHeld = needed === undefined ? hold > 0n : needed === hold;
  assert(isHeld, 'a hold is what the order will need');
}

/** A trailing stop stands where its best price has it, or its activation. */
function assertTrailing(row: TriggerRow): void {
  const { side, triggerKind, triggerPrice, trailPpm, activationPrice, bestPrice, bestAtMs } = row;
  const isTrailing = triggerKind === 'trailing_stop';
  assert(isTrailing === (trailPpm !== undefined), 'what trails has a distance');
  assert((bestPrice === undefined) === (bestAtMs === undefined), 'a best price has a time');
  assert(isTrailing || (activationPrice ?? bestPrice) === undefined, 'nothing else follows');
  const from = bestPrice ?? activationPrice;
  assert(row.status !== 'pending' || bestPrice === undefined, 'what is pending follows nothing');
  if (trailPpm === undefined || from === undefined) return;
  const trailed = trailedPrice({ side, trailPpm, best: from });
  assert(trailed === triggerPrice, 'a trailing stop is the distance from its best price');
}

/** What a waiting order needs; undefined where it follows from the market band of its placing, which may be another by now. */
export function neededBy(
  { side, type, price, quantity, amount }: TriggerRow,
  { terms }: TradedMarket,
): AmountMinor | undefined {
  if (amount !== undefined) return amount;
  assert(quantity !== undefined, 'what is not by amount has a quantity');
  if (side === 'sell') return amountOf(quantity, terms.lotBaseMinor);
  if (type === 'market') return undefined;
  assert(price !== undefined, 'a limit order has a price');
  return amountOf(price * quantity, terms.tickLotQuoteMinor);
}
