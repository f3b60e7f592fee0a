/**
 * What is published of the liabilities at one moment: a tree for each currency, linked to the publication before by its
 * hash. Also the reading of one from anywhere.
 */
import { formatDecimal, parseDecimal } from '@fairlead/units';
import { canonicalJson, isPlainObject } from './canonical-json.ts';
import { GENESIS_HASH, receiptHash } from './digest.ts';
import { differs, type Finding, failed, findingOf, skipped } from './finding.ts';
import { LIABILITY_HEIGHT_MAX, LIABILITY_SUM_MAX } from './liability-node.ts';

export interface LiabilityTree {
  readonly currency: string;
  /** Decimals of its amounts. */
  readonly scale: number;
  readonly leaves: number;
  /** Decimal text with all decimals. */
  readonly total: string;
  /** 64 hex digits. */
  readonly root: string;
}

export interface LiabilitySnapshot {
  /** Gapless from 1. */
  readonly id: number;
  /** The ledger's time, ms. */
  readonly time: number;
  /** The last command that is in it. */
  readonly sequence: number;
  /** By currency. */
  readonly trees: readonly LiabilityTree[];
  /** The head of the chain of receipts at that time; absent while there was none, and in publications of before. */
  readonly receipts?: { readonly count: number; readonly hash: string } | undefined;
  /** The `hash` of the one before; 64 zeros for the first. */
  readonly previous_hash: string;
  /** SHA-256 of the RFC 8785 JSON of all of the above. */
  readonly hash: string;
}

const HASH_TEXT = /^[0-9a-f]{64}$/;
const SCALE_MAX = 18;
const TREES_MAX = 10_000;

export const isHashText = (value: unknown): value is string =>
  typeof value === 'string' && HASH_TEXT.test(value);
export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** An amount in minor units; undefined where the text is not written with all decimals, or is more than can exist. */
export function readSum(text: unknown, scale: number): bigint | undefined {
  const value = typeof text === 'string' ? parseDecimal(text, scale) : undefined;
  if (value === undefined || value < 0n || value > LIABILITY_SUM_MAX) return undefined;
  return formatDecimal(value, scale) === text ? value : undefined;
}

const hasOnly = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));

function isTree(value: unknown): value is LiabilityTree {
  if (!isPlainObject(value)) return false;
  const { currency, scale, leaves, total, root } = value;
  return (
    hasOnly(value, ['currency', 'scale', 'leaves', 'total', 'root']) &&
    typeof currency === 'string' &&
    /^[A-Z0-9]{1,20}$/.test(currency) &&
    isCount(scale) &&
    scale <= SCALE_MAX &&
    isCount(leaves) &&
    leaves <= 2 ** LIABILITY_HEIGHT_MAX &&
    readSum(total, scale) !== undefined &&
    isHashText(root)
  );
}

function isReceiptsHead(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isPlainObject(value) || !hasOnly(value, ['count', 'hash'])) return false;
  return isCount(value['count']) && value['count'] > 0 && isHashText(value['hash']);
}

/** Whether it has the form of a snapshot; its trees are in order and each currency has one. */
export function isLiabilitySnapshot(value: unknown): value is LiabilitySnapshot {
  if (!isPlainObject(value)) return false;
  const { id, time, sequence, trees, previous_hash: previous, hash } = value;
  return (
    hasOnly(value, [
      ...['id', 'time', 'sequence', 'trees', 'previous_hash', 'hash'],
      ...(value['receipts'] === undefined ? [] : ['receipts']),
    ]) &&
    isReceiptsHead(value['receipts']) &&
    isCount(id) &&
    id > 0 &&
    isCount(time) &&
    isCount(sequence) &&
    Array.isArray(trees) &&
    trees.length <= TREES_MAX &&
    trees.every(isTree) &&
    trees.every(
      (tree, at) => at === 0 || (trees[at - 1] as LiabilityTree).currency < tree.currency,
    ) &&
    isHashText(previous) &&
    isHashText(hash)
  );
}

/** The text whose hash names a tree: all that is known before it is built. */
export function treeText(
  { id, time, sequence, previous_hash }: Omit<LiabilitySnapshot, 'trees' | 'hash'>,
  { currency, scale }: Pick<LiabilityTree, 'currency' | 'scale'>,
): string {
  return canonicalJson({ id, time, sequence, previous_hash, currency, scale });
}

/** The hash that links what is published. */
export const snapshotHash = (snapshot: Omit<LiabilitySnapshot, 'hash'>): Promise<string> =>
  receiptHash({ ...snapshot });

export async function checkSnapshotHash(snapshot: LiabilitySnapshot): Promise<Finding> {
  const expected = await snapshotHash(snapshot);
  return findingOf([differs('hash', { found: snapshot.hash, expected })]);
}

/** Against the one published before. */
export function checkSnapshotLink(snapshot: LiabilitySnapshot, previous: unknown): Finding {
  if (snapshot.id === 1) {
    const link = { found: snapshot.previous_hash, expected: GENESIS_HASH };
    return findingOf([differs('previous_hash', link)]);
  }
  if (previous === undefined) return skipped('the one published before was not given');
  if (!isLiabilitySnapshot(previous)) return failed('the one before is none');
  return findingOf([
    differs('the id before', { found: previous.id, expected: snapshot.id - 1 }),
    differs('previous_hash', { found: snapshot.previous_hash, expected: previous.hash }),
    previous.time > snapshot.time ? 'the one before is later' : undefined,
    previous.sequence > snapshot.sequence ? 'the one before has a later sequence' : undefined,
    receiptsProblem(snapshot.receipts, previous.receipts),
  ]);
}

/** The chain of receipts only grows: what one publication named, the next cannot leave out or go behind. */
function receiptsProblem(
  now: LiabilitySnapshot['receipts'],
  before: LiabilitySnapshot['receipts'],
): string | undefined {
  if (before === undefined) return undefined;
  if (now === undefined) return 'it names no receipts, the one before did';
  if (now.count < before.count) return 'it names fewer receipts than the one before';
  const isSame = now.count === before.count && now.hash !== before.hash;
  return isSame ? 'it names another hash of the same receipts' : undefined;
}
