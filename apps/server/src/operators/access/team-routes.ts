/** Operators and their roles, and the log of what everybody did. */

import {
  newOperatorApproval,
  type Operator,
  operatorApproval,
  ProblemError,
  type ResponseOf,
} from '@fairlead/contract';
import { act } from '../../core/acts/acts.ts';
import { verifyAuditChain } from '../../core/acts/audit.ts';
import { auditPage } from '../../core/acts/audit-queries.ts';
import { operatorPayload } from '../../core/acts/payloads.ts';
import { type Call, type Handlers, operatorOf } from '../../core/http/handler.ts';
import { maskedAccount } from '../../identity/index.ts';
import type { OperatorsNeeds } from '../needs.ts';
import { listOperators, type OperatorRow } from '../queries.ts';
import type { MadeLink } from './enrolment.ts';
import { type EnrolmentState, enrolmentStates } from './enrolment-queries.ts';
import { checkBringsIn } from './second-operators.ts';
import { operatorSubjects } from './sso-queries.ts';

type Names =
  | 'operators'
  | 'createOperator'
  | 'changeOperator'
  | 'resetOperator'
  | 'confirmOperator'
  | 'operatorLink'
  | 'useOperatorLink'
  | 'auditLog'
  | 'verifyAudit';

export function operatorTeamHandlers(context: OperatorsNeeds): Pick<Handlers, Names> {
  const { database, clock, operatorAdmin, operatorEnrolment, signedApprovals } = context;
  return {
    operators: async () => {
      const links = await enrolmentStates(database, clock.now());
      const subjects = await operatorSubjects(database);
      return (await listOperators(database)).map((operator) => ({
        id: operator.operatorId,
        name: operator.name,
        role: operator.role,
        is_active: operator.isActive,
        has_otp: operator.otpSecret !== undefined,
        has_passkey: operator.hasPasskey,
        subject: subjects.get(operator.operatorId),
        created_at: operator.createdAtMs,
        ...(operator.lastSeenAtMs !== undefined && { last_seen_at: operator.lastSeenAtMs }),
        ...(operator.approvesFromMs > clock.now() && { approves_from: operator.approvesFromMs }),
        ...linkView(links.get(operator.operatorId), operator),
      }));
    },
    createOperator: (call) => {
      const { name, role, email } = call.input;
      operatorEnrolment.checkAddress(email, call.say);
      const detail = { role, ...sentDetail(email) };
      const created = { action: 'operator.created', subject: `operator ${name}`, detail };
      return act(context, call, created, async () => {
        const caller = operatorOf(call);
        await checkBringsIn(database, caller.operatorId, call.say);
        // An open session alone adds nobody who would count as one of two tomorrow.
        await signedApprovals.take({ caller, input: call.input, ip: call.ip }, () =>
          newOperatorApproval({ name, role, email }),
        );
        const made = await operatorAdmin.create({ name, role }, askingOf(call, email));
        return { operator_id: made.operatorId, ...madeView(made) };
      });
    },
    changeOperator: (call) => changeOperator(context, call),
    resetOperator: (call) => resetOperator(context, call),
    confirmOperator: (call) => confirmOperator(context, call),
    operatorLink: async (call) => {
      const { name, role, expiresAtMs } = await operatorEnrolment.look(call.input.token);
      return { name, role, expires_at: expiresAtMs };
    },
    useOperatorLink: (call) => {
      const { token, password, password_confirmation } = call.input;
      if (password !== password_confirmation) {
        const fields = { password_confirmation: call.say('fields.passwords_differ') };
        throw new ProblemError('validation_failed', { fields });
      }
      return operatorEnrolment.use(token, password, call.ip);
    },
    auditLog: async ({ input }) => {
      const { operator_id, action, subject, from, to, ...paging } = input;
      const filter = { operatorId: operator_id, action, subject, fromMs: from, toMs: to };
      const page = await auditPage(database, filter, paging);
      return {
        ...page,
        list: page.list.map((row) => ({
          id: row.auditId,
          time: row.timeMs,
          ...(row.operatorId !== undefined && { operator_id: row.operatorId }),
          ...(row.operatorName !== undefined && { operator: row.operatorName }),
          action: row.action,
          subject: row.subject,
          detail: row.detail,
          ...(row.ip !== undefined && { ip: row.ip }),
          hash: Buffer.from(row.hash).toString('hex'),
        })),
      };
    },
    verifyAudit: async () => {
      const { rows, brokenAt, head } = await verifyAuditChain(database);
      return {
        is_intact: brokenAt === undefined,
        rows,
        ...(brokenAt !== undefined && { broken_at: brokenAt }),
        ...(head !== undefined && { head: Buffer.from(head).toString('hex') }),
      };
    },
  };
}

const askingOf = (
  call: Call<'createOperator'> | Call<'resetOperator'>,
  email: string | undefined,
) => ({ createdBy: operatorOf(call).operatorId, email, lang: call.language });

/** For the audit log: whoever confirms the person can see where the link went. */
const sentDetail = (email: string | undefined) =>
  email === undefined ? {} : { link_to: maskedAccount('email', email) };

const madeView = ({ link, sentTo, expiresAtMs }: MadeLink) => ({
  ...(link !== undefined && { link }),
  ...(sentTo !== undefined && { sent_to: sentTo }),
  expires_at: expiresAtMs,
});

/** Whether somebody has yet to come in, or to be confirmed. */
function linkView(
  link: EnrolmentState | undefined,
  { isConfirmed }: Pick<OperatorRow, 'isConfirmed'>,
): Pick<Operator, 'link' | 'link_by' | 'needs_confirmation'> {
  if (link === undefined || isConfirmed) return {};
  const by = link.createdBy === undefined ? {} : { link_by: link.createdBy };
  return link.state === 'used' ? { ...by, needs_confirmation: true } : { ...by, link: link.state };
}

/** A third person's word, signed with their passkey: an open session alone gives none. */
async function confirmOperator(
  context: OperatorsNeeds,
  call: Call<'confirmOperator'>,
): Promise<ResponseOf<'confirmOperator'>> {
  const { database, clock, operatorAdmin, operatorEnrolment, signedApprovals } = context;
  const caller = operatorOf(call);
  const { id } = call.input;
  const { name } = await operatorAdmin.find(id);
  const draft = async () => {
    const operator = await operatorAdmin.find(id);
    const links = await enrolmentStates(database, clock.now());
    const link_by = links.get(id)?.createdBy;
    return operatorApproval({ id, name: operator.name, role: operator.role, link_by });
  };
  const sign = () => signedApprovals.take({ caller, input: call.input, ip: call.ip }, draft);
  const confirmed = { action: 'operator.confirmed', subject: `operator ${name}` };
  await act(context, call, confirmed, () =>
    operatorEnrolment.confirm(caller, id, { say: call.say, sign }),
  );
  return call.say('done.saved');
}

/** Nobody takes an owner's place or rights away alone. */
async function changeOperator(
  context: OperatorsNeeds,
  call: Call<'changeOperator'>,
): Promise<ResponseOf<'changeOperator'>> {
  const { operatorAdmin, proposals } = context;
  const caller = operatorOf(call);
  const { id, role, is_active, reason } = call.input;
  const target = await operatorAdmin.find(id);
  const after = { role: role ?? target.role, isActive: is_active ?? target.isActive };
  const detail = { role, is_active, reason };
  const changed = { action: 'operator.changed', subject: `operator ${target.name}`, detail };
  await act(context, call, changed, async () => {
    if (operatorAdmin.needsConsentToChange(caller, target)) {
      const asked = { kind: 'change_operator', payload: operatorPayload(target, after) } as const;
      if (!(await proposals.useConsent(caller, asked)))
        await proposals.proposeInstead(caller, { ...asked, reason }, call.say);
    }
    await operatorAdmin.change(id, after);
  });
  return call.say('done.saved');
}

/** Nobody resets themselves, and no owner takes another's place alone. */
async function resetOperator(
  context: OperatorsNeeds,
  call: Call<'resetOperator'>,
): Promise<ResponseOf<'resetOperator'>> {
  const { operatorAdmin, proposals } = context;
  const caller = operatorOf(call);
  const { id, reason, email } = call.input;
  context.operatorEnrolment.checkAddress(email, call.say);
  const target = await operatorAdmin.find(id);
  const subject = `operator ${target.name}`;
  const reset = { action: 'operator.reset', subject, detail: { reason, ...sentDetail(email) } };
  return act(context, call, reset, async () => {
    if (id === caller.operatorId) throw new ProblemError('four_eyes');
    await checkBringsIn(context.database, caller.operatorId, call.say);
    if (await operatorAdmin.needsConsentToReset(caller, target)) {
      const asked = { kind: 'reset_operator', payload: operatorPayload(target) } as const;
      if (!(await proposals.useConsent(caller, asked)))
        await proposals.proposeInstead(caller, { ...asked, reason }, call.say);
    }
    return madeView(await operatorAdmin.reset(target, askingOf(call, email)));
  });
}
