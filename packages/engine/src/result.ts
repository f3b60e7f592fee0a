import type { Reject } from './command.ts';
import type { DepositRow, WithdrawalRow } from './custody/rows.ts';
import type { PositionRow } from './futures/rows.ts';
import type { HostingRow } from './hosting/rows.ts';
import type { ReceivedTransferRow, SentTransferRow, TransferRow } from './ledger/rows.ts';
import type { SubscriptionRow } from './offerings/rows.ts';
import type { OptionRow } from './options/rows.ts';
import type { OrderListRow, OrderRow, TriggerRow } from './spot/rows.ts';

/** What a command answers. A refusal is a value and changes nothing. */
export type Result =
  | { readonly ok: false; readonly reject: Reject }
  | { readonly ok: true; readonly value: Value };

/**
 * By command: order for place, cancel and amend, trigger for those of trigger orders, transfer for transfer, entry for post_entry, the row after the
 * command for withdrawals, deposits, positions, options, hosting orders and subscriptions, ids for
 * close_positions, none else.
 */
export type Value =
  | { readonly kind: 'order'; readonly order: OrderRow }
  /** Of replace_order: the order that was cancelled and the one that was placed, or why there is none. */
  | {
      readonly kind: 'replacement';
      readonly cancelled: OrderRow | Reject;
      readonly placed: OrderRow | Reject;
    }
  | { readonly kind: 'trigger'; readonly trigger: TriggerRow }
  /** Of place_list and cancel_list: with those of its orders that the command placed or cancelled. */
  | {
      readonly kind: 'list';
      readonly list: OrderListRow;
      readonly orders: readonly OrderRow[];
      readonly triggers: readonly TriggerRow[];
    }
  /** Of convert: the order of each leg, in turn. */
  | {
      readonly kind: 'conversion';
      readonly orders: readonly OrderRow[];
      /** Of each of them. */
      readonly receiptIds: readonly number[];
    }
  /** When everything is cancelled; never where it is off. */
  | { readonly kind: 'cancel_timer'; readonly dueAtMs?: number }
  | { readonly kind: 'transfer'; readonly transfer: TransferRow }
  /** Of a transfer to an account of another engine. */
  | { readonly kind: 'sent_transfer'; readonly transfer: SentTransferRow }
  /** Of receive_transfer, whether it was credited or refused. */
  | { readonly kind: 'received_transfer'; readonly transfer: ReceivedTransferRow }
  | { readonly kind: 'entry'; readonly entryId: number }
  | { readonly kind: 'withdrawal'; readonly withdrawal: WithdrawalRow }
  | { readonly kind: 'deposit'; readonly deposit: DepositRow }
  | {
      readonly kind: 'position';
      readonly position: PositionRow;
      /** Of a part that was closed: what is left. */
      readonly rest?: PositionRow;
      /** Of a reversal: what it closed. */
      readonly closed?: PositionRow;
    }
  /** Of close_positions: those that were closed, by id. */
  | { readonly kind: 'closed'; readonly positionIds: readonly number[] }
  | { readonly kind: 'option'; readonly option: OptionRow }
  | { readonly kind: 'hosting'; readonly hosting: HostingRow }
  | { readonly kind: 'subscription'; readonly subscription: SubscriptionRow }
  /** Of run_schedules: how many it ran, and when the next is due. */
  | { readonly kind: 'schedules'; readonly ran: number; readonly nextDueAtMs?: number }
  | { readonly kind: 'done' };
