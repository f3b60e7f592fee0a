/** A process of an engine as the simulation and the other engines deal with it. */
import type { Command, Result } from '@fairlead/engine';
import type { Sequencer } from '../../../src/core/sequencer/sequencer.ts';
import type { Answer, RunOptions, Submission } from '../../../src/core/sequencer/submission.ts';
import type { PlanRoom } from '../people/plan-room.ts';
import type { Process } from '../store/memory-server.ts';
import type { CrashPoint } from './crash-points.ts';

export interface SiteProcess extends Process {
  readonly isReady: boolean;
  /** Where it carries recurring buys out, once it serves. */
  readonly plans: PlanRoom | undefined;
  hasSuccessor: boolean;
  diesAt: CrashPoint | undefined;
  readonly sequencer: Sequencer | undefined;
  readonly run: ((command: Command, options?: RunOptions) => Promise<Result>) | undefined;
  runFor(command: Command, options?: RunOptions): Promise<Result>;
  prepare(owner: number | undefined): Promise<void> | undefined;
  fallBehind(): void;
  untilDeath<Made>(made: Promise<Made>): Promise<Made>;
  submit(submission: Submission): Promise<Answer>;
  die(): void;
  abandon(): void;
}
