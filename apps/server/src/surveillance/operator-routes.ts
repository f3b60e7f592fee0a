/**
 * Operators read findings and say what became of them. Nobody ends one alone: one operator asks for it with a reason, another confirms
 * it. All of it stays beside the finding, which nobody can change or remove.
 */
import { type FindingMark, ProblemError } from '@fairlead/contract';
import { act } from '../core/acts/acts.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import type { Queryable } from '../core/store/database.ts';
import {
  type ActKind,
  actsOf,
  type FindingRow,
  findFinding,
  findingsPage,
  holdFinding,
  insertFindingAct,
  usersOfFindings,
} from './finding-queries.ts';
import type { SurveillanceNeeds } from './needs.ts';
import { findingDetail, findingView, type Named } from './views.ts';

type Names = 'operatorFindings' | 'operatorFinding' | 'markFinding';

export function operatorSurveillanceHandlers(context: SurveillanceNeeds): Pick<Handlers, Names> {
  const { database, terms } = context;
  return {
    operatorFindings: async ({ input }) => {
      const found = await findingsPage(database, input);
      const users = await named(database, found.list);
      return { ...found, list: found.list.map((row) => findingView(row, users, terms)) };
    },
    operatorFinding: ({ input }) => detailOf(context, input.id),
    markFinding: (call) => {
      const { id, act: mark, reason } = call.input;
      const marked = { action: `finding.${mark}`, subject: `finding ${id}`, detail: { reason } };
      return act(context, call, marked, async () => {
        await markFinding(context, call);
        return detailOf(context, id);
      });
    },
  };
}

async function named(source: Queryable, rows: readonly FindingRow[]): Promise<Named> {
  const owners = [...new Set(rows.flatMap(({ owners: each }) => each))];
  const users = await usersOfFindings(source, owners);
  return new Map(users.map((user) => [user.userId, user]));
}

async function detailOf({ database, terms }: SurveillanceNeeds, id: number) {
  const row = await findFinding(database, id);
  if (row === undefined) throw new ProblemError('not_found');
  const users = await named(database, [row]);
  return findingDetail(row, { users, acts: await actsOf(database, id) }, terms);
}

const ACTS: Readonly<Record<FindingMark, ActKind>> = {
  look: 'looked',
  dismiss: 'asked',
  acted: 'asked',
  confirm: 'confirmed',
  decline: 'declined',
};

async function markFinding(
  { database, clock }: SurveillanceNeeds,
  call: Call<'markFinding'>,
): Promise<void> {
  const { id, act: mark, reason } = call.input;
  const { operatorId } = operatorOf(call);
  await database.transaction(async (transaction) => {
    await holdFinding(transaction, id);
    const finding = await findFinding(transaction, id);
    if (finding === undefined) throw new ProblemError('not_found');
    const isEnded = finding.state === 'dismissed' || finding.state === 'acted';
    const isAsked = finding.state === 'asked';
    const isAnswer = mark === 'confirm' || mark === 'decline';
    if (isEnded || isAsked !== isAnswer) throw new ProblemError('already_decided');
    // Whoever asked may take it back, but not confirm it.
    if (mark === 'confirm' && finding.operatorId === operatorId)
      throw new ProblemError('four_eyes');
    const asked = mark === 'dismiss' ? ('dismissed' as const) : ('acted' as const);
    const outcome = mark === 'confirm' ? finding.outcome : asked;
    await insertFindingAct(transaction, {
      ...{ findingId: id, operatorId, reason, kind: ACTS[mark], timeMs: clock.now() },
      outcome: mark === 'look' || mark === 'decline' ? undefined : outcome,
      askedBy: mark === 'confirm' ? finding.operatorId : undefined,
    });
  });
}
