import type { OperatorWithdrawal } from '@fairlead/contract';
import { formatDate, Note, type ThreadStep } from '@fairlead/ui';
import { queueTexts as t } from './texts.ts';

export interface Approvals {
  readonly approvals: OperatorWithdrawal['approvals'];
  readonly approvals_needed: number;
  readonly status: OperatorWithdrawal['status'];
}

/** Who has signed, and whose turn it is: the middle of a record's thread. */
export function approvalSteps(record: Approvals, me: number | undefined): readonly ThreadStep[] {
  const { approvals, approvals_needed, status } = record;
  const done = approvals.map(
    ({ operator_id, operator, time }): ThreadStep => ({
      id: `by-${operator_id}`,
      title: t.approvedBy(operator),
      at: formatDate(time, 'dayMinute', 'en'),
      state: 'done',
    }),
  );
  if (status !== 'under_review') return done;
  const hasApproved = approvals.some(({ operator_id }) => operator_id === me);
  const names = approvals_needed > 1 ? [t.firstOperator, t.secondOperator] : [t.operator];
  const open = names.slice(approvals.length).map((title, index): ThreadStep => {
    const isNow = index === 0;
    return {
      id: title,
      title,
      state: isNow ? 'now' : 'later',
      ...(isNow && { at: hasApproved ? t.another : t.you }),
    };
  });
  return [...done, ...open];
}

/** This operator's own approval, which cannot be given twice (V8). */
export const ownApproval = ({ approvals }: Pick<Approvals, 'approvals'>, me: number | undefined) =>
  approvals.find(({ operator_id }) => operator_id === me);

/** Names of who has approved. */
export const namesOf = ({ approvals }: Pick<Approvals, 'approvals'>): readonly string[] =>
  approvals.map(({ operator }) => operator);

/** Why this operator cannot approve once more. */
export function OwnApproval({ own }: { own: ReturnType<typeof ownApproval> }) {
  if (own === undefined) return null;
  return (
    <Note kind="info" className="mb-3">
      {t.ownApproval(formatDate(own.time, 'minute', 'en'))}
    </Note>
  );
}
