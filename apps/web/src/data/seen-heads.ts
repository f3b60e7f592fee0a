/**
 * What this device saw of the chain of receipts: heads, and receipts that it showed. A house that writes the past anew
 * shows by it at the next start, whoever it shows what. What was seen is never replaced; it is thinned out, not aged.
 */

import { storage } from '@fairlead/calls';
import type { Receipt } from '@fairlead/contract';
import type { BrokenHead, Head } from '@fairlead/receipt';
import { create } from 'zustand';
import { callApi } from './calls/api.ts';
import { saveFile } from './save-file.ts';
import { loadVerifier } from './verifier.ts';

const KEY = 'receipt_heads';
/** Together with receipts no more than one call may ask for; 80 bytes each. */
const HEADS_MAX = 60;
/** Of the public part of each, two kilobytes. */
const RECEIPTS_MAX = 40;
/** What a file of them begins with. */
const FORMAT = 'fairlead-heads-1';

interface Seen {
  readonly heads: readonly Head[];
  /** Without owner and amounts: another user of the device may come after. */
  readonly receipts: readonly Receipt[];
  /** What was found, for good: a server that goes back to the old chain has still shown another. */
  readonly broken: readonly BrokenHead[];
}

const NOTHING: Seen = { heads: [], receipts: [], broken: [] };

export function readSeen(): Seen {
  try {
    const value = JSON.parse(storage.read(KEY) ?? '{}') as Partial<Seen>;
    const heads = (list: unknown): readonly Head[] =>
      Array.isArray(list) ? list.filter(isHead) : [];
    return {
      heads: heads(value.heads),
      receipts: Array.isArray(value.receipts) ? value.receipts.filter(isReceiptKept) : [],
      broken: heads(value.broken) as readonly BrokenHead[],
    };
  } catch {
    return NOTHING;
  }
}

const isHead = (value: unknown): value is Head =>
  typeof value === 'object' &&
  value !== null &&
  'count' in value &&
  Number.isSafeInteger(value.count) &&
  'hash' in value &&
  typeof value.hash === 'string';

const isReceiptKept = (value: unknown): value is Receipt =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  Number.isSafeInteger(value.id) &&
  'hash' in value;

const headOf = ({ id, hash }: Receipt): Head => ({ count: id, hash });

function write(seen: Seen): void {
  storage.write(KEY, JSON.stringify(seen));
  brokenStore.setState({ broken: seen.broken });
}

const brokenStore = create<{ readonly broken: readonly BrokenHead[] }>()(() => ({
  broken: readSeen().broken,
}));

/** Heads that were seen here and that the chain does not have any more. */
export const useBrokenHeads = (): readonly BrokenHead[] => brokenStore(({ broken }) => broken);

/** Keeps the newest half whole and every other one of the older: the past stays covered however long it gets. */
function thinned<Item>(items: readonly Item[], max: number): readonly Item[] {
  if (items.length <= max) return items;
  const half = Math.floor(items.length / 2);
  return [...items.slice(0, half).filter((_item, at) => at % 2 === 0), ...items.slice(half)];
}

/** Notes heads that came by any way: another hash of a count that was seen before is broken at once. */
export function noteHeads(heads: readonly Head[]): void {
  const seen = readSeen();
  const known = new Map(
    [...seen.heads, ...seen.receipts.map(headOf)].map((each) => [each.count, each.hash]),
  );
  const broken: BrokenHead[] = [];
  const fresh = new Map<number, Head>();
  for (const { count, hash } of heads) {
    const before = known.get(count);
    if (before === undefined) fresh.set(count, { count, hash });
    else if (before !== hash) broken.push({ count, hash: before, now: hash });
  }
  if (fresh.size === 0 && broken.length === 0) return;
  const all = [...seen.heads, ...fresh.values()].sort((left, right) => left.count - right.count);
  write({ ...seen, heads: thinned(all, HEADS_MAX), broken: withBroken(seen.broken, broken) });
}

/** Notes a receipt of the user's own that was shown. */
export function noteReceipt({ own, ...receipt }: Receipt): void {
  if (own === undefined) return;
  noteHeads([headOf(receipt)]);
  const seen = readSeen();
  if (seen.receipts.some(({ id }) => id === receipt.id)) return;
  const all = [...seen.receipts, receipt].sort((left, right) => left.id - right.id);
  write({ ...seen, receipts: thinned(all, RECEIPTS_MAX) });
}

function withBroken(
  before: readonly BrokenHead[],
  found: readonly BrokenHead[],
): readonly BrokenHead[] {
  const counts = new Set(before.map(({ count }) => count));
  return [...before, ...found.filter(({ count }) => !counts.has(count))].slice(0, HEADS_MAX);
}

/** Asks the server for its chain at everything that was seen here, and notes where it ends now. */
export async function checkSeenHeads(): Promise<void> {
  const { brokenHeads } = await loadVerifier();
  const seen = readSeen();
  const kept = new Map(
    [...seen.receipts.map(headOf), ...seen.heads].map((head) => [head.count, head]),
  );
  const counts = [...kept.keys()].sort((left, right) => left - right);
  const said = await callApi(
    'receiptHashes',
    counts.length === 0 ? {} : { counts: counts.join(',') },
  );
  const found = brokenHeads([...kept.values()], said);
  const now = readSeen();
  if (found.length > 0) write({ ...now, broken: withBroken(now.broken, found) });
  else if (said.hash !== undefined) noteHeads([{ count: said.count, hash: said.hash }]);
}

/** Everything that was seen here as a file, which `fairlead-verify --heads` reads. */
export function saveEvidence(): void {
  const { heads, receipts, broken } = readSeen();
  const { origin } = window.location;
  const content = { format: FORMAT, exchange: origin, time: Date.now(), broken, heads, receipts };
  saveFile('fairlead-heads.json', JSON.stringify(content, undefined, 2), 'application/json');
}
