/** Holds as operators place, answer and propose to change them; a later end and letting go are a second operator's to decide. */
import { type OperatorHold, ProblemError } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import { act } from '../core/acts/acts.ts';
import type { EndHoldPayload, ExtendHoldPayload } from '../core/acts/payloads.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import { textsOf } from '../core/texts/texts.ts';
import { maskedAccount } from '../identity/users/index.ts';
import { operatorNames } from '../operators/index.ts';
import { isOwn } from './holds.ts';
import type { HoldsNeeds } from './needs.ts';
import { type HoldRow, holdsPage, ownerOfRecord, type QueuedHold } from './queries.ts';
import { holdView } from './routes.ts';

type Names = 'operatorHolds' | 'placeHold' | 'answerAppeal' | 'extendHold' | 'endHold';

export function operatorHoldHandlers(context: HoldsNeeds): Pick<Handlers, Names> {
  const { database } = context;
  return {
    operatorHolds: async (call) => {
      const { state, user_id: userId, ...paging } = call.input;
      const page = await holdsPage(database, { state, userId }, paging);
      return { ...page, list: await views(context, call, page.list) };
    },
    placeHold: (call) => placeHold(context, call),
    answerAppeal: (call) => {
      const { id, answer } = call.input;
      const said = { action: 'hold.answered', subject: `hold ${id}`, detail: { answer } };
      return act(context, call, said, async () => {
        await context.holds.answer(operatorOf(call).operatorId, id, answer);
        return viewOf(context, call, id);
      });
    },
    extendHold: (call) => extendHold(context, call),
    endHold: (call) => endHold(context, call),
  };
}

async function placeHold(context: HoldsNeeds, call: Call<'placeHold'>): Promise<OperatorHold> {
  const { kind, id, reason, words, days } = call.input;
  const said = {
    action: 'hold.placed',
    subject: `${kind} ${id}`,
    detail: { reason, words, days },
  };
  return act(context, call, said, async () => {
    const record = await ownerOfRecord(context.database, kind, id);
    if (record === undefined) throw new ProblemError('not_found');
    const { operatorId } = operatorOf(call);
    const { userId } = record;
    const draft = { operatorId, userId, kind, recordId: id, reason, words, days };
    return viewOf(context, call, (await context.holds.place(draft)).holdId);
  });
}

/** What is proposed is a time, not a number of days: carried out late it is no later. */
async function extendHold(context: HoldsNeeds, call: Call<'extendHold'>) {
  const { id, days, reason } = call.input;
  const said = {
    action: 'hold.later_end_proposed',
    subject: `hold ${id}`,
    detail: { days, reason },
  };
  return act(context, call, said, async () => {
    const hold = await openOf(context, id);
    const payload = {
      id: hold.userId,
      hold: id,
      was: hold.endsAtMs,
      ends_at: hold.endsAtMs + days * DAY_MS,
    } satisfies ExtendHoldPayload;
    const draft = { kind: 'extend_hold', payload, reason } as const;
    return { proposal_id: await context.proposals.propose(operatorOf(call), draft) };
  });
}

/** An account is opened, and what leaves it let go, by their own proposals. */
async function endHold(context: HoldsNeeds, call: Call<'endHold'>) {
  const { id, reason } = call.input;
  const said = { action: 'hold.end_proposed', subject: `hold ${id}`, detail: { reason } };
  return act(context, call, said, async () => {
    const hold = await openOf(context, id);
    if (hold.recordId === undefined) throw new ProblemError('not_found');
    const payload = { id: hold.userId, hold: id } satisfies EndHoldPayload;
    const draft = { kind: 'end_hold', payload, reason } as const;
    return { proposal_id: await context.proposals.propose(operatorOf(call), draft) };
  });
}

/** Throws `not_found`, and `already_decided` for one that ended. */
async function openOf({ holds }: HoldsNeeds, holdId: number): Promise<HoldRow> {
  const hold = await holds.find(holdId);
  if (hold.ended !== undefined) throw new ProblemError('already_decided');
  return hold;
}

async function viewOf(
  context: HoldsNeeds,
  call: Pick<Call, 'caller'>,
  holdId: number,
): Promise<OperatorHold> {
  const filter = { state: undefined, userId: undefined, holdId };
  const page = await holdsPage(context.database, filter, { page: 1, limit: 1 });
  const [view] = await views(context, call, page.list);
  if (view === undefined) throw new ProblemError('not_found');
  return view;
}

/** In the console's language. */
async function views(
  { database }: HoldsNeeds,
  call: Pick<Call, 'caller'>,
  list: readonly QueuedHold[],
): Promise<OperatorHold[]> {
  const { operatorId } = operatorOf(call);
  const ids = list.flatMap(({ hold }) => [hold.placedBy ?? [], hold.answer?.by ?? []].flat());
  const names = await operatorNames(database, ids);
  const nameOf = (id: number | undefined) => (id === undefined ? undefined : names.get(id));
  return list.map(({ hold, owner, screening }) => {
    const [placedBy, answeredBy] = [nameOf(hold.placedBy), nameOf(hold.answer?.by)];
    const isAsked = hold.appeal !== undefined && hold.answer === undefined;
    return {
      ...holdView(hold, textsOf('en')),
      user_id: hold.userId,
      user: maskedAccount(owner),
      ...(placedBy !== undefined && { placed_by: placedBy }),
      ...(answeredBy !== undefined && { answered_by: answeredBy }),
      ...(screening !== undefined && { screening }),
      may_answer: isAsked && hold.ended === undefined && !isOwn(hold, operatorId),
    };
  });
}
