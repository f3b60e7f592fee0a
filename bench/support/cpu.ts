/** CPU time of processes, as Linux counts it: hundredths of a second. */
import { readFileSync } from 'node:fs';

const MS_PER_TICK = 10;

/** User and system time of all of these, in ms; of those that are gone or hidden 0. */
export function cpuMs(processIds: readonly (number | undefined)[]): number {
  let ticks = 0;
  for (const id of processIds) {
    try {
      // Behind the name, which may hold anything but ends with the last bracket.
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It ended, or belongs to somebody else.
    }
  }
  return ticks * MS_PER_TICK;
}

/** Time that a process's first thread, which a session of PostgreSQL consists of, has run, in nanoseconds. */
export const cpuNs = (processId: number): number =>
  Number(readFileSync(`/proc/${processId}/schedstat`, 'utf8').split(' ')[0]);
