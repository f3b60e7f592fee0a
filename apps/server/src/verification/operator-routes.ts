/** What reviewers see of verifications, and what they decide. */
import { ProblemError, type ResponseOf, type ReviewCheck } from '@fairlead/contract';
import { act } from '../core/acts/acts.ts';
import type { RevokeVerificationPayload } from '../core/acts/payloads.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import { textsOf } from '../core/texts/texts.ts';
import { fieldProblem } from '../identity/index.ts';
import { type Guards, guardChecks, guardsOf, maskedAccount } from '../identity/users/index.ts';
import { sayReason } from '../notices/index.ts';
import type { VerificationNeeds } from './needs.ts';
import { operatorCheckView } from './provider/views.ts';
import type { ListedVerification } from './queries.ts';
import { maskedName } from './service.ts';
import { openRecord } from './views.ts';

type Names =
  | 'operatorVerifications'
  | 'verificationDetail'
  | 'decideVerification'
  | 'revokeVerification';

const PHOTO_KINDS = ['front', 'back', 'holding'] as const;

export function operatorVerificationHandlers(context: VerificationNeeds): Pick<Handlers, Names> {
  const { verification } = context;
  return {
    operatorVerifications: async ({ input }) => {
      const { page, limit, id, user_id: userId, status, level } = input;
      const found = await verification.page({ id, status, level, userId }, { page, limit });
      return { ...found, list: await listViews(context, found.list) };
    },
    verificationDetail: async (call) => {
      const row = await verification.find(call.input.id);
      await openRecord(context, call, row);
      const { country, name, idNumber, address } = await verification.person(row);
      const [view] = await listViews(context, [row]);
      if (view === undefined) throw new ProblemError('not_found');
      return {
        ...view,
        ...(country !== undefined && { country }),
        ...(name !== undefined && { name }),
        ...(idNumber !== undefined && { id_number: idNumber }),
        ...(address !== undefined && { contact_address: address }),
        photos: row.photoIds.map((fileId, at) => ({
          kind: PHOTO_KINDS[at] ?? 'holding',
          file_id: fileId,
        })),
      };
    },
    decideVerification: async (call) => {
      const { id, decision, reason } = call.input;
      if (decision === 'rejected' && reason === undefined)
        throw fieldProblem('reason', call.say('fields.required'));
      if (decision === 'passed') await context.identityChecks.checkPassable(id);
      const { operatorId } = operatorOf(call);
      const action = `verification.${decision}`;
      const subject = `verification ${id}`;
      const detail = reason === undefined ? {} : { reason };
      const decided = await act(context, call, { action, subject, detail }, () =>
        verification.decide({
          verificationId: id,
          status: decision,
          reason: decision === 'rejected' ? reason : undefined,
          operatorId,
        }),
      );
      const [view] = await listViews(context, [decided]);
      if (view === undefined) throw new ProblemError('not_found');
      return view;
    },
    revokeVerification: (call) => revoke(context, call),
  };
}

async function revoke(context: VerificationNeeds, call: Call<'revokeVerification'>) {
  const { id, reason } = call.input;
  const said = {
    action: 'verification.revocation_proposed',
    subject: `verification ${id}`,
    detail: { reason },
  };
  return act(context, call, said, async () => {
    const { userId, status } = await context.verification.find(id);
    if (status !== 'passed') throw new ProblemError('already_decided');
    const payload = { id: userId, verification: id } satisfies RevokeVerificationPayload;
    const draft = { kind: 'revoke_verification', payload, reason } as const;
    return { proposal_id: await context.proposals.propose(operatorOf(call), draft) };
  });
}

type View = ResponseOf<'operatorVerifications'>['list'][number];

/** Masked, as in lists, with what speaks for or against those under review. */
async function listViews(
  context: VerificationNeeds,
  rows: readonly ListedVerification[],
): Promise<View[]> {
  const open = rows.filter(({ status }) => status === 'under_review');
  const guards = await guardsOf(
    context.database,
    open.map(({ userId }) => userId),
  );
  const byProvider = await context.identityChecks.of(
    rows.map(({ verificationId }) => verificationId),
  );
  return rows.map((row) => {
    const known = row.status === 'under_review' ? guards.get(row.userId) : undefined;
    const checks = known === undefined ? [] : checksOf(row, known, context);
    const check = byProvider.get(row.verificationId);
    const view = listView(context, row, checks);
    return check === undefined ? view : { ...view, identity: operatorCheckView(check) };
  });
}

/** That the account is verified is what is decided here. */
function checksOf(
  { country, level }: ListedVerification,
  guards: Guards,
  { clock }: VerificationNeeds,
): ReviewCheck[] {
  const others = guardChecks(guards, clock.now()).filter(({ check }) => check !== 'verified');
  if (level === 'advanced') return others;
  const seen = guards.country;
  const state = seen === undefined ? 'unknown' : seen === country ? 'passed' : 'look';
  return [
    { check: 'document_country', state, ...(seen !== undefined && { country: seen }) },
    ...others,
  ];
}

function listView(
  { verification, leases }: VerificationNeeds,
  row: ListedVerification,
  checks: ReviewCheck[],
): View {
  const openBy = leases.of('verifications', row.verificationId);
  return {
    id: row.verificationId,
    user_id: row.userId,
    user: maskedAccount({ kind: row.accountKind, account: row.account, areaCode: row.areaCode }),
    level: row.level,
    status: row.status,
    country: row.country ?? '',
    name: maskedName(verification.details(row).name ?? ''),
    ...(row.reason !== undefined && { reason: sayReason(row.reason, textsOf('en')) }),
    checks,
    ...(openBy !== undefined && { open_by: openBy }),
    ...(row.decidedBy !== undefined && { decided_by: row.decidedBy }),
    time: row.createdAtMs,
    ...(row.decidedAtMs !== undefined && { decided_at: row.decidedAtMs }),
  };
}
