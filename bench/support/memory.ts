/** Memory of processes as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Memory {
  /** Resident, pages that others have too included; MiB. */
  readonly rss: number;
  /** The same with each shared page divided among those who have it; MiB. */
  readonly pss: number;
}

const KIB_PER_MIB = 1024;

/** A process and everything below it, itself first. */
export function treeOf(processId: number): number[] {
  const children = Map.groupBy(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number),
    parentOf,
  );
  const tree = [processId];
  for (const each of tree) tree.push(...(children.get(each) ?? []));
  return tree;
}

function parentOf(processId: number): number {
  try {
    // Behind the name, which may hold anything but ends with the last bracket.
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return Number(fields?.[1]);
  } catch {
    return 0;
  }
}

/** Of all these together; those that are gone have none. */
export function memoryOf(processIds: readonly number[]): Memory {
  let [rss, pss] = [0, 0];
  for (const id of processIds) {
    const text = readRollup(id);
    rss += figure(text, 'Rss');
    pss += figure(text, 'Pss');
  }
  return { rss: rss / KIB_PER_MIB, pss: pss / KIB_PER_MIB };
}

function readRollup(processId: number): string {
  try {
    return readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8');
  } catch {
    return '';
  }
}

const figure = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
