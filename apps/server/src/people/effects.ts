/** What an agreed unfreezing does once it is passed. It may be repeated: the second time changes nothing. */
import { ProblemError } from '@fairlead/contract';
import { runCommand } from '../core/acts/acts.ts';
import { payloadOf, type ReleasePayload, type UnfreezePayload } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import { freezeMarkOf, holdMarkOf, lookUpUser } from './queries.ts';

export interface UnfreezeNeeds {
  readonly database: Database;
  readonly sequencer: Pick<SequencerPort, 'run'>;
}

/** Lifts the freeze that was looked at, not one for another reason that came after it (D10). */
export async function unfreeze(context: UnfreezeNeeds, proposal: ProposalRow): Promise<void> {
  const { id, ...looked } = payloadOf<UnfreezePayload>(proposal);
  const { database } = context;
  const isSame = async () =>
    JSON.stringify(await freezeMarkOf(database, id)) === JSON.stringify(looked);
  if ((await lookUpUser(database, id))?.isFrozen !== true) return;
  if (!(await isSame())) throw new ProblemError('intent_changed');
  const command = { kind: 'set_owner_state', owner: id } as const;
  await runCommand(context, { ...command, isFrozen: false });
  if (await isSame()) return;
  // Frozen anew in the same moment: that one holds.
  await runCommand(context, { ...command, isFrozen: true });
  throw new ProblemError('intent_changed');
}

/** Lets go of the hold that was looked at, not of one for another reason that came after it. */
export async function release(context: UnfreezeNeeds, proposal: ProposalRow): Promise<void> {
  const { id, ...looked } = payloadOf<ReleasePayload>(proposal);
  const { database } = context;
  const isSame = async () => (await holdMarkOf(database, id)).held_act === looked.held_act;
  const reason = (await lookUpUser(database, id))?.withdrawalHold;
  if (reason === undefined) return;
  if (!(await isSame())) throw new ProblemError('intent_changed');
  await runCommand(context, { kind: 'hold_withdrawals', owner: id });
  if (await isSame()) return;
  // Held anew in the same moment: that one holds.
  await runCommand(context, { kind: 'hold_withdrawals', owner: id, reason });
  throw new ProblemError('intent_changed');
}
