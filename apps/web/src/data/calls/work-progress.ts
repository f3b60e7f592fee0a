/** How far a proof of work is, for what waits for it: a part of 1; undefined while there is none. */
import { create } from 'zustand';

const progress = create<{ readonly part: number | undefined }>()(() => ({ part: undefined }));

export const useWorkProgress = (): number | undefined => progress((state) => state.part);
export const tellWorkProgress = (part: number | undefined): void => progress.setState({ part });
