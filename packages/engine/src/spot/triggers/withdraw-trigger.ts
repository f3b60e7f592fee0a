/** Trigger orders that wait: found by one of their names, and taken back. */
import { amountMinor } from '@fairlead/units';
import type { Reject, Stamp } from '../../command.ts';
import { coinAccounts } from '../../ledger/coin-accounts.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import type { EngineState } from '../../state/state.ts';
import type { CancelTrigger } from '../commands.ts';
import type { TriggerCancelReason, TriggerRow } from '../rows.ts';

/** A waiting or pending one of its owner, or why there is none. */
export function findTrigger(
  state: EngineState,
  { owner, trigger }: Pick<CancelTrigger, 'owner' | 'trigger'>,
): TriggerRow | Reject {
  if (!state.owners.has(owner)) return 'account_not_found';
  const isById = 'triggerId' in trigger;
  const triggerId = isById ? trigger.triggerId : state.triggers.idOf(owner, trigger.clientOrderId);
  const isGivenOut =
    Number.isSafeInteger(triggerId) &&
    triggerId !== undefined &&
    triggerId >= 1 &&
    triggerId <= state.counters.orderId;
  if (!isGivenOut) return 'order_not_found';
  const row = state.triggers.find(triggerId);
  if (row === undefined) return 'order_not_open';
  return row.owner === owner ? row : 'order_not_found';
}

/** The id of an owner's waiting trigger order, by either of its names; undefined when none waits. */
export function waitingTriggerId(
  state: EngineState,
  target: Pick<CancelTrigger, 'owner' | 'trigger'>,
): number | undefined {
  const row = findTrigger(state, target);
  return typeof row === 'string' ? undefined : row.triggerId;
}

/** Ends a trigger order and gives back what was frozen for it. */
export function withdrawTrigger(
  state: EngineState,
  row: TriggerRow,
  { reason, stamp }: { readonly reason: TriggerCancelReason; readonly stamp: Stamp },
): TriggerRow {
  releaseTrigger(state, row);
  const ended: TriggerRow = {
    ...row,
    hold: amountMinor(0n),
    status: 'cancelled',
    cancelReason: reason,
    updatedAtMs: stamp.timeMs,
  };
  state.triggers.end(ended);
  if (row.listId !== undefined) state.orderLists.touch(row.listId);
  return ended;
}

/** Gives back what was frozen, and the place that it took. */
export function releaseTrigger(
  state: EngineState,
  { owner, marketId, side, hold }: TriggerRow,
): void {
  const market = state.market(marketId);
  const known = state.owner(owner);
  const { base, quote } = coinAccounts(state.ledger, known, market);
  // One that is pending may have no account yet to hold anything of.
  if (hold > 0n) state.ledger.release(side === 'buy' ? quote : base, hold);
  known.addCount(market.number, -1);
}

/** Ends all that wait in a market, by id. */
export function withdrawTriggers(
  state: EngineState,
  { terms }: TradedMarket,
  cause: { readonly reason: TriggerCancelReason; readonly stamp: Stamp },
): void {
  for (const row of state.triggers.ofMarket(terms.marketId)) withdrawTrigger(state, row, cause);
}
