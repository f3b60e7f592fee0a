/** Counts of what happened in runs, by name: faults that were injected, commands by their outcome. */
export class Figures {
  readonly counts = new Map<string, number>();

  add(name: string, count = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + count);
  }

  addAll(counts: Iterable<readonly [string, number]>): void {
    for (const [name, count] of counts) this.add(name, count);
  }

  /** By name, of names that begin so. */
  of(prefix: string): [string, number][] {
    return [...this.counts]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, count]): [string, number] => [name.slice(prefix.length), count])
      .sort(([left], [right]) => (left < right ? -1 : 1));
  }
}
