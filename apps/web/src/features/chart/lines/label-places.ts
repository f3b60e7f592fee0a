/** Where labels at the left of their lines stand, so that none covers another. */

/** Between two labels side by side. */
const GAP_PX = 4;

export interface Label {
  /** Middle, from the top. */
  readonly y: number;
  readonly width: number;
}

/**
 * Left edges, in the order given: each label stands as far left as those above and below it, less than `height` away,
 * leave it room.
 */
export function labelPlaces(
  labels: readonly Label[],
  { left, height }: { readonly left: number; readonly height: number },
): readonly number[] {
  const placed: { readonly y: number; readonly from: number; readonly to: number }[] = [];
  return labels.map(({ y, width }) => {
    const near = placed
      .filter((other) => Math.abs(other.y - y) < height)
      .sort((one, other) => one.from - other.from);
    let from = left;
    for (const other of near)
      if (other.to + GAP_PX > from && other.from < from + width + GAP_PX) from = other.to + GAP_PX;
    placed.push({ y, from, to: from + width });
    return from;
  });
}
