/**
 * Lets the page scroll under a chart. klinecharts 10 sets `touch-action: none` on what it draws and cancels
 * every one-finger drag: a finger that goes up or down is kept from it here, one that goes sideways is not.
 */
const DECIDED_AFTER_PX = 6;
/** How much steeper than level a drag must be to count as scrolling. */
const STEEPNESS = 1.2;

export type Drag = 'undecided' | 'page' | 'chart';

/** Whose a drag is after it has moved so far. */
export function dragOf(deltaX: number, deltaY: number): Drag {
  const across = Math.abs(deltaX);
  const along = Math.abs(deltaY);
  if (across + along < DECIDED_AFTER_PX) return 'undecided';
  return along > across * STEEPNESS ? 'page' : 'chart';
}

export interface PageScroll {
  /** While held every drag is the chart's: something is drawn. */
  readonly hold: (isHeld: boolean) => void;
  readonly stop: () => void;
}

/** Call after the chart was made. */
export function letPageScroll(host: HTMLElement): PageScroll {
  const panned: HTMLElement[] = [];
  let isHeld = false;
  for (const part of host.querySelectorAll<HTMLElement>('*')) {
    if (part.style.touchAction === 'none') panned.push(part);
    if (part.style.overscrollBehavior === 'none') part.style.overscrollBehavior = 'none auto';
    if (part.tabIndex > 0) part.tabIndex = 0;
  }
  const hold = (next: boolean) => {
    isHeld = next;
    for (const part of panned) part.style.touchAction = isHeld ? 'none' : 'pan-y';
  };
  hold(false);
  let from = { x: 0, y: 0 };
  let drag: Drag = 'undecided';
  const start = (event: TouchEvent) => {
    const [finger] = event.touches;
    if (finger === undefined) return;
    from = { x: finger.clientX, y: finger.clientY };
    drag = 'undecided';
  };
  const move = (event: TouchEvent) => {
    const [finger, second] = event.touches;
    if (finger === undefined || second !== undefined || isHeld) return;
    if (drag === 'undecided') drag = dragOf(finger.clientX - from.x, finger.clientY - from.y);
    if (drag === 'page') event.stopPropagation();
  };
  const options = { capture: true, passive: true } as const;
  host.addEventListener('touchstart', start, options);
  host.addEventListener('touchmove', move, options);
  const stop = () => {
    host.removeEventListener('touchstart', start, options);
    host.removeEventListener('touchmove', move, options);
  };
  return { hold, stop };
}
