/** A panel over the whole screen. The browser's own bars go too where it lets a page ask for that. */
import { useHistoryClose } from '@fairlead/ui';
import { useEffect, useState } from 'react';

export interface FullScreen {
  readonly isFull: boolean;
  readonly toggle: () => void;
  /** Turns the screen on its side or back; undefined where the browser does not (iOS, desktops). */
  readonly turn: (() => void) | undefined;
}

/** Not in every browser, nor in TypeScript's list. */
interface LockableOrientation {
  readonly type: string;
  lock?(orientation: 'landscape' | 'portrait'): Promise<void>;
  unlock?(): void;
}
const orientation = (): LockableOrientation | undefined =>
  // Absent before Safari 16.4, and of tests.
  window.screen.orientation as LockableOrientation | undefined;

const isTurnable = (): boolean =>
  typeof orientation()?.lock === 'function' && window.matchMedia('(pointer: coarse)').matches;

/** A refusal leaves things as they are: the panel fills the page anyway. */
const unasked = (): undefined => undefined;

export function useFullScreen(): FullScreen {
  const [isFull, setFull] = useState(false);
  useHistoryClose(isFull, () => setFull(false));
  useEffect(() => {
    if (!isFull) return;
    const root = document.documentElement;
    const enter = root.requestFullscreen?.().catch(unasked);
    const { overflow } = root.style;
    root.style.overflow = 'hidden';
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setFull(false);
    };
    // The browser's own way out: Esc, or a swipe.
    const onChange = () => {
      if (document.fullscreenElement === null) setFull(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('fullscreenchange', onChange);
      root.style.overflow = overflow;
      orientation()?.unlock?.();
      void enter?.then(() => {
        // Undefined where no page fills the screen.
        return document.fullscreenElement ? document.exitFullscreen().catch(unasked) : undefined;
      });
    };
  }, [isFull]);
  const turn = () => {
    const isLevel = orientation()?.type.startsWith('landscape') ?? false;
    void orientation()
      ?.lock?.(isLevel ? 'portrait' : 'landscape')
      .catch(unasked);
  };
  return {
    isFull,
    toggle: () => setFull((before) => !before),
    turn: isFull && isTurnable() ? turn : undefined,
  };
}
