import type { OrderRow } from '../changes.ts';
import type { Reject } from '../command.ts';
import type { DepositRow, WithdrawalRow } from '../custody-rows.ts';
import type { Result } from '../result.ts';

export const DONE: Result = { ok: true, value: { kind: 'done' } };

export function reject(code: Reject): Result {
  return { ok: false, reject: code };
}

export function orderResult(order: OrderRow): Result {
  return { ok: true, value: { kind: 'order', order } };
}

export function withdrawalResult(withdrawal: WithdrawalRow): Result {
  return { ok: true, value: { kind: 'withdrawal', withdrawal } };
}

export function depositResult(deposit: DepositRow): Result {
  return { ok: true, value: { kind: 'deposit', deposit } };
}
