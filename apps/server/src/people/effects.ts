/** What an agreed unfreezing does once it is passed. It may be repeated: the second time changes nothing. */
import { ProblemError } from '@fairlead/contract';
import { runCommand } from '../core/acts/acts.ts';
import {
  payloadOf,
  type RecoverPayload,
  type ReleasePayload,
  type UnfreezePayload,
} from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import type { Holds } from '../holds/index.ts';
import { liftLock, type Recoveries, type SecurityLocks } from '../identity/index.ts';
import { freezeMarkOf, heldActOf, holdMarkOf, lookUpUser } from './queries.ts';

export interface UnfreezeNeeds {
  readonly database: Database;
  readonly sequencer: Pick<SequencerPort, 'run'>;
  readonly clock: { now(): number };
  readonly securityLocks: Pick<SecurityLocks, 'note'>;
  readonly recoveries: Pick<Recoveries, 'identify'>;
  readonly holds: Pick<Holds, 'inTurn'>;
}

/** Lets the photos that were looked at stand for identity, the second of two ways; not others that came after them. */
export async function recover(
  { recoveries }: Pick<UnfreezeNeeds, 'recoveries'>,
  proposal: ProposalRow,
): Promise<void> {
  const { id, recovery, ...photos } = payloadOf<RecoverPayload>(proposal);
  const looked = { documentId: photos.document_photo, holdingId: photos.holding_photo };
  if (!(await recoveries.identify(recovery, id, looked))) throw new ProblemError('intent_changed');
}

/** Lifts the freeze that was looked at, not one for another reason that came after it (D10). */
export async function unfreeze(context: UnfreezeNeeds, proposal: ProposalRow): Promise<void> {
  const { id, ...looked } = payloadOf<UnfreezePayload>(proposal);
  const { database } = context;
  const isSame = async () =>
    JSON.stringify(await freezeMarkOf(database, id)) === JSON.stringify(looked);
  if ((await lookUpUser(database, id))?.isFrozen !== true) {
    // The account was opened, and then something ended before the lock was lifted.
    if (looked.lock !== undefined && (await isSame())) await endLock(context, id);
    return;
  }
  if (!(await isSame())) throw new ProblemError('intent_changed');
  const command = { kind: 'set_owner_state', owner: id } as const;
  await runCommand(context, { ...command, isFrozen: false });
  if (await isSame()) {
    if (looked.lock !== undefined) await endLock(context, id);
    return;
  }
  // Frozen anew in the same moment: that one holds.
  await runCommand(context, { ...command, isFrozen: true });
  throw new ProblemError('intent_changed');
}

/** Lets go of the hold that was looked at, not of one for another reason that came after it. */
export async function release(context: UnfreezeNeeds, proposal: ProposalRow): Promise<void> {
  const { id, ...looked } = payloadOf<ReleasePayload>(proposal);
  const { database } = context;
  const isSame = async () => {
    const { hold, held_for: reason } = await holdMarkOf(database, id);
    if (looked.held_for !== undefined) return hold === looked.hold && reason === looked.held_for;
    // Proposed in a version before: by the act, which may have changed nothing.
    const isHold = looked.hold === undefined || hold === looked.hold;
    return isHold && (await heldActOf(database, id)) === looked.held_act;
  };
  // No hold is placed meanwhile.
  await context.holds.inTurn(async () => {
    if ((await lookUpUser(database, id))?.withdrawalHold === undefined) return;
    if (!(await isSame())) throw new ProblemError('intent_changed');
    await runCommand(context, { kind: 'hold_withdrawals', owner: id });
  });
}

/** The owner's lock is over; what was in somebody else's hand may still be, so withdrawals cool off. */
async function endLock(
  { database, clock, securityLocks }: UnfreezeNeeds,
  userId: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (await liftLock(transaction, userId, clock.now()))
      await securityLocks.note(transaction, userId, 'lock');
  });
}
