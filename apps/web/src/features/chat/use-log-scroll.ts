/** Keeps the end of the conversation in view, unless one reads further up; what comes in above moves nothing. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

const NEAR_END_PX = 48;
const NEAR_TOP_PX = 160;

export interface LogScroll {
  readonly isAtEnd: boolean;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
}

export interface LogScrollInputs {
  /** Of the first and last thing shown; undefined while there is nothing. */
  readonly firstKey: string | undefined;
  readonly lastKey: string | undefined;
  /** One's own writing is always shown. */
  readonly isLastOwn: boolean;
  readonly onTop: () => void;
}

export function useLogScroll(
  log: RefObject<HTMLElement | null>,
  { firstKey, lastKey, isLastOwn, onTop }: LogScrollInputs,
): LogScroll {
  const [isAtEnd, setAtEnd] = useState(true);
  const isHeld = useRef(true);
  const shown = useRef<{ first?: string | undefined; height: number }>({ height: 0 });
  const toEnd = () => {
    const box = log.current;
    if (box !== null) box.scrollTop = box.scrollHeight;
  };
  const latest = useRef(toEnd);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something was added at either end
  useLayoutEffect(() => {
    const box = log.current;
    if (box === null) return;
    const { first, height } = shown.current;
    const isPrepended = first !== undefined && first !== firstKey;
    if (isPrepended && !isHeld.current) box.scrollTop += box.scrollHeight - height;
    else if (isHeld.current || isLastOwn) toEnd();
    shown.current = { first: firstKey, height: box.scrollHeight };
  }, [firstKey, lastKey]);
  useEffect(() => {
    const box = log.current;
    if (box === null || typeof ResizeObserver === 'undefined') return undefined;
    // The keyboard, a longer text in the field, a picture that failed: the end stays where it is.
    const observer = new ResizeObserver(() => {
      if (isHeld.current) latest.current();
      shown.current.height = box.scrollHeight;
    });
    observer.observe(box);
    for (const part of box.children) observer.observe(part);
    return () => observer.disconnect();
  }, [log]);
  const onScroll = () => {
    const box = log.current;
    if (box === null) return;
    isHeld.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX;
    setAtEnd(isHeld.current);
    shown.current.height = box.scrollHeight;
    if (box.scrollTop < NEAR_TOP_PX) onTop();
  };
  return { isAtEnd, onScroll, toEnd };
}
