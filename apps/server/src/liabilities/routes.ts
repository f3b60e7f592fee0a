/** What the house owes its users: published for everybody, each user's own proof for them alone; and its reserves. */

import { ProblemError } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import type { Exceptions } from '../core/capability.ts';
import { type Handlers, userOf } from '../core/http/handler.ts';
import { LIABILITY_PROOFS_KEPT_MS } from '../core/http/limits.ts';
import { snapshotOf } from './liabilities.ts';
import { reservesView } from './liability-views.ts';
import type { LiabilitiesNeeds } from './needs.ts';
import { findSnapshot, firstProvenSnapshot, snapshotsPage } from './queries.ts';

const PROOFS_DAYS = LIABILITY_PROOFS_KEPT_MS / DAY_MS;

type Names = 'liabilities' | 'liabilitySnapshot' | 'liabilityProof' | 'reserves';

/** Needs what lives in the engine’s memory. */
export const liabilityExceptions = { reserves: 'engine' } as const satisfies Exceptions<Names>;

export function liabilityHandlers(context: LiabilitiesNeeds): Pick<Handlers, Names> {
  const { database, liabilities, reserves, terms } = context;
  return {
    liabilities: async ({ input }) => {
      const found = await snapshotsPage(database, input);
      return {
        ...found,
        list: found.list.map(snapshotOf),
        ...(await liabilityTimes(context)),
      };
    },
    liabilitySnapshot: async ({ input }) => {
      const found = await findSnapshot(database, input.id);
      if (found === undefined) throw new ProblemError('not_found');
      return snapshotOf(found);
    },
    liabilityProof: (call) => liabilities.proofOf(userOf(call).userId, call.input.snapshot_id),
    reserves: async () => reservesView(await reserves.list(), await findSnapshot(database), terms),
  };
}

/** From when on proofs are kept, and when the next publication is due. */
export async function liabilityTimes({ database, liabilities }: LiabilitiesNeeds) {
  const proofsFrom = await firstProvenSnapshot(database);
  const nextAtMs = liabilities.nextAtMs(await findSnapshot(database));
  return {
    proofs_days: PROOFS_DAYS,
    ...(proofsFrom !== undefined && { proofs_from: proofsFrom }),
    ...(nextAtMs !== undefined && { next_at: nextAtMs }),
  };
}
