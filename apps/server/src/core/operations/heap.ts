import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back what nothing holds any more, as after a start: by itself V8 would let the heap grow by as much again first. It
 * stands still meanwhile, for some tens of milliseconds, or seconds of a heap of gigabytes.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  // Code that is kept compiled is good for the same flags only.
  setFlagsFromString('--no-expose-gc');
  collect({ execution: 'sync', flavor: 'last-resort', type: 'major' });
}
