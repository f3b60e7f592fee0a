import { type TouchEvent, useRef } from 'react';
import { isRightToLeft } from '../formats/writing.ts';

const FAR_PX = 56;
/** The browser's own way back begins at the edges. */
const EDGE_PX = 24;

interface Start {
  readonly x: number;
  readonly y: number;
}

/** A chart, a slider, a field, or a row that scrolls sideways keeps the finger to itself. */
function isTaken(from: Element, upTo: Element): boolean {
  if (from.closest('canvas, input, textarea, [data-no-swipe]') !== null) return true;
  for (let part: Element | null = from; part !== null && part !== upTo; part = part.parentElement)
    if (part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX))
      return true;
  return false;
}

/** Touch listeners that tell a swipe to the side: 1 is to the next (the finger goes to the line's start), -1 to the one before. */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<Start | undefined>(undefined);
  return {
    onTouchStart: ({ currentTarget, target, touches }: TouchEvent) => {
      const touch = touches[0];
      start.current = undefined;
      // Sheets are children in React and not in the document.
      if (touches.length !== 1 || !touch || !(target instanceof Element)) return;
      if (!currentTarget.contains(target) || isTaken(target, currentTarget)) return;
      const { clientX: x, clientY: y } = touch;
      if (x > EDGE_PX && x < window.innerWidth - EDGE_PX) start.current = { x, y };
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      const from = start.current;
      start.current = undefined;
      if (from === undefined || !touch) return;
      const sidewaysPx = touch.clientX - from.x;
      const isSideways = Math.abs(sidewaysPx) > 2 * Math.abs(touch.clientY - from.y);
      if (isSideways && Math.abs(sidewaysPx) > FAR_PX) {
        onSwipe(sidewaysPx < 0 === isRightToLeft() ? -1 : 1);
      }
    },
    onTouchCancel: () => {
      start.current = undefined;
    },
  };
}
