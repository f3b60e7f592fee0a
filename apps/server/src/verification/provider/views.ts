/** Checks as users and operators see them. */
import type { OperatorVerification, ResponseOf } from '@fairlead/contract';
import { textsOf } from '../../core/texts/texts.ts';
import { sayReason } from '../../notices/index.ts';
import type { CheckRow } from './queries.ts';

type OwnCheck = NonNullable<ResponseOf<'center2'>['basic']['check']>;

/** Of a submission under review: who has it now, since when and until when at the latest. */
export function ownCheckView(check: CheckRow, provider: string): OwnCheck {
  const { link, answeredAtMs } = check;
  if (answeredAtMs !== undefined) return { provider, state: 'person', since: answeredAtMs };
  return {
    provider,
    state: link === undefined ? 'asked' : 'open',
    since: check.createdAtMs,
    until: check.endsAtMs,
    ...(link !== undefined && { url: link }),
  };
}

export function operatorCheckView(check: CheckRow): NonNullable<OperatorVerification['identity']> {
  const { verdict, reason, session, answeredAtMs, revokedAtMs } = check;
  return {
    ...(verdict !== undefined && { verdict }),
    ...(reason !== undefined && { reason: sayReason(reason, textsOf('en')) }),
    ...(session !== undefined && { session }),
    since: check.createdAtMs,
    until: check.endsAtMs,
    ...(answeredAtMs !== undefined && { answered_at: answeredAtMs }),
    ...(revokedAtMs !== undefined && { revoked_at: revokedAtMs }),
  };
}
