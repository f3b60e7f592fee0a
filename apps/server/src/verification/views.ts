/**
 * Which pictures and records an operator may open, and what it costs. A record counts once an hour against the
 * operator's views (cases.md L4), however often it and its photos are opened meanwhile; a photo opened
 * by itself opens its record. The proof of a deposit under review is work and counts nothing; any other
 * picture counts like a record.
 */

import { ProblemError } from '@fairlead/contract';
import { HOUR_MS } from '@fairlead/units';
import type { AuditLog } from '../core/acts/audit.ts';
import type { OperatorViews } from '../core/acts/looks.ts';
import type { Call } from '../core/http/handler.ts';
import { operatorOf } from '../core/http/handler.ts';
import type { Database } from '../core/store/database.ts';
import { findFile } from './file-queries.ts';
import { hasViewed, isProofUnderReview, verificationOfFile } from './queries.ts';

type Acting = Pick<Call, 'caller' | 'ip'>;
interface Needs {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly audit: AuditLog;
  readonly views: OperatorViews;
}

/** Counts and audits the opening of a verification. Throws `view_limit`. */
export async function openRecord(
  needs: Needs,
  call: Acting,
  row: { readonly verificationId: number; readonly userId: number },
): Promise<void> {
  const { operatorId } = operatorOf(call);
  const subject = `verification ${row.verificationId}`;
  await countOnce(needs, call, { userId: row.userId, field: subject });
  await needs.audit.add({ operatorId, action: 'verification.opened', subject, ip: call.ip });
}

/** Counts and audits the opening of a picture. Throws `not_found` or `view_limit`. */
export async function openPicture(needs: Needs, call: Acting, fileId: number): Promise<void> {
  const { operatorId } = operatorOf(call);
  const { database, audit } = needs;
  const file = await findFile(database, fileId);
  if (file === undefined) throw new ProblemError('not_found');
  const verificationId = await verificationOfFile(database, fileId);
  const field = verificationId === undefined ? `file ${fileId}` : `verification ${verificationId}`;
  const isWork = file.purpose === 'deposit_proof' && (await isProofUnderReview(database, fileId));
  if (!isWork) await countOnce(needs, call, { userId: file.userId, field });
  await audit.add({
    operatorId,
    action: 'file.opened',
    subject: `file ${fileId}`,
    detail: { user_id: file.userId, purpose: file.purpose },
    ip: call.ip,
  });
}

/** Counts a look that is not counted twice within an hour. Throws `view_limit`. */
export async function countOnce(
  { database, clock, views }: Needs,
  call: Acting,
  view: { readonly userId: number; readonly field: string },
): Promise<void> {
  const operator = operatorOf(call);
  const { operatorId } = operator;
  const sinceMs = clock.now() - HOUR_MS;
  if (await hasViewed(database, { ...view, operatorId, sinceMs })) return;
  await views.count(operator, view);
}
