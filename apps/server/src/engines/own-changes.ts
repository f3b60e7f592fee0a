/** What of a product engine's batches and state is its own, and not a copy of the home's. */
import type { Changes, StoredSnapshot } from '@fairlead/engine';
import type { ProductEngine } from '../core/config/engines.ts';
import type { CommittedBatch } from '../core/sequencer/submission.ts';

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

const OWN_LISTS = {
  futures: ['futuresTerms', 'positions'],
  options: ['optionTerms', 'optionCurrencies', 'options', 'windowSamples'],
  wealth: ['hostingProducts', 'hostings'],
} as const satisfies Record<ProductEngine, readonly (keyof StoredSnapshot)[]>;

/** The home's state with what the other engines have of their products. */
export function joinedSnapshot(
  home: StoredSnapshot,
  products: Readonly<Record<ProductEngine, StoredSnapshot>>,
): StoredSnapshot {
  const own = (name: ProductEngine) =>
    Object.fromEntries(OWN_LISTS[name].map((list) => [list, products[name][list]]));
  return { ...home, ...own('futures'), ...own('options'), ...own('wealth') };
}
