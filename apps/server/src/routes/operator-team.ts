/** Operators and their roles, and the log of what everybody did. */
import { ProblemError, type ResponseOf } from '@fairlead/contract';
import type { Context } from '../context.ts';
import { act } from '../services/operators-acts.ts';
import { verifyAuditChain } from '../services/operators-audit.ts';
import { operatorPayload } from '../services/proposals-payloads.ts';
import { auditPage } from '../store/operator-audit-queries.ts';
import { listOperators } from '../store/operator-queries.ts';
import { type Call, type Handlers, operatorOf } from './handler.ts';

type Names =
  | 'operators'
  | 'createOperator'
  | 'changeOperator'
  | 'resetOperator'
  | 'auditLog'
  | 'verifyAudit';

export function operatorTeamHandlers(context: Context): Pick<Handlers, Names> {
  const { database, clock, operatorAdmin } = context;
  return {
    operators: async () =>
      (await listOperators(database)).map((operator) => ({
        id: operator.operatorId,
        name: operator.name,
        role: operator.role,
        is_active: operator.isActive,
        has_otp: operator.otpSecret !== undefined,
        created_at: operator.createdAtMs,
        ...(operator.lastSeenAtMs !== undefined && { last_seen_at: operator.lastSeenAtMs }),
        ...(operator.approvesFromMs > clock.now() && { approves_from: operator.approvesFromMs }),
      })),
    createOperator: (call) => {
      const { name, role } = call.input;
      const created = { action: 'operator.created', subject: `operator ${name}`, detail: { role } };
      return act(context, call, created, async () => {
        const { operatorId, password } = await operatorAdmin.create({ name, role });
        return { operator_id: operatorId, password };
      });
    },
    changeOperator: (call) => changeOperator(context, call),
    resetOperator: (call) => resetOperator(context, call),
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

/** Nobody takes an owner's place or rights away alone. */
async function changeOperator(
  context: Context,
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
  context: Context,
  call: Call<'resetOperator'>,
): Promise<ResponseOf<'resetOperator'>> {
  const { operatorAdmin, proposals } = context;
  const caller = operatorOf(call);
  const { id, reason } = call.input;
  const target = await operatorAdmin.find(id);
  const subject = `operator ${target.name}`;
  const reset = { action: 'operator.reset', subject, detail: { reason } };
  return act(context, call, reset, async () => {
    if (id === caller.operatorId) throw new ProblemError('four_eyes');
    if (await operatorAdmin.needsConsentToReset(caller, target)) {
      const asked = { kind: 'reset_operator', payload: operatorPayload(target) } as const;
      if (!(await proposals.useConsent(caller, asked)))
        await proposals.proposeInstead(caller, { ...asked, reason }, call.say);
    }
    return { password: await operatorAdmin.reset(id) };
  });
}
