/**
 * The database lost the newest commits, and what was given out is known by others: the numbers go on beyond all of them,
 * everything that opens is stopped, and the loss itself gets a receipt. It undoes nothing: the state is what the tables hold.
 */
import { assert } from '@fairlead/units';
import type { Counters, DeclareLoss, Stamp } from '../command.ts';
import { LOSS_SKIP } from '../limits.ts';
import type { Result } from '../result.ts';
import { HOUSE, type TradingRow } from '../terms.ts';
import { DONE } from './results.ts';
import type { EngineState } from './state.ts';
import { bothReasons } from './trading-mode.ts';

/** What belongs to no market. */
const NO_MARKET = 0;

/** The sequence that a declared loss gets, instead of the next one: no other command leaves any out. */
export const sequenceOfLoss = (
  { sequence }: Pick<Counters, 'sequence'>,
  { seen }: Pick<DeclareLoss, 'seen'>,
): number => Math.max(sequence, seen.sequence) + LOSS_SKIP + 1;

/** Runs before the counters are moved by anything else. */
export function declareLoss(state: EngineState, { seen }: DeclareLoss, stamp: Stamp): Result {
  const { counters } = state;
  const before: Counters = { ...counters };
  assert(before.sequence < seen.sequence, 'a loss is of commands that were answered');
  assert(stamp.sequence === sequenceOfLoss(before, { seen }), 'a loss leaves its numbers out');
  const beyond = (given: number, known: number): number => Math.max(given, known) + LOSS_SKIP;
  counters.sequence = stamp.sequence;
  counters.timeMs = stamp.timeMs;
  counters.orderId = beyond(before.orderId, seen.orderId);
  counters.tradeId = beyond(before.tradeId, seen.tradeId);
  counters.entryId = beyond(before.entryId, seen.entryId);
  counters.receiptId = beyond(before.receiptId, seen.receiptId) + 1;
  // Books are numbered by commands: whoever has seen one must find a later one.
  for (const market of state.markets.values()) {
    market.bookSequence = stamp.sequence;
    market.depthSequence = stamp.sequence;
  }
  stop(state, stamp);
  addLossReceipt(state, { before, seen }, stamp);
  return DONE;
}

/** What a drift has stopped stays stopped for it: that ends only once every check has run, from here on. */
function stop(state: EngineState, { sequence, timeMs }: Stamp): void {
  const lost = `the database lost commits, declared as command ${sequence}`;
  const { trading } = state;
  const drift = state.isCancelOnly && trading?.cause === 'drift' ? trading.reason : undefined;
  const row: TradingRow = {
    mode: 'cancel_only',
    cause: drift === undefined ? 'loss' : 'drift',
    reason: drift === undefined ? lost : bothReasons(drift, lost),
    sinceMs: timeMs,
  };
  state.trading = row;
  state.log.rows.trading = row;
}

function addLossReceipt(
  { counters, log }: EngineState,
  { before, seen }: { readonly before: Counters; readonly seen: Counters },
  { sequence, timeMs }: Stamp,
): void {
  log.rows.receipts.push({
    receiptId: counters.receiptId,
    kind: 'loss',
    owner: HOUSE,
    marketId: NO_MARKET,
    symbol: '',
    timeMs,
    subjectId: sequence,
    terms: {
      sequence_from: before.sequence + 1,
      sequence_seen: Math.max(before.sequence, seen.sequence),
      sequence_to: sequence - 1,
      receipt_from: before.receiptId + 1,
      receipt_seen: Math.max(before.receiptId, seen.receiptId),
      receipt_to: counters.receiptId - 1,
      time_from: before.timeMs,
      time_to: Math.max(before.timeMs, Math.min(seen.timeMs, timeMs)),
    },
    sampleTimesMs: [],
    result: {
      order_from: before.orderId + 1,
      order_to: counters.orderId,
      trade_from: before.tradeId + 1,
      trade_to: counters.tradeId,
      entry_from: before.entryId + 1,
      entry_to: counters.entryId,
    },
    details: { sequence },
  });
}
