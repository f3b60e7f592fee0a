/** Something that must hold did not: the run ends here, and its seed gives it again. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly invariant: string;

  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`);
    this.invariant = invariant;
  }
}

/** Throws a Violation unless it is so; `detail` is asked only then. */
export function must(isSo: boolean, invariant: string, detail: () => string): asserts isSo {
  if (!isSo) throw new Violation(invariant, detail());
}
