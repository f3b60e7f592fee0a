/** Where labels at the left of their lines stand, so that none covers another. */

/** Between two labels side by side. */
const GAP_PX = 4;

export interface Label {
  /** Middle, from the top. */
  readonly y: number;
  readonly width: number;
}

export interface LabelRoom {
  readonly left: number;
  /** Where labels end, and the counts of those that found no place begin. */
  readonly right: number;
  readonly height: number;
  /** What stands there already: labels go beside it. */
  readonly taken?: readonly Taken[];
}

export interface Taken {
  /** Middle, from the top. */
  readonly y: number;
  readonly from: number;
  readonly to: number;
}

export interface LabelPlaces {
  /** Left edges, in the order given; undefined where there is no room beside the others. */
  readonly lefts: readonly (number | undefined)[];
  /** Labels without a place, each with those as high as it; they are counted at the right. */
  readonly folded: readonly { readonly y: number; readonly labels: readonly number[] }[];
}

/** As far left as those that are less than `height` away leave it room. */
function leftOf({ y, width }: Label, others: readonly Taken[], { left, height }: LabelRoom) {
  const near = others
    .filter((other) => Math.abs(other.y - y) < height)
    .sort((one, other) => one.from - other.from);
  let from = left;
  for (const other of near)
    if (other.to + GAP_PX > from && other.from < from + width + GAP_PX) from = other.to + GAP_PX;
  return from;
}

/**
 * Each label stands as far left as those above and below it, and what stands there already, leave it room. One that finds
 * none is put over what stood there; one that finds none beside other labels is counted.
 */
export function labelPlaces(labels: readonly Label[], room: LabelRoom): LabelPlaces {
  const { left, right, height, taken = [] } = room;
  const placed: Taken[] = [];
  const folded: { readonly y: number; readonly labels: number[] }[] = [];
  const lefts = labels.map((label, at) => {
    const { y, width } = label;
    const isCut = (from: number) => from > left && from + width > right;
    const beside = leftOf(label, [...taken, ...placed], room);
    const from = isCut(beside) ? leftOf(label, placed, room) : beside;
    if (isCut(from)) {
      const group = folded.find((other) => Math.abs(other.y - y) < height);
      if (group === undefined) folded.push({ y, labels: [at] });
      else group.labels.push(at);
      return undefined;
    }
    placed.push({ y, from, to: from + width });
    return from;
  });
  return { lefts, folded };
}

interface Box {
  readonly x: number;
  /** Of its middle. */
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is left of a level line between the labels that lie on it. */
export function piecesOf(
  { from, to, y }: { readonly from: number; readonly to: number; readonly y: number },
  boxes: readonly Box[],
): (readonly [
  { readonly x: number; readonly y: number },
  { readonly x: number; readonly y: number },
])[] {
  const on = boxes
    .filter((box) => Math.abs(box.y - y) <= box.height / 2)
    .sort((one, other) => one.x - other.x);
  const pieces: [number, number][] = [];
  let start = from;
  for (const { x, width } of on) {
    if (x > start) pieces.push([start, Math.min(x, to)]);
    start = Math.max(start, x + width);
  }
  if (start < to) pieces.push([start, to]);
  return pieces.map(([left, right]) => [
    { x: left, y },
    { x: right, y },
  ]);
}
