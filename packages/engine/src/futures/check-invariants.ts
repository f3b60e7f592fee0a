/** What positions must agree on with the ledger, with their terms and with each other, and how they are put back. */
import { assert } from '@fairlead/units';
import { ledgerAccountId } from '../ledger/account-id.ts';
import type { Hold } from '../ledger/ledger.ts';
import { STOP_LEVELS_MAX } from '../limits.ts';
import type { EngineState } from '../state/state.ts';
import { NONE } from '../table/slot-table.ts';
import { HOUSE } from '../terms.ts';
import { freezeFor } from './accounts.ts';
import { setFuturesTerms } from './configure.ts';
import { holdOfWaiting, openingAmounts } from './opening.ts';
import type { FuturesSnapshot, PositionRow } from './rows.ts';
import { isPrice } from './stops.ts';

/** Recounts open positions; what is frozen of their owners, and of the house, which keeps all that may be won ready. O(open). */
export function checkFutures(state: EngineState): Hold[] {
  state.futures.check();
  return state.futures.positions.rows().flatMap((row) => {
    checkPosition(state, row);
    const { owner, currencyId, hold, reserved } = row;
    return [
      { accountId: ledgerAccountId(owner, 'contract', currencyId), amount: hold },
      { accountId: ledgerAccountId(HOUSE, 'contract_house', currencyId), amount: reserved },
    ];
  });
}

/** Puts terms and positions back, and freezes what they hold. */
export function restoreFutures(state: EngineState, snapshot: FuturesSnapshot): void {
  for (const terms of snapshot.futuresTerms) setFuturesTerms(state, terms);
  for (const row of snapshot.positions) {
    const { positionId } = row;
    assert(positionId <= state.counters.sequence, 'a position id was given out before');
    assert(state.futures.positions.slot(positionId) === NONE, 'a position is restored once');
    checkPosition(state, row);
    freezeFor(state, row);
    state.futures.add(row);
  }
}

/** Whether a position is what its agreement, lots and price come to. */
function checkPosition(state: EngineState, row: PositionRow): void {
  const market = state.markets.get(row.marketId)?.terms;
  assert(
    market !== undefined && state.owners.has(row.owner),
    'a position has a market and an owner',
  );
  assert(row.currencyId === market.quoteCurrencyId, 'positions are in the quote currency');
  const { status, side, margin, openFee, hold, reserved, maintenance } = row;
  const isWaiting = status === 'waiting';
  assert(isWaiting || status === 'holding', 'only waiting and holding positions are kept');
  const price = isWaiting ? row.price : row.openPrice;
  assert(price !== undefined, 'a position has a price');
  const isReceipted =
    (row.openReceiptId ?? state.counters.receiptId + 1) <= state.counters.receiptId;
  assert(isReceipted !== isWaiting, 'who has opened has a receipt, and nobody else');
  const futures = state.futures.market(row.marketId);
  const amounts = openingAmounts(futures, { agreement: row, lots: row.lots }, price);
  const added = row.marginAdded ?? 0n;
  assert(added >= 0n && (!isWaiting || added === 0n), 'margin is added to what is held');
  assert(
    margin === amounts.margin + added && openFee === amounts.openFee,
    'margin and fee follow the price',
  );
  assert(row.partOf === undefined, 'parts are over as they come to be');
  checkLevels(state, row);
  const { changeReceiptId = 0 } = row;
  assert(changeReceiptId <= state.counters.receiptId, 'a change has a receipt');
  assert(maintenance === (isWaiting ? 0n : amounts.maintenance), 'maintenance follows the price');
  const held = isWaiting ? holdOfWaiting({ side, margin, openFee }) : margin;
  assert(hold === held, 'a position holds its margin, a waiting one its fee too');
  const kept = isWaiting ? 0n : amounts.reserved;
  assert(reserved === kept, 'the house keeps the greatest gain of what is held ready');
}

/** Stops of parts are prices and lots, each known by the command that set it. */
function checkLevels(state: EngineState, { levels, positionId }: PositionRow): void {
  if (levels === undefined) return;
  assert(levels.length > 0 && levels.length <= STOP_LEVELS_MAX, 'a position has a few levels');
  let before = positionId;
  for (const { levelId, price, lots } of levels) {
    assert(levelId > before && levelId <= state.counters.sequence, 'levels are in order of ids');
    assert(isPrice(price) && Number.isSafeInteger(lots) && lots > 0, 'a level has price and lots');
    before = levelId;
  }
}
