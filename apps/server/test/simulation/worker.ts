/** Runs the seeds that it is sent, one after another, in a process of its own. */
import process from 'node:process';
import { type RunOptions, simulate } from './simulation.ts';

process.on('message', (options: RunOptions) => {
  void simulate(options).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit());
