/** Operators and their roles, and the log of what everybody did. */
import { ProblemError } from '@fairlead/contract';
import type { Context } from '../context.ts';
import { act } from '../services/operators-acts.ts';
import { verifyAuditChain } from '../services/operators-audit.ts';
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
  const { database, operatorAdmin } = context;
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
      })),
    createOperator: (call) => {
      const { name, role } = call.input;
      const created = { action: 'operator.created', subject: `operator ${name}`, detail: { role } };
      return act(context, call, created, async () => {
        const { operatorId, password } = await operatorAdmin.create({ name, role });
        return { operator_id: operatorId, password };
      });
    },
    changeOperator: async (call) => {
      const { id, role, is_active, reason } = call.input;
      const { name } = await operatorAdmin.find(id);
      const detail = { role, is_active, reason };
      const changed = { action: 'operator.changed', subject: `operator ${name}`, detail };
      await act(context, call, changed, () =>
        operatorAdmin.change(id, {
          ...(role !== undefined && { role }),
          ...(is_active !== undefined && { isActive: is_active }),
        }),
      );
      return call.say('done.saved');
    },
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

/** Nobody resets themselves, and one owner cannot take another's place alone. */
async function resetOperator(
  context: Context,
  call: Call<'resetOperator'>,
): Promise<{ password: string }> {
  const { operatorAdmin, proposals } = context;
  const caller = operatorOf(call);
  const { id, reason } = call.input;
  const target = await operatorAdmin.find(id);
  const subject = `operator ${target.name}`;
  const reset = { action: 'operator.reset', subject, detail: { reason } };
  return act(context, call, reset, async () => {
    if (id === caller.operatorId) throw new ProblemError('four_eyes');
    const needsConsent = target.role === 'owner' && target.isActive;
    if (needsConsent && !(await proposals.useReset(caller, { id }))) {
      await proposals.propose(caller, { kind: 'reset_operator', payload: { id }, reason });
      throw new ProblemError('four_eyes');
    }
    return { password: await operatorAdmin.reset(id) };
  });
}
