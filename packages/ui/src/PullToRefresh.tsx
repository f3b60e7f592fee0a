import { type ReactNode, type TouchEvent, useRef, useState } from 'react';
import { Ring } from './Ring.tsx';

const TRIGGER_PX = 64;
const PULL_MAX_PX = 96;

export interface PullToRefreshProps {
  /** Read out while it loads. */
  label: string;
  onRefresh: () => Promise<unknown>;
  children: ReactNode;
}

/** Pulled down at the top of the page, a ring closes; let go, and it reloads. */
export function PullToRefresh({ label, onRefresh, children }: PullToRefreshProps) {
  const startY = useRef<number | undefined>(undefined);
  const [pullPx, setPullPx] = useState(0);
  const [isLoading, setLoading] = useState(false);
  const onTouchStart = (event: TouchEvent) => {
    startY.current = window.scrollY <= 0 && !isLoading ? event.touches[0]?.clientY : undefined;
  };
  const onTouchMove = (event: TouchEvent) => {
    const y = event.touches[0]?.clientY;
    if (startY.current === undefined || y === undefined) return;
    setPullPx(Math.min(PULL_MAX_PX, Math.max(0, (y - startY.current) / 2)));
  };
  const onTouchEnd = async () => {
    if (startY.current === undefined) return;
    startY.current = undefined;
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
  const heightPx = isLoading ? 48 : pullPx;
  return (
    <div
      onTouchStart={onTouchStart}
      onTouchMove={onTouchMove}
      onTouchEnd={onTouchEnd}
      onTouchCancel={onTouchEnd}
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
