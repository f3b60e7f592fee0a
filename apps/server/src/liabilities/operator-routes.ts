/** Publishing what is owed by an operator's act, and the house's addresses, which take two operators. */

import { ProblemError, type ResponseOf } from '@fairlead/contract';
import { parseDecimal } from '@fairlead/units';
import { act } from '../core/acts/acts.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import { snapshotOf } from './liabilities.ts';
import { reservesView } from './liability-views.ts';
import type { LiabilitiesNeeds } from './needs.ts';
import { findSnapshot, snapshotsPage } from './queries.ts';
import type { ReserveEndPayload, ReservePayload } from './reserves.ts';
import { liabilityTimes } from './routes.ts';

type Names =
  | 'operatorLiabilities'
  | 'takeLiabilities'
  | 'operatorReserves'
  | 'proposeReserve'
  | 'proposeReserveEnd';

export function operatorLiabilityHandlers(context: LiabilitiesNeeds): Pick<Handlers, Names> {
  const { database, liabilities, reserves, terms } = context;
  return {
    operatorLiabilities: async ({ input }) => {
      const found = await snapshotsPage(database, input);
      const { failedAtMs } = liabilities;
      return {
        ...found,
        list: found.list.map((each) => ({
          ...snapshotOf(each),
          trees: [...each.trees],
          ...(each.takenBy !== undefined && { taken_by: each.takenBy }),
        })),
        is_running: liabilities.isRunning,
        ...(failedAtMs !== undefined && { failed_at: failedAtMs }),
        ...(await liabilityTimes(context)),
      };
    },
    takeLiabilities: (call) => {
      const detail = { reason: call.input.reason };
      const taken = { action: 'liabilities.taken', subject: 'liabilities', detail };
      return act(context, call, taken, async () => {
        if (liabilities.isRunning) throw new ProblemError('in_progress');
        await liabilities.checkProvable();
        // Nobody waits for a million leaves: the list says when it is there, the log why it is not.
        void liabilities.take(operatorOf(call).operatorId).catch(() => undefined);
        return call.say('done.saved');
      });
    },
    operatorReserves: async () => ({
      ...reservesView(await reserves.list(), await findSnapshot(database), terms),
      platform: reserves.platform,
    }),
    proposeReserve: (call) => proposeReserve(context, call),
    proposeReserveEnd: (call) => proposeEnd(context, call),
  };
}

async function proposeReserve(
  context: LiabilitiesNeeds,
  call: Call<'proposeReserve'>,
): Promise<ResponseOf<'proposeReserve'>> {
  const { proposals, reserves } = context;
  const payload = readReserve(context, call);
  await reserves.check(payload);
  const draft = { kind: 'add_reserve', payload, reason: call.input.reason } as const;
  const subject = `reserve ${payload.chain} ${payload.address}`;
  const proposed = { action: 'reserve.proposed', subject, detail: call.input };
  return act(context, call, proposed, async () => ({
    proposal_id: await proposals.propose(operatorOf(call), draft),
  }));
}

/** What is asked for in its one form; throws field errors. */
function readReserve(
  { reserves, terms, clock }: LiabilitiesNeeds,
  { input, say }: Call<'proposeReserve'>,
): ReservePayload {
  const { chain, message, signature, balance } = input;
  const fields: Record<string, string> = {};
  const address = reserves.canonical(chain, input.address);
  const currency = terms.currency(input.currency_id);
  if (address === undefined) fields['address'] = say('fields.address');
  if (currency === undefined) fields['currency_id'] = say('fields.currency');
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  if (!reserves.isDated(message))
    fields['message'] = say('fields.reserve_message', { name: reserves.platform, day });
  const minor =
    balance === undefined ? undefined : parseDecimal(balance, currency?.scale ?? 0)?.toString();
  if (currency !== undefined && balance !== undefined && minor === undefined)
    fields['balance'] = say('fields.decimals', { count: currency.scale });
  if (address === undefined || currency === undefined || Object.keys(fields).length > 0)
    throw new ProblemError('validation_failed', { fields });
  return {
    chain,
    address,
    currency_id: currency.currencyId,
    currency: currency.name,
    message,
    signature,
    ...(minor !== undefined && { balance_minor: minor }),
  };
}

async function proposeEnd(
  context: LiabilitiesNeeds,
  call: Call<'proposeReserveEnd'>,
): Promise<ResponseOf<'proposeReserveEnd'>> {
  const { id, reason } = call.input;
  const found = (await context.reserves.list()).find(({ reserveId }) => reserveId === id);
  if (found === undefined || found.endedAtMs !== undefined) throw new ProblemError('not_found');
  const { chain, address } = found;
  const payload: ReserveEndPayload = { id, chain, address };
  const subject = `reserve ${chain} ${address}`;
  return act(context, call, { action: 'reserve.end_proposed', subject, detail: call.input }, () =>
    context.proposals
      .propose(operatorOf(call), { kind: 'end_reserve', payload, reason })
      .then((proposalId) => ({ proposal_id: proposalId })),
  );
}
