import { type ReactNode, type TouchEvent, useRef, useState } from 'react';
import { haptic } from '../actions/haptic.ts';
import { Ring } from '../figures/Ring.tsx';

const TRIGGER_PX = 64;
const PULL_MAX_PX = 96;
/** Below this nobody can say yet which way a finger goes. */
const SLACK_PX = 6;

export interface PullToRefreshProps {
  /** Read out while it loads. */
  label: string;
  onRefresh: () => Promise<unknown>;
  children: ReactNode;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const placeOf = ({ touches }: TouchEvent): Place | undefined => {
  const touch = touches[0];
  return touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : undefined;
};

/** Sheets are children in React and not in the document; a slider and a chart want the finger for themselves. */
const isForOthers = ({ currentTarget, target }: TouchEvent): boolean =>
  !(target instanceof Element && currentTarget.contains(target)) ||
  target.closest('input[type="range"], canvas') !== null;

/** Pulled down at the top of the page, a ring closes; let go, and it reloads. */
export function PullToRefresh({ label, onRefresh, children }: PullToRefreshProps) {
  const start = useRef<Place | undefined>(undefined);
  const [pullPx, setPullPx] = useState(0);
  const [isLoading, setLoading] = useState(false);
  const onTouchStart = (event: TouchEvent) => {
    const isTop = window.scrollY <= 0 && !isLoading;
    start.current = isTop && !isForOthers(event) ? placeOf(event) : undefined;
    if (start.current === undefined) setPullPx(0);
  };
  const onTouchMove = (event: TouchEvent) => {
    const from = start.current;
    const to = placeOf(event);
    if (from === undefined || to === undefined) return;
    const downPx = to.y - from.y;
    // A finger that goes sideways, or up, is about something else from then on.
    if (
      pullPx === 0 &&
      (Math.abs(to.x - from.x) > Math.max(SLACK_PX, downPx) || downPx < -SLACK_PX)
    )
      start.current = undefined;
    else {
      const nextPx = Math.min(PULL_MAX_PX, Math.max(0, downPx / 2));
      if (pullPx < TRIGGER_PX && nextPx >= TRIGGER_PX) haptic();
      setPullPx(nextPx);
    }
  };
  const onTouchEnd = async () => {
    if (start.current === undefined) return;
    start.current = undefined;
    const isFar = pullPx >= TRIGGER_PX;
    setPullPx(0);
    if (!isFar) return;
    setLoading(true);
    try {
      await onRefresh();
    } finally {
      setLoading(false);
    }
  };
  const onTouchCancel = () => {
    start.current = undefined;
    setPullPx(0);
  };
  const heightPx = isLoading ? 48 : pullPx;
  return (
    <div
      onTouchStart={onTouchStart}
      onTouchMove={onTouchMove}
      onTouchEnd={onTouchEnd}
      onTouchCancel={onTouchCancel}
      // Below a short list there is still page to pull.
      className="min-h-[calc(100dvh-8rem-env(safe-area-inset-bottom))]"
    >
      <div className="fl-pull" style={{ height: heightPx }} role="status">
        {isLoading && <span className="fl-spinner" />}
        {isLoading && <span className="fl-sr">{label}</span>}
        {!isLoading && pullPx > 0 && <Ring share={pullPx / TRIGGER_PX} size={24} />}
      </div>
      {children}
    </div>
  );
}
