/** Waiting positions: taken back by their owner, with their market, or opened when the index reaches their limit. */
import { amountMinor, assert, maximum, minimum, type PriceE8 } from '@fairlead/units';
import { indexTimeMs, type Stamp } from '../command.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import type { Result } from '../result.ts';
import { positionResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { futuresSlots, releaseOf } from './accounts.ts';
import { findPosition } from './close.ts';
import type { CancelPosition } from './commands.ts';
import { openPriceAt } from './open.ts';
import { needOf, type OpeningAmounts, openHolding, openingAmounts } from './opening.ts';
import type { CloseReason, PositionRow } from './rows.ts';

/** Takes a waiting position back. One that has opened meanwhile is refused: a cancel never closes (F8). */
export function cancelPosition(state: EngineState, command: CancelPosition, stamp: Stamp): Result {
  const row = findPosition(state, command);
  if (typeof row === 'string') return reject(row);
  if (row.status !== 'waiting') return reject('position_not_open');

  // From here on the command must succeed.
  return positionResult(cancelWaiting(state, row, { reason: 'user', stamp }));
}

/** Cancels all waiting positions of a market that is closed, by id. */
export function cancelAllWaiting(state: EngineState, { terms }: TradedMarket, stamp: Stamp): void {
  const { positions, markets } = state.futures;
  const slots = markets.get(terms.marketId)?.waitingSlots() ?? [];
  for (const slot of positions.sorted(slots)) {
    cancelWaiting(state, positions.row(slot), { reason: 'market_closed', stamp });
  }
}

/**
 * Opens a waiting position at its limit or better, by the sample that reached it. What its hold lacks comes from what is
 * available. The house has kept nothing for it by name, so it opens while there is room, by id; what cannot be had, of the
 * owner or of the house, cancels it, and its owner has back what it held.
 */
export function openWaiting(
  state: EngineState,
  row: PositionRow,
  { index, stamp }: { readonly index: PriceE8; readonly stamp: Stamp },
): void {
  const market = state.markets.get(row.marketId);
  const { price: limit } = row;
  assert(market !== undefined && limit !== undefined, 'what waits has a market and a limit');
  const quoted = openPriceAt(index, row);
  const openPrice = row.side === 'long' ? minimum(limit, quoted) : maximum(limit, quoted);
  const futures = state.futures.market(row.marketId);
  const amounts = openingAmounts(futures, { agreement: row, lots: row.lots }, openPrice);
  const lack = lackOf(state, row, amounts);
  if (lack !== undefined) {
    cancelWaiting(state, row, { reason: lack, stamp });
    return;
  }
  releaseOf(state, row);
  const opened = openHolding(state, row, { openPrice, amounts, market, stamp });
  state.futures.replace(row, opened);
}

/** What is missing for a waiting position to open: its hold and its reserve may be used again. */
function lackOf(
  state: EngineState,
  row: PositionRow,
  amounts: OpeningAmounts,
): 'insufficient_balance' | 'house_limit' | undefined {
  const { user, house } = futuresSlots(state, row);
  const { ledger } = state;
  if (!ledger.canPay(user, amountMinor(needOf(amounts) - row.hold))) return 'insufficient_balance';
  const futures = state.futures.market(row.marketId);
  const isWithin = futures.openInterest + amounts.notional <= futures.terms.openInterestMaxMinor;
  return isWithin && ledger.canPay(house, amounts.reserved) ? undefined : 'house_limit';
}

function cancelWaiting(
  state: EngineState,
  before: PositionRow,
  { reason, stamp }: { readonly reason: CloseReason; readonly stamp: Stamp },
): PositionRow {
  releaseOf(state, before);
  const row: PositionRow = {
    ...before,
    openFee: amountMinor(0n),
    hold: amountMinor(0n),
    reserved: amountMinor(0n),
    status: 'cancelled',
    closeReason: reason,
    closedAtMs: indexTimeMs(stamp),
    updatedAtMs: indexTimeMs(stamp),
  };
  state.futures.remove(before, row);
  return row;
}
