/**
 * Builds Merkle sum trees, whole or in parts: a part is as many leaves in a row as make one node of a level, so that a
 * tree of any size is built, and a path found, with one part and the parts' tops in memory.
 */
import { assert } from '@fairlead/units';
import {
  emptyBytes,
  type HashBytes,
  heightOf,
  innerBytes,
  type LiabilityLeaf,
  leafBytes,
  type NodePlace,
  nodesAt,
  paddingBytes,
  rootBytes,
  type SumNode,
} from './liability-node.ts';

export interface TreeShape {
  /** The hash that names it. */
  readonly tree: Uint8Array;
  /** Of the whole tree. */
  readonly leaves: number;
  readonly hash: HashBytes;
}

/** Nodes of one level in a row: `index` is the first one's. */
interface Row {
  readonly level: number;
  readonly index: number;
  readonly nodes: readonly SumNode[];
}

export function leafNode({ tree, hash }: TreeShape, index: number, leaf: LiabilityLeaf): SumNode {
  return { hash: hash(leafBytes({ tree, index }, leaf)), sum: leaf.amount };
}

function paddingNode({ tree, hash }: TreeShape, place: Omit<NodePlace, 'tree'>): SumNode {
  return { hash: hash(paddingBytes({ tree, ...place })), sum: 0n };
}

/** The row above. A row begins at an even place and ends at one, or at the level's end. */
function rowAbove(shape: TreeShape, { level, index, nodes }: Row): Row {
  const { tree, leaves, hash } = shape;
  const above: SumNode[] = [];
  for (let at = 0; at < nodes.length; at += 2) {
    const left = nodes[at];
    const place = { tree, level: level + 1, index: (index + at) / 2 };
    assert(left !== undefined && Number.isInteger(place.index), 'a row begins at an even place');
    let right = nodes[at + 1];
    if (right === undefined) {
      assert(index + at + 1 === nodesAt(leaves, level), 'only the last node has no neighbour');
      right = paddingNode(shape, { level, index: index + at + 1 });
    }
    above.push({ hash: hash(innerBytes(place, { left, right })), sum: left.sum + right.sum });
  }
  return { level: level + 1, index: index / 2, nodes: above };
}

/** The one node of `height` above a row, which holds all that is below that node. */
export function topOf(shape: TreeShape, row: Row, height: number): SumNode {
  let at = row;
  while (at.level < height) at = rowAbove(shape, at);
  const [top] = at.nodes;
  assert(top !== undefined && at.nodes.length === 1, 'a row has one top');
  return top;
}

/** The neighbours of a node and of all above it up to `height`, lowest first; padding is left out. */
export function pathIn(
  shape: TreeShape,
  row: Row,
  to: { height: number; index: number },
): SumNode[] {
  const path: SumNode[] = [];
  let index = to.index;
  for (let at = row; at.level < to.height; at = rowAbove(shape, at)) {
    const neighbour = index % 2 === 0 ? index + 1 : index - 1;
    const node = at.nodes[neighbour - at.index];
    if (node !== undefined) path.push(node);
    index = Math.floor(index / 2);
  }
  return path;
}

/** The top of a whole tree from all nodes of a level. */
export function treeTop(shape: TreeShape, level: number, nodes: readonly SumNode[]): SumNode {
  if (shape.leaves === 0) return { hash: shape.hash(emptyBytes(shape.tree)), sum: 0n };
  return topOf(shape, { level, index: 0, nodes }, heightOf(shape.leaves));
}

/** The hash that is published. */
export const publishedRoot = ({ tree, leaves, hash }: TreeShape, top: SumNode): Uint8Array =>
  hash(rootBytes(tree, { leaves, top }));
