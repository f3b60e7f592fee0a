import { type CloseOutcome, closeOutcome, insuranceShare } from '@fairlead/formula';
import { type AmountMinor, amountMinor, assert, minimum, type PriceE8 } from '@fairlead/units';
import { indexTimeMs, type Reject, type Stamp } from '../command.ts';
import type { Result } from '../result.ts';
import { positionResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { NONE } from '../table/slot-table.ts';
import type { OwnerId } from '../terms.ts';
import { insuranceBalance, postFutures, releaseOf } from './accounts.ts';
import type { ClosePosition, ClosePositions } from './commands.ts';
import { addCloseReceipt, type SettledPosition, type SplitFacts } from './receipts.ts';
import type { PositionRow } from './rows.ts';
import { type SplitPosition, splitPosition } from './split.ts';
import { heldPosition, type TriggerReason } from './trigger-prices.ts';

/** Closes a holding position or a part of it at the last sample, which must be fresh. A halt does not stop it. */
export function closePosition(state: EngineState, command: ClosePosition, stamp: Stamp): Result {
  const row = findPosition(state, command);
  if (typeof row === 'string') return reject(row);
  if (row.status !== 'holding') return reject('position_not_open');
  const { lots = row.lots } = command;
  if (!Number.isSafeInteger(lots) || lots < 1 || lots > row.lots) {
    return reject('quantity_out_of_range');
  }
  const split = lots < row.lots ? splitPosition(state, row, { lots, partId: stamp.sequence }) : row;
  if (split === undefined) return reject('below_minimum');
  const price = actingPrice(state, row, stamp);
  if (price === undefined) return reject('price_stale');

  // From here on the command must succeed.
  const close = { price, reason: 'user', stamp } as const;
  if ('positionId' in split) return positionResult(closeHolding(state, row, close));
  const { part, rest } = closePart(state, { before: row, split }, close);
  return positionResult(part, { rest });
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

export interface Close {
  readonly price: PriceE8;
  readonly reason: 'user' | TriggerReason;
  /** Of a trigger: the exact price from which on it fires. */
  readonly triggerPrice?: bigint;
  readonly stamp: Stamp;
}

/** Closes a holding position wholly. */
export function closeHolding(state: EngineState, before: PositionRow, close: Close): PositionRow {
  const closed = settle(state, before, close);
  state.futures.remove(before, closed);
  return closed;
}

/** Closes a part of a holding position; the rest goes on with its own triggers. */
export function closePart(
  state: EngineState,
  { before, split }: { readonly before: PositionRow; readonly split: SplitPosition },
  close: Close,
): { readonly part: PositionRow; readonly rest: PositionRow } {
  const part = settle(state, split.part, { ...close, split: { before, rest: split.rest } });
  const rest: PositionRow = {
    ...split.rest,
    ...(part.closeReceiptId === undefined ? {} : { changeReceiptId: part.closeReceiptId }),
    updatedAtMs: indexTimeMs(close.stamp),
  };
  state.futures.replace(before, rest);
  state.futures.positions.note(part);
  return { part, rest };
}

/** What closing a position at a price moves. */
export function closeAmounts(
  state: EngineState,
  row: PositionRow,
  price: PriceE8,
): CloseOutcome & { readonly insurancePaid: AmountMinor } {
  const { scale } = state.futures.market(row.marketId);
  const outcome = closeOutcome(heldPosition(row, scale), price);
  return { ...outcome, insurancePaid: minimum(outcome.deficit, insuranceBalance(state, row)) };
}

/**
 * Settles a position or a part at the sample that closes it. The loss beyond the margin is the insurance fund's as far as it
 * has money, and the house's beyond: nobody else's gains are touched.
 */
function settle(
  state: EngineState,
  before: PositionRow,
  { price, reason, triggerPrice, split, stamp }: Close & { readonly split?: SplitFacts },
): PositionRow {
  const market = state.markets.get(before.marketId);
  assert(market !== undefined && before.openPrice !== undefined, 'what holds was opened somewhere');
  const { realisedPnl, closeFee, insurancePaid } = closeAmounts(state, before, price);
  releaseOf(state, before);
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
  const closeReceiptId = addCloseReceipt(state, row, { kind, market, triggerPrice, split, stamp });
  return { ...row, closeReceiptId };
}

/** What a position closes at now, if it can. */
export function actingPrice(
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
