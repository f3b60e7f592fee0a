/** What of a product engine's batches and state is its own, and not a copy of the home's. */
import type { Changes, StoredSnapshot } from '@fairlead/engine';
import { assert } from '@fairlead/units';
import type { EngineName } from '../core/config/engines.ts';
import type { CommittedBatch } from '../core/sequencer/submission.ts';
import { HOME, SHARES } from './shares.ts';

const MIRRORED = {
  currencies: [],
  markets: [],
  grids: [],
  index: [],
  owners: [],
  ownerStates: [],
  referralTerms: [],
  partners: [],
  referrals: [],
  depth: [],
} as const satisfies Partial<Changes>;

const NO_SOURCES: CommittedBatch['sampleSources'] = new Map();

/** A batch of another engine than the home without what the home tells of itself. */
export function ownBatch(batch: CommittedBatch): CommittedBatch {
  const { trading: _mirrored, ...changes } = batch.changes;
  return { ...batch, changes: { ...changes, ...MIRRORED }, sampleSources: NO_SOURCES };
}

/** The first engine's state, which is the home's where that is among them, with what the others have of their products. */
export function joinedSnapshot(
  snapshots: readonly (readonly [EngineName, StoredSnapshot])[],
): StoredSnapshot {
  const [first, ...others] = snapshots;
  assert(first !== undefined, 'a process has an engine whose state it asks for');
  const own = others.map(([name, snapshot]) =>
    name === HOME
      ? {}
      : Object.fromEntries(SHARES[name].state.map((list) => [list, snapshot[list]])),
  );
  return Object.assign({ ...first[1] }, ...own);
}
