/** A personal message that follows from a committed row. */
import type { MessageParams } from './message-params.ts';

type NoticeKind = Extract<
  keyof MessageParams,
  | `deposit_${string}`
  | `withdrawal_${string}`
  | `withdrawals_${string}`
  | `subscription_${string}`
  | `hosting_${string}`
  | `account_${string}`
  | 'balance_corrected'
  | 'transfer_returned'
  | `order_${string}`
  | `trigger_${string}`
  | 'leg_refused'
  | 'option_delivered'
  | `position_${string}`
>;

/** One message, ready to be told; with its key it is told once. */
export type Notice = {
  readonly [Kind in NoticeKind]: {
    readonly userId: number;
    readonly kind: Kind;
    readonly params: MessageParams[Kind];
    readonly key: string;
    /** Sent to where the user registered, too: others changed what is theirs. */
    readonly isMailed?: boolean;
  };
}[NoticeKind];
