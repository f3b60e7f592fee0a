/** The next number that no record has: what a new one begins with. */
export const nextId = (rows: readonly { readonly id: number }[] | undefined): string =>
  String(Math.max(0, ...(rows ?? []).map(({ id }) => id)) + 1);
