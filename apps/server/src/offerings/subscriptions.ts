/** The queue of subscriptions: how operators see it, and what they decide. */

import {
  type OperatorSubscription,
  type ParsedOf,
  ProblemError,
  subscriptionApproval,
} from '@fairlead/contract';
import type { SubscriptionRow } from '@fairlead/engine';
import { checkSound } from '../core/acts/acts.ts';
import { rejectCode } from '../core/http/envelope.ts';
import type { OperatorCaller } from '../core/http/handler.ts';
import { type Say, textsOf } from '../core/texts/texts.ts';
import { guardChecks, guardsOf, maskedAccount } from '../identity/users/index.ts';
import { operatorNames } from '../operators/index.ts';
import { peopleById } from '../people/index.ts';
import type { OfferingsNeeds } from './needs.ts';
import { findSubscription } from './queries.ts';
import { subscriptionViewer } from './views.ts';

/** Subscriptions with their users masked, who decided them and who has them open. */
export async function operatorSubscriptions(
  context: OfferingsNeeds,
  rows: readonly SubscriptionRow[],
): Promise<OperatorSubscription[]> {
  const { clock, database, leases } = context;
  const view = subscriptionViewer(context, textsOf('en'));
  const people = await peopleById(
    database,
    rows.map(({ owner }) => owner),
  );
  const names = await operatorNames(
    database,
    rows.flatMap(({ operatorId }) => operatorId ?? []),
  );
  const open = rows.filter(({ status }) => status === 'under_review');
  const guards = await guardsOf(
    database,
    open.map(({ owner }) => owner),
  );
  return rows.map((row) => {
    const known = row.status === 'under_review' ? guards.get(row.owner) : undefined;
    const person = people.get(row.owner);
    const operator = row.operatorId === undefined ? undefined : names.get(row.operatorId);
    const openBy = leases.of('subscriptions', row.subscriptionId);
    return {
      ...view(row),
      user_id: row.owner,
      user: person === undefined ? '' : maskedAccount(person),
      checks: known === undefined ? [] : guardChecks(known, clock.now()),
      ...(operator !== undefined && { operator }),
      ...(openBy !== undefined && { open_by: openBy }),
    };
  });
}

/** Passes or rejects one, and shows it as it is then. Of any number at once the engine takes one. */
export async function decideSubscription(
  context: OfferingsNeeds,
  caller: OperatorCaller,
  {
    input,
    say,
    ip,
  }: {
    readonly input: ParsedOf<'decideSubscription'>;
    readonly say: Say;
    readonly ip: string;
  },
): Promise<OperatorSubscription> {
  const { database, sequencer } = context;
  const { id, decision, reason } = input;
  const found = await findSubscription(database, id);
  if (found === undefined) throw new ProblemError('not_found');
  if (found.status !== 'under_review') throw new ProblemError('already_decided');
  if (decision === 'passed') {
    checkSound(context);
    const draft = async () => subscriptionApproval(await shown(context, found));
    await context.signedApprovals.take({ caller, input, ip }, draft);
  } else if (reason === undefined)
    throw new ProblemError('validation_failed', { fields: { reason: say('fields.required') } });
  const result = await sequencer.run({
    kind: 'decide_subscription',
    subscriptionId: id,
    operatorId: caller.operatorId,
    decision,
    ...(decision === 'rejected' && reason !== undefined && { reason }),
  });
  if (!result.ok) {
    // The engine lets go of what is rejected: it was there a moment ago, so another was faster.
    const isGone = result.reject === 'subscription_not_found';
    throw new ProblemError(isGone ? 'already_decided' : rejectCode(result.reject));
  }
  return shown(context, await findSubscription(database, id));
}

async function shown(
  context: OfferingsNeeds,
  row: Awaited<ReturnType<typeof findSubscription>>,
): Promise<OperatorSubscription> {
  const [view] = await operatorSubscriptions(context, row === undefined ? [] : [row]);
  if (view === undefined) throw new ProblemError('not_found');
  return view;
}
