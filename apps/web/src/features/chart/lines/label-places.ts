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
}

export interface LabelPlaces {
  /** Left edges, in the order given; undefined where there is no room beside the others. */
  readonly lefts: readonly (number | undefined)[];
  /** Labels without a place, each with those as high as it; they are counted at the right. */
  readonly folded: readonly { readonly y: number; readonly labels: readonly number[] }[];
}

/**
 * Each label stands as far left as those above and below it, less than `height` away, leave it room; one that finds none
 * is counted.
 */
export function labelPlaces(labels: readonly Label[], room: LabelRoom): LabelPlaces {
  const { left, right, height } = room;
  const placed: { readonly y: number; readonly from: number; readonly to: number }[] = [];
  const folded: { readonly y: number; readonly labels: number[] }[] = [];
  const lefts = labels.map(({ y, width }, at) => {
    const near = placed
      .filter((other) => Math.abs(other.y - y) < height)
      .sort((one, other) => one.from - other.from);
    let from = left;
    for (const other of near)
      if (other.to + GAP_PX > from && other.from < from + width + GAP_PX) from = other.to + GAP_PX;
    if (from > left && from + width > right) {
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
