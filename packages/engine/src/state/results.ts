import type { Reject } from '../command.ts';
import type { DepositRow, WithdrawalRow } from '../custody/rows.ts';
import type { PositionRow } from '../futures/rows.ts';
import type { HostingRow } from '../hosting/rows.ts';
import type { SubscriptionRow } from '../offerings/rows.ts';
import type { OptionRow } from '../options/rows.ts';
import type { Result } from '../result.ts';
import type { OrderRow, TriggerRow } from '../spot/rows.ts';

export const DONE: Result = { ok: true, value: { kind: 'done' } };

export function reject(code: Reject): Result {
  return { ok: false, reject: code };
}

export function orderResult(order: OrderRow): Result {
  return { ok: true, value: { kind: 'order', order } };
}

export function triggerResult(trigger: TriggerRow): Result {
  return { ok: true, value: { kind: 'trigger', trigger } };
}

export function withdrawalResult(withdrawal: WithdrawalRow): Result {
  return { ok: true, value: { kind: 'withdrawal', withdrawal } };
}

export function depositResult(deposit: DepositRow): Result {
  return { ok: true, value: { kind: 'deposit', deposit } };
}

export function optionResult(option: OptionRow): Result {
  return { ok: true, value: { kind: 'option', option } };
}

export function positionResult(
  position: PositionRow,
  other: { readonly rest?: PositionRow; readonly closed?: PositionRow } = {},
): Result {
  return { ok: true, value: { kind: 'position', position, ...other } };
}

export function subscriptionResult(subscription: SubscriptionRow): Result {
  return { ok: true, value: { kind: 'subscription', subscription } };
}

export function hostingResult(hosting: HostingRow): Result {
  return { ok: true, value: { kind: 'hosting', hosting } };
}
