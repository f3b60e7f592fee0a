import { useRef } from 'react';

/** True from the first time `value` was true: keeps an overlay mounted while it closes. */
export function useOnceTrue(value: boolean): boolean {
  const seen = useRef(false);
  if (value) seen.current = true;
  return seen.current;
}
