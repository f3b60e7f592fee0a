import { useEffect, useState } from 'react';

/** True once `isOn` has held for `delayMs` without a break; false at once when it ends. */
export function useDelayedFlag(isOn: boolean, delayMs: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOn, delayMs]);
  return isOn && isLate;
}
