/**
 * Checks, from nothing but what it is given, that a user's balances are in published totals. No network, no clock, no
 * trust in whoever made it. What that proves, and what it does not, is in docs/internals/liabilities.md.
 */
import { isPlainObject } from './canonical-json.ts';
import { type Finding, failed, findingOf, skipped } from './finding.ts';
import {
  emptyBytes,
  HASH_BYTES,
  heightOf,
  innerBytes,
  LIABILITY_SUM_MAX,
  leafBytes,
  nodesAt,
  paddingBytes,
  rootBytes,
  type SumNode,
  treeBytes,
} from './liability-node.ts';
import {
  checkSnapshotHash,
  checkSnapshotLink,
  isCount,
  isHashText,
  isLiabilitySnapshot,
  type LiabilitySnapshot,
  type LiabilityTree,
  readSum,
  treeText,
} from './liability-snapshot.ts';

/** What a file of a proof begins with. */
export const LIABILITY_FORMAT = 'fairlead-liabilities-1';

export interface LiabilitySibling {
  readonly hash: string;
  readonly sum: string;
}

/** That one balance is in one tree. */
export interface LiabilityPath {
  readonly currency: string;
  /** Decimal text with all decimals. */
  readonly amount: string;
  /** Place among the leaves, from 0. */
  readonly index: number;
  /** 64 hex digits. */
  readonly nonce: string;
  /** Lowest first. Where there is no neighbour, padding stands for it and is not listed. */
  readonly siblings: readonly LiabilitySibling[];
}

/** What a user is given. */
export interface LiabilityProof {
  readonly format: string;
  readonly owner: number;
  readonly snapshot: LiabilitySnapshot;
  readonly paths: readonly LiabilityPath[];
}

export interface LiabilityCheck extends Finding {
  /** `path` is one a currency. */
  readonly name: 'shape' | 'hash' | 'link' | 'empty' | 'owner' | 'path';
  readonly currency?: string;
}

export interface LiabilityVerification {
  /** No check failed. What is missing was not checked: see isWhole. */
  readonly isRight: boolean;
  /** Every currency that anybody has something of has a path, so nothing was left out. */
  readonly isWhole: boolean;
  readonly checks: readonly LiabilityCheck[];
}

export interface LiabilityContext {
  /** The snapshot published before. */
  readonly previous?: unknown;
  /** The user's number, known from elsewhere. */
  readonly owner?: number;
  /** All currencies that the user had something of, known from elsewhere: each needs its path. */
  readonly had?: readonly string[];
}

const summed = (checks: readonly LiabilityCheck[]): LiabilityVerification => ({
  isRight: checks.every(({ status }) => status !== 'failed'),
  isWhole: checks.every(({ name, status }) => name !== 'path' || status === 'passed'),
  checks,
});

/** Whether it has the form of a proof; every path is then checked by itself. */
export function isLiabilityProof(value: unknown): value is LiabilityProof {
  if (!isPlainObject(value)) return false;
  const { format, owner, snapshot, paths } = value;
  return (
    format === LIABILITY_FORMAT &&
    isCount(owner) &&
    owner > 0 &&
    isLiabilitySnapshot(snapshot) &&
    Array.isArray(paths) &&
    paths.every(isPath)
  );
}

function isPath(value: unknown): value is LiabilityPath {
  if (!isPlainObject(value)) return false;
  const { currency, amount, index, nonce, siblings } = value;
  return (
    typeof currency === 'string' &&
    typeof amount === 'string' &&
    isCount(index) &&
    isHashText(nonce) &&
    Array.isArray(siblings) &&
    siblings.every(
      (each) => isPlainObject(each) && isHashText(each['hash']) && typeof each['sum'] === 'string',
    )
  );
}

/** Checks one publication, with the one before where it is given. Never throws for what it is given. */
export async function verifySnapshot(
  value: unknown,
  { previous }: Pick<LiabilityContext, 'previous'> = {},
): Promise<LiabilityVerification> {
  if (!isLiabilitySnapshot(value))
    return summed([{ name: 'shape', ...failed('not a publication of liabilities') }]);
  return summed([
    { name: 'hash', ...(await checkSnapshotHash(value)) },
    { name: 'link', ...checkSnapshotLink(value, previous) },
    { name: 'empty', ...(await checkEmpty(value)) },
  ]);
}

/** Where nobody has a leaf nothing is owed, and there is one root for that. */
async function checkEmpty(snapshot: LiabilitySnapshot): Promise<Finding> {
  for (const published of snapshot.trees) {
    if (published.leaves > 0) continue;
    const tree = await sha256(treeBytes(treeText(snapshot, published)));
    const finding = await compare(tree, published, {
      hash: await sha256(emptyBytes(tree)),
      sum: 0n,
    });
    if (finding.status === 'failed') return failed(`${published.currency} has no leaves, but more`);
  }
  return findingOf([]);
}

/** Checks a user's proof whole. Never throws for what it is given. */
export async function verifyLiabilityProof(
  value: unknown,
  { previous, owner, had }: LiabilityContext = {},
): Promise<LiabilityVerification> {
  if (!isLiabilityProof(value))
    return summed([{ name: 'shape', ...failed('not a proof of liabilities') }]);
  const { checks } = await verifySnapshot(value.snapshot, { previous });
  const isForeign = owner !== undefined && owner !== value.owner;
  const ownerFinding = findingOf([isForeign ? `it is of user ${value.owner}` : undefined]);
  const paths: LiabilityCheck[] = [];
  const seen = new Set<string>();
  for (const path of value.paths) {
    const finding = seen.has(path.currency)
      ? failed('a currency comes twice')
      : await checkPath(value, path);
    seen.add(path.currency);
    paths.push({ name: 'path', currency: path.currency, ...finding });
  }
  const absent = absentPaths(value, { seen, had });
  return summed([...checks, { name: 'owner', ...ownerFinding }, ...paths, ...absent]);
}

/**
 * A path that is left out looks like a balance of nothing. So each currency of others without one is said, and is wrong
 * where the user knows to have had some.
 */
function absentPaths(
  { snapshot }: LiabilityProof,
  {
    seen,
    had = [],
  }: { readonly seen: ReadonlySet<string>; readonly had?: readonly string[] | undefined },
): LiabilityCheck[] {
  const published = snapshot.trees.filter(({ leaves }) => leaves > 0).map((tree) => tree.currency);
  const absent = [...new Set([...published, ...had])].filter((currency) => !seen.has(currency));
  return absent.map((currency) => {
    const finding = had.includes(currency)
      ? failed('its path is missing')
      : skipped('there is no path, so nothing is shown of it');
    return { name: 'path', currency, ...finding };
  });
}

async function checkPath(
  { owner, snapshot }: LiabilityProof,
  path: LiabilityPath,
): Promise<Finding> {
  const published = snapshot.trees.find(({ currency }) => currency === path.currency);
  if (published === undefined) return failed('nothing is published of this currency');
  const { scale, leaves } = published;
  const amount = readSum(path.amount, scale);
  if (amount === undefined) return failed('the balance is no amount');
  if (path.index >= leaves) return failed('its place is beyond the leaves');
  const siblings = path.siblings.map(({ hash, sum }) => ({ hash, sum: readSum(sum, scale) }));
  if (!siblings.every(isNode)) return failed('a sum on the path is no amount');
  const tree = await sha256(treeBytes(treeText(snapshot, published)));
  const leaf = { owner, amount, nonce: bytesOf(path.nonce) };
  const start = { hash: await sha256(leafBytes({ tree, index: path.index }, leaf)), sum: amount };
  const top = await climb(start, {
    tree,
    leaves,
    index: path.index,
    siblings: siblings.map(({ hash, sum }) => ({ hash: bytesOf(hash), sum })),
  });
  return typeof top === 'string' ? failed(top) : compare(tree, published, top);
}

const isNode = (node: {
  hash: string;
  sum: bigint | undefined;
}): node is {
  hash: string;
  sum: bigint;
} => node.sum !== undefined;

interface Climb {
  readonly tree: Uint8Array;
  readonly leaves: number;
  readonly index: number;
  readonly siblings: readonly SumNode[];
}

/** Makes every node from the leaf to the top; what is wrong in words. */
async function climb(start: SumNode, { tree, leaves, index: first, siblings }: Climb) {
  const height = heightOf(leaves);
  let node = start;
  let index = first;
  let used = 0;
  for (let level = 0; level < height; level += 1) {
    const isLeft = index % 2 === 0;
    const isPadded = isLeft && index + 1 >= nodesAt(leaves, level);
    let sibling = siblings[used];
    if (isPadded)
      sibling = { hash: await sha256(paddingBytes({ tree, level, index: index + 1 })), sum: 0n };
    else used += 1;
    if (sibling === undefined) return 'the path is too short';
    const sum = node.sum + sibling.sum;
    if (sum > LIABILITY_SUM_MAX) return 'a sum is more than can exist';
    index = Math.floor(index / 2);
    const children = isLeft ? { left: node, right: sibling } : { left: sibling, right: node };
    node = { hash: await sha256(innerBytes({ tree, level: level + 1, index }, children)), sum };
  }
  return used === siblings.length ? node : 'the path is too long';
}

async function compare(tree: Uint8Array, published: LiabilityTree, top: SumNode): Promise<Finding> {
  const { leaves, scale, total, root } = published;
  const made = hexOf(await sha256(rootBytes(tree, { leaves, top })));
  return findingOf([
    top.sum === readSum(total, scale) ? undefined : 'the path does not add up to the total',
    made === root ? undefined : 'the path does not lead to the published root',
  ]);
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** 64 hex digits, checked before. */
const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: HASH_BYTES }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
