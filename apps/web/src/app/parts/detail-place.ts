/** Where a desk shows what was chosen of a list. Pages without such a place open a sheet. */
import { useSyncExternalStore } from 'react';

let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** A ref of the frame's. */
export function setDetailPlace(element: HTMLElement | null): void {
  place = element;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useDetailPlace = (): HTMLElement | null =>
  useSyncExternalStore(subscribe, () => place);
