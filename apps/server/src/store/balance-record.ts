/** A balance as its table holds it, and back. */
import type { AccountKind, BalanceRow } from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';

export const BALANCE_COLUMNS =
  'account_id, owner_id, account, currency_id, total_minor, frozen_minor';

export interface BalanceRecord {
  readonly account_id: bigint;
  readonly owner_id: bigint;
  readonly account: AccountKind;
  readonly currency_id: number;
  readonly total_minor: bigint;
  readonly frozen_minor: bigint;
}

export function toBalance(row: BalanceRecord): BalanceRow {
  return {
    accountId: Number(row.account_id),
    owner: Number(row.owner_id),
    account: row.account,
    currencyId: row.currency_id,
    total: amountMinor(row.total_minor),
    frozen: amountMinor(row.frozen_minor),
  };
}
