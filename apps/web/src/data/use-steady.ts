import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same and does what the newest one given would do, for parts that are drawn again only when they are given something else. */
export function useSteady(newest: () => void): () => void {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  return useCallback(() => latest.current(), []);
}
