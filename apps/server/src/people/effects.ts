/** What an agreed unfreezing does once it is passed. It may be repeated: the second time changes nothing. */
import { ProblemError } from '@fairlead/contract';
import { runCommand } from '../core/acts/acts.ts';
import { payloadOf, type UnfreezePayload } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import { freezeMarkOf, lookUpUser } from './queries.ts';

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
