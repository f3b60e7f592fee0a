import { closeOutcome, insuranceShare } from '@fairlead/formula';
import { amountMinor, assert, minimum, type PriceE8 } from '@fairlead/units';
import { indexTimeMs, type Reject, type Stamp } from '../command.ts';
import type { Result } from '../result.ts';
import { positionResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { NONE } from '../table/slot-table.ts';
import type { OwnerId } from '../terms.ts';
import { insuranceBalance, postFutures, releaseOf } from './accounts.ts';
import type { ClosePosition, ClosePositions } from './commands.ts';
import { addCloseReceipt, type SettledPosition } from './receipts.ts';
import type { PositionRow } from './rows.ts';
import { heldPosition, type TriggerReason } from './trigger-prices.ts';

/** Closes a holding position at the last sample, which must be fresh. A halt does not stop it. */
export function closePosition(state: EngineState, command: ClosePosition, stamp: Stamp): Result {
  const row = findPosition(state, command);
  if (typeof row === 'string') return reject(row);
  if (row.status !== 'holding') return reject('position_not_open');
  const price = actingPrice(state, row, stamp);
  if (price === undefined) return reject('price_stale');

  // From here on the command must succeed.
  return positionResult(closeHolding(state, row, { price, reason: 'user', stamp }));
}

/** Closes an owner's holding positions, by id. Those of a stale market stay; if all are, it is refused. */
export function closePositions(state: EngineState, command: ClosePositions, stamp: Stamp): Result {
  const { owner } = command;
  if (!state.owners.has(owner)) return reject('account_not_found');
  const { positions } = state.futures;
  const asked = positions
    .slotsOf(owner)
    .map((slot) => positions.row(slot))
    .filter((row) => isAsked(row, command));
  const priced = asked.flatMap((row) => {
    const price = actingPrice(state, row, stamp);
    return price === undefined ? [] : [{ row, price }];
  });
  if (priced.length === 0 && asked.length > 0) return reject('price_stale');

  // From here on the command must succeed.
  for (const { row, price } of priced) closeHolding(state, row, { price, reason: 'user', stamp });
  const positionIds = priced.map(({ row }) => row.positionId);
  return { ok: true, value: { kind: 'closed', positionIds } };
}

function isAsked(row: PositionRow, { marketIds, side }: ClosePositions): boolean {
  return (
    row.status === 'holding' &&
    (marketIds === undefined || marketIds.includes(row.marketId)) &&
    (side === undefined || row.side === side)
  );
}

interface Close {
  readonly price: PriceE8;
  readonly reason: 'user' | TriggerReason;
  /** Of a trigger: the exact price from which on it fires. */
  readonly triggerPrice?: bigint;
  readonly stamp: Stamp;
}

/**
 * Settles a position at the sample that closes it. The loss beyond the margin is the insurance fund's as far as it has
 * money, and the house's beyond: nobody else's gains are touched.
 */
export function closeHolding(
  state: EngineState,
  before: PositionRow,
  { price, reason, triggerPrice, stamp }: Close,
): PositionRow {
  const market = state.markets.get(before.marketId);
  assert(market !== undefined && before.openPrice !== undefined, 'what holds was opened somewhere');
  const { scale } = state.futures.market(before.marketId);
  const { realisedPnl, deficit, closeFee } = closeOutcome(heldPosition(before, scale), price);
  releaseOf(state, before);
  const insurancePaid = minimum(deficit, insuranceBalance(state, before));
  const row: SettledPosition = {
    ...before,
    openPrice: before.openPrice,
    closePrice: price,
    closeFee,
    realisedPnl,
    insurancePaid,
    hold: amountMinor(0n),
    reserved: amountMinor(0n),
    status: 'closed',
    closeReason: reason,
    closedAtMs: indexTimeMs(stamp),
    updatedAtMs: indexTimeMs(stamp),
  };
  const share = insuranceShare(closeFee, row.insuranceSharePpm);
  const postings = {
    user: realisedPnl - closeFee,
    house: insurancePaid - realisedPnl,
    insurance: share - insurancePaid,
    fees: closeFee - share,
  };
  postFutures(state, row, { reason: 'futures_close', postings, fee: closeFee, stamp });
  const kind = reason === 'user' ? 'close' : reason;
  const closeReceiptId = addCloseReceipt(state, row, { kind, market, triggerPrice, stamp });
  const closed = { ...row, closeReceiptId };
  state.futures.remove(before, closed);
  return closed;
}

/** What a position closes at now, if it can. */
function actingPrice(
  state: EngineState,
  { marketId }: PositionRow,
  stamp: Stamp,
): PriceE8 | undefined {
  return state.markets.get(marketId)?.index.actingPrice(indexTimeMs(stamp));
}

/** An owner's waiting or holding position, or why there is none. Another owner's looks like a missing one (B1). */
export function findPosition(
  state: EngineState,
  { owner, positionId }: { readonly owner: OwnerId; readonly positionId: number },
): PositionRow | Reject {
  if (!state.owners.has(owner)) return 'account_not_found';
  const { positions } = state.futures;
  const slot = positions.slot(positionId);
  const row = slot === NONE ? undefined : positions.row(slot);
  return row?.owner === owner ? row : 'position_not_found';
}
