/** The thread in which work is proved. */
import type { WorkAsked } from '@fairlead/contract';
import { prove } from './work-proof.ts';

/** How far it is, or the proof. */
export type WorkWord =
  | { readonly part: number; readonly proof?: undefined }
  | { readonly proof: string };

const say = (word: WorkWord): void => self.postMessage(word);

self.onmessage = ({ data }: MessageEvent<WorkAsked>) => {
  say({ proof: prove(data, (part) => say({ part })) });
};
