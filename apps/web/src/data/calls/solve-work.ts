/** Proves work in a thread of its own, so that the page goes on. */
import type { WorkAsked } from '@fairlead/contract';
import { tellWorkProgress } from './work-progress.ts';
import type { WorkWord } from './work-worker.ts';

/** Rejects where the browser gives no thread. */
export async function solveWork(asked: WorkAsked): Promise<string> {
  const worker = new Worker(new URL('./work-worker.ts', import.meta.url), { type: 'module' });
  tellWorkProgress(0);
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.onerror = () => reject(new Error('no proof of work'));
      worker.onmessage = ({ data }: MessageEvent<WorkWord>) => {
        if (data.proof === undefined) tellWorkProgress(data.part);
        else resolve(data.proof);
      };
      worker.postMessage(asked);
    });
  } finally {
    worker.terminate();
    tellWorkProgress(undefined);
  }
}
