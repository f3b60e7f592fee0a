import type { OrderRow, TransferRow } from './changes.ts';
import type { Reject } from './command.ts';
import type { DepositRow, WithdrawalRow } from './custody-rows.ts';

/** What a command answers. A refusal is a value and changes nothing. */
export type Result =
  | { readonly ok: false; readonly reject: Reject }
  | { readonly ok: true; readonly value: Value };

/**
 * By command: order for place and cancel, transfer for transfer, entry for post_entry, the row after the
 * command for withdrawals and deposits, none else.
 */
export type Value =
  | { readonly kind: 'order'; readonly order: OrderRow }
  | { readonly kind: 'transfer'; readonly transfer: TransferRow }
  | { readonly kind: 'entry'; readonly entryId: number }
  | { readonly kind: 'withdrawal'; readonly withdrawal: WithdrawalRow }
  | { readonly kind: 'deposit'; readonly deposit: DepositRow }
  | { readonly kind: 'done' };
