import type { SequencerHealth } from './options.ts';

/** A commit that waits for so long is one that nobody waits for any more: a database that hangs, replicas that are gone. */
const STUCK_MS = 3_000;

type Looked = Pick<SequencerHealth, 'state' | 'commitWaitMs' | 'isCommitFailing' | 'isAway'>;

/** Whether what an engine is asked now would wait or be refused, as far as is known here. */
export const commitsNothing = (health: Looked): boolean =>
  health.isAway === true ||
  health.state !== 'running' ||
  health.isCommitFailing ||
  health.commitWaitMs > STUCK_MS;
