/** The queues in which reviewers decide: what each reads and decides by. Their names are those of the leases and counts. */
import type { ItemOf } from '@fairlead/calls';
import { useMe } from '../data/use-config.ts';

export const QUEUES = {
  deposits: { reads: 'operatorDeposits', decides: 'decideDeposit' },
  withdrawals: { reads: 'operatorWithdrawals', decides: 'decideWithdrawal' },
  verifications: { reads: 'operatorVerifications', decides: 'decideVerification' },
  subscriptions: { reads: 'operatorSubscriptions', decides: 'decideSubscription' },
} as const;

export type QueueName = keyof typeof QUEUES;
export type ReadsOf<Name extends QueueName> = (typeof QUEUES)[Name]['reads'];
export type DecidesOf<Name extends QueueName> = (typeof QUEUES)[Name]['decides'];
export type RowOf<Name extends QueueName> = ItemOf<ReadsOf<Name>>;

/** Opens a record, wherever it stands. */
export const recordPath = (
  kind: 'deposit' | 'withdrawal' | 'verification' | 'subscription',
  id: number,
): string => `/${kind}s?no=${id}&open=${id}`;

/** Where most records stand. The first tab is what waits. */
export const STATUSES = ['under_review', 'passed', 'rejected'] as const;
export type Status = (typeof STATUSES)[number];

export interface Reviewer {
  readonly id: number | undefined;
  readonly mayDecide: boolean;
}

/** Who looks at a queue: reviewers and the owner decide, auditors read. */
export function useReviewer(): Reviewer {
  const { data: me } = useMe();
  return { id: me?.id, mayDecide: me?.role === 'reviewer' || me?.role === 'owner' };
}
