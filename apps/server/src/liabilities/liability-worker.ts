/**
 * The worker thread that hashes a snapshot's trees. It does what it is asked, one thing at a time, and gives what it
 * built when it is asked for more: so neither side ever gets ahead of the other.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type Built, TreeBuilder, type TreeBuilderOptions } from './tree-builder.ts';

export type LiabilityRequest =
  | { readonly kind: 'add'; readonly bytes: Uint8Array }
  | { readonly kind: 'more' };

/** `built` is empty at the end. */
export interface LiabilityAnswer {
  readonly built: readonly Built[];
}

/** Parts of one answer: half a megabyte. */
const BUILT_AT_ONCE = 64;

const port = parentPort;
if (port === null) throw new Error('liability-worker runs as a worker thread only');
const builder = new TreeBuilder(workerData as TreeBuilderOptions);
let building: Generator<Built> | undefined;

function next(): readonly Built[] {
  building ??= builder.build();
  const built: Built[] = [];
  while (built.length < BUILT_AT_ONCE) {
    const { done, value } = building.next();
    if (done === true) break;
    built.push(value);
  }
  return built;
}

port.on('message', (request: LiabilityRequest) => {
  if (request.kind === 'add') builder.add(request.bytes);
  const answer: LiabilityAnswer = { built: request.kind === 'add' ? [] : next() };
  port.postMessage(answer);
});
