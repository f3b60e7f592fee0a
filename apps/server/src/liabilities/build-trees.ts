/** Has a worker build the trees of a moment: pages go in, parts and trees come out, one at a time each. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LiabilityAnswer, LiabilityRequest } from './liability-worker.ts';
import type { Built, TreeBuilderOptions } from './tree-builder.ts';

const WORKER = new URL('./liability-worker.ts', import.meta.url);
/** It needs a part of that: more is a fault, and ends the worker and not the server. */
const WORKER_HEAP_MB = 256;

export interface BuildOptions extends Omit<TreeBuilderOptions, 'folder'> {
  /** Where a folder for what does not fit into memory is made, and removed in the end. */
  readonly dataDir: string;
}

export async function* buildTrees(
  { dataDir, ...options }: BuildOptions,
  pages: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly Built[]> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(dataDir, 'liabilities-'));
  const workerData: TreeBuilderOptions = { ...options, folder };
  const worker = new Worker(WORKER, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
  });
  try {
    for await (const bytes of pages) await ask(worker, { kind: 'add', bytes });
    for (;;) {
      const { built } = await ask(worker, { kind: 'more' });
      if (built.length === 0) return;
      yield built;
    }
  } finally {
    await worker.terminate();
    await rm(folder, { recursive: true, force: true });
  }
}

function ask(worker: Worker, request: LiabilityRequest): Promise<LiabilityAnswer> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number) => reject(new Error(`the worker of liabilities ended: ${code}`));
    worker.once('error', reject);
    worker.once('exit', onExit);
    worker.once('message', (answer: LiabilityAnswer) => {
      worker.off('error', reject);
      worker.off('exit', onExit);
      resolve(answer);
    });
    worker.postMessage(request);
  });
}
